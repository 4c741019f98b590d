package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static dev.stowage.acceptance.Stowage.runOn;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code inspect} says of a trace. */
class InspectTraceTest {
    @TempDir private Path directory;
    private Path trace;

    /** Two tasks in the first hour, none in the second, one in the third; one bad row. */
    @BeforeEach
    void ingest() throws IOException {
        Path tasks =
                Files.writeString(
                        directory.resolve("t.csv"),
                        """
                        submit_s,duration_s,cpu,memory_gib,class
                        0,10,1,1,batch
                        3599,30,1,1,user-facing
                        4000,thirty,1,1,batch
                        7200,20,1,1,batch
                        """);
        trace = directory.resolve("t.trace");
        run("ingest", "csv", tasks, "--on-error=quarantine", "--max-errors=50%", "-o", trace)
                .exits(0);
    }

    @Test
    void drawsArrivalsInTheCharactersOfTheTerminal() {
        String plain = run("inspect", trace).exits(0).out();
        assertThat(plain)
                .containsPattern("task submits per hour\\R2\\|######")
                .contains("0              3 h");
        assertThat(plain.chars()).as("plain ASCII").allMatch(c -> c < 0x80);
        Map<String, String> unicode = Map.of("LANG", "en_GB.UTF-8", "COLUMNS", "40");
        String blocks = runOn(true, unicode, "inspect", trace, "--color=never").exits(0).out();
        assertThat(blocks).contains("2┤██████");
    }

    @Test
    void saysSharesAndBadRowsForExample() {
        String out = run("inspect", trace).exits(0).out();
        assertThat(out)
                .containsPattern("BATCH +2 +66.7 %")
                .containsPattern("USER_FACING +1 +33.3 %")
                .containsPattern("not-a-number +t.csv:4 +4000,thirty,1,1,batch");
    }

    @Test
    void saysTheSameAsJson() throws IOException {
        JsonNode json = new ObjectMapper().readTree(run("inspect", trace, "--json").exits(0).out());
        assertThat(json.at("/arrivals/counts").toString()).isEqualTo("[2,0,1]");
        assertThat(json.at("/arrivals/hours").asDouble()).isEqualTo(1);
        assertThat(json.at("/jobArrivals/counts").toString()).isEqualTo("[2,0,1]");
        assertThat(json.at("/quarantineExamples/not-a-number/0/line").asInt()).isEqualTo(4);
        assertThat(json.at("/tasksByClass/BATCH").asInt()).isEqualTo(2);
        assertThat(json.at("/quantiles/task duration, s/max").asDouble()).isEqualTo(30);
        assertThat(json.has("percentiles")).isFalse();
        assertThat(json.required("quantileError").doubleValue()).isEqualTo(0.001);
        Path page = directory.resolve("t.html");
        String said = "p25 to p99 are up to 0.1 % above the exact value.";
        assertThat(run("inspect", trace, "--report", page).exits(0).out()).contains(said);
        assertThat(Files.readString(page)).contains(said);
    }

    @Test
    void drawsAReportOfATraceOnly() throws IOException {
        Path page = directory.resolve("trace.html");
        run("inspect", trace, "--report", page).exits(0).says("Wrote " + page);
        assertThat(Files.readString(page))
                .containsPattern("3.tasks in 3.jobs: good for replay")
                .contains("t.csv:4", "chart-arrivals-tasks", "Provenance")
                .doesNotContain("src=\"http", "href=\"http");
        run("inspect", trace, "--report", page).exits(3).says("existing file", "--force");
        run("inspect", trace, "--report", page, "--force").exits(0);
        run("inspect", "google-2011", "--report", page, "--force").exits(2).says("a trace to draw");
    }
}
