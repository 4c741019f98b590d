package dev.stowage.sim.node.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sim.node.BesideModel;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeldTest {
    /** Loads of 100, 200 and 300; a service keeps up with 200, or with all. */
    @ParameterizedTest
    @CsvSource({
        "false, 0.35, 1", // saturates at 300 (1.05)
        "false, 0.55, 1", // at 200
        "false, 1.10, 0", // at 100
        "false, 0.26, 1", // would at 400, one step above
        "false, 0.24, 0", // would not: it may hold any load
        "true,  0.35, 1",
        "true,  0.55, 0"
    })
    void isWithinAStepOnlyIfTheModelSaturatesThere(
            boolean doesKeepUp, double utilisationAt100, int within) {
        List<MeasuredRow> rows =
                List.of(row(100, 100), row(200, 200), row(300, doesKeepUp ? 300 : 250));
        BesideModel.Outcome[] ours =
                rows.stream()
                        .map(
                                row ->
                                        new BesideModel.Outcome(
                                                utilisationAt100 * row.loadPerSecond() / 100, 1e-3))
                        .toArray(BesideModel.Outcome[]::new);
        Held held = Held.of("x", rows, ours);
        assertThat(held.groups()).isEqualTo(1);
        assertThat(held.withinStep()).isEqualTo(within);
    }

    private static MeasuredRow row(double load, double achieved) {
        return new MeasuredRow(2, load, 1e-3, 1, 1, achieved, "", 0, null);
    }
}
