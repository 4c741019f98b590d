package dev.stowage.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sim.node.StressTable.Stressor;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The fitted parameters against the cells that the fit was reported with. Made by {@code python3
 * t6.py} with numpy and scipy.optimize.least_squares (model V6), rounded down to steps of 10 %.
 */
class StressTableTest {
    private static final List<String> SERVICES =
            List.of("memcached", "xapian", "nginx", "moses", "mongodb", "sphinx");
    private static final int[][] FITTED = {
        {0, 0, 0, 0, 90, 0},
        {20, 60, 40, 70, 100, 30},
        {80, 80, 80, 80, 100, 70},
        {80, 80, 90, 80, 90, 30},
        {20, 70, 40, 30, 80, 0},
        {10, 40, 30, 10, 80, 0},
        {0, 100, 0, 0, 20, 80},
        {100, 100, 100, 100, 10, 100},
        {20, 90, 10, 90, 80, 90}
    };

    @Test
    void givesTheCellsOfTheFit() {
        StressTable table = new StressTable(Plain.NODE);
        int off = 0;
        for (Stressor stressor : Stressor.values()) {
            for (int service = 0; service < SERVICES.size(); service++) {
                int cell =
                        table.cell(Plain.LIBRARY.service("test", SERVICES.get(service)), stressor);
                int fitted = FITTED[List.of(Stressor.values()).indexOf(stressor)][service];
                assertThat(Math.abs(cell - fitted))
                        .as("%s beside %s: %d", SERVICES.get(service), stressor, cell)
                        .isLessThanOrEqualTo(10);
                off += cell == fitted ? 0 : 1;
            }
        }
        assertThat(off).as("cells on the other side of a step").isLessThanOrEqualTo(2);
    }
}
