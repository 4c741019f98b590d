package dev.stowage.sim.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.json.Json;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.sim.node.StressTable.Stressor;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Largest loads beside stressors against {@code stress_table.py}, an implementation apart. */
class StressTableTest {
    @Test
    void givesTheLoadsOfAnImplementationApart() throws Exception {
        JsonNode reference;
        try (InputStream in = StressTableTest.class.getResourceAsStream("stress_table.json")) {
            reference = Json.mapper().readTree(in);
        }
        JsonNode parameters = reference.required("parameters");
        NodeProfile node = Plain.NODE;
        for (NodeParameter key : NodeParameter.values()) {
            JsonNode value = parameters.get(key.spelling());
            node = value == null ? node : node.with(key, value.asDouble(), ParameterSource.OURS);
        }
        StressTable table = new StressTable(node);
        for (int i = 0; i < reference.required("services").size(); i++) {
            ServiceProfile service =
                    Plain.LIBRARY.service("test", reference.required("services").get(i).asText());
            for (ServiceParameter key :
                    Arrays.asList(ServiceParameter.ZERO_LOAD, ServiceParameter.CACHE_GROWTH)) {
                double value = parameters.required(key.spelling()).required(i).doubleValue();
                service = service.with(key, value, ParameterSource.OURS);
            }
            int column = 0;
            for (Stressor stressor : Stressor.values()) {
                double expected =
                        reference.required("percent").required(i).required(column++).doubleValue();
                assertThat(100 * table.largestLoad(service, stressor))
                        .as("%s beside %s", service.name(), stressor)
                        .isCloseTo(expected, within(0.05));
            }
        }
    }
}
