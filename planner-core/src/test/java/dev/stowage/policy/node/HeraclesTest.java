package dev.stowage.policy.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Seeds;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Heracles against traces that a person can check. */
class HeraclesTest {
    private final Trace trace = new Trace("xapian", "memcached");
    private final NodeManager heracles =
            NodeManagers.registry()
                    .create(
                            NodeManagers.registry().parse("test", "heracles"),
                            Seeds.stream(1, "x", 0));
    private final Allocation allocation = trace.start(heracles);

    private void pass(double seconds, double latency) {
        for (double at = 0; at < seconds - 1e-9; at += NodeManager.INTERVAL_SECONDS) {
            trace.interval(heracles, allocation, 5, latency);
        }
    }

    private int poolCores() {
        return allocation.units(NodeResource.CORES, Allocation.POOL);
    }

    @Test
    void ownsForTheStrictestAndPoolsTheOthers() {
        assertThat(allocation.isInPool(0)).isTrue();
        assertThat(allocation.isInPool(1)).isFalse();
        assertThat(poolCores()).isEqualTo(1);
    }

    @Test
    void growsThePoolByTurnsWhileThereIsSlack() {
        pass(8, 0.5);
        assertThat(poolCores()).isEqualTo(3);
        assertThat(allocation.units(NodeResource.WAYS, Allocation.POOL)).isEqualTo(4);
    }

    @Test
    void givesNoCoreAtLittleSlackAndUndoesWaysThatCost() {
        pass(2, 0.5);
        pass(6, 0.92);
        assertThat(poolCores()).isEqualTo(1);
        assertThat(allocation.units(NodeResource.WAYS, Allocation.POOL)).isEqualTo(2);
    }

    @Test
    void pausesThePoolFor300SecondsAfterAViolation() {
        pass(10, 1.2);
        assertThat(allocation.isPoolPaused()).isTrue();
        pass(290, 0.5);
        assertThat(allocation.isPoolPaused()).isTrue();
        pass(10, 0.5);
        assertThat(allocation.isPoolPaused()).isFalse();
        assertThat(poolCores()).isLessThanOrEqualTo(2);
    }

    @Test
    void stopsThePoolAtHighLoadUntilTheLoadIsLower() {
        trace.load[1] = 0.9;
        pass(10, 0.5);
        assertThat(allocation.isPoolPaused()).isTrue();
        trace.load[1] = 0.83;
        pass(10, 0.5);
        assertThat(allocation.isPoolPaused()).isTrue();
        trace.load[1] = 0.79;
        pass(10, 0.5);
        assertThat(allocation.isPoolPaused()).isFalse();
    }

    @Test
    void takesACoreBackWhenBandwidthRunsOut() {
        pass(8, 0.5);
        trace.bandwidth = 0.95;
        pass(2, 0.5);
        assertThat(poolCores()).isEqualTo(2);
    }

    @Test
    void keepsEveryUnit() {
        pass(100, 0.4);
        Map<NodeResource, Integer> totals = NodeSetup.totals(Trace.NODE);
        for (NodeResource resource : NodeResource.values()) {
            assertThat(allocation.total(resource)).isEqualTo(totals.get(resource));
        }
    }
}
