package dev.stowage.rightsizing.replay;

import static dev.stowage.rightsizing.Measurements.MINUTE;
import static dev.stowage.rightsizing.Requests.CORE;
import static dev.stowage.rightsizing.Requests.GIB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.packing.Packing;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.migration.Migration;
import dev.stowage.packing.migration.MigrationPlanner;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PackedResult;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.packing.placement.PlacementPlans;
import dev.stowage.packing.search.PackingSolver;
import dev.stowage.rightsizing.Measurements;
import dev.stowage.rightsizing.Requests;
import dev.stowage.rightsizing.RightSizing;
import dev.stowage.rightsizing.evidence.UseRow;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class UseReplayTest {
    @Test
    void addsUpWhatItemsOfAServerUseAtOnce() {
        PlacementPlan plan = plan(new Requests().service(2, CORE, GIB).service(1, CORE, GIB).on(1));
        Measurements use =
                new Measurements(true)
                        .add(0, 0, 0, 10 * MINUTE, 5 * CORE, 10 * GIB)
                        .add(0, 1, 5 * MINUTE, 15 * MINUTE, 4 * CORE, 5 * GIB);

        ReplayResult result = replay(plan, use);

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
                        .add(0, 9, 10, 20, CORE, GIB)
                        .add(0, 7, 10, 20, CORE, GIB);

        ReplayResult result = replay(plan, use);

        assertThat(result.placed()).isEqualTo(4);
        assertThat(result.overflows()).isEmpty();
        assertThat(result.servers().get(0).cpu().peak()).isEqualTo(2 * CORE);
    }

    /** Six replicas of three cores, of which two are packed: no use is lost. */
    @Test
    void carriesTheUseOfReplicasThatAreNotPackedOnThoseThatAre() {
        PlacementPlan plan = plan(new Requests().service(2, CORE, GIB).on(1));
        Measurements use = new Measurements(false);
        for (int replica = 0; replica < 6; replica++) {
            use.add(0, replica, 0, 10 * MINUTE, 3 * CORE, GIB);
        }

        ReplayResult result = replay(plan, use);

        assertThat(result.placed()).isEqualTo(2);
        assertThat(result.withoutPlace()).isEqualTo(4);
        assertThat(result.servers().get(0).cpu().peak()).isEqualTo(18 * CORE);
        assertThat(result.overflows())
                .singleElement()
                .satisfies(
                        overflow -> {
                            assertThat(overflow.service()).isEqualTo("a");
                            assertThat(overflow.mostAtOnce()).isEqualTo(6);
                            assertThat(overflow.cpuShare()).isEqualTo(4.0 / 6);
                            assertThat(overflow.isTooMuch()).isTrue();
                        });
    }

    /** What was not measured is unknown, not zero. */
    @Test
    void countsGapsWithTheRequest() {
        PlacementPlan plan = plan(new Requests().service(1, 5 * CORE, 4 * GIB).on(1));
        Measurements use =
                new Measurements(true)
                        .add(0, 0, 0, 10 * MINUTE, CORE, GIB)
                        .add(0, 0, 50 * MINUTE, 60 * MINUTE, 2 * CORE, UseRow.UNKNOWN);

        ReplayResult.Server server = replay(plan, use).servers().get(0);

        assertThat(server.micros()).isEqualTo(60 * MINUTE);
        assertThat(server.cpu().peak()).isEqualTo(5 * CORE);
        assertThat(server.cpu().peakMicros()).isEqualTo(10 * MINUTE);
        assertThat(server.memory().peak()).isEqualTo(4 * GIB);
    }

    @Test
    void nothingMeasuredIsNothingReplayed() {
        ReplayResult result =
                replay(plan(new Requests().service(1, CORE, GIB).on(1)), new Measurements(true));

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
        for (int item = 0; item < 9; item++) {
            long start = random.nextInt(60);
            for (int i = 0; i < 6; i++) {
                long end = start + 1 + random.nextInt(40);
                use.add(
                        item < 6 ? 0 : 1,
                        item,
                        start,
                        end,
                        random.nextInt(5) == 0 ? UseRow.UNKNOWN : random.nextInt(4) * CORE,
                        random.nextInt(6) * GIB);
                start = end + Math.max(0, random.nextInt(30) - 15);
            }
        }

        ReplayResult result = replay(plan, use);

        for (ReplayResult.Server server : result.servers()) {
            Naive naive = Naive.of(plan, use, server.name());
            assertThat(server.micros()).isEqualTo(naive.micros);
            assertThat(server.cpu().peak()).isEqualTo(naive.peakCpu);
            assertThat(server.cpu().aboveMicros()).isEqualTo(naive.aboveCpu);
            assertThat(server.memory().peak()).isEqualTo(naive.peakMemory);
            assertThat(server.memory().aboveMicros()).isEqualTo(naive.aboveMemory);
        }
        assertThat(result.placed()).isEqualTo(54);
    }

    /** Instant by instant, one microsecond each. */
    private record Naive(
            long micros, long peakCpu, long aboveCpu, long peakMemory, long aboveMemory) {
        static Naive of(PlacementPlan plan, Measurements use, String server) {
            long first = use.rows().stream().mapToLong(Measurements.Row::start).min().orElse(0);
            long last = use.rows().stream().mapToLong(Measurements.Row::end).max().orElse(0);
            long[] found = new long[5];
            for (long t = first; t < last; t++) {
                long cpu = 0;
                long memory = 0;
                for (int i = 0; i < plan.items().size(); i++) {
                    if (server.equals(plan.items().get(i).server())) {
                        cpu += amount(plan, use, i, t, 0);
                        memory += amount(plan, use, i, t, 1);
                    }
                }
                found[0]++;
                found[1] = Math.max(found[1], cpu);
                found[2] += cpu > 8 * CORE ? 1 : 0;
                found[3] = Math.max(found[3], memory);
                found[4] += memory > 16 * GIB ? 1 : 0;
            }
            return new Naive(found[0], found[1], found[2], found[3], found[4]);
        }

        private static long amount(
                PlacementPlan plan, Measurements use, int item, long t, int resource) {
            long request = plan.items().get(item).demand().get(resource);
            boolean isRunning = false;
            boolean isServiceRunning = false;
            boolean isEver = false;
            for (int replica = 0; replica < 9; replica++) {
                long[] life = life(use, replica);
                boolean isNow = life[0] <= t && t < life[1];
                isServiceRunning |= isNow && replica < 6 == item < 6;
                isRunning |= isNow && replica == item;
                isEver |= replica == item;
            }
            if (!isEver || !isServiceRunning) {
                return request;
            }
            for (Measurements.Row row : use.rows()) {
                long amount = resource == 0 ? row.cpu() : row.memory();
                if (row.replica() == item && row.start() <= t && t < row.end() && amount >= 0) {
                    return amount;
                }
            }
            return isRunning ? request : 0;
        }

        private static long[] life(Measurements use, int replica) {
            return new long[] {
                use.rows().stream()
                        .filter(row -> row.replica() == replica)
                        .mapToLong(Measurements.Row::start)
                        .min()
                        .orElseThrow(),
                use.rows().stream()
                        .filter(row -> row.replica() == replica)
                        .mapToLong(Measurements.Row::end)
                        .max()
                        .orElseThrow()
            };
        }
    }

    private static ReplayResult replay(PlacementPlan plan, Measurements use) {
        RightSizing sizing =
                new RightSizing(List.of(), use.visit(row -> {}), 0, 1 /* no worse days */);
        return UseReplay.of(plan, use, sizing);
    }

    public static PlacementPlan plan(PackRequest request) {
        PackedResult found =
                PackingSolver.solve(
                        request.problem(),
                        PackingOptions.DEFAULT.withSearch(PackingOptions.Search.NONE),
                        Progress.NONE);
        Migration way =
                MigrationPlanner.plan(
                        request.problem(),
                        Packing.current(request.problem()).toArray(),
                        found.packing().toArray());
        return PlacementPlans.of(request, found, way, PackingOptions.DEFAULT);
    }
}
