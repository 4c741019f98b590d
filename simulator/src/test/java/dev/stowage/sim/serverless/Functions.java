package dev.stowage.sim.serverless;

import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.FunctionSpec.Path;
import dev.stowage.sim.serverless.RatePeriods.Period;
import dev.stowage.sim.serverless.ServerlessSpec.Clock;
import dev.stowage.sim.serverless.ServerlessSpec.Servers;
import java.util.ArrayList;
import java.util.List;

/** Runs for tests. */
final class Functions {
    static final long GIB = 1L << 30;
    static final long CORE = 1_000_000;

    private Functions() {}

    static FunctionSpec function(Arrivals arrivals, Instance instance, Path path) {
        return new FunctionSpec("f", arrivals, instance, path);
    }

    static RatePeriods even(double micros, double... secondsAndRates) {
        return periods(Demand.constant(micros), false, secondsAndRates);
    }

    static RatePeriods poisson(Demand demand, double... secondsAndRates) {
        return periods(demand, true, secondsAndRates);
    }

    private static RatePeriods periods(Demand demand, boolean isPoisson, double... pairs) {
        List<Period> periods = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            periods.add(new Period(pairs[i], pairs[i + 1]));
        }
        return new RatePeriods(periods, isPoisson, demand);
    }

    static ServerlessResult run(String autoscaler, Servers servers, FunctionSpec... functions) {
        return run(autoscaler, servers, Clock.DEFAULT, 1, functions);
    }

    static ServerlessResult run(
            String autoscaler, Servers servers, Clock clock, long seed, FunctionSpec... functions) {
        return ServerlessSimulation.run(
                new ServerlessSpec(
                        List.of(functions),
                        servers,
                        Autoscalers.registry().parse("test", autoscaler),
                        clock,
                        seed));
    }

    static Servers servers(int count, int cores) {
        return new Servers(count, cores * CORE, 128 * GIB);
    }
}
