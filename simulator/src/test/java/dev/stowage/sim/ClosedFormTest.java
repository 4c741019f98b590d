package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.run.RunSummary;
import dev.stowage.run.TimeSeries;
import dev.stowage.sim.queue.QueueOptions;
import dev.stowage.stats.output.MedianInterval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * The engine against queueing theory: every figure within its own 99 % interval over independent
 * replications, and intervals that cover the truth as often as they say. The tables of {@code
 * docs/validation.md} are these figures.
 *
 * <p>Sources: A. K. Erlang, 1917 (loss and delay formulas); F. Pollaczek, 1930, A. Khinchine, 1932;
 * J. D. C. Little, Operations Research 9(3), 1961; in the notation of L. Kleinrock, Queueing
 * Systems, vol. 1, 1975.
 */
class ClosedFormTest {
    private static final long SEED = 20_261_121;
    private static final double LEVEL = 0.99;
    private static final int REPLICATIONS = 10;
    private static final int TASKS = 200_000;
    private static final int COVERAGE_RUNS = 1000;

    private static final Path PAGE = Path.of("../docs/validation.md");
    private static final String CLOSED_FORM_HEAD =
            """
            | system | figure | expected | measured | 99 % interval |
            | --- | --- | --- | --- | --- |
            """;
    private static final String COVERAGE_HEAD =
            """
            | load | tasks of a run | intervals | cover |
            | --- | --- | --- | --- |
            """;

    private static final List<String> CLOSED_FORMS = new ArrayList<>();
    private static final List<String> COVERAGE = new ArrayList<>();

    /**
     * Fails unless the page has every figure that was measured; with {@code
     * -Dstowage.regenerate=true} writes the page's tables instead.
     */
    @AfterAll
    static void keepsThePageTrue() throws IOException {
        String page = Files.readString(PAGE);
        if (Boolean.getBoolean("stowage.regenerate")) {
            page = replaced(page, "closed forms", CLOSED_FORM_HEAD, CLOSED_FORMS);
            page = replaced(page, "coverage", COVERAGE_HEAD, COVERAGE);
            Files.writeString(PAGE, page);
        }
        assertThat(page).contains(CLOSED_FORMS).contains(COVERAGE);
    }

    private static String replaced(String page, String name, String head, List<String> rows) {
        String mark = "<!-- " + name + " -->\n";
        int from = page.indexOf(mark) + mark.length();
        String table = head + String.join("\n", rows.stream().sorted().toList()) + "\n";
        return page.substring(0, from) + table + page.substring(page.indexOf("<!-- end -->", from));
    }

    private static SimulationSpec queue(
            int servers,
            int tasks,
            double load,
            ToDoubleFunction<RandomGenerator> serviceSeconds,
            int replication) {
        ServerType server = ServerType.of("1c1g", Resources.ofCoresAndGib(1, 1));
        return SimulationSpec.of(
                new PoissonWorkload(tasks, servers * load, serviceSeconds, SEED, replication),
                ServerFleet.of(server, servers));
    }

    /** Fails unless {@code expected} lies in the interval over replications of a figure. */
    private static void check(
            String system, String figure, double expected, ToDoubleFunction<Integer> measure) {
        double[] values =
                IntStream.range(0, REPLICATIONS)
                        .parallel()
                        .mapToDouble(measure::applyAsDouble)
                        .toArray();
        StudentInterval interval = StudentInterval.of(values, LEVEL);
        CLOSED_FORMS.add(
                String.format(
                        Locale.ROOT,
                        "| %s | %s | %.5f | %.5f | %.5f to %.5f |",
                        system,
                        figure,
                        expected,
                        interval.mean(),
                        interval.lower(),
                        interval.upper()));
        assertThat(expected)
                .as("%s, %s: measured %s, seed %s", system, figure, interval, SEED)
                .isBetween(interval.lower(), interval.upper());
        assertThat(interval.halfWidth())
                .as("an interval that says something")
                .isLessThan(0.1 * Math.abs(expected));
    }

    private static double steadyWait(SimulationSpec spec) {
        RunSummary.SteadyState steady = Simulation.run(spec).summary().steadyState();
        return steady == null ? Double.NaN : steady.pendingSeconds().mean();
    }

    private static double shareThatWaits(SimulationSpec spec) {
        RunResult run = Simulation.run(spec);
        long none = run.pendingTimes().get(0).tasks();
        return 1 - none / (double) run.summary().tasks().started();
    }

    /** Share of the tasks that find all {@code servers} busy and are lost. */
    private static double erlangB(int servers, double offered) {
        double blocked = 1;
        for (int n = 1; n <= servers; n++) {
            blocked = offered * blocked / (n + offered * blocked);
        }
        return blocked;
    }

    /** Share of the tasks that wait. */
    private static double erlangC(int servers, double offered) {
        double blocked = erlangB(servers, offered);
        return blocked / (1 - offered / servers * (1 - blocked));
    }

    @Test
    void waitsInAnMm1QueueAsLongAsItMust() {
        check(
                "M/M/1, load 0.8",
                "mean wait, s",
                0.8 / (1 - 0.8),
                i -> steadyWait(queue(1, TASKS, 0.8, PoissonWorkload::exponential, i)));
    }

    @Test
    void waitsInAnMmcQueueAsErlangSays() {
        int servers = 5;
        double load = 0.85;
        double waits = erlangC(servers, servers * load);
        check(
                "M/M/5, load 0.85",
                "share of tasks that wait (Erlang C)",
                waits,
                i -> shareThatWaits(queue(servers, TASKS, load, PoissonWorkload::exponential, i)));
        check(
                "M/M/5, load 0.85",
                "mean wait, s",
                waits / (servers * (1 - load)),
                i -> steadyWait(queue(servers, TASKS, load, PoissonWorkload::exponential, i)));
    }

    @Test
    void losesWhatErlangSaysWhereNothingMayWait() {
        int servers = 10;
        double expected = erlangB(servers, servers * 0.8);
        check(
                "M/M/10/10, load 0.8",
                "share of tasks lost (Erlang B)",
                expected,
                i -> lost(queue(servers, TASKS, 0.8, PoissonWorkload::exponential, i)));
        check(
                "M/D/10/10, load 0.8",
                "share of tasks lost (Erlang B holds for any service)",
                expected,
                i -> lost(queue(servers, TASKS, 0.8, random -> 1, i)));
    }

    private static double lost(SimulationSpec spec) {
        QueueOptions nothingWaits = new QueueOptions(OptionalLong.of(0), false);
        RunSummary summary = Simulation.run(spec.withQueueing(nothingWaits)).summary();
        assertThat(summary.pendingSeconds().max()).isZero();
        return summary.tasks().rejected() / (double) summary.tasks().submitted();
    }

    @Test
    void waitsInAnMg1QueueAsPollaczekAndKhinchineSay() {
        double load = 0.7;
        check(
                "M/D/1, load 0.7",
                "mean wait, s (Pollaczek-Khinchine)",
                load / (2 * (1 - load)),
                i -> steadyWait(queue(1, TASKS, load, random -> 1, i)));
        // hyperexponential: one in ten 5.5 s on average, the others 0.5 s; mean 1 s, E[S^2] = 6.5
        check(
                "M/H2/1, load 0.7",
                "mean wait, s (Pollaczek-Khinchine)",
                load * 6.5 / (2 * (1 - load)),
                i -> steadyWait(queue(1, TASKS, load, ClosedFormTest::hyperexponential, i)));
    }

    private static double hyperexponential(RandomGenerator random) {
        double mean = random.nextDouble() < 0.1 ? 5.5 : 0.5;
        return mean * PoissonWorkload.exponential(random);
    }

    @Test
    void usesServersAsTheUtilisationLawSays() {
        check(
                "M/M/5, load 0.85",
                "share of servers in use (utilisation law)",
                0.85,
                i ->
                        Simulation.run(queue(5, TASKS, 0.85, PoissonWorkload::exponential, i))
                                .summary()
                                .utilisation()
                                .cpuAllocated()
                                .mean());
    }

    /** No statistics here: over a run that empties it is an identity. */
    @Test
    void keepsLittlesLawToTheLastDigit() {
        RunResult run = Simulation.run(queue(3, 20_000, 0.95, PoissonWorkload::exponential, 0));
        RunSummary summary = run.summary();
        assertThat(summary.tasks().finished()).isEqualTo(20_000);
        TimeSeries series = run.series();
        double waiting = 0;
        double running = 0;
        for (int i = 0; i < series.timeMicros().length; i++) {
            double end =
                    i + 1 < series.timeMicros().length
                            ? series.timeMicros()[i + 1]
                            : summary.makespanSeconds() * 1e6;
            double seconds = (end - series.timeMicros()[i]) / 1e6;
            waiting += column(series, "tasksPending")[i] * seconds;
            running += column(series, "tasksRunning")[i] * seconds;
        }
        double waited = summary.pendingSeconds().mean() * summary.pendingSeconds().count();
        assertThat(waiting).isCloseTo(waited, within(1e-9 * waited));
        double first = series.timeMicros()[0] / 1e6;
        double allocated =
                3
                        * summary.utilisation().cpuAllocated().mean()
                        * (summary.makespanSeconds() - first);
        assertThat(running).isCloseTo(allocated, within(1e-9 * allocated));
    }

    private static double[] column(TimeSeries series, String name) {
        return Objects.requireNonNull(series.columns().get(name), name);
    }

    /** The truth is the median of many runs more. */
    @Test
    void coversTheMedianRunAsOftenAsItSaysHoweverShortRunsAre() {
        int intervals = COVERAGE_RUNS;
        int replications = 10;
        for (double load : new double[] {0.5, 0.8, 0.9}) {
            for (int tasks : new int[] {100, 500, 2_000}) {
                double[] waits =
                        IntStream.range(0, 2 * intervals * replications)
                                .parallel()
                                .mapToDouble(run -> lindley(load, tasks, run))
                                .toArray();
                int drawn = intervals * replications;
                double truth =
                        MedianInterval.of(Arrays.copyOfRange(waits, drawn, 2 * drawn), LEVEL)
                                .median();
                long covered =
                        IntStream.range(0, intervals)
                                .map(each -> each * replications)
                                .mapToObj(at -> Arrays.copyOfRange(waits, at, at + replications))
                                .map(each -> MedianInterval.of(each, 0.95))
                                .filter(each -> each.lower() <= truth && truth <= each.upper())
                                .count();
                coverage(load, tasks, intervals, covered);
                assertThat(covered / (double) intervals)
                        .as("load %s, %s tasks, seed %s", load, tasks, SEED)
                        .isGreaterThan(0.95 - 3.1 * Math.sqrt(0.05 * 0.95 / intervals));
            }
        }
    }

    private static void coverage(double load, int tasks, int intervals, long covered) {
        COVERAGE.add(
                String.format(
                        Locale.ROOT,
                        "| %.1f | %,5d | %,d | %.1f %% |",
                        load,
                        tasks,
                        intervals,
                        100.0 * covered / intervals));
    }

    /** Mean wait in M/M/1, stationary from the first customer on: Lindley, 1952. */
    private static double lindley(double load, int customers, int run) {
        RandomGenerator random = Seeds.stream(SEED, "lindley", run);
        boolean isIdle = random.nextDouble() >= load;
        double wait = isIdle ? 0 : PoissonWorkload.exponential(random) / (1 - load);
        double sum = 0;
        for (int i = 0; i < customers; i++) {
            sum += wait;
            double service = PoissonWorkload.exponential(random);
            wait = Math.max(0, wait + service - PoissonWorkload.exponential(random) / load);
        }
        return sum / customers;
    }
}
