package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Traces of each family are ingested and replayed: every task that was scheduled is accounted for.
 */
class TraceFamiliesTest {
    private static final Path RESOURCES =
            Path.of("trace-ingest/src/test/resources/dev/stowage/ingest");

    @TempDir Path folder;

    private static Path real(String name) {
        Path path = Path.of("../shared/traces").resolve(name);
        assumeTrue(Files.exists(path), "skipped: no real trace at " + path);
        return path;
    }

    private Path ingest(Object... arguments) {
        Path trace = folder.resolve("t.trace");
        Object[] all = Arrays.copyOf(arguments, arguments.length + 3);
        all[arguments.length] = "-o";
        all[arguments.length + 1] = trace;
        all[arguments.length + 2] = "--force";
        Object[] command = new Object[all.length + 1];
        command[0] = "ingest";
        System.arraycopy(all, 0, command, 1, all.length);
        Stowage.run(command).exits(0);
        return trace;
    }

    /** Replays a trace and returns its number of tasks, every one of which has a fate. */
    private long replay(Path trace, String servers) throws IOException {
        Path run = folder.resolve("r.run");
        Stowage.run("simulate", trace, "--servers", servers, "-o", run, "--force").exits(0);
        JsonNode summary = new ObjectMapper().readTree(run.resolve("summary.json").toFile());
        JsonNode tasks = summary.get("tasks");
        long accounted = 0;
        for (String fate : new String[] {"rejected", "finished", "killed", "running", "pending"}) {
            accounted += tasks.get(fate).asLong();
        }
        assertThat(accounted).isEqualTo(tasks.get("submitted").asLong());
        return accounted;
    }

    /** Synthetic: virtual machines of 2, 24 and more than 24 cores, two of which end. */
    @Test
    void virtualMachinesOfAzure2019AreReplayedWithTheValuesOfTheirBuckets() throws IOException {
        Path vms =
                Files.writeString(
                        folder.resolve("vmtable.csv"),
                        """
                        a,s1,d1,0,2591700,99,25.5,90,Interactive,24,64
                        b,s1,d1,300,900,50,10,40,Delay-insensitive,>24,>64
                        c,s2,d2,600,700,50,,40,Unknown,2,2
                        """);
        Path trace = ingest("azure-2019", vms, "--option", "bucket=twice");
        assertThat(replay(trace, "2x48c256g")).isEqualTo(3);
        Path run = folder.resolve("r.run");
        JsonNode summary = new ObjectMapper().readTree(run.resolve("summary.json").toFile());
        assertThat(summary.at("/tasks/rejected").asInt()).isZero();
        assertThat(summary.at("/tasks/finished").asInt()).isEqualTo(2);
        assertThat(summary.at("/serversInUse/peak").asInt()).isEqualTo(2); // 24 and 48 cores
    }

    @Test
    void aLogIsReplayedOnTheComputerThatItNames() throws IOException {
        Path trace = ingest("swf", RESOURCES.resolve("swf/synthetic.swf"));
        assertThat(replay(trace, "trace")).isEqualTo(57); // of 60, three never started
        Path split =
                ingest(
                        "swf",
                        RESOURCES.resolve("swf/synthetic.swf"),
                        "--option",
                        "tasks=processor");
        assertThat(replay(split, "trace")).isGreaterThan(57);
    }

    @Test
    void aLiveClusterIsReadFromStandardInputAndReplayedOnItsNodes() throws IOException {
        InputStream before = System.in;
        System.setIn(
                new ByteArrayInputStream(
                        Files.readAllBytes(RESOURCES.resolve("kubernetes/snapshot.json"))));
        try {
            Path trace = ingest("kubernetes", "-");
            assertThat(replay(trace, "trace")).isEqualTo(12); // one waits, one never ran
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void virtualMachinesAreReplayed() throws IOException {
        Path azure = ingest("azure-2017", real("azure-2017"));
        assertThat(replay(azure, "10x16c128g")).isEqualTo(10);
        Path bitbrains = ingest("bitbrains", real("bitbrains"));
        assertThat(replay(bitbrains, "10x16c128g")).isEqualTo(20);
    }
}
