package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.docs.PageTable;
import dev.stowage.sim.serverless.LatEstRuns.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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

    private static final String HEAD_OF_KNATIVE =
            """
            | scrape, s | creation, ms | largest p99, ms, median and range over eight phases | instances |
            | ---: | ---: | ---: | ---: |
            """;

    private static final int[][] AGES_AND_CREATIONS = {
        {0, 60}, {1, 60}, {2, 60}, {5, 60}, {15, 60}, {0, 250}, {0, 1_000}, {0, 5_000}, {5, 1_000},
    };

    /**
     * Of Knative's autoscaler the time from a decision to its effect is that of making an instance.
     */
    @Test
    void keepsTheTableOfDelaysOfKnative() throws IOException {
        List<String> rows = new ArrayList<>();
        List<Double> medians = new ArrayList<>();
        for (int[] each : AGES_AND_CREATIONS) {
            Platform vHive = LatEstRuns.KNATIVE;
            Platform late =
                    new Platform(
                            String.format(Locale.ROOT, "kpa[total=2,max=120,scrape=%d]", each[0]),
                            vHive.overheadMicros(),
                            each[1] * 1_000L,
                            vHive.instanceCores());
            double[] largest = new double[8];
            int instances = 0;
            for (int phase = 0; phase < largest.length; phase++) {
                ServerlessResult burst =
                        LatEstRuns.run(late, 4, phase / 4.0, 0, 20, 200, 15, 14_400);
                largest[phase] = p99(burst);
                instances = Math.max(instances, LatEstRuns.mostInstances(burst, 20, 35));
            }
            Arrays.sort(largest);
            double median = (largest[3] + largest[4]) / 2;
            medians.add(median);
            rows.add(
                    String.format(
                            Locale.ROOT,
                            "| %d | %d | %.0f (%.0f to %.0f) | %d |",
                            each[0],
                            each[1],
                            median,
                            largest[0],
                            largest[7],
                            instances));
        }
        PageTable.keep(PAGE, "delays of knative", HEAD_OF_KNATIVE, rows);
        assertThat(medians.subList(0, 5)).isSorted();
        assertThat(medians.get(7)).isGreaterThan(medians.get(0));
    }
}
