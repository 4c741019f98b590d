package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The disciplines of the queue through the command line, on one server of ten cores, by hand. */
class QueueCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib,job,priority,user\n";

    /** Six cores and six; eight, for which both are in the way; four for long, and for short. */
    private static final String BATCH =
            HEADER
                    + "0,10,6,1,1,0,a\n"
                    + "0,10,6,1,2,0,a\n"
                    + "0,10,8,1,3,0,a\n"
                    + "0,25,4,1,4,0,a\n"
                    + "0,10,4,1,5,5,b\n";

    @TempDir private Path directory;

    private Stowage.Result simulate(String tasks, String queue, Object... options)
            throws IOException {
        Path csv = Files.writeString(directory.resolve("tasks.csv"), tasks);
        List<Object> command =
                new ArrayList<>(List.of("simulate", csv, "--servers", "1x10c10g", "--queue"));
        command.addAll(List.of(queue, "-o", directory.resolve("r"), "--json", "--force"));
        command.addAll(List.of(options));
        return Stowage.run(command.toArray());
    }

    private static JsonNode summary(Stowage.Result result) throws IOException {
        return JSON.readTree(result.exits(0).out());
    }

    /** Waits of the five in the order of the file are what the sum is made of. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "fifo; 0 + 10 + 20 + 30 + 30",
                "priority[preempt=0]; 0 + 10 + 20 + 30 + 0",
                "priority; 0 + 10 + 20 + 30 + 0",
                "priority[keep=1]; 0 + 10 + 20 + 30 + 0",
                "easy-backfill; 0 + 10 + 25 + 0 + 35",
                "easy-backfill[overestimate=100]; 0 + 10 + 30 + 0 + 20", // the fifth at 20 is to
                // end by 50
                "conservative-backfill; 0 + 10 + 20 + 30 + 0",
                "conservative-backfill[overestimate=100]; 0 + 10 + 20 + 30 + 0",
                "conservative-backfill[depth=1]; 0 + 10 + 20 + 30 + 30", // nothing overtakes
                "conservative-backfill[depth=2]; 0 + 10 + 20 + 30 + 30",
                "conservative-backfill[depth=4]; 0 + 10 + 20 + 30 + 0",
                "drf; 0 + 10 + 25 + 0 + 25",
                "kube-scheduler; 0 + 10 + 35 + 0 + 0", // the fourth gives way to the fifth
                "kube-scheduler[preempt=0]; 0 + 10 + 25 + 0 + 25",
                "sparrow-late; 0 + 10 + 20 + 30 + 30", // one server, one queue
                "sparrow-late[d=1]; 0 + 10 + 20 + 30 + 30",
            })
    void startsTasksWhenAHandWould(String queue, String waits) throws IOException {
        int sum = 0;
        for (String wait : waits.split(" \\+ ", -1)) {
            sum += Integer.parseInt(wait);
        }
        JsonNode summary = summary(simulate(BATCH, queue));
        assertThat(summary.findValue("pendingSeconds").get("mean").asDouble()).isEqualTo(sum / 5.0);
    }

    /** Ten cores for 10 s, and after 4 s the same with a higher priority. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "priority[preempt=0]; 20; 0",
                "priority[preempt=1]; 24; 1", // begins anew at 14
                "priority[keep=1]; 20; 1", // has 6 s left at 14
                "kube-scheduler[preempt=0]; 20; 0",
                "kube-scheduler; 24; 1",
            })
    void preemptsOnlyWhereAsked(String queue, double makespan, int evicted) throws IOException {
        JsonNode summary = summary(simulate(HEADER + "0,10,10,1,1,0,a\n4,10,10,1,2,5,b\n", queue));
        assertThat(summary.findValue("makespanSeconds").asDouble()).isEqualTo(makespan);
        assertThat(summary.findValue("evicted").asInt()).isEqualTo(evicted);
    }

    /** User a holds one half for long and asks for 30 s more, then user b asks for 10 s. */
    @ParameterizedTest
    @CsvSource({"fifo, 50", "drf, 30"})
    void letsTheUserWithTheSmallerShareGoFirst(String queue, int waits) throws IOException {
        String tasks = HEADER + "0,10,5,1,1,0,a\n0,100,5,1,1,0,a\n0,30,5,1,1,0,a\n0,10,5,1,2,0,b\n";
        JsonNode summary = summary(simulate(tasks, queue));
        assertThat(summary.findValue("pendingSeconds").get("mean").asDouble())
                .isEqualTo(waits / 4.0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "fifo[depth=3]; depth; without parameters",
                "priority[evict=1]; evict; preempt, keep",
                "easy-backfill[depth=5]; depth; overestimate",
                "conservative-backfill[width=5]; width; overestimate, depth",
                "drf[d=2]; d; without parameters",
                "priority[preempt=2]; 2; 0 to 1",
                "easy-backfill[overestimate=-1]; -1; 0 to 100000",
                "conservative-backfill[depth=0]; 0; 1 to 100000",
                "sparrow-late[d=0]; 0; 1 to 1000",
                "kube-scheduler[keep=1]; keep; preempt",
                "backfill; backfill; conservative-backfill",
            })
    void refusesWhatADisciplineDoesNotTakeAndSaysWhatItDoes(
            String queue, String found, String expected) throws IOException {
        simulate(BATCH, queue).exits(2).says("--queue", found, expected);
    }

    /**
     * What the bound says for a queue is what holds for it: never more servers than are planned.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "fifo; true; ''",
                "priority[preempt=0]; true; strict order of priority, then of submit:",
                "easy-backfill; false; not strict order of submit",
                "conservative-backfill; false; not strict order of submit",
                "drf; false; not strict order of submit",
                "sparrow-late; false; not strict order of submit",
                "priority; true; may be evicted by those of higher priority: \"priority-order\""
                        + " holds",
                "kube-scheduler[preempt=0]; false; not strict order of submit",
                "kube-scheduler; false; only what the largest wait forces of the highest priority",
            })
    void boundsServersByWhatHoldsForTheQueueOnly(String queue, boolean isPooled, String note)
            throws IOException {
        StringBuilder tasks = new StringBuilder(HEADER);
        for (int i = 0; i < 200; i++) {
            tasks.append(
                    "%d,%d,%d,1,%d,%d,u%d\n"
                            .formatted(i / 4, 10 + i % 7, 1 + i % 5, i, i % 3, i % 6));
        }
        Files.writeString(directory.resolve("tasks.csv"), tasks);
        Path scenario =
                Files.writeString(
                        directory.resolve("s.yaml"),
                        """
                        workload: {csv: tasks.csv}
                        servers: {type: {name: node, cpu: 10, memoryGiB: 10}}
                        objective: {pendingSeconds: {p99: 5}}
                        policies: {queue: "%s"}
                        """
                                .formatted(queue));
        Path plan = directory.resolve("plan");
        Stowage.run("plan", scenario, "-o", plan, "--force").exits(0);
        JsonNode json = JSON.readTree(Files.readString(plan.resolve("plan.json")));
        JsonNode bound = json.get("lowerBound");
        boolean hasPooled = false;
        for (JsonNode component : bound.get("components")) {
            hasPooled |= component.get("method").asText().equals("pooled-queue");
        }
        assertThat(hasPooled).isEqualTo(isPooled);
        assertThat(bound.get("servers").asInt())
                .isLessThanOrEqualTo(json.at("/servers/0/count").asInt());
        assertThat(json.get("notes").toString().replace("\\", "")).contains(note);
    }

    @Test
    void aTaskWithoutCpuOvertakesWhereItDelaysNobody() throws IOException {
        String tasks = HEADER + "0,90,10,1,1,0,a\n0,90,10,1,2,0,a\n0,1,0,1,3,0,a\n";
        assertThat(
                        summary(simulate(tasks, "conservative-backfill"))
                                .findValue("pendingSeconds")
                                .get("mean")
                                .asDouble())
                .isEqualTo(30);
        assertThat(
                        summary(simulate(tasks, "fifo"))
                                .findValue("pendingSeconds")
                                .get("mean")
                                .asDouble())
                .isEqualTo(60);
    }
}
