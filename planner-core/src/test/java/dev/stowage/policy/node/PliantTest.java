package dev.stowage.policy.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Pliant against traces that a person can check, one for each rule. */
class PliantTest {
    private static Pliant pliant(boolean hasVariants, boolean reclaims) {
        return new Pliant(hasVariants, reclaims, 1, new Scripted(0));
    }

    private static Trace trace(Integer... mostApproximate) {
        Trace trace = new Trace("nginx");
        trace.variants.addAll(List.of(mostApproximate));
        return trace;
    }

    @Test
    void startsWithEqualSharesTheRestToTheService() {
        Trace trace = trace(4, 4);
        Allocation allocation = trace.start(pliant(true, true));
        assertThat(PartiesTest.units(allocation, NodeResource.CORES)).containsExactly(6, 4, 4, 0);
        assertThat(PartiesTest.units(allocation, NodeResource.WAYS)).containsExactly(8, 6, 6, 0);
        assertThat(allocation.variant(1)).isZero();
    }

    @Test
    void jumpsToTheMostApproximateVariantAndComesBackByOne() {
        Trace trace = trace(4);
        Pliant pliant = pliant(true, true);
        Allocation allocation = trace.start(pliant);
        trace.interval(pliant, allocation, 1.5);
        assertThat(allocation.variant(1)).isEqualTo(4);
        trace.interval(pliant, allocation, 0.95); // 5 % of slack: stays
        assertThat(allocation.variant(1)).isEqualTo(4);
        trace.interval(pliant, allocation, 0.9); // exactly 10 %: stays
        assertThat(allocation.variant(1)).isEqualTo(4);
        trace.interval(pliant, allocation, 0.5);
        assertThat(allocation.variant(1)).isEqualTo(3);
        trace.interval(pliant, allocation, 0.5);
        assertThat(allocation.variant(1)).isEqualTo(2);
        trace.interval(pliant, allocation, 1.1); // from a middle variant, at once
        assertThat(allocation.variant(1)).isEqualTo(4);
    }

    @Test
    void takesUnitsOnlyWhenNothingMoreCanBeApproximatedAndGivesThemBackFirst() {
        Trace trace = trace(2);
        Pliant pliant = pliant(true, true);
        Allocation allocation = trace.start(pliant);
        trace.interval(pliant, allocation, 1.5);
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(7);
        trace.utilisation = 0.95;
        trace.interval(pliant, allocation, 1.5); // a core: the service is saturated
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(8);
        trace.utilisation = 0.5;
        trace.misses = 1.3;
        trace.interval(pliant, allocation, 1.5); // a way: it misses much
        assertThat(allocation.units(NodeResource.WAYS, 0)).isEqualTo(11);
        trace.misses = 1;
        trace.interval(pliant, allocation, 1.5); // a core, as nothing is saturated
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(9);
        trace.interval(pliant, allocation, 0.5); // back: the last first
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(8);
        trace.interval(pliant, allocation, 0.5);
        assertThat(allocation.units(NodeResource.WAYS, 0)).isEqualTo(10);
        trace.interval(pliant, allocation, 0.5);
        assertThat(allocation.units(NodeResource.CORES, 0)).isEqualTo(7);
        assertThat(allocation.variant(1)).isEqualTo(2);
        trace.interval(pliant, allocation, 0.5);
        assertThat(allocation.variant(1)).isEqualTo(1);
    }

    @Test
    void approximatesOneApplicationAfterTheOther() {
        Trace trace = trace(3, 5);
        Pliant pliant = pliant(true, true);
        Allocation allocation = trace.start(pliant);
        trace.interval(pliant, allocation, 1.5);
        assertThat(List.of(allocation.variant(1), allocation.variant(2))).containsExactly(3, 0);
        trace.interval(pliant, allocation, 1.5);
        assertThat(List.of(allocation.variant(1), allocation.variant(2))).containsExactly(3, 5);
        trace.interval(pliant, allocation, 1.5);
        trace.interval(pliant, allocation, 1.5);
        assertThat(PartiesTest.units(allocation, NodeResource.CORES))
                .as("one core from each in turn")
                .containsExactly(8, 3, 3, 0);
    }

    @Test
    void leavesEachApplicationItsLastCoreAndItsMemory() {
        Trace trace = trace(1);
        Pliant pliant = pliant(true, true);
        Allocation allocation = trace.start(pliant);
        for (int i = 0; i < 200; i++) {
            trace.interval(pliant, allocation, 2);
        }
        assertThat(PartiesTest.units(allocation, NodeResource.CORES)).containsExactly(13, 1, 0);
    }

    @Test
    void givesAllOfAFinishedApplicationToTheService() {
        Trace trace = trace(1, 1);
        Pliant pliant = pliant(true, true);
        Allocation allocation = trace.start(pliant);
        trace.finished.add(2);
        trace.interval(pliant, allocation, 0.95);
        assertThat(PartiesTest.units(allocation, NodeResource.CORES)).containsExactly(10, 4, 0, 0);
    }

    @Test
    void keepsTheBaselinesToTheirMeans() {
        Trace trace = trace(3);
        Pliant precise = pliant(false, false);
        Allocation allocation = trace.start(precise);
        Allocation before = allocation.copy();
        trace.interval(precise, allocation, 3);
        assertThat(allocation).isEqualTo(before);
        Pliant reclaim = pliant(false, true);
        Allocation other = trace.start(reclaim);
        trace.interval(reclaim, other, 3);
        assertThat(other.variant(1)).isZero();
        assertThat(other.units(NodeResource.CORES, 0)).isEqualTo(8);
        assertThat(other.isInstrumented()).isFalse();
    }

    @Test
    void refusesWhatItIsNotMadeFor() {
        Trace two = new Trace("nginx", "xapian");
        assertThatThrownBy(() -> two.start(pliant(true, true)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected one service");
    }
}
