package dev.stowage.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileReaderTest {
    private static final ProfileLibrary PROFILED =
            new Sandbox(ProfileLibrary.thesis(), 0.05, true, new Random(7)).profile();

    @Test
    void readsBackWhatIsWritten() {
        JsonNode document = ProfileWriter.document(PROFILED);
        ProfileLibrary read =
                ProfileReader.read(PROFILED.source(), Json.text(document).getBytes(UTF_8));
        assertThat(read).isEqualTo(PROFILED);
    }

    /** What runs tell follows from the samples of a file that says nothing of it. */
    @Test
    void aFileIsHeldToItsSamples() {
        JsonNode document = ProfileWriter.document(PROFILED);
        document.get("applications")
                .forEach(
                        each ->
                                ((ObjectNode) each)
                                        .remove(List.of("had", "proportion", "tied", "unvaried")));
        ProfileLibrary read = ProfileReader.read("p.yaml", Json.text(document).getBytes(UTF_8));
        for (ApplicationProfile each : PROFILED.applications()) {
            assertThat(read.get(each.name()).performance()).isEqualTo(each.performance());
        }
    }

    @Test
    void refusesTheUseOfMoreCoresThanTheServerHas() {
        JsonNode document = ProfileWriter.document(PROFILED);
        ((ObjectNode) document.at("/applications/0")).put("coresAtFull", 99);
        assertThatThrownBy(() -> ProfileReader.read("p.yaml", Json.text(document).getBytes(UTF_8)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("coresAtFull")
                .hasMessageContaining("at most the 48 cores of the server");
    }

    @Test
    void whatIsWrittenIsOfTheSchema() throws IOException {
        try (InputStream in =
                ProfileLibrary.class.getResourceAsStream(
                        "/dev/stowage/schema/profiles.schema.json")) {
            Schema schema =
                    SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(in);
            assertThat(schema.validate(ProfileWriter.document(PROFILED))).isEmpty();
            assertThat(schema.validate(ProfileWriter.document(ProfileLibrary.thesis()))).isEmpty();
        }
    }

    @Test
    void cutsLongTasksToOneRun() {
        assertThat(PROFILED.get("TPC-H").samples()).hasSize(1);
        assertThat(PROFILED.get("TPC-H").performance().form())
                .isEqualTo(PerformanceForm.PROPORTIONAL);
        assertThat(PROFILED.get("BLAST").samples()).hasSize(10);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"formVersion\" : 1|\"formVersion\" : 2|formVersion: found 2, expected 1",
                "\"cores\" : 48.0|\"cores\" : 47.0|whole multiple of its step",
                "\"form\" : \"product\"|\"form\" : \"cubic\"|one of product, logistic",
                "\"name\" : \"FIO\"|\"name\" : \"BLAST\"|two profiles of BLAST with input any",
                "\"status\" : \"simulated\"|\"state\" : \"simulated\"|unknown key \"state\"",
                "\"cpu\" : 0.125|\"cpu\" : 1.125|proportion.cpu: found 1.125, expected a number",
                "\"ssd\" : 0.3|\"ssd\" : 1.3|a number from 0.0 to 1.0"
            })
    void namesWhatIsWrong(String good, String bad, String expected) {
        String text = Json.text(ProfileWriter.document(PROFILED)).replaceFirst(good, bad);
        assertThatThrownBy(() -> ProfileReader.read("p.yaml", text.getBytes(UTF_8)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("p.yaml")
                .hasMessageContaining(expected);
    }

    @Test
    void namesTheApplicationsThatItHas() {
        assertThatThrownBy(() -> PROFILED.get("Redis"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("TPC-H, Apache, TPC-E, BLAST, FIO, TPC-W");
    }
}
