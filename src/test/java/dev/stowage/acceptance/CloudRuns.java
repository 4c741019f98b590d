package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code stowage cloud} into a folder, and reads its answer, which keeps to its schema. */
record CloudRuns(Path folder) {
    private static final ObjectMapper JSON = new ObjectMapper();

    JsonNode cloud(String name, Object... args) throws IOException {
        List<Object> all = new ArrayList<>(List.of("cloud"));
        all.addAll(List.of(args));
        all.addAll(List.of("-o", folder.resolve(name), "--json"));
        JsonNode result = JSON.readTree(Stowage.run(all.toArray()).exits(0).out());
        assertThat(JSON.readTree(folder.resolve(name).resolve("cloud.json").toFile()))
                .isEqualTo(result);
        assertThat(Schemas.problems("cloud.schema.json", result)).isEmpty();
        return result;
    }

    /** Alternatives that hold the demand with some VMs. */
    static List<JsonNode> possible(JsonNode result) {
        List<JsonNode> possible = new ArrayList<>();
        for (JsonNode each : result.get("alternatives")) {
            if (each.get("isPossible").asBoolean()) {
                possible.add(each);
            }
        }
        return possible;
    }
}
