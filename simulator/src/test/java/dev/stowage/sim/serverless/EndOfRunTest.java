package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.FunctionSpec.Path;
import dev.stowage.sim.serverless.ServerlessSpec.Clock;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run ends when all requests of the input have come and are answered. */
class EndOfRunTest {
    private static final long SECOND = 1_000_000;

    private static FunctionSpec function(String name, Arrivals arrivals) {
        return new FunctionSpec(
                name, arrivals, new Instance(Functions.CORE, 1, 1, 250_000), new Path(0, 1, 0));
    }

    /** An event of one function at the nanosecond of another one's last request ends nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "kpa",
                "kpa-rps",
                "latest",
                "latest-predict",
                "hpa",
                "vpa",
                "fixed[instances=3]"
            })
    void letsEveryRequestOfRandomTracesOfWholeSecondsCome(String autoscaler) {
        Random random = new Random(7);
        for (int trace = 0; trace < 60; trace++) {
            FunctionSpec[] functions = new FunctionSpec[1 + random.nextInt(4)];
            long rows = 0;
            for (int f = 0; f < functions.length; f++) {
                long[] starts = new long[random.nextInt(12)];
                double[] demands = new double[starts.length];
                for (int i = 0; i < starts.length; i++) {
                    starts[i] = random.nextInt(60) * SECOND;
                    demands[i] = random.nextBoolean() ? SECOND : 1 + random.nextInt(200_000);
                }
                Arrays.sort(starts);
                rows += starts.length;
                functions[f] = function("f" + f, new RecordedRequests(starts, demands));
            }
            ServerlessResult result = Functions.run(autoscaler, Functions.servers(2, 8), functions);
            assertThat(result.balance().arrived()).as("trace %d", trace).isEqualTo(rows);
            assertThat(result.balance().answered()).as("trace %d", trace).isEqualTo(rows);
            assertThat(result.functions().stream().mapToLong(FunctionFigures::arrived).sum())
                    .isEqualTo(rows);
        }
    }

    /** Long after the last arrival an instance still works: that is no reason to stop. */
    @Test
    void waitsForTheLastRequest() {
        ServerlessResult result =
                Functions.run(
                        "kpa",
                        Functions.servers(1, 4),
                        new Clock(0, SECOND, 10_000 * SECOND),
                        1,
                        function(
                                "long",
                                new RecordedRequests(new long[] {0}, new double[] {5_000e6})));
        assertThat(result.balance().answered()).isEqualTo(1);
        assertThat(result.simulatedSeconds()).isBetween(5_000.0, 5_003.0);
    }

    /** Nobody makes an instance for the second function, so nobody ever answers it. */
    @Test
    void stopsWhereNobodyWorksOnWhatWaits() {
        ServerlessResult result =
                Functions.run(
                        "fixed",
                        Functions.servers(1, 1),
                        new Clock(0, SECOND, 1_000_000 * SECOND),
                        1,
                        function("served", new RecordedRequests(new long[] {0}, new double[] {1})),
                        function(
                                "without room",
                                new RecordedRequests(new long[] {9 * SECOND}, new double[] {1})));
        assertThat(result.balance().inFlight()).isEqualTo(1);
        assertThat(result.simulatedSeconds()).isCloseTo(9 + 600 + 0.25, within(1e-9));
    }
}
