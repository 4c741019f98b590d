package dev.stowage.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.MachineEvents;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.placement.TaskView;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reasons for which a server does not take a task. */
class RefusalsTest {
    /** 0 and 1 share a rack; server 2 is a larger one of another kind. */
    private static final ServerFleet FLEET =
            new ServerFleet.Static(
                    List.of(
                            new ServerFleet.Group(
                                    type(10, ServerExtras.of(4, 10, 10, Map.of("arch", "arm"))),
                                    2,
                                    2),
                            new ServerFleet.Group(
                                    type(20, ServerExtras.ofAttributes(Map.of("arch", "x86"))),
                                    1)));

    private record Task(
            long cpuMicroCores,
            long memoryBytes,
            long gpuMicros,
            long diskBytes,
            long networkBitsPerSecond,
            @Nullable PlacementConstraints constraints)
            implements TaskView {
        static Task of(long cpu, long memory, long gpu, long disk, long network, String text) {
            PlacementConstraints parsed = PlacementConstraints.parse(text);
            return new Task(cpu, memory, gpu, disk, network, parsed.isEmpty() ? null : parsed);
        }

        @Override
        public long jobId() {
            return 7;
        }
    }

    private static ServerType type(long capacity, ServerExtras extras) {
        return new ServerType(
                "t" + capacity,
                new Resources(capacity, capacity),
                PowerModel.DEFAULT,
                OptionalDouble.empty(),
                extras);
    }

    private static void start(Cluster cluster, int server, Task task) {
        cluster.place(server, task.cpuMicroCores(), task.memoryBytes());
        cluster.claim(server, task);
    }

    /** Server 0 is half full of a task of the same job. */
    private static Cluster halfFull() {
        Cluster cluster = Cluster.of(FLEET);
        start(cluster, 0, Task.of(6, 6, 3, 6, 6, "different-machines;different-domains"));
        return cluster;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | 1 | 0 | 0 | 0 | '' | too little CPU",
                "1 | 5 | 0 | 0 | 0 | '' | too little memory",
                "5 | 5 | 0 | 0 | 0 | '' | too little CPU and memory",
                "1 | 1 | 2 | 0 | 0 | '' | too little GPU",
                "1 | 1 | 0 | 5 | 0 | '' | too little disk",
                "1 | 1 | 0 | 0 | 5 | '' | too little network",
                "5 | 5 | 2 | 5 | 5 | '' | too little CPU, memory, GPU, disk and network",
                "1 | 1 | 5 | 0 | 0 | '' | too little GPU even when empty",
                "11 | 5 | 0 | 0 | 0 | '' | too little CPU even when empty",
                "1 | 1 | 0 | 11 | 11 | '' | too little disk and network even when empty",
                "1 | 1 | 0 | 0 | 0 | arch=x86 | does not meet arch=x86",
                "1 | 1 | 0 | 0 | 0 | arch=arm;kernel>3;zone=a | does not meet kernel>3",
                "5 | 1 | 0 | 0 | 0 | arch!=arm | does not meet arch!=arm",
                "1 | 1 | 0 | 0 | 0 | different-machines"
                        + " | runs a task of the same job (different-machines)",
                "1 | 1 | 0 | 0 | 0 | different-domains"
                        + " | its failure domain runs a task of the same job (different-domains)",
                "5 | 1 | 0 | 0 | 0 | different-machines | too little CPU",
            })
    void namesWhatAServerLacks(
            long cpu, long memory, long gpu, long disk, long network, String text, String reason) {
        Task task = Task.of(cpu, memory, gpu, disk, network, text);
        assertThat(halfFull().refusal(0, task)).isEqualTo(reason);
    }

    @Test
    void tellsTheServerOfATaskOfTheJobFromItsNeighbour() {
        Task apart = Task.of(1, 1, 0, 0, 0, "different-machines;different-domains");
        assertThat(halfFull().refusal(0, apart)).contains("different-machines");
        assertThat(halfFull().refusal(1, apart)).contains("different-domains");
        assertThat(halfFull().refusal(2, apart)).isNull();
    }

    @Test
    void tellsWhatIsDownFromWhatWillNeverDo() {
        MachineEvents events =
                new MachineEvents(
                        2,
                        new long[] {0, 0, 5},
                        new int[] {0, 1, 1},
                        new long[] {10, 20, 4},
                        new long[] {10, 4, 20});
        ServerFleet fleet = new ServerFleet.Recorded("events", events, PowerModel.DEFAULT);
        Cluster cluster = Cluster.of(fleet);
        assertThat(cluster.refusal(0, Task.of(10, 10, 0, 0, 0, ""))).isEqualTo("down");
        assertThat(cluster.refusal(0, Task.of(10, 11, 0, 0, 0, "")))
                .isEqualTo("too little memory even when empty");
        assertThat(cluster.refusal(1, Task.of(20, 20, 0, 0, 0, ""))) // each, not both at once
                .isEqualTo("too little CPU and memory even when empty");
        assertThat(cluster.refusal(0, Task.of(1, 1, 0, 0, 0, "arch=x86")))
                .isEqualTo("does not meet arch=x86");
    }

    @Test
    void looksAtWhatARecordedMachineHas() {
        MachineEvents events =
                new MachineEvents(
                        2,
                        new long[] {0, 0},
                        new int[] {0, 1},
                        new long[] {10, 10},
                        new long[] {10, 10},
                        List.of(
                                ServerExtras.of(1, 0, 0, Map.of("platform", "T4")),
                                ServerExtras.NONE));
        Cluster cluster =
                Cluster.of(new ServerFleet.Recorded("events", events, PowerModel.DEFAULT));
        cluster.resize(0, 10, 10);
        cluster.resize(1, 10, 10);
        Task gpu = Task.of(1, 1, 1, 0, 0, "platform=T4");
        assertThat(cluster.refusal(0, gpu)).isNull();
        assertThat(cluster.refusal(1, gpu)).isEqualTo("does not meet platform=T4");
        start(cluster, 0, gpu);
        assertThat(cluster.refusal(0, gpu)).isEqualTo("too little GPU");
        assertThat(cluster.refusal(0, Task.of(1, 1, 2, 0, 0, "")))
                .isEqualTo("too little GPU even when empty");
        assertThat(cluster.refusal(0, Task.of(11, 1, 1, 0, 0, "")))
                .isEqualTo("too little CPU even when empty");
    }

    @Test
    void hasAReasonForEveryServerThatDoesNotFitAndForNoOther() {
        SplittableRandom random = new SplittableRandom(3);
        List<String> constraints =
                List.of("", "", "arch=x86", "arch!=x86", "different-machines", "different-domains");
        for (int i = 0; i < 20_000; i++) {
            Cluster cluster = i % 2 == 0 ? halfFull() : Cluster.of(FLEET);
            Task task =
                    Task.of(
                            random.nextLong(1, 24),
                            random.nextLong(1, 24),
                            random.nextLong(6),
                            random.nextLong(12),
                            random.nextLong(12),
                            constraints.get(random.nextInt(constraints.size())));
            for (int server = 0; server < cluster.size(); server++) {
                assertThat(cluster.refusal(server, task) == null)
                        .as("%s on %d", task, server)
                        .isEqualTo(cluster.fits(server, task));
            }
        }
    }
}
