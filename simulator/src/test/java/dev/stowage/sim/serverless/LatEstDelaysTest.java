package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.docs.PageTable;
import dev.stowage.sim.serverless.LatEstRuns.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What is left of LatEst's big burst if it looks less often, or knows and acts later. */
class LatEstDelaysTest {
    private static final Path PAGE = Path.of("../docs/validation.md");
    private static final String HEAD =
            """
            | period, ms | delay, ms | p99 without prediction, ms | vHive, times as much | p99 with prediction, ms | vHive, times as much | cores with prediction |
            | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            """;
    private static final int[][] PERIODS_AND_DELAYS = {
        {10, 0}, {50, 0}, {200, 0}, {1_000, 0}, {10, 10}, {10, 50}, {10, 200}, {10, 1_000},
    };

    private static ServerlessResult burst(Platform platform) {
        return LatEstRuns.run(platform, 4, 0, 0, 20, 200, 15, 14_400);
    }

    private static double p99(ServerlessResult result) {
        return LatEstRuns.mostP99(result, 20, 35);
    }

    private static ServerlessResult burst(Platform of, int period, int delay) {
        String autoscaler =
                String.format(
                        Locale.ROOT, "%s[period=%d,delay=%d]", of.autoscaler(), period, delay);
        return burst(
                new Platform(
                        autoscaler, of.overheadMicros(), of.creationMicros(), of.instanceCores()));
    }

    @Test
    void keepsTheTableOfDelays() throws IOException {
        double knative = p99(burst(LatEstRuns.KNATIVE));
        List<String> rows = new ArrayList<>();
        List<Double> predicted = new ArrayList<>();
        for (int[] each : PERIODS_AND_DELAYS) {
            double growing = p99(burst(LatEstRuns.GROWING, each[0], each[1]));
            ServerlessResult predicting = burst(LatEstRuns.PREDICTING, each[0], each[1]);
            predicted.add(p99(predicting));
            rows.add(
                    String.format(
                            Locale.ROOT,
                            "| %d | %d | %.0f | %.1f | %.0f | %.1f | %.1f |",
                            each[0],
                            each[1],
                            growing,
                            knative / growing,
                            p99(predicting),
                            knative / p99(predicting),
                            LatEstRuns.mostCores(predicting)));
        }
        PageTable.keep(PAGE, "delays of latest", HEAD, rows);
        assertThat(predicted.get(3)).isGreaterThan(10 * predicted.get(0));
        assertThat(predicted.get(7)).isGreaterThan(10 * predicted.get(0));
    }
}
