package dev.stowage.rightsizing.replay;

import static dev.stowage.rightsizing.Measurements.MINUTE;
import static dev.stowage.rightsizing.Requests.CORE;
import static dev.stowage.rightsizing.Requests.GIB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.Measurements;
import dev.stowage.rightsizing.Requests;
import dev.stowage.rightsizing.RightSizing;
import dev.stowage.rightsizing.evidence.UseRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * The demand of a service is the sum over its replicas, whichever run: scaled up and down, rolled
 * out, restarted, with gaps. Held to a plain sum at each instant over what was drawn.
 */
class ServiceDemandTest {
    private static final int END = 120;
    private static final long ASKED_CPU = CORE / 4;
    private static final long ASKED_MEMORY = GIB / 2;

    /** What a replica uses at each instant from its first to its last; unknown in gaps. */
    private static final class Replica {
        private final int service;
        private final int first;
        private final int last;
        private final long[] cpu = new long[END];
        private final long[] memory = new long[END];

        Replica(int service, int first, int last) {
            this.service = service;
            this.first = first;
            this.last = last;
        }

        boolean runs(int t) {
            return first <= t && t < last;
        }
    }

    private final List<Replica> replicas = new ArrayList<>();
    private int[] packed = {};

    @RepeatedTest(200)
    void sumsReplicasByService(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        packed = random.ints(1 + random.nextInt(4), 1, 4).toArray();
        Requests requests = new Requests();
        Measurements use = new Measurements(false);
        for (int service = 0; service < packed.length; service++) {
            requests.service(packed[service], ASKED_CPU, ASKED_MEMORY);
            for (int r = random.nextInt(7); r >= 0; r--) {
                draw(random, service, use);
            }
        }
        PlacementPlan plan = UseReplayTest.plan(requests.on(1));

        ReplayResult result = replay(plan, use);

        check(result.servers().get(0).cpu(), 8 * CORE, true, result);
        check(result.servers().get(0).memory(), 16 * GIB, false, result);
        assertThat(result.placed() + result.withoutPlace()).isEqualTo(use.rows().size());
        checkOverflows(result);
    }

    private void draw(Random random, int service, Measurements use) {
        int first = random.nextInt(END - 10);
        int last = first + 2 + random.nextInt(Math.min(60, END - first - 2));
        Replica replica = new Replica(service, first, last);
        for (int t = first; t < last; ) {
            int to = Math.min(last, t + 1 + random.nextInt(8));
            boolean isGap = t > first && to < last && random.nextInt(4) == 0;
            boolean isHalf = random.nextInt(6) == 0;
            long cpu = isGap ? UseRow.UNKNOWN : random.nextInt(30) * CORE / 10;
            long memory = isGap || isHalf ? UseRow.UNKNOWN : random.nextInt(60) * GIB / 10;
            if (!isGap) {
                use.add(service, replicas.size(), t, to, cpu, memory);
            }
            for (; t < to; t++) {
                replica.cpu[t] = cpu;
                replica.memory[t] = memory;
            }
        }
        replicas.add(replica);
    }

    private int running(int service, int t) {
        return (int) replicas.stream().filter(r -> r.service == service && r.runs(t)).count();
    }

    private int most(int service) {
        int most = 0;
        for (int t = 0; t < END; t++) {
            most = Math.max(most, running(service, t));
        }
        return most;
    }

    private void check(ReplayResult.Load load, long capacity, boolean isCpu, ReplayResult result) {
        long peak = 0;
        long above = 0;
        for (int t = (int) result.firstMicros(); t < result.lastMicros(); t++) {
            long sum = 0;
            for (int service = 0; service < packed.length; service++) {
                sum += demand(service, t, isCpu);
            }
            peak = Math.max(peak, sum);
            above += sum > capacity ? 1 : 0;
        }
        assertThat(load.peak()).isEqualTo(peak);
        assertThat(load.aboveMicros()).isEqualTo(above);
    }

    private long demand(int service, int t, boolean isCpu) {
        long asked = isCpu ? ASKED_CPU : ASKED_MEMORY;
        if (running(service, t) == 0) {
            return packed[service] * asked;
        }
        long sum = Math.max(0, packed[service] - most(service)) * asked; // never measured
        for (Replica replica : replicas) {
            if (replica.service == service && replica.runs(t)) {
                long amount = isCpu ? replica.cpu[t] : replica.memory[t];
                sum += amount < 0 ? asked : amount;
            }
        }
        return sum;
    }

    private void checkOverflows(ReplayResult result) {
        for (int service = 0; service < packed.length; service++) {
            String name = String.valueOf((char) ('a' + service));
            List<ReplayResult.Overflow> found =
                    result.overflows().stream().filter(o -> o.service().equals(name)).toList();
            if (most(service) <= packed[service]) {
                assertThat(found).isEmpty();
                continue;
            }
            assertThat(found).hasSize(1);
            assertThat(found.get(0).mostAtOnce()).isEqualTo(most(service));
            assertThat(found.get(0).cpuShare()).isCloseTo(without(service, true), within(1e-12));
            assertThat(found.get(0).memoryShare())
                    .isCloseTo(without(service, false), within(1e-12));
        }
    }

    /** Of replicas that run together each has the same part in what has no place. */
    private double without(int service, boolean isCpu) {
        double all = 0;
        double without = 0;
        for (int t = 0; t < END; t++) {
            double used = 0;
            for (Replica replica : replicas) {
                if (replica.service == service && replica.runs(t)) {
                    used += Math.max(0, isCpu ? replica.cpu[t] : replica.memory[t]);
                }
            }
            int running = running(service, t);
            all += used;
            without += running == 0 ? 0 : used * Math.max(0, running - packed[service]) / running;
        }
        return all == 0 ? 0 : without / all;
    }

    /** One pod is replaced by another, and both run for five minutes of two days. */
    @Test
    void findsThatARolloutHasAPlace() {
        PlacementPlan plan = UseReplayTest.plan(new Requests().service(1, CORE, GIB).on(1));
        long day = 24 * 60 * MINUTE;
        Measurements use =
                new Measurements(false)
                        .add(0, 0, 0, day + 5 * MINUTE, CORE, GIB)
                        .add(0, 1, day, 2 * day, CORE, GIB);

        ReplayResult.Overflow overflow = replay(plan, use).overflows().get(0);

        assertThat(overflow.share()).isCloseTo(5.0 / (2 * 24 * 60 + 5), within(1e-12));
        assertThat(overflow.isTooMuch()).isFalse();
    }

    /** The third replica shares an item of the first until the second one ends. */
    @Test
    void givesAReplicaTheItemThatAnotherLeaves() {
        PlacementPlan plan = UseReplayTest.plan(new Requests().service(2, 5 * CORE, GIB).on(2));
        Measurements use =
                new Measurements(false)
                        .add(0, 0, 0, 100, 5 * CORE, GIB)
                        .add(0, 1, 0, 50, 4 * CORE, GIB)
                        .add(0, 2, 40, 100, 6 * CORE, GIB);

        ReplayResult result = replay(plan, use);

        assertThat(result.servers())
                .extracting(server -> server.cpu().peak())
                .containsExactlyInAnyOrder(11 * CORE, 6 * CORE);
        assertThat(result.servers())
                .extracting(server -> server.cpu().aboveMicros())
                .containsExactlyInAnyOrder(10L, 0L);
    }

    private static ReplayResult replay(PlacementPlan plan, Measurements use) {
        RightSizing sizing =
                new RightSizing(List.of(), use.visit(row -> {}), 0, 1 /* no worse days */);
        return UseReplay.of(plan, use, sizing);
    }
}
