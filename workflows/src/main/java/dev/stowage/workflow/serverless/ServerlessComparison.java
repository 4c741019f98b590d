package dev.stowage.workflow.serverless;

import dev.stowage.basis.InputException;
import dev.stowage.model.ServerFleet;
import dev.stowage.option.OptionException;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.sim.serverless.FunctionSpec;
import dev.stowage.sim.serverless.ServerlessResult;
import dev.stowage.sim.serverless.ServerlessSimulation;
import dev.stowage.sim.serverless.ServerlessSpec;
import dev.stowage.sim.serverless.ServerlessSpec.Clock;
import dev.stowage.sim.serverless.ServerlessSpec.Servers;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** One load under several autoscalers on the same servers, with the same requests. */
public final class ServerlessComparison {
    /** Windows that an answer has at most, unless their length is given. */
    private static final int MOST_WINDOWS = 2_000;

    /** Windows that the load and the wait for its last answers have at most. */
    private static final int MOST_GIVEN_WINDOWS = 200_000;

    private static final long SECOND_MICROS = 1_000_000;
    private static final long LEAST_DRAIN_MICROS = 600 * SECOND_MICROS;
    private static final Pattern COMMA_OUTSIDE_BRACKETS = Pattern.compile(",(?![^\\[]*\\])");

    private ServerlessComparison() {}

    /** Autoscalers as typed, by commas: {@code kpa[total=2,max=120],latest}. */
    public static List<PolicySpec> autoscalers(String option, String text) {
        List<PolicySpec> specs = new ArrayList<>();
        for (String name : COMMA_OUTSIDE_BRACKETS.split(text, -1)) {
            specs.add(
                    OptionException.reading(
                            () -> Autoscalers.registry().parse(option, name.strip())));
        }
        return specs;
    }

    /** The servers of a run, which are all alike. */
    public static Servers servers(String option, ServerFleet.Static fleet) {
        if (fleet.groups().size() != 1) {
            throw new OptionException(
                    option
                            + ": found "
                            + fleet.groups().size()
                            + " groups of servers, expected one, as in 4x24c128g");
        }
        ServerFleet.Group group = fleet.groups().get(0);
        return new Servers(
                group.count(),
                group.type().capacity().cpuMicroCores(),
                group.type().capacity().memoryBytes());
    }

    /**
     * Runs all.
     *
     * @param file the functions are from, for errors
     * @param phaseMicros from the start to the first regular decision
     * @param windowMicros length of windows, 0 for a second or what gives 2,000 windows
     */
    public static List<ServerlessResult> run(
            String file,
            List<FunctionSpec> functions,
            Servers servers,
            List<PolicySpec> autoscalers,
            long phaseMicros,
            long windowMicros,
            long seed) {
        requireRoom(file, functions, servers);
        Clock clock = clock(functions, phaseMicros, windowMicros);
        List<ServerlessResult> results = new ArrayList<>();
        for (PolicySpec autoscaler : autoscalers) {
            results.add(
                    ServerlessSimulation.run(
                            new ServerlessSpec(functions, servers, autoscaler, clock, seed)));
        }
        return results;
    }

    /**
     * When is measured and decided; parameters as of {@link #run}. The run waits for answers as
     * long as the load lasts, ten minutes at least.
     *
     * @throws OptionException if there would be too many windows
     */
    public static Clock clock(List<FunctionSpec> functions, long phaseMicros, long windowMicros) {
        long load = endMicros(functions);
        long drain = Math.max(LEAST_DRAIN_MICROS, load);
        long least = (load + drain) / MOST_GIVEN_WINDOWS + 1;
        if (windowMicros > 0 && windowMicros < least) {
            throw new OptionException(
                    "--window: found "
                            + windowMicros / 1e3
                            + " ms, expected at least "
                            + least / 1e3
                            + " ms: no more than "
                            + MOST_GIVEN_WINDOWS
                            + " windows for this load and its last answers");
        }
        return new Clock(phaseMicros, windowMicros > 0 ? windowMicros : window(load), drain);
    }

    /**
     * Refuses functions whose instances no server can hold.
     *
     * @param file they are from, for errors
     */
    public static void requireRoom(String file, List<FunctionSpec> functions, Servers servers) {
        for (FunctionSpec function : functions) {
            if (function.instance().microCores() > servers.microCores()
                    || function.instance().bytes() > servers.bytes()) {
                throw InputException.at(
                        file + ": function " + function.name(),
                        "an instance larger than a server",
                        "one that fits on a server",
                        "Give larger servers, or a smaller size.");
            }
        }
    }

    private static long endMicros(List<FunctionSpec> functions) {
        long end = 0;
        for (FunctionSpec function : functions) {
            end = Math.max(end, function.arrivals().endNanos() / 1_000);
        }
        return end;
    }

    private static long window(long loadMicros) {
        long windows = loadMicros / SECOND_MICROS;
        return SECOND_MICROS * Math.max(1, (windows + MOST_WINDOWS - 1) / MOST_WINDOWS);
    }
}
