package dev.stowage.rightsizing;

import static dev.stowage.rightsizing.Measurements.MINUTE;
import static dev.stowage.rightsizing.Requests.CORE;
import static dev.stowage.rightsizing.Requests.GIB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.Progress;
import dev.stowage.packing.Migration;
import dev.stowage.packing.MigrationPlanner;
import dev.stowage.packing.PackRequest;
import dev.stowage.packing.PackedResult;
import dev.stowage.packing.Packing;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingSolver;
import dev.stowage.packing.PlacementPlan;
import dev.stowage.packing.PlacementPlans;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UseReplayTest {
    @Test
    void addsUpWhatItemsOfAServerUseAtOnce() {
        PlacementPlan plan = plan(new Requests().service(2, CORE, GIB).service(1, CORE, GIB).on(1));
        Measurements use =
                new Measurements(true)
                        .add(0, 0, 0, 10 * MINUTE, 5 * CORE, 10 * GIB)
                        .add(0, 1, 5 * MINUTE, 15 * MINUTE, 4 * CORE, 5 * GIB);

        ReplayResult result = UseReplay.of(plan, use);

        ReplayResult.Server server = result.servers().get(0);
        assertThat(server.micros()).isEqualTo(15 * MINUTE);
        assertThat(server.cpu().peak()).isEqualTo(10 * CORE); // one asks for 1 and isn't measured
        assertThat(server.cpu().peakMicros()).isEqualTo(5 * MINUTE);
        assertThat(server.cpu().aboveMicros()).isEqualTo(5 * MINUTE);
        assertThat(server.memory().aboveMicros()).isZero(); // exactly 16 GiB
        assertThat(server.memory().peakShare()).isEqualTo(1);
        assertThat(result.measuredItems()).isEqualTo(2);
        assertThat(result.overloaded()).isEqualTo(1);
        assertThat(result.aboveShare(ReplayResult.Server::cpu)).isEqualTo(1.0 / 3);
    }

    /** Replicas that a source doesn't know as items take those of their service one by one. */
    @Test
    void givesReplicasTheItemsOfTheirService() {
        PlacementPlan plan = plan(new Requests().service(2, CORE, GIB).on(1));
        Measurements use =
                new Measurements(false)
                        .add(0, 7, 0, 10, CORE, GIB)
                        .add(0, 3, 0, 10, CORE, GIB)
                        .add(0, 9, 5, 10, CORE, GIB) // a third at once: no item is left for it
                        .add(0, 9, 10, 20, CORE, GIB)
                        .add(0, 7, 10, 20, CORE, GIB);

        ReplayResult result = UseReplay.of(plan, use);

        assertThat(result.placed()).isEqualTo(4);
        assertThat(result.withoutPlace()).isEqualTo(1);
        assertThat(result.servers().get(0).cpu().peak()).isEqualTo(2 * CORE);
    }

    @Test
    void nothingMeasuredIsNothingReplayed() {
        ReplayResult result =
                UseReplay.of(
                        plan(new Requests().service(1, CORE, GIB).on(1)), new Measurements(true));

        assertThat(result.isEmpty()).isTrue();
        assertThat(result.overloaded()).isZero();
        assertThat(result.aboveShare(ReplayResult.Server::cpu)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void agreesWithAPlainSumAtEachInstant(long seed) {
        Random random = new Random(seed);
        PlacementPlan plan =
                plan(new Requests().service(6, 2 * CORE, GIB).service(5, CORE, 6 * GIB).on(6));
        Measurements use = new Measurements(true);
        for (int i = 0; i < 60; i++) {
            int item = random.nextInt(9);
            long start = random.nextInt(200);
            long end = start + 1 + random.nextInt(60);
            use.add(
                    item < 6 ? 0 : 1,
                    item,
                    start,
                    end,
                    random.nextInt(4) * CORE,
                    random.nextInt(6) * GIB);
        }

        ReplayResult result = UseReplay.of(plan, use);

        for (ReplayResult.Server server : result.servers()) {
            Naive naive = Naive.of(plan, use, server.name());
            assertThat(server.micros()).isEqualTo(naive.micros);
            assertThat(server.cpu().peak()).isEqualTo(naive.peakCpu);
            assertThat(server.cpu().aboveMicros()).isEqualTo(naive.aboveCpu);
            assertThat(server.memory().peak()).isEqualTo(naive.peakMemory);
            assertThat(server.memory().aboveMicros()).isEqualTo(naive.aboveMemory);
        }
        assertThat(result.placed() + result.withoutPlace()).isEqualTo(60);
    }

    /** Instant by instant, one microsecond each. */
    private record Naive(
            long micros, long peakCpu, long aboveCpu, long peakMemory, long aboveMemory) {
        static Naive of(PlacementPlan plan, Measurements use, String server) {
            long[] found = new long[5];
            for (long t = 0; t < 300; t++) {
                long cpu = 0;
                long memory = 0;
                boolean isMeasured = false;
                for (int i = 0; i < plan.items().size(); i++) {
                    PlacementPlan.Item item = plan.items().get(i);
                    if (!server.equals(item.server())) {
                        continue;
                    }
                    boolean isEver = false;
                    for (Measurements.Row row : use.rows()) {
                        isEver |= row.replica() == i;
                        if (row.replica() == i && row.start() <= t && t < row.end()) {
                            cpu += row.cpu();
                            memory += row.memory();
                            isMeasured = true;
                        }
                    }
                    cpu += isEver ? 0 : item.demand().get(0);
                    memory += isEver ? 0 : item.demand().get(1);
                }
                if (isMeasured) {
                    found[0]++;
                    found[1] = Math.max(found[1], cpu);
                    found[2] += cpu > 8 * CORE ? 1 : 0;
                    found[3] = Math.max(found[3], memory);
                    found[4] += memory > 16 * GIB ? 1 : 0;
                }
            }
            return new Naive(found[0], found[1], found[2], found[3], found[4]);
        }
    }

    private static PlacementPlan plan(PackRequest request) {
        PackedResult found =
                PackingSolver.solve(
                        request.problem(),
                        new PackingOptions(
                                PackingOptions.Search.NONE,
                                Duration.ofSeconds(10),
                                OptionalLong.of(1),
                                1,
                                OptionalInt.empty()),
                        Progress.NONE);
        Migration way =
                MigrationPlanner.plan(
                        request.problem(),
                        Packing.current(request.problem()).toArray(),
                        found.packing().toArray());
        return PlacementPlans.of(request, found, way, 1);
    }
}
