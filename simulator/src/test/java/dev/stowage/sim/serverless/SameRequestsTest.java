package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.FunctionSpec.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Autoscalers are compared on the same requests, whatever their routing draws. */
class SameRequestsTest {
    private static final FunctionSpec POISSON =
            new FunctionSpec(
                    "poisson",
                    new RatePeriods(
                            List.of(new RatePeriods.Period(30, 200)),
                            true,
                            Demand.exponential(3_000)),
                    new Instance(Functions.CORE, 256L << 20, 0, 60_000),
                    new Path(0, 1, 0));

    private static List<Long> arrivals(ServerlessResult result) {
        return result.windows().stream().limit(30).map(WindowFigures::arrived).toList();
    }

    @Test
    void drawsTheSameRequestsUnderEveryAutoscaler() {
        ServerlessResult still =
                Functions.run("fixed[instances=3]", Functions.servers(2, 24), POISSON);
        FunctionFigures figures = still.functions().get(0);
        for (String other : List.of("kpa", "kpa[burst=0]", "latest", "latest-predict", "hpa")) {
            ServerlessResult result = Functions.run(other, Functions.servers(2, 24), POISSON);
            assertThat(arrivals(result)).as(other).isEqualTo(arrivals(still));
            assertThat(result.functions().get(0).arrived()).isEqualTo(figures.arrived());
            assertThat(result.functions().get(0).inFlight()).as(other).isZero();
            assertThat(result.functions().get(0).cpuUsedSeconds())
                    .as(other)
                    .isCloseTo(figures.cpuUsedSeconds(), within(figures.arrived() * 1e-9));
        }
    }

    @Test
    void givesBackRecordedRequestsAsTheyAre() {
        FunctionSpec recorded =
                new FunctionSpec(
                        "recorded",
                        new RecordedRequests(
                                new long[] {0, 500_000, 500_000, 2_000_000},
                                new double[] {1_000, 2_000, 3_000, 4_000}),
                        POISSON.instance(),
                        POISSON.path());
        Arrivals.Stream stream = recorded.requests(1);
        assertThat(stream.nextNanos()).isZero();
        assertThat(stream.demandNanos()).isEqualTo(1e6);
        stream.nextNanos();
        assertThat(stream.nextNanos()).isEqualTo(500_000_000);
        assertThat(stream.demandNanos()).isEqualTo(3e6);
        assertThat(stream.nextNanos()).isEqualTo(2_000_000_000);
        assertThat(stream.nextNanos()).isEqualTo(Long.MAX_VALUE);
        ServerlessResult result =
                Functions.run("fixed[instances=2]", Functions.servers(1, 4), recorded);
        assertThat(result.functions().get(0).answered()).isEqualTo(4);
    }
}
