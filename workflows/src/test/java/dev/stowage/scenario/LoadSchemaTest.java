package dev.stowage.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** A load over time is written alike wherever a service has one. */
class LoadSchemaTest {
    @Test
    void isOneForm() {
        JsonNode node = ScenarioSchema.load("/dev/stowage/schema/node.schema.json").document();
        JsonNode services =
                ScenarioSchema.load("/dev/stowage/schema/services.schema.json").document();
        String load = "/properties/services/items/properties/load";
        assertThat(services.at(load)).isNotEmpty().isEqualTo(node.at(load));
        assertThat(services.at("/$defs")).isNotEmpty().isEqualTo(node.at("/$defs"));
        JsonNode fleet = ScenarioSchema.load("/dev/stowage/schema/fleet.schema.json").document();
        assertThat(fleet.at(load)).isEqualTo(node.at(load));
        assertThat(fleet.at("/$defs")).isEqualTo(node.at("/$defs"));
    }
}
