package dev.stowage.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.model.MachineEvents;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.TaskView;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The indexes of a cluster against plain scans. */
class ClusterTest {
    private record Task(long cpuMicroCores, long memoryBytes) implements TaskView {
        @Override
        public long jobId() {
            return 0;
        }
    }

    private record Placed(int server, Task task) {}

    @ParameterizedTest
    @CsvSource({
        "1, 20, 1, 4000",
        "7, 10, 3, 4000",
        "64, 1000000, 3, 6000",
        "700, 12, 1, 20000", // few sizes: many equal shares, several blocks
        "700, 1000000, 5, 20000",
        "700, 1000000, 1, 20000",
    })
    void answersEveryQuestionAsAScanWould(int servers, int unit, int types, int operations) {
        for (long seed = 0; seed < 3; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Cluster cluster = Cluster.of(fleet(random, servers, unit, types));
            List<Placed> placed = new ArrayList<>();
            for (int i = 0; i < operations; i++) {
                try {
                    change(random, cluster, placed, unit);
                    if (i % 7 == 0 || servers < 100) {
                        ask(random, cluster, unit);
                    }
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError("seed " + seed + ", operation " + i, e);
                }
            }
        }
    }

    private static ServerFleet fleet(SplittableRandom random, int servers, int unit, int types) {
        List<ServerFleet.Group> groups = new ArrayList<>();
        for (int i = 0; i < types; i++) {
            Resources capacity =
                    new Resources(unit + random.nextInt(unit), unit + random.nextInt(unit));
            int count = Math.max(1, servers / types);
            groups.add(new ServerFleet.Group(ServerType.of("t" + i, capacity), count));
        }
        return new ServerFleet.Static(groups);
    }

    private static Task task(SplittableRandom random, int unit) {
        int share = random.nextInt(6) == 0 ? 2 : 9;
        return new Task(random.nextLong(1 + unit / share), random.nextLong(1 + unit / share));
    }

    private static void change(
            SplittableRandom random, Cluster cluster, List<Placed> placed, int unit) {
        int kind = random.nextInt(20);
        if (kind == 0) {
            int server = random.nextInt(cluster.size());
            long cpu = cluster.allocatedMicroCores(server);
            long memory = cluster.allocatedBytes(server);
            boolean goesDown = cluster.tasks(server) == 0 && random.nextBoolean();
            cluster.resize(
                    server,
                    goesDown ? 0 : cpu + random.nextLong(1 + Math.max(0, unit - cpu)),
                    goesDown
                            ? 0
                            : Math.max(
                                    1, memory + random.nextLong(1 + Math.max(0, unit - memory))));
        } else if (kind < 8 && !placed.isEmpty()) {
            int last = placed.size() - 1;
            Placed gone = placed.set(random.nextInt(placed.size()), placed.get(last));
            placed.remove(last);
            cluster.release(gone.server(), gone.task().cpuMicroCores(), gone.task().memoryBytes());
        } else {
            Task task = task(random, unit);
            int server =
                    switch (random.nextInt(3)) {
                        case 0 -> cluster.firstFit(task);
                        case 1 -> cluster.mostLoadedFit(task);
                        default -> cluster.leastLoadedFit(task);
                    };
            if (server != ClusterView.NONE) {
                cluster.place(server, task.cpuMicroCores(), task.memoryBytes());
                placed.add(new Placed(server, task));
            }
        }
    }

    private static void ask(SplittableRandom random, Cluster cluster, int unit) {
        Task task = task(random, unit);
        int[] fits =
                IntStream.range(0, cluster.size())
                        .filter(s -> cluster.isUp(s))
                        .filter(s -> cluster.freeMicroCores(s) >= task.cpuMicroCores())
                        .filter(s -> cluster.freeBytes(s) >= task.memoryBytes())
                        .toArray();
        int from = random.nextInt(cluster.size() + 1);
        int most = ClusterView.NONE;
        int least = ClusterView.NONE;
        for (int server : fits) {
            double share = cluster.dominantShare(server);
            if (most == ClusterView.NONE || share > cluster.dominantShare(most)) {
                most = server;
            }
            if (least == ClusterView.NONE || share < cluster.dominantShare(least)) {
                least = server;
            }
        }
        assertThat(cluster.firstFit(task)).isEqualTo(fits.length == 0 ? -1 : fits[0]);
        assertThat(cluster.firstFitFrom(from, task))
                .isEqualTo(IntStream.of(fits).filter(s -> s >= from).findFirst().orElse(-1));
        assertThat(cluster.mostLoadedFit(task)).isEqualTo(most);
        assertThat(cluster.leastLoadedFit(task)).isEqualTo(least);
        assertThat(cluster.countFits(task)).isEqualTo(fits.length);
        if (fits.length > 0) {
            int k = random.nextInt(fits.length);
            assertThat(cluster.fit(k, task)).isEqualTo(fits[k]);
        }
    }

    @Test
    void refusesATaskThatWouldLieAboveTheCapacity() {
        Cluster cluster =
                Cluster.of(ServerFleet.of(ServerType.of("small", new Resources(10, 10)), 1));
        cluster.place(0, 10, 0);
        assertThatThrownBy(() -> cluster.place(0, 1, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> cluster.resize(0, 9, 10))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> cluster.fit(0, new Task(1, 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void holdsDeclaredServersAtTheirLargestCapacityUpOrDown() {
        MachineEvents events =
                new MachineEvents(
                        2,
                        new long[] {0, 5, 6, 7},
                        new int[] {0, 0, 0, 1},
                        new long[] {10, 4, 0, 1},
                        new long[] {2, 8, 0, 1});
        LargestCapacities largest =
                LargestCapacities.of(
                        new ServerFleet.Recorded("events", events, PowerModel.DEFAULT));
        assertThat(largest.couldHold(new Task(10, 2))).isTrue();
        assertThat(largest.couldHold(new Task(4, 8))).isTrue();
        assertThat(largest.couldHold(new Task(5, 3))).isFalse(); // never both at once
        assertThat(largest.couldHold(new Task(11, 0))).isFalse();
        assertThat(largest.couldHold(new Task(0, 9))).isFalse();
    }

    @Test
    void countsPowerByServerWhereServersDiffer() {
        ServerType small =
                new ServerType(
                        "small",
                        new Resources(10, 10),
                        PowerModel.of(100, 200),
                        java.util.OptionalDouble.empty());
        ServerType large = ServerType.of("large", new Resources(20, 10));
        Cluster cluster =
                Cluster.of(
                        new ServerFleet.Static(
                                List.of(
                                        new ServerFleet.Group(small, 2),
                                        new ServerFleet.Group(large, 1))));
        assertThat(cluster.levels().idleNanoWatts).isEqualTo(400_000_000_000L);
        cluster.place(0, 5, 0);
        cluster.place(2, 10, 0);
        assertThat(cluster.levels().dynamicNanoWatts).isEqualTo(100_000_000_000L);
        cluster.release(0, 5, 0);
        cluster.release(2, 10, 0);
        assertThat(cluster.levels().dynamicNanoWatts).isZero();
        assertThat(cluster.isPowerAssumed()).isTrue();
    }
}
