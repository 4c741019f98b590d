package dev.stowage.workflow.serverless;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.stowage.basis.Seeds;
import dev.stowage.plan.FewestClaim;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.autoscale.Autoscaler;
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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fewest servers on which an autoscaler keeps the 99th percentile of every function within a
 * bound, answers every request and drops none.
 *
 * @param autoscaler as it was run, with all parameters
 * @param found the number, and the windows that it was judged on
 * @param headroom what other numbers of servers would do; around the most that were allowed if
 *     there is no number
 */
public record ServerlessPlan(
        String autoscaler, @JsonUnwrapped FewestClaim found, List<Headroom> headroom) {
    /** So long after the last request a window is judged at the latest: a year. */
    private static final long MOST_DRAIN_MICROS = 365L * 86_400 * 1_000_000;

    /** Replications of a point of the curve, the same ones for all. */
    private static final int RUNS_OF_A_POINT = 5;

    public ServerlessPlan {
        headroom = List.copyOf(headroom);
    }

    /**
     * A point of the headroom curve: means of five windows, of one where nothing is drawn.
     *
     * @param servers how many
     * @param p99Millis of the function with the largest; null where nothing was answered
     * @param lostShare of the requests: dropped, or not answered when the run ends
     * @param mostCores that instances had at once
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Headroom(
            int servers, @Nullable Double p99Millis, double lostShare, double mostCores) {}

    /**
     * What is asked for.
     *
     * @param functions at least one
     * @param servers of which kind, and the most of them
     * @param p99Millis bound of every function
     * @param clock when is decided; regular decisions begin at a moment of each replication's own
     *     in the autoscaler's period after that
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
        boolean isDrawn = isDrawn(request, autoscaler);
        FewestClaim found =
                FewestClaim.search(
                        (servers, replication) -> holds(request, autoscaler, servers, replication),
                        isDrawn,
                        new FewestClaim.Terms(
                                request.servers().count(),
                                request.replications(),
                                request.claim(),
                                request.threads()));
        int runs = isDrawn ? RUNS_OF_A_POINT : 1;
        List<Headroom> headroom =
                Arrays.stream(found.around())
                        .mapToObj(servers -> point(request, autoscaler, servers, runs))
                        .toList();
        return new ServerlessPlan(autoscaler.toString(), found, headroom);
    }

    private static Headroom point(Request request, PolicySpec autoscaler, int servers, int runs) {
        double p99 = 0;
        double lost = 0;
        double cores = 0;
        for (int i = 0; i < runs; i++) {
            ServerlessResult result =
                    run(request, autoscaler, servers, i, request.clock().drainMicros());
            p99 +=
                    result.functions().stream()
                            .mapToDouble(each -> each.latencies().p99Millis())
                            .filter(Double::isFinite)
                            .max()
                            .orElse(Double.NaN);
            lost += lostShare(result.balance());
            cores += ServerlessJson.mostCores(result);
        }
        return new Headroom(
                servers, Double.isFinite(p99) ? p99 / runs : null, lost / runs, cores / runs);
    }

    private static double lostShare(ServerlessResult.Balance balance) {
        return balance.arrived() == 0
                ? 0
                : (double) (balance.dropped() + balance.inFlight()) / balance.arrived();
    }

    /** Requests, who gets them, or when is decided is drawn. */
    private static boolean isDrawn(Request request, PolicySpec autoscaler) {
        Autoscaler one = autoscaler(autoscaler);
        return one.routing() == Routing.KNATIVE
                || one.isRegular()
                || request.functions().stream().anyMatch(each -> each.arrivals().isDrawn());
    }

    private static Autoscaler autoscaler(PolicySpec spec) {
        return Autoscalers.registry().create(spec, Seeds.stream(0, "routing", 0));
    }

    /** Nobody knows when between two regular decisions a burst comes. */
    private static long phase(Request request, PolicySpec spec, long seed) {
        Autoscaler one = autoscaler(spec);
        double share = one.isRegular() ? Seeds.uniform(seed, 0, 0) : 0;
        return request.clock().phaseMicros() + (long) (share * one.periodMicros());
    }

    private static ServerlessResult run(
            Request request, PolicySpec autoscaler, int count, int replication, long drainMicros) {
        Servers servers =
                new Servers(count, request.servers().microCores(), request.servers().bytes());
        long seed =
                replication == 0
                        ? request.seed()
                        : Seeds.mix(request.seed(), "serverless plan", replication);
        Clock clock =
                new Clock(
                        phase(request, autoscaler, seed),
                        request.clock().windowMicros(),
                        drainMicros);
        return ServerlessSimulation.run(
                new ServerlessSpec(request.functions(), servers, autoscaler, clock, seed));
    }

    /**
     * What is still open when the bound has passed after the last request is too late: where that
     * is the hundredth part of a function's requests, no more need be known. Where it is less, the
     * run goes on until they are answered.
     */
    private static boolean holds(
            Request request, PolicySpec autoscaler, int servers, int replication) {
        long bound = (long) Math.ceil(request.p99Millis() * 1_000) + 1;
        ServerlessResult soon = run(request, autoscaler, servers, replication, bound);
        if (soon.functions().stream().anyMatch(each -> isMissed(request, each))) {
            return false;
        }
        ServerlessResult end =
                soon.balance().inFlight() == 0
                        ? soon
                        : run(request, autoscaler, servers, replication, MOST_DRAIN_MICROS);
        return end.balance().inFlight() == 0
                && end.functions().stream().noneMatch(each -> isMissed(request, each));
    }

    private static boolean isMissed(Request request, FunctionFigures function) {
        double p99 = function.latencies().p99Millis();
        long before = function.arrived() - function.inFlight();
        return function.dropped() > 0
                || before < Math.ceil(0.99 * function.arrived())
                || (function.answered() > 0 && p99 > request.p99Millis());
    }
}
