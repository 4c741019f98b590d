package dev.stowage.workflow.serverless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.plan.SearchOptions;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.sim.serverless.FunctionSpec;
import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.RecordedRequests;
import dev.stowage.sim.serverless.ServerlessResult;
import dev.stowage.sim.serverless.ServerlessSimulation;
import dev.stowage.sim.serverless.ServerlessSpec;
import dev.stowage.sim.serverless.ServerlessSpec.Clock;
import dev.stowage.sim.serverless.ServerlessSpec.Servers;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A window that is judged early is judged as it would be after its last answer. */
class ServerlessPlanTest {
    private static final long SECOND = 1_000_000;
    private static final PolicySpec FIXED =
            Autoscalers.registry().parse("test", "fixed[instances=6]");

    private static FunctionSpec function(Random random) {
        long[] starts = new long[50 + random.nextInt(300)];
        double[] demands = new double[starts.length];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = random.nextInt(100) * SECOND;
            demands[i] = random.nextInt(60) == 0 ? 200e6 * random.nextDouble() + 1 : 300_000;
        }
        Arrays.sort(starts);
        return new FunctionSpec(
                "f",
                new RecordedRequests(starts, demands),
                new Instance(SECOND, 1, 0, 0),
                new FunctionSpec.Path(0, 1, 0));
    }

    private static boolean holds(FunctionSpec function, int servers, double p99Millis) {
        ServerlessResult result =
                ServerlessSimulation.run(
                        new ServerlessSpec(
                                List.of(function),
                                new Servers(servers, 2 * SECOND, 1 << 30),
                                FIXED,
                                new Clock(0, 100 * SECOND, 1_000_000 * SECOND),
                                1));
        return result.balance().inFlight() == 0 && result.all().p99Millis() <= p99Millis;
    }

    @Test
    void judgesAWindowAsAfterItsLastAnswer() {
        Random random = new Random(3);
        int held = 0;
        for (int i = 0; i < 200; i++) {
            FunctionSpec function = function(random);
            double p99Millis = 200 + 150_000 * random.nextDouble() * random.nextDouble();
            ServerlessPlan plan =
                    ServerlessPlan.of(
                            new ServerlessPlan.Request(
                                    List.of(function),
                                    new Servers(3, 2 * SECOND, 1 << 30),
                                    p99Millis,
                                    new Clock(0, 100 * SECOND, 600 * SECOND),
                                    61,
                                    SearchOptions.DEFAULT_RELIABILITY,
                                    1,
                                    1),
                            FIXED);
            Integer servers = plan.found().servers();
            assertThat(plan.found().exact()).isTrue();
            int tried = servers == null ? 3 : servers;
            assertThat(holds(function, tried, p99Millis)).as("%d", i).isEqualTo(servers != null);
            if (servers != null && servers > 1) {
                assertThat(holds(function, servers - 1, p99Millis)).as("%d", i).isFalse();
            }
            held += servers == null ? 0 : 1;
        }
        assertThat(held).isBetween(30, 170); // both happen
    }
}
