package dev.stowage.sim.serverless;

import static dev.stowage.sim.serverless.LatEstRuns.FIRECRACKER;
import static dev.stowage.sim.serverless.LatEstRuns.GROWING;
import static dev.stowage.sim.serverless.LatEstRuns.KNATIVE;
import static dev.stowage.sim.serverless.LatEstRuns.PREDICTING;
import static dev.stowage.sim.serverless.LatEstRuns.mostCores;
import static dev.stowage.sim.serverless.LatEstRuns.mostInstances;
import static dev.stowage.sim.serverless.LatEstRuns.mostP99;
import static dev.stowage.sim.serverless.LatEstRuns.run;

import dev.stowage.sim.serverless.LatEstRuns.Platform;
import dev.stowage.study.published.Claims;
import dev.stowage.study.published.Reproduction;
import dev.stowage.study.published.ReproductionStudy;
import java.util.Arrays;

/**
 * LatEst against Knative, made anew: Tables 4.1 and 4.2 and the four loads of Sfakianakis, PhD
 * thesis, 2023, chapter 4. Arrivals are evenly spaced and nothing is drawn, so that the seed
 * changes nothing. The burst comes after 20 s at 200 requests a second and lasts 15 s.
 */
public final class LatEstStudy {
    private static final double[] BIG_BURST = {20, 200, 15, 14_400};
    private static final double BURST = 20;
    private static final double END = 35;
    private static final int PHASES = 8;
    private static final double SETTLED = 5;

    private final Claims claims = new Claims("latest");

    private LatEstStudy() {}

    /** As the command {@code reproduce} has it. */
    public static ReproductionStudy study() {
        return new ReproductionStudy(
                "latest",
                "vertical elasticity first for serverless functions, against Knative (LatEst)",
                seed -> new LatEstStudy().reproduction());
    }

    private Reproduction reproduction() {
        singleRequests();
        bigBurst();
        phases();
        steady();
        incremental();
        bursty();
        return claims.reproduction();
    }

    private static double single(Platform platform, boolean isCold) {
        String autoscaler = isCold ? "kpa[initial=0]" : "fixed";
        Platform alone =
                new Platform(autoscaler, platform.overheadMicros(), platform.creationMicros(), 3);
        return run(alone, 1, 0, 0, 1, 1).all().mostMillis();
    }

    private void singleRequests() {
        near("warm-firecracker", single(FIRECRACKER, false), 2.5, 1e-3, "%.3f ms");
        near("warm-vhive", single(KNATIVE, false), 2.7, 1e-3, "%.3f ms");
        near("warm-latest", single(PREDICTING, false), 2.4, 1e-3, "%.3f ms");
        near("cold-firecracker", single(FIRECRACKER, true), 252.6, 0.2, "%.1f ms");
        near("cold-vhive", single(KNATIVE, true), 62.6, 0.2, "%.1f ms");
    }

    private void near(String id, double ours, double published, double within, String format) {
        claims.answer(id, Math.abs(ours - published) <= within, format, ours);
    }

    private void bigBurst() {
        ServerlessResult knative = run(KNATIVE, 4, 0, 0, BIG_BURST);
        ServerlessResult firecracker = run(FIRECRACKER, 4, 0, 0, BIG_BURST);
        ServerlessResult growing = run(GROWING, 4, 0, 0, BIG_BURST);
        ServerlessResult predicting = run(PREDICTING, 4, 0, 0, BIG_BURST);
        size("big-vhive", knative, 120, 96, 0);
        size("big-growing", growing, 4, 96, 0);
        size("big-predicting", predicting, 2, 42, 3);
        double slow = mostP99(knative, BURST, END);
        double grown = mostP99(growing, BURST, END);
        double quick = mostP99(predicting, BURST, END);
        double slowest = mostP99(firecracker, BURST, END);
        claims.answer("big-growing-p99", isWithin(grown, 90, 0.2), "%.0f ms", grown);
        claims.answer("big-predicting-p99", isWithin(quick, 40, 0.2), "%.0f ms", quick);
        claims.answer(
                "big-order",
                slow > grown && grown >= quick,
                "%.0f, %.0f, %.0f ms",
                slow,
                grown,
                quick);
        claims.answer("big-ratio", slow >= 10 * grown, "%.0f and %.0f", slow / quick, slow / grown);
        claims.answer("big-firecracker", slowest >= slow, "%.0f against %.0f ms", slowest, slow);
    }

    private void size(
            String id, ServerlessResult result, int instances, double cores, double within) {
        int most = mostInstances(result, 0, END);
        claims.answer(id + "-instances", most == instances, "%d", most);
        near(id + "-cores", mostCores(result), cores, within, "%.1f");
    }

    private static boolean isWithin(double ours, double published, double share) {
        return Math.abs(ours - published) <= share * published;
    }

    /** The burst begins anywhere between two decisions of Knative. */
    private void phases() {
        double[] p99 = new double[PHASES];
        for (int i = 0; i < PHASES; i++) {
            p99[i] = mostP99(run(KNATIVE, 4, 2.0 * i / PHASES, 0, BIG_BURST), BURST, END);
        }
        Arrays.sort(p99);
        double median = (p99[PHASES / 2 - 1] + p99[PHASES / 2]) / 2;
        claims.answer(
                "big-vhive-p99",
                isWithin(median, 1_000, 0.2),
                "%.0f ms (%.0f to %.0f by the phase of the burst)",
                median,
                p99[0],
                p99[PHASES - 1]);
        FunctionFigures limited = run(KNATIVE, 4, 0, 10_000, BIG_BURST).functions().get(0);
        claims.answer(
                "big-vhive-answered",
                limited.dropped() == 0,
                "%d of %d dropped by the activator's queue of 10,000",
                limited.dropped(),
                limited.arrived());
    }

    private void steady() {
        double[] load = {100, 800};
        ServerlessResult knative = run(KNATIVE.withCores(3), 1, 0, 0, load);
        ServerlessResult latest = run(PREDICTING, 1, 0, 0, load);
        double slow = mostP99(knative, SETTLED, 100);
        double quick = mostP99(latest, SETTLED, 100);
        claims.answer(
                "static-p99", Math.abs(slow - quick) <= 1, "%.1f against %.1f ms", slow, quick);
        int many = mostInstances(knative, SETTLED, 100);
        claims.answer("static-vhive", many == 2, "%d", many);
        int one = mostInstances(latest, SETTLED, 100);
        claims.answer("static-latest", one == 1, "%d", one);
        claims.answer(
                "no-creation",
                latest.all().mostMillis() < 60,
                "%.1f ms",
                latest.all().mostMillis());
    }

    private void incremental() {
        double[] load = {100, 200, 100, 400, 100, 600, 100, 800, 100, 600, 100, 400, 100, 200};
        ServerlessResult knative = run(KNATIVE.withCores(3), 1, 0, 0, load);
        ServerlessResult latest = run(PREDICTING, 1, 0, 0, load);
        int at600 = mostInstances(knative, 200, 300);
        claims.answer("incremental-at-600", at600 > 1, "%d instance(s) at 600/s", at600);
        double third = mostP99(knative, 200, 300);
        claims.answer("incremental-vhive-p99", isWithin(third, 40, 0.5), "%.1f ms", third);
        double first = mostP99(latest, SETTLED, 100);
        double later = mostP99(latest, 100, 700);
        claims.answer("incremental-latest", later <= 2 * first, "%.1f after %.1f ms", later, first);
    }

    private void bursty() {
        double[] load = {100, 200, 100, 1_200, 100, 200, 100, 1_200};
        ServerlessResult knative = run(KNATIVE.withCores(3), 1, 0, 0, load);
        ServerlessResult latest = run(PREDICTING, 1, 0, 0, load);
        int made = mostInstances(knative, 100, 200) - mostInstances(knative, SETTLED, 100);
        claims.answer("bursty-vhive-instances", made <= 6, "%d new", made);
        double calm = mostP99(knative, SETTLED, 100);
        double worst = mostP99(knative, 100, 200);
        claims.answer(
                "bursty-vhive-p99",
                worst <= 20 * calm,
                "%.0f times (%.0f ms)",
                worst / calm,
                worst);
        double quiet = mostP99(latest, SETTLED, 100);
        double burst = mostP99(latest, 100, 400);
        claims.answer("bursty-latest", burst <= 2 * quiet, "%.1f after %.1f ms", burst, quiet);
        claims.answer("bursty-ratio", worst >= 10 * burst, "%.1f", worst / burst);
    }
}
