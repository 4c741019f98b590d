package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays of the real pieces of the Alibaba traces. */
class AlibabaTracesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    private void ingest(String format, Path... sources) {
        Object[] args = new Object[4 + sources.length];
        System.arraycopy(
                new Object[] {"ingest", format, "-o", directory.resolve("a.trace")}, 0, args, 0, 4);
        System.arraycopy(sources, 0, args, 4, sources.length);
        Stowage.run(args).exits(0);
    }

    private JsonNode simulate(String... options) throws IOException {
        Path out = directory.resolve("run");
        Object[] args = new Object[options.length + 4];
        System.arraycopy(
                new Object[] {"simulate", directory.resolve("a.trace"), "-o", out}, 0, args, 0, 4);
        System.arraycopy(options, 0, args, 4, options.length);
        Stowage.run(args).exits(0);
        JsonNode tasks = JSON.readTree(out.resolve("summary.json").toFile()).get("tasks");
        long accounted = 0;
        for (String fate : new String[] {"rejected", "finished", "killed", "running", "pending"}) {
            accounted += tasks.get(fate).asLong();
        }
        assertThat(accounted).isEqualTo(tasks.get("submitted").asLong());
        return tasks;
    }

    @Test
    void replaysPodsOnTheGpusOfTheTrace() throws IOException {
        ingest("alibaba-gpu-2023", Shared.require("traces/alibaba-gpu-2023"));
        JsonNode tasks = simulate("--servers", "trace", "--placement", "best-fit");
        // awk -F, 'NR>1 && $11!=""' openb_pod_list_default.csv | wc -l
        assertThat(tasks.get("submitted").asLong()).isEqualTo(7_255);
        assertThat(tasks.get("rejected").asLong()).isZero();
    }

    @Test
    void replaysStagesOnTheMachinesOfTheTrace() throws IOException {
        ingest("alibaba-2018", Shared.require("traces/alibaba-2018"));
        JsonNode tasks = simulate("--servers", "trace", "--columns", "stages");
        // 1,842,377 instances and 105 rows without a number, less 105 that never ran
        assertThat(tasks.get("submitted").asLong()).isEqualTo(1_842_377);
    }

    @Test
    void replaysExpandedInstancesOnTheServersOfTheTrace() throws IOException {
        ingest("alibaba-2017", Shared.require("traces/alibaba-2017"));
        JsonNode tasks = simulate("--servers", "trace");
        // zcat batch_task.csv.gz | awk -F, '($6=="Waiting")||($6~/Term|Fail/&&$2<0){next}{n+=$5}END
        // {print n}'
        assertThat(tasks.get("submitted").asLong()).isEqualTo(5_511_882);
    }
}
