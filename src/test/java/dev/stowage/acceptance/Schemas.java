package dev.stowage.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/** The schemas of our files. */
final class Schemas {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Schemas() {}

    /**
     * What a document is against a schema in, such as {@code cloud.schema.json}; none if all is
     * well.
     */
    static List<?> problems(String schema, JsonNode document) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        Schemas.class.getResourceAsStream("/dev/stowage/schema/" + schema))) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(JSON.readTree(in))
                    .validate(JSON.readTree(document.toString()));
        }
    }
}
