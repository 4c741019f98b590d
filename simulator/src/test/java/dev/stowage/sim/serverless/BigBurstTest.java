package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.FunctionSpec.Path;
import dev.stowage.sim.serverless.ServerlessSpec.Clock;
import org.junit.jupiter.api.Test;

/** 200 to 14,400 requests a second on 4 servers of 24 threads (Sfakianakis 2023, 4.3.3). */
class BigBurstTest {
    private static ServerlessResult burst(String autoscaler, double cores, long creationMicros) {
        FunctionSpec function =
                Functions.function(
                        Functions.even(2_700, 20, 200, 15, 14_400),
                        new Instance(
                                (long) (cores * Functions.CORE), 256L << 20, 2, creationMicros),
                        new Path(550, 1, 0));
        return Functions.run(
                autoscaler,
                Functions.servers(4, 24),
                new Clock(0, 1_000_000, 60_000_000),
                1,
                function);
    }

    private static double mostP99(ServerlessResult result) {
        return result.windows().stream()
                .filter(window -> window.startSeconds() >= 20 && window.startSeconds() < 35)
                .mapToDouble(window -> window.latencies().p99Millis())
                .max()
                .orElseThrow();
    }

    private static double mostCores(ServerlessResult result) {
        return result.windows().stream()
                .mapToDouble(WindowFigures::mostCoresGiven)
                .max()
                .orElseThrow();
    }

    @Test
    void needsAsManyInstancesAndCoresAsPublished() {
        ServerlessResult knative = burst("kpa[total=2,max=120]", 0.8, 60_400);
        ServerlessResult growing = burst("latest", 1, 60_400);
        ServerlessResult predicting = burst("latest-predict", 1, 60_400);
        assertThat(knative.functions().get(0).mostReady()).isEqualTo(120);
        assertThat(mostCores(knative)).isEqualTo(96, within(1e-9));
        assertThat(growing.functions().get(0).mostReady()).isEqualTo(4);
        assertThat(mostCores(growing)).isEqualTo(96, within(1e-9));
        assertThat(predicting.functions().get(0).mostReady()).isEqualTo(2);
        assertThat(mostCores(predicting)).isEqualTo(42, within(3.0));
        assertThat(mostP99(knative)).isGreaterThan(10 * mostP99(growing));
        assertThat(mostP99(growing)).isGreaterThan(mostP99(predicting));
    }
}
