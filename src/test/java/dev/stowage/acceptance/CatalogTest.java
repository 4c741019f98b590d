package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** {@code catalog list|show} from the outside. */
class CatalogTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void listsTheProvidersWithSourceAndDate() {
        assertThat(Stowage.run("catalog", "list").exits(0).out())
                .contains("aws", "gcp", "azure")
                .containsPattern("20\\d\\d-\\d\\d-\\d\\d");
    }

    @Test
    void listAndShowPrintJsonForPrograms() throws IOException {
        JsonNode list = JSON.readTree(Stowage.run("catalog", "list", "--json").exits(0).out());
        assertThat(list.isEmpty()).isFalse();
        JsonNode aws =
                JSON.readTree(Stowage.run("catalog", "show", "aws", "--json").exits(0).out());
        assertThat(aws.isEmpty()).isFalse();
    }

    @Test
    void showsTheTypesOfAProviderWithTheirPrices() {
        assertThat(Stowage.run("catalog", "show", "aws").exits(0).out())
                .contains("GiB")
                .containsPattern("\\d\\.\\d");
    }

    @Test
    void refusesAProviderThatItDoesNotKnow() {
        Stowage.Result result = Stowage.run("catalog", "show", "nimbus");
        assertThat(result.exit()).isIn(2, 3);
        assertThat(result.err()).contains("nimbus", "aws");
    }
}
