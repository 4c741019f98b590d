package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.sim.UsedWorkload.Row;
import dev.stowage.sim.execution.Fidelity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One server that is shared against the closed forms of processor sharing: tasks come as a Poisson
 * process, ask for nothing, so that none waits, and use a core each.
 *
 * <p>Sources: Kleinrock, Queueing Systems vol. 2, 1976, section 4.4 (M/G/1-PS: the mean sojourn is
 * E[S] / (1 - rho) whatever the distribution, and x / (1 - rho) for a task of x); Cohen, Acta
 * Informatica 12, 1979 (generalised processor sharing: with c cores and at most one a task, the
 * mean number is that of M/M/c, so that by Little's law the mean sojourn is too).
 */
class ProcessorSharingTest {
    private static final int REPLICATIONS = 20;
    private static final int TASKS = 12_000;
    private static final int WARM_UP = 1_500;
    private static final double MEAN_MICROS = 1e6;
    private static final double CONFIDENCE = 0.99; // nine intervals, so that all may hold

    private record Sample(double mean, double halfWidth) {}

    private static double service(String law, RandomGenerator random) {
        return switch (law) {
            case "deterministic" -> 1;
            case "exponential" -> -Math.log(1 - random.nextDouble());
            // squared coefficient of variation 5.33: mean 0.5 with 8/9, mean 5 with 1/9
            case "hyper-exponential" ->
                    -Math.log(1 - random.nextDouble()) * (random.nextDouble() < 8.0 / 9 ? 0.5 : 5);
            default -> throw new IllegalArgumentException(law);
        };
    }

    /** Sojourns in microseconds beside durations, warm-up left out. */
    private static List<double[]> sojourns(String law, double rho, int cores, int replication) {
        RandomGenerator random = Seeds.stream(17, law + cores, replication);
        List<Row> rows = new ArrayList<>();
        double clock = 0;
        for (int i = 0; i < TASKS; i++) {
            clock += -Math.log(1 - random.nextDouble()) * MEAN_MICROS / (rho * cores);
            long duration = Math.round(service(law, random) * MEAN_MICROS);
            rows.add(Row.of((long) clock, duration, 0, Resources.MICRO_CORES_PER_CORE));
        }
        List<double[]> sojourns = new ArrayList<>();
        ServerFleet fleet =
                ServerFleet.of(ServerType.of("s", Resources.ofCoresAndGib(cores, 1)), 1);
        Simulation.run(
                SimulationSpec.of(new UsedWorkload(rows), fleet)
                        .withFidelity(Fidelity.CONTENDED)
                        .withTaskLog(
                                entry -> {
                                    if (entry.jobId >= WARM_UP) {
                                        sojourns.add(
                                                new double[] {
                                                    entry.endMicros - entry.submitMicros,
                                                    rows.get((int) entry.jobId).duration()
                                                });
                                    }
                                }));
        return sojourns;
    }

    private static Sample sample(
            String law, double rho, int cores, ToDoubleFunction<List<double[]>> figure) {
        double[] values = new double[REPLICATIONS];
        double mean = 0;
        for (int i = 0; i < REPLICATIONS; i++) {
            values[i] = figure.applyAsDouble(sojourns(law, rho, cores, i));
            mean += values[i] / REPLICATIONS;
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double deviation = Math.sqrt(squares / (REPLICATIONS - 1));
        double t =
                TDistribution.of(REPLICATIONS - 1)
                        .inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        return new Sample(mean, t * deviation / Math.sqrt(REPLICATIONS));
    }

    private static double mean(List<double[]> sojourns) {
        return sojourns.stream().mapToDouble(pair -> pair[0]).average().orElseThrow() / MEAN_MICROS;
    }

    @ParameterizedTest
    @CsvSource({
        "exponential, 0.5", "exponential, 0.8",
        "deterministic, 0.5", "deterministic, 0.8",
        "hyper-exponential, 0.5", "hyper-exponential, 0.8"
    })
    void theMeanSojournOfAServerThatIsSharedDependsOnTheLoadAlone(String law, double rho) {
        Sample sample = sample(law, rho, 1, ProcessorSharingTest::mean);
        assertThat(sample.mean()).isCloseTo(1 / (1 - rho), within(sample.halfWidth()));
        assertThat(sample.halfWidth()).isLessThan(0.2 / (1 - rho)); // or it would show nothing
    }

    /** Tasks of less than half the mean and of more than it stretch alike. */
    @Test
    void tasksStretchInProportionToWhatTheyHaveToDo() {
        double rho = 0.7;
        for (boolean isShort : new boolean[] {true, false}) {
            Sample sample = sample("exponential", rho, 1, sojourns -> stretch(sojourns, isShort));
            assertThat(sample.mean())
                    .as(isShort ? "short" : "long")
                    .isCloseTo(1 / (1 - rho), within(sample.halfWidth()));
        }
    }

    /** Sum of sojourns / sum of durations, which is E[T(x)] / x where that does not depend on x. */
    private static double stretch(List<double[]> sojourns, boolean isShort) {
        double sojourn = 0;
        double duration = 0;
        for (double[] pair : sojourns) {
            if (pair[1] < MEAN_MICROS / 2 == isShort && pair[1] > 0) {
                sojourn += pair[0];
                duration += pair[1];
            }
        }
        return sojourn / duration;
    }

    @ParameterizedTest
    @CsvSource({"4, 0.8", "16, 0.9"})
    void aServerOfManyCoresIsAsCrowdedAsManyServersBehindOneQueue(int cores, double rho) {
        Sample sample = sample("exponential", rho, cores, ProcessorSharingTest::mean);
        double waiting = erlangC(cores, rho) / (cores * (1 - rho));
        assertThat(sample.mean()).isCloseTo(1 + waiting, within(sample.halfWidth()));
    }

    /** Probability of waiting in M/M/c; Source: Erlang, 1917. */
    private static double erlangC(int cores, double rho) {
        double blocking = 1; // Erlang B by its recursion
        for (int i = 1; i <= cores; i++) {
            blocking = cores * rho * blocking / (i + cores * rho * blocking);
        }
        return blocking / (1 - rho * (1 - blocking));
    }
}
