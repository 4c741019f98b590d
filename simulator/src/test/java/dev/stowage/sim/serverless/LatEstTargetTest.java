package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.FunctionSpec.Path;
import dev.stowage.sim.serverless.LatEstRuns.Platform;
import dev.stowage.sim.serverless.RatePeriods.Period;
import dev.stowage.sim.serverless.ServerlessSpec.Clock;
import dev.stowage.sim.serverless.ServerlessSpec.Servers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** LatEst with a target of p99 (Algorithm 4), and with memory that goes with CPU. */
class LatEstTargetTest {
    private static final double GIB = 1 << 30;

    private static ServerlessResult burst(String autoscaler) {
        Platform of = LatEstRuns.PREDICTING;
        return LatEstRuns.run(
                new Platform(
                        autoscaler, of.overheadMicros(), of.creationMicros(), of.instanceCores()),
                4,
                0,
                0,
                20,
                200,
                15,
                14_400);
    }

    /** Four busy cores of exponential requests, five minutes, on servers of so much memory. */
    private static ServerlessResult steady(String autoscaler, double serverGib) {
        FunctionSpec function =
                new FunctionSpec(
                        "api",
                        new RatePeriods(
                                List.of(new Period(300, 200)), true, Demand.exponential(20_000)),
                        new Instance(1_000_000, 1L << 30, 0, 250_000),
                        new Path(0, 1, 0));
        return ServerlessSimulation.run(
                new ServerlessSpec(
                        List.of(function),
                        new Servers(4, 24_000_000, (long) (serverGib * GIB)),
                        Autoscalers.registry().parse("test", autoscaler),
                        Clock.DEFAULT,
                        1));
    }

    private static double cores(ServerlessResult result) {
        return result.functions().get(0).cpuGivenSeconds() / result.simulatedSeconds();
    }

    private static double p99(ServerlessResult result) {
        return result.all().p99Millis();
    }

    /** By the letter, once a second and without a prediction, it is no better than Knative's. */
    @Test
    void isNoBetterThanKnativeWithoutAPrediction() {
        double knative =
                LatEstRuns.mostP99(
                        LatEstRuns.run(LatEstRuns.KNATIVE, 4, 0, 0, 20, 200, 15, 14_400), 20, 35);
        double letter = LatEstRuns.mostP99(burst("latest[p99=40]"), 20, 35);
        assertThat(letter).isGreaterThan(knative).isGreaterThan(1_000);
    }

    /** A target that is met anyway costs fewer cores than none, a tight one more. */
    @Test
    void trimsWhatIsPredicted() {
        ServerlessResult plain = steady("latest-predict", 128);
        ServerlessResult loose = steady("latest-predict[p99=150]", 128);
        ServerlessResult tight = steady("latest-predict[p99=95]", 128);
        assertThat(p99(loose)).isLessThan(150);
        assertThat(cores(loose)).isLessThan(cores(plain));
        assertThat(cores(tight)).isGreaterThan(cores(plain));
    }

    /** Without prediction it comes to the target by itself, where there is time. */
    @Test
    void reachesATargetStepByStep() {
        ServerlessResult result = steady("latest[p99=150]", 128);
        double late =
                result.windows().stream()
                        .filter(
                                window ->
                                        window.startSeconds() >= 30 && window.startSeconds() < 300)
                        .mapToDouble(window -> window.latencies().p99Millis())
                        .average()
                        .orElseThrow();
        assertThat(late).isLessThan(150);
        assertThat(cores(result)).isLessThan(cores(steady("latest", 128)));
    }

    /** Each core brings its memory, and it is let go with it; otherwise memory stays. */
    @Test
    void growsMemoryWithCpu() {
        FunctionFigures with = steady("latest-predict[memory=1]", 128).functions().get(0);
        assertThat(with.gibSeconds() / with.cpuGivenSeconds()).isBetween(0.999, 1.001);
        FunctionFigures without = steady("latest-predict", 128).functions().get(0);
        assertThat(without.gibSeconds()).isBetween(300.0, 302.0);
        assertThat(with.latencies().p99Millis()).isEqualTo(without.latencies().p99Millis());
    }

    /** Where memory is short on one server, an instance is made on another. */
    @Test
    void makesAnInstanceWhereMemoryIsShort() {
        assertThat(steady("latest-predict[memory=1]", 128).functions().get(0).mostReady())
                .isEqualTo(1);
        FunctionFigures tight = steady("latest-predict[memory=1]", 6).functions().get(0);
        assertThat(tight.mostReady()).isGreaterThan(1);
        assertThat(tight.gibSeconds()).isLessThanOrEqualTo(4 * 6 * 400.0);
    }
}
