package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.FunctionSpec.Path;
import dev.stowage.sim.serverless.ServerlessSpec.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerlessSimulationTest {
    private static final Path PATH = new Path(550, 1, 0);

    private static Instance instance(double cores, int concurrency, int creationMillis) {
        return new Instance(
                (long) (cores * Functions.CORE), 256L << 20, concurrency, creationMillis * 1_000L);
    }

    @Test
    void answersAWarmRequestInOverheadAndService() {
        ServerlessResult result =
                Functions.run(
                        "fixed",
                        Functions.servers(1, 4),
                        Functions.function(
                                Functions.even(2_700, 10, 1),
                                instance(2, 0, 0),
                                new Path(550, 2.7 / 1.85, 0)));
        assertThat(result.all().leastMillis()).isCloseTo(2.4, within(1e-5));
        assertThat(result.all().mostMillis()).isCloseTo(2.4, within(1e-5));
    }

    @Test
    void letsAColdRequestWaitForTheInstanceOnly() {
        ServerlessResult result =
                Functions.run(
                        "kpa[initial=0]",
                        Functions.servers(1, 4),
                        Functions.function(Functions.even(1_000, 1, 1), instance(1, 0, 250), PATH));
        assertThat(result.functions().get(0).instancesMade()).isEqualTo(1);
        assertThat(result.functions().get(0).arrivedCold()).isEqualTo(1);
        assertThat(result.all().mostMillis()).isCloseTo(250 + 1 + 0.55, within(1e-5));
    }

    @Test
    void removesTheLastInstanceAfterAStableWindowAndTheGracePeriod() {
        ServerlessResult result =
                Functions.run(
                        "kpa",
                        Functions.servers(1, 4),
                        new Clock(0, 1_000_000, 200_000_000),
                        1,
                        Functions.function(
                                Functions.even(1_000, 10, 10, 150, 0, 10, 10),
                                instance(1, 0, 60),
                                PATH));
        List<Double> given = result.windows().stream().map(WindowFigures::mostCoresGiven).toList();
        assertThat(given.get(70)).isEqualTo(1.0);
        assertThat(given.get(120)).isEqualTo(0.0);
        assertThat(given.get(165)).isEqualTo(1.0);
        assertThat(result.functions().get(0).instancesMade()).isEqualTo(2);
    }

    /** An instance of concurrency 1 is meant to carry 1, not Knative's default of 100. */
    @Test
    void aimsAtTheConcurrencyOfTheFunction() {
        FunctionFigures figures =
                Functions.run(
                                "kpa",
                                Functions.servers(1, 40),
                                Functions.function(
                                        Functions.even(100_000, 120, 100),
                                        instance(1, 1, 60),
                                        PATH))
                        .functions()
                        .get(0);
        assertThat(figures.mostReady()).isGreaterThan(10);
        assertThat(figures.inFlight()).isZero();
    }

    @Test
    void dropsWhatAFullQueueCannotTake() {
        FunctionFigures figures =
                Functions.run(
                                "kpa[max=1]",
                                Functions.servers(1, 4),
                                Functions.function(
                                        Functions.even(100_000, 10, 100),
                                        instance(1, 1, 0),
                                        new Path(0, 1, 50)))
                        .functions()
                        .get(0);
        assertThat(figures.arrived()).isEqualTo(1_000);
        assertThat(figures.dropped()).isEqualTo(1_000 - 99 - 51);
        assertThat(figures.answered() + figures.dropped() + figures.inFlight()).isEqualTo(1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kpa",
                "kpa[total=2]",
                "kpa[total=8,burst=0]",
                "kpa-rps[total=20]",
                "latest",
                "latest-predict",
                "hpa",
                "vpa",
                "fixed[instances=3]"
            })
    void keepsEveryRequestAndLittlesLawUnderEveryAutoscaler(String autoscaler) {
        for (int seed = 0; seed < 5; seed++) {
            FunctionSpec bursty =
                    new FunctionSpec(
                            "bursty",
                            Functions.poisson(
                                    Demand.exponential(20_000), 20, 5, 20, 300, 100, 0, 20, 100),
                            instance(0.5, seed % 3 * 4, 60),
                            new Path(550, 1.5, seed == 4 ? 100 : 0));
            FunctionSpec steady =
                    new FunctionSpec(
                            "steady",
                            Functions.poisson(Demand.constant(5_000), 160, 40),
                            instance(1, 2, 250),
                            PATH);
            ServerlessResult result =
                    Functions.run(
                            autoscaler,
                            Functions.servers(2, 8),
                            Clock.DEFAULT,
                            seed,
                            bursty,
                            steady); // conservation is checked by the run itself
            assertThat(result.functions().get(0).arrived()).isGreaterThan(7_000);
            long byWindow = result.windows().stream().mapToLong(WindowFigures::arrived).sum();
            assertThat(byWindow)
                    .isEqualTo(
                            result.functions().stream().mapToLong(FunctionFigures::arrived).sum());
            assertThat(result.windows()).allMatch(window -> window.mostCoresGiven() <= 16);
            assertThat(
                            Functions.run(
                                    autoscaler,
                                    Functions.servers(2, 8),
                                    Clock.DEFAULT,
                                    seed,
                                    bursty,
                                    steady))
                    .isEqualTo(result);
        }
    }

    @Test
    void refusesAFunctionLargerThanAServer() {
        assertThatThrownBy(
                        () ->
                                Functions.run(
                                        "fixed",
                                        Functions.servers(1, 4),
                                        Functions.function(
                                                Functions.even(1_000, 1, 1),
                                                instance(5, 0, 0),
                                                PATH)))
                .hasMessageContaining("larger than a server");
    }
}
