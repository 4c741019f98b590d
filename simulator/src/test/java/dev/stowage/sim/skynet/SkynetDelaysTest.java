package dev.stowage.sim.skynet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.docs.PageTable;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import dev.stowage.sim.skynet.ObjectiveSpec.Disturbance;
import dev.stowage.sim.skynet.ObjectiveSpec.Drawn;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop;
import dev.stowage.sim.skynet.ObjectiveSpec.ServerSize;
import dev.stowage.sim.skynet.ObjectiveSpec.Servers;
import dev.stowage.sim.skynet.ObjectiveSpec.Service;
import dev.stowage.sim.skynet.ObjectiveSpec.Services;
import dev.stowage.sim.skynet.ObjectiveSpec.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is left of Skynet's headlines if its loops know and act later than published. */
class SkynetDelaysTest {
    private static final Path PAGE = Path.of("../docs/validation.md");
    private static final int RUNS = 10;
    private static final String HEAD =
            """
            | period, s | scrape, s | actuation, s | violated at 80 % | without management, times as much | mean error | overprovision | back, s | violated in calm | cycling in calm |
            | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            """;

    private static final List<Timing> TIMINGS =
            List.of(
                    Timing.DEFAULT,
                    new Timing(2, 0, 0),
                    new Timing(5, 0, 0),
                    new Timing(15, 0, 0),
                    new Timing(1, 1, 0),
                    new Timing(1, 3, 0),
                    new Timing(1, 10, 0),
                    new Timing(1, 0, 1),
                    new Timing(1, 0, 3),
                    new Timing(1, 0, 10),
                    new Timing(5, 3, 3),
                    new Timing(15, 10, 10));

    private static List<ObjectiveResult> runs(
            Controller controller, Timing timing, Disturbance disturbance) {
        return IntStream.range(0, RUNS)
                .mapToObj(
                        i ->
                                ObjectiveSimulation.run(
                                        new ObjectiveSpec(
                                                new Drawn(80, 0.8, 0.5, 180),
                                                Servers.of(5, ServerSize.THESIS),
                                                1_000,
                                                controller,
                                                Loop.DEFAULT.with(timing),
                                                disturbance),
                                        1,
                                        i))
                .toList();
    }

    private static double mean(
            List<ObjectiveResult> runs, ToDoubleFunction<ObjectiveResult> figure) {
        return runs.stream().mapToDouble(figure).average().orElseThrow();
    }

    @Test
    void keepsTheTableOfDelays() throws IOException {
        double unmanaged =
                mean(
                        runs(Controller.NATIVE, Timing.DEFAULT, Disturbance.DEFAULT),
                        ObjectiveResult::violatedShare);
        List<String> rows = new ArrayList<>();
        List<Double> violated = new ArrayList<>();
        for (Timing timing : TIMINGS) {
            List<ObjectiveResult> runs = runs(Controller.SKYNET, timing, Disturbance.DEFAULT);
            List<ObjectiveResult> calm = runs(Controller.SKYNET, timing, Disturbance.NONE);
            double share = mean(runs, ObjectiveResult::violatedShare);
            violated.add(share);
            rows.add(
                    String.format(
                            Locale.ROOT,
                            "| %d | %d | %d | %.1f %% | %.1f | %.1f %% | %.1f %% | %.1f | %.1f %% | %d |",
                            timing.periodSeconds(),
                            timing.scrapeSeconds(),
                            timing.actuationSeconds(),
                            100 * share,
                            unmanaged / share,
                            100 * mean(runs, ObjectiveResult::meanError),
                            100 * mean(runs, run -> run.overprovision().get(0)),
                            mean(runs, ObjectiveResult::meanBackSeconds),
                            100 * mean(calm, ObjectiveResult::violatedShare),
                            calm.stream().mapToInt(ObjectiveResult::cycling).sum()));
        }
        PageTable.keep(PAGE, "delays of skynet", HEAD, rows);
        assertThat(violated.subList(1, violated.size())).allMatch(share -> share > violated.get(0));
    }

    private static final String HEAD_OF_KUBERNETES =
            """
            | scrape, s | actuation, s | `hpa`, violated | `hpa`, clients that don't wait | `vpa`, violated | `vpa`, clients that don't wait | `skynet`, clients that don't wait |
            | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            """;

    private static final List<Timing> TIMINGS_OF_KUBERNETES =
            List.of(
                    Timing.DEFAULT,
                    new Timing(1, 5, 0),
                    new Timing(1, 15, 0),
                    new Timing(1, 60, 0),
                    new Timing(1, 0, 5),
                    new Timing(1, 0, 15),
                    new Timing(1, 0, 60),
                    new Timing(1, 15, 15));

    /** Kubernetes' autoscalers keep their periods, of 15 s and of a minute. */
    @Test
    void keepsTheTableOfDelaysOfKubernetes() throws IOException {
        List<String> rows = new ArrayList<>();
        for (Timing timing : TIMINGS_OF_KUBERNETES) {
            StringBuilder row = new StringBuilder();
            row.append(
                    String.format(
                            Locale.ROOT,
                            "| %d | %d |",
                            timing.scrapeSeconds(),
                            timing.actuationSeconds()));
            for (Controller each : List.of(Controller.K8S_HPA, Controller.K8S_VPA)) {
                List<ObjectiveResult> runs = runs(each, timing, Disturbance.DEFAULT);
                row.append(percent(mean(runs, ObjectiveResult::violatedShare)));
                row.append(percent(openViolated(each, timing)));
            }
            row.append(percent(openViolated(Controller.SKYNET, timing)));
            rows.add(row.toString());
        }
        PageTable.keep(PAGE, "delays of kubernetes", HEAD_OF_KUBERNETES, rows);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, " %.1f %% |", 100 * share);
    }

    private static double openViolated(Controller controller, Timing timing) {
        return IntStream.range(0, RUNS)
                .mapToObj(
                        i ->
                                ObjectiveSimulation.run(
                                        new ObjectiveSpec(
                                                open(i),
                                                Servers.of(5, ServerSize.THESIS),
                                                1_000,
                                                controller,
                                                Loop.DEFAULT.with(timing),
                                                Disturbance.DEFAULT),
                                        1,
                                        i))
                .mapToDouble(ObjectiveResult::violatedShare)
                .average()
                .orElseThrow();
    }

    /**
     * Eighty services whose clients don't wait: needs log-normal as those of the study, loads drawn
     * anew every 180 s from a third to the whole; on average 60 % of the CPU of five servers, and
     * half as much of the rest.
     */
    private static Services open(int run) {
        Random random = new Random(run);
        double[] sizes =
                IntStream.range(0, 80)
                        .mapToDouble(i -> Math.exp(0.5 * random.nextGaussian()))
                        .toArray();
        double scale = 0.6 * 5 / (2.0 / 3) / Arrays.stream(sizes).sum();
        List<Service> services = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            double cpu = sizes[i] * scale;
            double[] times = IntStream.range(0, 6).mapToDouble(k -> 180.0 * k).toArray();
            double[] loads = random.doubles(6, 1.0 / 3, 1).toArray();
            services.add(
                    new Service(
                            "s" + i,
                            1,
                            List.of(cpu, cpu / 2, cpu / 2, cpu / 2),
                            List.of(),
                            true,
                            new LoadCurve.Points(times, loads, false)));
        }
        return new Services(services);
    }
}
