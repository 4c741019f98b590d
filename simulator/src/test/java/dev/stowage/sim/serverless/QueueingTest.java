package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.FunctionSpec.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** At rest, a fixed number of instances is M/M/k. */
class QueueingTest {
    /** Erlang's C formula. */
    private static double meanWaitMillis(int servers, double load, double serviceMillis) {
        double term = 1;
        double sum = 1;
        for (int i = 1; i < servers; i++) {
            term *= load / i;
            sum += term;
        }
        double last = term * load / servers * servers / (servers - load);
        return last / (sum + last) * serviceMillis / (servers - load);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 0.5", "1, 4, 0.8", "4, 1, 0.8", "3, 2, 0.9"})
    void waitsAsErlangSays(int instances, int cores, double utilisation) {
        int k = instances * cores;
        double rate = utilisation * k / 0.010;
        ServerlessResult result =
                Functions.run(
                        "fixed[instances=" + instances + "]",
                        Functions.servers(instances, cores),
                        Functions.function(
                                Functions.poisson(Demand.exponential(10_000), 400_000 / rate, rate),
                                new Instance(cores * Functions.CORE, Functions.GIB, 0, 0),
                                new Path(0, 1, 0)));
        double expected = 10 + meanWaitMillis(k, utilisation * k, 10);
        assertThat(result.all().meanMillis()).isCloseTo(expected, within(0.04 * expected));
    }

    /** M/M/1 with processor sharing: the mean is that of first come first served. */
    @ParameterizedTest
    @CsvSource({"0.5", "0.8"})
    void sharesACoreAsProcessorSharing(double utilisation) {
        double rate = utilisation / 0.010;
        ServerlessResult result =
                Functions.run(
                        "kpa[min=1,max=1,burst=0]",
                        Functions.servers(1, 1),
                        Functions.function(
                                Functions.poisson(Demand.exponential(10_000), 400_000 / rate, rate),
                                new Instance(Functions.CORE, Functions.GIB, 0, 0),
                                new Path(0, 1, 0)));
        double expected = 10 / (1 - utilisation);
        assertThat(result.all().meanMillis()).isCloseTo(expected, within(0.04 * expected));
    }
}
