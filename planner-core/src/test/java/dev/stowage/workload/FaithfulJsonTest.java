package dev.stowage.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.stowage.basis.InputException;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaithfulJsonTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static JsonNode model() throws IOException {
        return MAPPER.readTree(FaithfulModels.model().toJson());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    /arrivals/segmentSeconds | -1 | arrivals.segmentSeconds
                    /arrivals/segmentSeconds | 1 | arrivals.segmentSeconds
                    /arrivals/clumping/0 | 1.5 | arrivals.clumping[0]
                    /arrivals/classPersistence | -0.5 | arrivals.classPersistence
                    /arrivals/jobs/BATCH/3 | 1.5 | arrivals.jobs.BATCH[3]
                    /arrivals/jobs/BATCH | [1] | arrivals.jobs
                    /joint/windowSeconds | 0 | joint.windowSeconds
                    /joint/runLength | 0 | joint.runLength
                    /joint/jobs/20/0 | "OTHER" | joint.jobs.20[0]
                    /joint/jobs/20/1 | -3 | joint.jobs.20[1]
                    /joint/jobs/20/1 | "sitting" | joint.jobs.20[1]
                    /joint/jobs/20/2 | 0.5 | joint.jobs.20[2]
                    /joint/jobs/20/3 | [] | joint.jobs.20[3]
                    /joint/jobs/20/3/0/0 | 0 | joint.jobs.20[3][0][0]
                    /joint/jobs/20/3/0/1 | "gone" | joint.jobs.20[3][0][1]
                    /joint/jobs/20/3/0/2 | 1.5 | joint.jobs.20[3][0][2]
                    /joint/jobs/20/3/0/3 | -1 | joint.jobs.20[3][0][3]
                    /joint/jobs/20/3/0/4 | "NaN" | joint.jobs.20[3][0][4]
                    /joint/jobs/20/3/0/5 | null | joint.jobs.20[3][0][5]
                    /joint/jobs/20/3/0/5 | [2, 1] | joint.jobs.20[3][0][5][1]
                    /joint/jobs/1/3/0/5 | 3 | joint.jobs.1[3][0][5]
                    /joint/jobs/20/3/0 | [1, "finished", 0, 1, 1, 9, 0, -1] | joint.jobs.20[3][0][7]
                    /joint/jobs/20/3/0 | [1, "finished", 0, 1, 1, 9, 0, 1, 1] | joint.jobs.20[3][0]
                    /joint/jobs/20/3/0/6 | {"values": [1, 2], "counts": [1]} | joint.jobs.20[3][0][6].counts
                    """)
    void namesThePlaceOfAnImpossibleValue(String pointer, String value, String place)
            throws IOException {
        JsonNode root = model();
        int end = pointer.lastIndexOf('/');
        JsonNode parent = root.at(pointer.substring(0, end));
        String key = pointer.substring(end + 1);
        JsonNode bad = MAPPER.readTree(value);
        if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(key), bad);
        } else {
            ((ObjectNode) parent).set(key, bad);
        }
        assertThatThrownBy(() -> ModelReader.read("m.json", root.toString()))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith("m.json: " + place);
    }

    @Test
    void refusesArrivalsInAModelOfTheFirstVersion() throws IOException {
        ObjectNode root = (ObjectNode) model();
        root.put("version", 1);
        assertThatThrownBy(() -> ModelReader.read("m.json", root.toString()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("arrivals");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keepsToTheSchema(boolean hasGpus) throws IOException {
        WorkloadModel model = hasGpus ? FaithfulModels.withGpus() : FaithfulModels.model();
        try (InputStream in =
                WorkloadModel.class.getResourceAsStream("/dev/stowage/schema/model.schema.json")) {
            JsonNode schema = MAPPER.readTree(in);
            assertThat(
                            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                                    .getSchema(schema)
                                    .validate(MAPPER.readTree(model.toJson())))
                    .isEmpty();
        }
    }
}
