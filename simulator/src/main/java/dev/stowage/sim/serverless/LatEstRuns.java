package dev.stowage.sim.serverless;

import dev.stowage.policy.autoscale.Autoscalers;
import dev.stowage.sim.serverless.FunctionSpec.Instance;
import dev.stowage.sim.serverless.FunctionSpec.Path;
import dev.stowage.sim.serverless.RatePeriods.Period;
import dev.stowage.sim.serverless.ServerlessSpec.Clock;
import dev.stowage.sim.serverless.ServerlessSpec.Servers;
import java.util.ArrayList;
import java.util.List;

/**
 * The runs of the LatEst study: a function that does nothing, on servers of 24 threads and 128 GB.
 * CPU per request is 2.7 ms (40 cores at 14,400 requests a second), service on enough cores 1.85 ms
 * (warm latency less overhead), so a request uses up to 1.46 cores. Instances of Knative have 0.8
 * cores on four servers (96 cores for 120 of them) and 3 on one; a concurrency of 2 at 70 %.
 *
 * <p>Source: Sfakianakis, PhD thesis, 2023, 4.3; Tables 4.1, 4.2. CPU per request, instance sizes
 * and the target are not published: derived or ours.
 */
final class LatEstRuns {
    static final double CPU_MICROS = 2_700;
    static final double SERVICE_MICROS = 1_850;
    static final long VHIVE_MICROS = 60_000;
    static final long FIRECRACKER_MICROS = 250_000;

    private static final long CORE = 1_000_000;
    private static final long MEMORY = 256_000_000;
    private static final long SERVER_MEMORY = 128_000_000_000L;
    private static final int THREADS = 24;

    private LatEstRuns() {}

    /** One system: its autoscaler, what a request pays before it runs, and how instances come. */
    record Platform(
            String autoscaler, long overheadMicros, long creationMicros, double instanceCores) {
        Platform withCores(double cores) {
            return new Platform(autoscaler, overheadMicros, creationMicros, cores);
        }
    }

    static final Platform KNATIVE = new Platform("kpa[total=2,max=120]", 850, VHIVE_MICROS, 0.8);
    static final Platform FIRECRACKER =
            new Platform("kpa[total=2,max=120]", 650, FIRECRACKER_MICROS, 0.8);
    static final Platform GROWING = new Platform("latest", 550, VHIVE_MICROS, 1);
    static final Platform PREDICTING = new Platform("latest-predict", 550, VHIVE_MICROS, 1);

    /** A run; {@code pairs} are seconds and requests a second, evenly spaced. */
    static ServerlessResult run(
            Platform platform, int servers, double phaseSeconds, int queueLimit, double... pairs) {
        List<Period> periods = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            periods.add(new Period(pairs[i], pairs[i + 1]));
        }
        FunctionSpec function =
                new FunctionSpec(
                        "no processing",
                        new RatePeriods(periods, false, Demand.constant(CPU_MICROS)),
                        new Instance(
                                Math.round(platform.instanceCores() * CORE),
                                MEMORY,
                                2,
                                platform.creationMicros()),
                        new Path(
                                platform.overheadMicros(),
                                CPU_MICROS / SERVICE_MICROS,
                                queueLimit));
        return ServerlessSimulation.run(
                new ServerlessSpec(
                        List.of(function),
                        new Servers(servers, THREADS * CORE, SERVER_MEMORY),
                        Autoscalers.registry().parse("study", platform.autoscaler()),
                        new Clock(Math.round(phaseSeconds * 1e6), 1_000_000, 60_000_000),
                        1));
    }

    /** The largest p99 of a window in a part of a run, in milliseconds. */
    static double mostP99(ServerlessResult result, double from, double to) {
        return result.windows().stream()
                .filter(window -> window.startSeconds() >= from && window.startSeconds() < to)
                .mapToDouble(window -> window.latencies().p99Millis())
                .max()
                .orElseThrow();
    }

    /** Most instances that served in a part of a run. */
    static int mostInstances(ServerlessResult result, double from, double to) {
        return result.windows().stream()
                .filter(window -> window.startSeconds() >= from && window.startSeconds() < to)
                .mapToInt(WindowFigures::mostReady)
                .max()
                .orElseThrow();
    }

    /** Most cores that instances had. */
    static double mostCores(ServerlessResult result) {
        return result.windows().stream()
                .mapToDouble(WindowFigures::mostCoresGiven)
                .max()
                .orElseThrow();
    }
}
