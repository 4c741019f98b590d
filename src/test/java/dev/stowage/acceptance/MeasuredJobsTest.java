package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** What docs/node.md says of jobs and machines that others measured. */
class MeasuredJobsTest {
    private static final List<Integer> THREADS = List.of(2, 4, 8);

    /** Seconds of each job, by what it ran beside or on how many threads. */
    private static Map<String, Map<String, Double>> runs(String part) throws IOException {
        Path file = Shared.require("data/parsec-runtimes/lorenzo.csv");
        Map<String, Map<String, Double>> runs = new TreeMap<>();
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(part)) {
                String[] cells = line.split(",", -1);
                String name = cells[0].substring(cells[0].lastIndexOf('/') + 1);
                String[] words = name.replace(".txt", "").split("_", -1);
                String[] time = cells[1].replace("s", "").split("m", -1);
                runs.computeIfAbsent(words[0], job -> new TreeMap<>())
                        .put(
                                words[1],
                                60 * Double.parseDouble(time[0]) + Double.parseDouble(time[1]));
            }
        }
        return runs;
    }

    private static double amdahl(double share, int threads) {
        return 1 - share + share / threads;
    }

    private static double error(Map<String, Double> job, double share, int threads) {
        return amdahl(share, threads) * job.get("1") / job.get(Integer.toString(threads));
    }

    /** Least squares on logarithms, by looking at every thousandth. */
    private static double share(Map<String, Double> job) {
        double best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (double share = 0; share <= 1; share += 0.001) {
            double sum = 0;
            for (int threads : THREADS) {
                sum += Math.pow(Math.log(error(job, share, threads)), 2);
            }
            if (sum < least) {
                least = sum;
                best = share;
            }
        }
        return best;
    }

    private static List<Double> errors(Collection<Map<String, Double>> jobs, boolean isShipped) {
        List<Double> errors = new ArrayList<>();
        for (Map<String, Double> job : jobs) {
            for (int threads : THREADS) {
                errors.add(Math.abs(error(job, isShipped ? 0.95 : share(job), threads) - 1));
            }
        }
        errors.sort(null);
        return errors;
    }

    @Test
    void jobsOfParsecScaleByAmdahlsLawButWorseThanTheShippedOnes() throws IOException {
        Map<String, Map<String, Double>> jobs = runs("Part2b");
        assertThat(jobs).hasSize(7);
        assertThat(share(jobs.get("canneal"))).isCloseTo(0.67, within(0.005));
        assertThat(share(jobs.get("dedup"))).isCloseTo(0.67, within(0.005));
        assertThat(share(jobs.get("freqmine"))).isCloseTo(0.91, within(0.005));
        assertThat(jobs.values()).allMatch(job -> share(job) > 0.665 && share(job) < 0.915);
        List<Double> own = errors(jobs.values(), false);
        assertThat(own.get(10)).isCloseTo(0.09, within(0.005));
        assertThat(own.get(20)).isCloseTo(0.25, within(0.006));
        List<Double> shipped = errors(jobs.values(), true);
        assertThat(shipped.get(10)).isCloseTo(0.25, within(0.005));
        assertThat(shipped.get(20)).isCloseTo(0.64, within(0.005));
    }

    @Test
    void jobsOfParsecSufferMoreBesideStressorsThanTheShippedOnes() throws IOException {
        double[] cache = beside("llc");
        assertThat(cache[0]).isCloseTo(1.45, within(0.005));
        assertThat(cache[6]).isCloseTo(2.70, within(0.005));
        double[] bandwidth = beside("membw");
        assertThat(bandwidth[0]).isCloseTo(1.17, within(0.005));
        assertThat(bandwidth[6]).isCloseTo(2.98, within(0.005));
        assertThat(Arrays.stream(cache)).allMatch(each -> each > 1.2);
        assertThat(Arrays.stream(bandwidth).filter(each -> each > 1.3)).hasSize(5);
    }

    private static double[] beside(String stressor) throws IOException {
        return runs("Part2a").values().stream()
                .mapToDouble(job -> job.get(stressor) / job.get("none"))
                .sorted()
                .toArray();
    }

    @Test
    void equalMachinesDiffer() throws IOException {
        assertThat(deviation("Sysbench")).isCloseTo(0.0017, within(0.00005));
        assertThat(deviation("Peak_Injection")).isCloseTo(0.054, within(0.0005));
        assertThat(deviation("Max_Bandwidth")).isCloseTo(0.054, within(0.0005));
        assertThat(deviation("Idle_Latency")).isCloseTo(0.096, within(0.0005));
        assertThat(deviation("Redis")).isCloseTo(0.085, within(0.0005));
    }

    /** Standard deviation over the mean, of machines that were measured once each. */
    private static double deviation(String test) throws IOException {
        Path file;
        try (Stream<Path> all = Files.list(Shared.require("data/vm-noise"))) {
            file = all.filter(each -> each.toString().contains(test)).findFirst().orElseThrow();
        }
        try (InputStream in = Files.newInputStream(file);
                InputStream plain =
                        file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
            double[] values =
                    new String(plain.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .skip(1)
                            .map(line -> line.substring(0, line.indexOf(',')))
                            .filter(value -> !value.isEmpty())
                            .mapToDouble(Double::parseDouble)
                            .toArray();
            double mean = Arrays.stream(values).average().orElseThrow();
            double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
            return Math.sqrt(squares / (values.length - 1)) / mean;
        }
    }
}
