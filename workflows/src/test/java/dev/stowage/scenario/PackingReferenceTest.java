package dev.stowage.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.catalog.Catalogues;
import dev.stowage.packing.placement.PackRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Keeps the tables of {@code docs/placement.md} true. After a change of the schema: {@code mvn -pl
 * cli -am test -Dtest=PackingReferenceTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dstowage.regenerate=true}.
 */
final class PackingReferenceTest {
    private static final Path DOCUMENT = Path.of("docs/placement.md");
    private static final String MARKER = "<!-- begin generated -->\n";

    @Test
    void saysInTheDocumentWhatTheSchemaSays() throws IOException {
        String text = Files.readString(DOCUMENT);
        StringBuilder expected = new StringBuilder();
        expected.append(text, 0, text.indexOf(MARKER) + MARKER.length());
        new SchemaTables(ScenarioSchema.load("/dev/stowage/schema/packing.schema.json").document())
                .print(expected);
        if (Boolean.getBoolean("stowage.regenerate")) {
            Files.writeString(DOCUMENT, expected);
        }
        assertThat(DOCUMENT).hasContent(expected.toString());
    }

    @Test
    void readsTheExampleThatIsShipped() {
        PackRequest request =
                PackingFile.read(
                        Path.of("examples/packing/shop.yaml"), "x", Catalogues.reference());

        assertThat(request.name()).isEqualTo("shop");
        assertThat(request.costUnit()).isEqualTo(PackRequest.USD_A_MONTH);
        assertThat(request.problem().servers()).hasSize(14);
        assertThat(request.problem().items()).hasSize(24);
        assertThat(request.problem().rules()).hasSize(7);
        assertThat(request.places().get(13).provider()).isEqualTo("aws");
    }
}
