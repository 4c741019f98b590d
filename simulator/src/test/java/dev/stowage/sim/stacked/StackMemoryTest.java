package dev.stowage.sim.stacked;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StackMemoryTest {
    private static final StackedLibrary LIBRARY = StackedLibrary.shipped();

    private static StackMemory of(String... names) {
        return new StackMemory(List.of(names).stream().map(LIBRARY::service).toList(), 2, true);
    }

    /** Held to the sum over every page. */
    @Test
    void theHottestPagesHaveTheirShareOfTheAccesses() {
        for (double share : new double[] {0.001, 0.01, 0.1, 0.5, 1}) {
            double gigabytes = 0.3;
            long pages = Math.round(gigabytes * 1e9 / 4096);
            double hot = 0;
            double all = 0;
            for (long page = 1; page <= pages; page++) {
                hot += page <= share * pages ? 1.0 / page : 0;
                all += 1.0 / page;
            }
            assertThat(Pages.hottest(gigabytes, share)).isCloseTo(hot / all, within(0.001));
        }
        assertThat(Pages.hottest(0.3, 0)).isZero();
    }

    /** Moses: 2.5 GB, half of it private to 20 threads, 45 % copied. */
    @Test
    void movesThePagesOfRemoteCoresAt250MillisecondsPerGigabyte() {
        StackMemory memory = of("moses", "imgdnn");
        memory.reside(0, 0);
        memory.reside(1, 0);
        memory.change(0, 0, 8);
        memory.change(0, 1, 4);
        assertThat(memory.remote(0)).isCloseTo(2 * 4.0 / 12, within(1e-9));
        double wanted = 4 * 2.5 * 0.5 / 20 + 2.5 * 0.45;
        memory.step(0.1);
        assertThat(memory.movedGb(0)).isCloseTo(0.4, within(1e-9));
        double hot = 0.95 * Pages.hottest(2.5, 0.4 / wanted);
        assertThat(memory.remote(0)).isCloseTo(2 * 4.0 / 12 * (1 - hot), within(1e-9));
        assertThat(hot).as("a third of the pages, most of the accesses").isGreaterThan(0.85);
        for (int i = 0; i < 3; i++) {
            memory.step(0.1);
        }
        assertThat(memory.movedGb(0)).isCloseTo(wanted, within(1e-9));
        assertThat(memory.remote(0)).isCloseTo(2 * 4.0 / 12 * 0.05, within(1e-9));
        memory.change(0, 1, 0);
        assertThat(memory.movedGb(0)).as("copies are dropped").isZero();
        assertThat(memory.remote(0)).isZero();
    }

    /** Masstree's 9.3 GB fill a stack and some of the other one: its copy has no room. */
    @Test
    void movesOnlyWhatIdleMemoryTakes() {
        StackMemory memory = of("masstree", "xapian");
        memory.reside(0, 0);
        memory.reside(1, 1);
        assertThat(memory.idleGb(0)).isZero();
        assertThat(memory.idleGb(1)).isCloseTo(16 - 9.3 - 5.6, within(1e-9));
        memory.change(0, 0, 8);
        memory.change(0, 1, 4);
        for (int i = 0; i < 100; i++) {
            memory.step(0.1); // what leaves the first stack makes room for what lies in the second
        }
        assertThat(memory.movedGb(0)).isLessThan(9.3 * 0.5).isGreaterThan(1);
        assertThat(memory.idleGb(1)).isLessThan(1e-6);
        double local = 1 - memory.remote(0) / (2 * 4.0 / 12);
        assertThat(local).isBetween(0.5, 0.75);
    }

    /** Random comings, goings and changes: no stack holds more than it has, nothing is below 0. */
    @Test
    void neverHoldsMoreThanThereIs() {
        SplittableRandom random = new SplittableRandom(29);
        for (int draw = 0; draw < 200; draw++) {
            StackMemory memory = of("moses", "imgdnn", "sphinx", "silo");
            for (int i = 0; i < 4; i++) {
                memory.reside(i, random.nextInt(2));
            }
            double moved = 0;
            for (int step = 0; step < 100; step++) {
                memory.change(random.nextInt(4), random.nextInt(2), random.nextInt(9));
                memory.step(0.1);
                double used = 2 * 8 - memory.idleGb(0) - memory.idleGb(1);
                moved = 0;
                for (int i = 0; i < 4; i++) {
                    moved += memory.movedGb(i);
                    assertThat(memory.remote(i)).isBetween(0.0, 2.0);
                }
                assertThat(used).isBetween(2.5 + 0.3 + 1.4 + 1.8 - 1e-9, 16.0);
                assertThat(used).isLessThanOrEqualTo(2.5 + 0.3 + 1.4 + 1.8 + moved + 1e-9);
            }
        }
    }
}
