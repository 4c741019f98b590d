package dev.stowage.sim.skynet;

import dev.stowage.policy.skynet.Gains;
import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import dev.stowage.sim.skynet.ObjectiveSpec.Disturbance;
import dev.stowage.sim.skynet.ObjectiveSpec.Drawn;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop.Managed;
import dev.stowage.sim.skynet.ObjectiveSpec.ServerSize;
import dev.stowage.sim.skynet.ObjectiveSpec.Servers;
import dev.stowage.sim.skynet.ObjectiveSpec.Timing;
import dev.stowage.study.published.Claims;
import dev.stowage.study.published.Reproduction;
import dev.stowage.study.published.ReproductionStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Skynet against unmanaged servers, made anew: Figures 3.8 to 3.10, 3.13 and Table 3.8 of
 * Sfakianakis, PhD thesis, 2023. Eighty applications on five servers, 1,000 s, means of ten runs;
 * the AWS figures with as many applications a server on 49 servers.
 */
public final class SkynetStudy {
    private static final int RUNS = 10;
    private static final int SECONDS = 1_000;
    private static final int SERVERS = 5;
    private static final int PER_SERVER = 16;
    private static final double SIGMA = 0.5;
    private static final int PERIOD_SECONDS = 180;
    private static final int AWS_SERVERS = 49;
    private static final Loop CPU_AND_MEMORY =
            new Loop(
                    Gains.FAST,
                    Loop.DEFAULT.setPoint(),
                    false,
                    Managed.CPU_AND_MEMORY,
                    Timing.DEFAULT);

    private final Claims claims = new Claims("skynet");
    private final long seed;

    private SkynetStudy(long seed) {
        this.seed = seed;
    }

    /** As the command {@code reproduce} has it. */
    public static ReproductionStudy study() {
        return new ReproductionStudy(
                "skynet",
                "performance objectives held by control loops on each resource (Skynet)",
                seed -> new SkynetStudy(seed).reproduction());
    }

    /** The runs of one case. */
    private record Case(List<ObjectiveResult> runs) {
        double mean(ToDoubleFunction<ObjectiveResult> figure) {
            return runs.stream().mapToDouble(figure).average().orElseThrow();
        }

        double violated() {
            return 100 * mean(ObjectiveResult::violatedShare);
        }

        double over(int resource) {
            return 100 * mean(run -> run.overprovision().get(resource));
        }
    }

    private Case runs(int servers, double utilisation, Controller controller, Loop loop) {
        List<ObjectiveResult> runs = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            ObjectiveSpec spec =
                    new ObjectiveSpec(
                            new Drawn(servers * PER_SERVER, utilisation, SIGMA, PERIOD_SECONDS),
                            Servers.of(servers, ServerSize.THESIS),
                            SECONDS,
                            controller,
                            loop,
                            Disturbance.DEFAULT);
            runs.add(ObjectiveSimulation.run(spec, seed, i));
        }
        return new Case(runs);
    }

    private Reproduction reproduction() {
        Case nativeHigh = runs(SERVERS, 0.8, Controller.NATIVE, Loop.DEFAULT);
        Case high = runs(SERVERS, 0.8, Controller.SKYNET, Loop.DEFAULT);
        violated("high-native", nativeHigh, 32.6);
        violated("high-skynet", high, 4.4);
        times("high-ratio", nativeHigh, high, 4);
        violated("bursty-skynet", high, 13.7);
        medium();
        aws();
        precision(high);
        Case partly = runs(SERVERS, 0.8, Controller.SKYNET, CPU_AND_MEMORY);
        double part = partly.violated();
        claims.answer(
                "partly-half",
                part > nativeHigh.violated() / 2,
                "%.1f %% against %.1f %%",
                part,
                nativeHigh.violated());
        claims.answer("partly-most", part > 50, "%.1f %%", part);
        return claims.reproduction();
    }

    private void medium() {
        Case unmanaged = runs(SERVERS, 0.4, Controller.NATIVE, Loop.DEFAULT);
        Case skynet = runs(SERVERS, 0.4, Controller.SKYNET, Loop.DEFAULT);
        violated("medium-native", unmanaged, 4.2);
        violated("medium-skynet", skynet, 6.7);
        double apart = Math.abs(unmanaged.violated() - skynet.violated());
        claims.answer("medium-apart", apart < 4, "%.1f points", apart);
        double servers = skynet.mean(ObjectiveResult::meanServers);
        claims.answer("medium-servers", servers <= 0.61 * SERVERS, "%.2f of 5", servers);
        claims.answer("medium-servers-published", servers <= 2.75, "%.2f of 5", servers);
    }

    private void aws() {
        Case unmanaged = runs(AWS_SERVERS, 0.85, Controller.NATIVE, Loop.DEFAULT);
        Case skynet = runs(AWS_SERVERS, 0.75, Controller.SKYNET, Loop.DEFAULT);
        violated("aws-native", unmanaged, 36.25);
        violated("aws-skynet", skynet, 6.6);
        times("aws-ratio", unmanaged, skynet, 5);
    }

    private void precision(Case high) {
        double error = 100 * high.mean(ObjectiveResult::meanError);
        claims.answer("error", error >= 9 && error <= 15, "%.1f %%", error);
        double back = high.mean(ObjectiveResult::meanBackSeconds);
        claims.answer("speed", back <= 3, "%.1f s", back);
        double[] over = new double[Needs.RESOURCES];
        boolean isInRange = true;
        for (int r = 0; r < over.length; r++) {
            over[r] = high.over(r);
            isInRange &= over[r] >= 5 && over[r] <= 25;
        }
        claims.answer(
                "overprovision",
                isInRange,
                "%.1f, %.1f, %.1f, %.1f %%",
                over[0],
                over[1],
                over[2],
                over[3]);
        boolean isOrdered = over[2] > over[0] && over[0] > over[1];
        claims.answer(
                "overprovision-order",
                isOrdered && over[2] > 1.5 * over[0],
                "%.1f, %.1f, %.1f, %.1f %%",
                over[0],
                over[1],
                over[2],
                over[3]);
    }

    /** Within a fifth of the published share. */
    private void violated(String id, Case ours, double published) {
        double violated = ours.violated();
        claims.answer(id, Math.abs(violated - published) <= 0.2 * published, "%.1f %%", violated);
    }

    private void times(String id, Case unmanaged, Case skynet, double least) {
        double times = unmanaged.violated() / skynet.violated();
        claims.answer(id, times >= least, "%.1f", times);
    }
}
