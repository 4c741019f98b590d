package dev.stowage.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.Seeds;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.policy.placement.TaskView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What tasks ask for beyond CPU and memory, overcommit, and clusters of unusual size. */
class DemandsTest {
    private record Task(
            long cpuMicroCores,
            long memoryBytes,
            long jobId,
            long gpuMicros,
            @Nullable PlacementConstraints constraints)
            implements TaskView {}

    private static ServerType type(String name, Resources capacity, ServerExtras extras) {
        return new ServerType(name, capacity, PowerModel.DEFAULT, OptionalDouble.empty(), extras);
    }

    /** Two small ARM servers with a GPU each in one rack, three larger x86 ones in racks of two. */
    private static ServerFleet twoTypes() {
        return new ServerFleet.Static(
                List.of(
                        new ServerFleet.Group(
                                type(
                                        "arm",
                                        new Resources(10, 10),
                                        ServerExtras.of(1, 0, 0, Map.of("arch", "arm"))),
                                2,
                                2),
                        new ServerFleet.Group(
                                type(
                                        "x86",
                                        new Resources(20, 20),
                                        ServerExtras.ofAttributes(Map.of("arch", "x86"))),
                                3,
                                2)));
    }

    private static Task constrained(String constraints) {
        return new Task(1, 1, 7, 0, PlacementConstraints.parse(constraints));
    }

    private static int start(Cluster cluster, Task task) {
        int server = cluster.firstFit(task);
        cluster.place(server, task.cpuMicroCores(), task.memoryBytes());
        cluster.claim(server, task);
        return server;
    }

    @Test
    void declaresOnlyWhatOneTypeOfServerHasAllOf() {
        LargestCapacities declared = Cluster.of(twoTypes()).largestCapacities();
        assertThat(declared.couldHold(new Task(20, 20, 0, 0, null))).isTrue();
        assertThat(declared.couldHold(new Task(10, 10, 0, 1, null))).isTrue();
        assertThat(declared.couldHold(new Task(11, 10, 0, 1, null))).isFalse();
        assertThat(declared.couldHold(new Task(1, 1, 0, 2, null))).isFalse();
        assertThat(declared.couldHold(constrained("arch=x86"))).isTrue();
        assertThat(declared.couldHold(constrained("arch=sparc"))).isFalse();
        assertThat(declared.couldHold(constrained("different-domains"))).isTrue();
    }

    @Test
    void declaresWhatRecordedMachinesHaveAtTheSameTime() {
        MachineEvents events =
                new MachineEvents(
                        2,
                        new long[] {0, 0},
                        new int[] {0, 1},
                        new long[] {10, 20},
                        new long[] {10, 20},
                        List.of(
                                ServerExtras.of(1, 0, 0, Map.of("platform", "T4")),
                                ServerExtras.NONE));
        LargestCapacities declared =
                LargestCapacities.of(
                        new ServerFleet.Recorded("events", events, PowerModel.DEFAULT));
        assertThat(declared.couldHold(new Task(20, 20, 0, 0, null))).isTrue();
        assertThat(declared.couldHold(new Task(10, 10, 0, 1, null))).isTrue();
        assertThat(declared.couldHold(new Task(11, 10, 0, 1, null))).isFalse();
        assertThat(declared.couldHold(constrained("platform=T4"))).isTrue();
        assertThat(declared.couldHold(constrained("platform=P100"))).isFalse();
    }

    @Test
    void keepsTheTasksOfAJobApartAndLetsThemInAgain() {
        Cluster cluster = Cluster.of(twoTypes());
        Task apart = constrained("different-domains");
        assertThat(start(cluster, apart)).isZero();
        assertThat(start(cluster, apart)).isEqualTo(2); // 1 is in the rack of 0
        assertThat(start(cluster, apart)).isEqualTo(4);
        assertThat(cluster.firstFit(apart)).isEqualTo(ClusterView.NONE);
        assertThat(cluster.countFits(apart)).isZero();
        cluster.release(2, 1, 1);
        cluster.unclaim(2, apart);
        assertThat(cluster.mayFitSince(2, apart)).isTrue();
        assertThat(cluster.firstFit(apart)).isEqualTo(2);
        assertThat(start(cluster, constrained("arch=arm;different-machines"))).isZero();
        assertThat(start(cluster, constrained("arch=arm;different-machines"))).isEqualTo(1);
        assertThat(cluster.firstFit(constrained("arch=arm;different-machines")))
                .isEqualTo(ClusterView.NONE);
    }

    @Test
    void refusesToGiveAGpuTwice() {
        Cluster cluster = Cluster.of(twoTypes());
        Task gpu = new Task(1, 1, 0, 1, null);
        assertThat(start(cluster, gpu)).isZero();
        assertThat(start(cluster, gpu)).isEqualTo(1);
        assertThat(cluster.leastLoadedFit(gpu)).isEqualTo(ClusterView.NONE);
        assertThatThrownBy(() -> cluster.claim(0, gpu)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void givesMoreThanThereIsUnderOvercommitAndReportsTheServersOwnCapacity() {
        ServerFleet fleet = ServerFleet.of(ServerType.of("t", new Resources(10, 10)), 1);
        Cluster cluster = Cluster.of(fleet, new Overcommit(1.5, 1));
        Task task = new Task(15, 10, 0, 0, null);
        assertThat(cluster.largestCapacities().couldHold(task)).isTrue();
        assertThat(cluster.largestCapacities().couldHold(new Task(16, 1, 0, 0, null))).isFalse();
        assertThat(cluster.firstFit(task)).isZero();
        cluster.place(0, 15, 10);
        assertThat(cluster.levels().cpuAllocatedMicroCores).isEqualTo(15);
        assertThat(cluster.levels().cpuCapacityMicroCores).isEqualTo(10);
        assertThat(cluster.capacityMicroCores(0)).isEqualTo(10);
        assertThat(cluster.dominantShare(0)).isEqualTo(1);
        assertThat(cluster.holdsItsTasks(0, 10, 10)).isTrue();
        assertThat(cluster.holdsItsTasks(0, 9, 10)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dot-product", "kubernetes[percent=100]", "least-load"})
    void spreadsOverAMillionServersOfHugeMemory(String name) {
        Resources capacity = new Resources(1_000_000, 1L << 43);
        Cluster cluster = Cluster.of(ServerFleet.of(ServerType.of("t", capacity), 1_000_000));
        PlacementPolicy policy =
                PlacementPolicies.registry()
                        .create(
                                PlacementPolicies.registry().parse("test", name),
                                Seeds.stream(1, "placement", 0));
        Task task = new Task(100_000, 1L << 40, 0, 0, null);
        for (int expected = 0; expected < 20; expected++) {
            assertThat(policy.place(task, cluster)).isEqualTo(expected);
            cluster.place(expected, task.cpuMicroCores(), task.memoryBytes());
        }
    }

    @Test
    void countsPairsAsAMapWould() {
        SplittableRandom random = new SplittableRandom(5);
        PairCounts counts = new PairCounts();
        Map<List<Long>, Integer> expected = new HashMap<>();
        for (int i = 0; i < 300_000; i++) {
            long job = random.nextInt(i < 150_000 ? 40 : 4);
            int place = random.nextInt(30);
            List<Long> pair = List.of(job, (long) place);
            int known = expected.getOrDefault(pair, 0);
            assertThat(counts.count(job, place)).isEqualTo(known);
            if (known > 0 && random.nextInt(5) > 1) {
                counts.remove(job, place);
                expected.put(pair, known - 1);
            } else {
                counts.add(job, place);
                expected.put(pair, known + 1);
            }
        }
        assertThatThrownBy(() -> counts.remove(1000, 0)).isInstanceOf(IllegalStateException.class);
    }
}
