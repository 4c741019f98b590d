package dev.stowage.policy.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** PARTIES against traces of ten intervals that a person can check, one for each rule. */
class PartiesTest {
    private static final int CORE = 0;
    private static final int CACHE = 1;
    private static final int FREQUENCY = 2;
    private static final int MEMORY = 3;

    private static Parties parties(int... draws) {
        return new Parties(false, false, new Scripted(draws));
    }

    @Test
    void startsWithEqualSharesAtNominalFrequencyTheRestToTheStrictest() {
        Trace trace = new Trace("moses", "memcached", "xapian");
        Allocation allocation = trace.start(parties(CORE));
        assertThat(units(allocation, NodeResource.CORES)).containsExactly(4, 5, 5, 0);
        assertThat(units(allocation, NodeResource.WAYS)).containsExactly(6, 7, 7, 0);
        assertThat(units(allocation, NodeResource.MEMORY)).containsExactly(40, 40, 40, 0);
        assertThat(units(allocation, NodeResource.DISK)).containsExactly(3, 4, 3, 0);
        assertThat(allocation.level(0)).isEqualTo(10);
    }

    @Test
    void doesNothingBetweenTheThresholds() {
        Trace trace = new Trace("memcached", "xapian");
        Parties parties = parties(CORE);
        Allocation allocation = trace.start(parties);
        settleNetwork(trace, parties, allocation, 0.9, 0.85);
        Allocation before = allocation.copy();
        for (int i = 0; i < 10; i++) {
            trace.interval(parties, allocation, 0.95, 0.80);
        }
        assertThat(allocation).isEqualTo(before);
    }

    @Test
    void repeatsAnUpsizeThatHelpsAndTurnsTheWheelWhenItDoesNot() {
        Trace trace = new Trace("memcached", "xapian");
        Parties parties = parties(CORE);
        Allocation allocation = trace.start(parties);
        trace.interval(parties, allocation, 2.0, 0.9); // a core
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(8);
        trace.interval(parties, allocation, 1.9, 0.9); // helped: another core
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(9);
        trace.interval(parties, allocation, 1.9, 0.9); // not worse: another core
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(10);
        trace.interval(parties, allocation, 2.5, 0.9); // worse: on to the cache, no core back
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(10);
        assertThat(allocation.units(NodeResource.WAYS, 0)).isEqualTo(11);
        trace.interval(parties, allocation, 2.6, 0.9); // worse: on to the frequency
        assertThat(allocation.level(0)).isEqualTo(11);
        trace.interval(parties, allocation, 2.7, 0.9); // a full turn: memory is not scarce, a core
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(11);
    }

    @Test
    void goesToTheStorageWheelAfterAFullTurnWhenMemoryIsScarce() {
        Trace trace = new Trace("memcached", "xapian");
        Parties parties = parties(CORE, 0); // then the first of the storage wheel
        Allocation allocation = trace.start(parties);
        allocation.move(NodeResource.MEMORY, 0, 1, 50); // 10 GB, 9.3 used
        trace.interval(parties, allocation, 2.0, 0.9);
        trace.interval(parties, allocation, 2.1, 0.9);
        trace.interval(parties, allocation, 2.2, 0.9);
        trace.interval(parties, allocation, 2.3, 0.9);
        assertThat(allocation.units(NodeResource.MEMORY, 0)).isEqualTo(11);
    }

    @Test
    void undoesADownsizeThatLeavesTooLittleAndDoesNotTryFor30Seconds() {
        Trace trace = new Trace("memcached", "xapian");
        Parties parties = parties(CACHE);
        Allocation allocation = trace.start(parties);
        settleNetwork(trace, parties, allocation, 0.9, 0.9);
        Allocation before = allocation.copy();
        trace.interval(parties, allocation, 0.5, 0.9);
        assertThat(allocation.units(NodeResource.WAYS, 0)).isEqualTo(9);
        trace.interval(parties, allocation, 0.96, 0.9);
        assertThat(allocation).as("undone in the same interval").isEqualTo(before);
        double undone = trace.time;
        while (trace.time < undone + 29.5) {
            trace.interval(parties, allocation, 0.5, 0.9);
            assertThat(allocation).as("banned at %s", trace.time).isEqualTo(before);
        }
        trace.interval(parties, allocation, 0.5, 0.9);
        assertThat(allocation.level(0)).as("the wheel went on to the frequency").isEqualTo(9);
    }

    @Test
    void leavesTheOthersAloneWhileTheRichestIsBannedUnlessTold() {
        for (boolean next : new boolean[] {false, true}) {
            Trace trace = new Trace("memcached", "xapian");
            Parties parties = new Parties(false, next, new Scripted(CORE));
            Allocation allocation = trace.start(parties);
            trace.interval(parties, allocation, 0.3, 0.6);
            trace.interval(parties, allocation, 0.99, 0.6); // undone
            trace.interval(parties, allocation, 0.3, 0.6);
            assertThat(allocation.units(NodeResource.CORES, 1)).isEqualTo(next ? 6 : 7);
        }
    }

    @Test
    void takesFromTheServiceOfLargestSlackWhenThePoolIsEmpty() {
        Trace trace = new Trace("memcached", "xapian", "moses");
        Parties parties = parties(CORE);
        Allocation allocation = trace.start(parties);
        trace.interval(parties, allocation, 1.5, 0.7, 0.6);
        assertThat(units(allocation, NodeResource.CORES)).containsExactly(6, 5, 3, 0);
        allocation.move(NodeResource.CORES, 1, Allocation.POOL, 1);
        trace.interval(parties, allocation, 1.4, 0.7, 0.6);
        assertThat(units(allocation, NodeResource.CORES)).containsExactly(7, 4, 3, 0);
    }

    @Test
    void takesMemoryFromTheServiceWithTheMostUnused() {
        Trace trace = new Trace("memcached", "xapian", "mongodb");
        Parties parties = parties(MEMORY);
        Allocation allocation = trace.start(parties);
        trace.interval(parties, allocation, 1.5, 0.85, 0.81); // xapian uses least of its 40 GB
        assertThat(units(allocation, NodeResource.MEMORY)).containsExactly(41, 39, 40, 0);
    }

    @Test
    void neverTakesTheLastCoreWayOrUsedMemory() {
        Trace trace = new Trace("memcached", "xapian");
        Parties parties = parties(CORE, 1, 2, 0, 1);
        Allocation allocation = trace.start(parties);
        for (int i = 0; i < 2000; i++) {
            trace.interval(parties, allocation, 0.1, 0.2);
        }
        assertThat(units(allocation, NodeResource.CORES)).containsExactly(1, 7, 6);
        assertThat(allocation.units(NodeResource.WAYS, 0)).isEqualTo(1);
        assertThat(allocation.level(0)).isZero();
        assertThat(allocation.units(NodeResource.MEMORY, 0)).isGreaterThanOrEqualTo(10);
    }

    @Test
    void followsTheTrafficWithTheNetworkOutsideOfTheWheel() {
        Trace trace = new Trace("nginx", "xapian");
        Parties parties = parties(CORE);
        Allocation allocation = trace.start(parties);
        trace.networkGbps[0] = 6.2;
        for (int i = 0; i < 20; i++) {
            trace.interval(parties, allocation, 0.9, 0.9);
        }
        // the slack of nginx ends between 0.5 and 1 Gbit/s, that of xapian too
        assertThat(units(allocation, NodeResource.NETWORK)).containsExactly(14, 2, 4);
    }

    @Test
    void asksToMoveAStatelessServiceAfter60SecondsOfViolation() {
        Trace trace = new Trace("memcached", "xapian");
        Parties parties = parties(CORE);
        Allocation allocation = trace.start(parties);
        for (int i = 0; i <= 119; i++) {
            trace.interval(parties, allocation, 1.1, 0.9);
        }
        assertThat(allocation.moveAsked()).isEqualTo(Allocation.POOL);
        trace.interval(parties, allocation, 1.1, 0.9);
        assertThat(allocation.moveAsked()).isEqualTo(1);
    }

    @Test
    void drawsAgainWhenTheDirectionChanges() {
        Trace trace = new Trace("memcached", "xapian");
        Parties parties = parties(CORE, FREQUENCY);
        Allocation allocation = trace.start(parties);
        trace.interval(parties, allocation, 1.5, 0.9); // up: a core
        trace.interval(parties, allocation, 0.5, 0.9); // down: the frequency
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(8);
        assertThat(allocation.level(0)).isEqualTo(9);
    }

    @Test
    void waitsAnIntervalMoreWhenWaitsAreLiteral() {
        Trace trace = new Trace("memcached", "xapian");
        Parties parties = new Parties(true, false, new Scripted(CORE));
        Allocation allocation = trace.start(parties);
        for (int i = 0; i < 4; i++) {
            trace.interval(parties, allocation, 2, 0.9);
        }
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(9);
    }

    private static void settleNetwork(
            Trace trace, Parties parties, Allocation allocation, double... latencies) {
        for (int i = 0; i < 20; i++) {
            trace.interval(parties, allocation, latencies);
        }
    }

    static int[] units(Allocation allocation, NodeResource resource) {
        int[] units = new int[allocation.owners() + 1];
        for (int owner = 0; owner < allocation.owners(); owner++) {
            units[owner] = allocation.units(resource, owner);
        }
        units[allocation.owners()] = allocation.units(resource, Allocation.POOL);
        return units;
    }
}
