package dev.stowage.sim.skynet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.docs.PageTable;
import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import dev.stowage.sim.skynet.ObjectiveSpec.Disturbance;
import dev.stowage.sim.skynet.ObjectiveSpec.Drawn;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop;
import dev.stowage.sim.skynet.ObjectiveSpec.ServerSize;
import dev.stowage.sim.skynet.ObjectiveSpec.Servers;
import dev.stowage.sim.skynet.ObjectiveSpec.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
}
