package dev.stowage.workflow.serverless;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.stowage.basis.Seeds;
import dev.stowage.plan.FewestClaim;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.policy.autoscale.Routing;
import dev.stowage.sim.serverless.FunctionFigures;
import dev.stowage.sim.serverless.FunctionSpec;
import dev.stowage.sim.serverless.ServerlessResult;
import dev.stowage.sim.serverless.ServerlessSimulation;
import dev.stowage.sim.serverless.ServerlessSpec;
import dev.stowage.sim.serverless.ServerlessSpec.Clock;
import dev.stowage.sim.serverless.ServerlessSpec.Servers;
import dev.stowage.stats.output.Reliability;
import java.util.List;

/**
 * The fewest servers on which an autoscaler keeps the 99th percentile of every function within a
 * bound, answers every request and drops none.
 *
 * @param autoscaler as it was run, with all parameters
 * @param found the number, and the windows that it was judged on
 */
public record ServerlessPlan(String autoscaler, @JsonUnwrapped FewestClaim found) {
    private static final long KNATIVE_PERIOD_MICROS = 2_000_000;

    /**
     * What is asked for.
     *
     * @param functions at least one
     * @param servers of which kind, and the most of them
     * @param p99Millis bound of every function
     * @param clock when is decided; Knative's decisions begin at a moment of each replication's own
     *     in the two seconds after that
     * @param replications windows to judge on, where anything is drawn
     * @param claim what is to be claimed of others
     * @param seed root of all random numbers
     * @param threads never change the answer
     */
    public record Request(
            List<FunctionSpec> functions,
            Servers servers,
            double p99Millis,
            Clock clock,
            int replications,
            Reliability claim,
            long seed,
            int threads) {
        public Request {
            functions = List.copyOf(functions);
        }
    }

    /** Searches. */
    public static ServerlessPlan of(Request request, PolicySpec autoscaler) {
        return new ServerlessPlan(
                autoscaler.toString(),
                FewestClaim.search(
                        (servers, replication) ->
                                holds(request, run(request, autoscaler, servers, replication)),
                        isDrawn(request, autoscaler),
                        new FewestClaim.Terms(
                                request.servers().count(),
                                request.replications(),
                                request.claim(),
                                request.threads())));
    }

    /** Requests, who gets them, or when is decided is drawn. */
    private static boolean isDrawn(Request request, PolicySpec autoscaler) {
        return isKnative(autoscaler)
                || request.functions().stream().anyMatch(each -> each.arrivals().isDrawn());
    }

    private static boolean isKnative(PolicySpec autoscaler) {
        return Autoscalers.registry().create(autoscaler, Seeds.stream(0, "routing", 0)).routing()
                == Routing.KNATIVE;
    }

    /** Knative decides every two seconds, and nobody knows when in them a burst comes. */
    private static Clock phased(Clock clock, long seed) {
        double share = Seeds.uniform(seed, 0, 0);
        return new Clock(
                clock.phaseMicros() + (long) (share * KNATIVE_PERIOD_MICROS),
                clock.windowMicros(),
                clock.drainMicros());
    }

    private static ServerlessResult run(
            Request request, PolicySpec autoscaler, int count, int replication) {
        Servers servers =
                new Servers(count, request.servers().microCores(), request.servers().bytes());
        long seed =
                replication == 0
                        ? request.seed()
                        : Seeds.mix(request.seed(), "serverless plan", replication);
        Clock clock = isKnative(autoscaler) ? phased(request.clock(), seed) : request.clock();
        return ServerlessSimulation.run(
                new ServerlessSpec(request.functions(), servers, autoscaler, clock, seed));
    }

    private static boolean holds(Request request, ServerlessResult result) {
        return result.functions().stream().allMatch(each -> holds(request, each));
    }

    private static boolean holds(Request request, FunctionFigures function) {
        double p99 = function.latencies().p99Millis();
        return function.dropped() == 0
                && function.inFlight() == 0
                && (function.answered() == 0 || p99 <= request.p99Millis());
    }
}
