package dev.stowage.sim.energy.study;

import dev.stowage.sim.energy.EnergyModel;
import dev.stowage.sim.energy.LatencyTarget;
import dev.stowage.sim.energy.Objective;
import dev.stowage.sim.energy.Operation;
import dev.stowage.sim.energy.RequestParameter;
import dev.stowage.study.published.Claims;
import dev.stowage.tuning.Knob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Claims E1 to E3: one server at one load, closed and open loop. */
final class LoopClaims {
    private final EnergySetup setup;
    private final Claims claims;

    LoopClaims(EnergySetup setup, Claims claims) {
        this.setup = setup;
        this.claims = claims;
    }

    /** Answers them. */
    void answer() {
        closedLoop();
        openLoop();
    }

    private void closedLoop() {
        EnergyModel model = setup.model(EnergySetup.SERVER, "memcached");
        ClosedLoop dynamic = ClosedLoop.of(model, 65_536, model.platform().highestGhz(), 84);
        double time = Double.POSITIVE_INFINITY;
        double energy = Double.POSITIVE_INFINITY;
        for (double ghz : model.platform().frequenciesGhz()) {
            for (double delay : model.platform().itr().values()) {
                ClosedLoop one = ClosedLoop.of(model, 65_536, ghz, delay);
                if (one.joules() < energy) {
                    energy = one.joules();
                    time = one.micros();
                }
            }
        }
        double less = 1 - energy / dynamic.joules();
        double faster = 1 - time / dynamic.micros();
        claims.answer(
                "E1",
                less >= 0.3 && faster >= 0.3,
                "%.0f %% less energy, %.0f %% less time",
                100 * less,
                100 * faster);
        double[] best = new double[4];
        double own = model.service().of(RequestParameter.INTERRUPT);
        double cost = own;
        while (fastest(model, 524_288, cost) < 26) {
            cost += 0.5;
        }
        double[] bytes = {64, 8_192, 65_536, 524_288};
        for (int i = 0; i < best.length; i++) {
            best[i] = fastest(model, bytes[i], own);
        }
        claims.answer(
                "E1b",
                best[0] <= best[1] && best[1] <= best[2] && best[2] <= best[3],
                "%.0f, %.0f, %.0f, %.0f us for 64 B, 8, 64 and 512 KB; 26 us at 512 KB if an"
                        + " interrupt took %.1f us and not %.1f",
                best[0],
                best[1],
                best[2],
                best[3],
                cost,
                own);
    }

    private static double fastest(EnergyModel model, double bytes, double interruptMicros) {
        Knob delays = model.platform().itr();
        double best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (double delay : delays.values()) {
            double micros =
                    ClosedLoop.of(
                                    model,
                                    bytes,
                                    model.platform().highestGhz(),
                                    delay,
                                    interruptMicros)
                            .micros();
            if (micros < least) {
                least = micros;
                best = delay;
            }
        }
        return best;
    }

    private void openLoop() {
        EnergyModel model = setup.model(EnergySetup.SERVER, "memcached");
        Operation fast =
                EnergySetup.day(model, EnergySetup.P99_500, Objective.LATENCY).oracle(400_000);
        LatencyTarget loose = new LatencyTarget(99, 5_000);
        double whole =
                fast.watts()
                        - EnergySetup.day(model, loose, Objective.ENERGY).oracle(400_000).watts();
        double near = fast.watts() - within(model, 2 * fast.p99Micros());
        double times = 2;
        while (fast.watts() - within(model, times * fast.p99Micros()) < 0.8 * whole) {
            times += 0.1;
        }
        claims.answer(
                "E2",
                near >= 0.8 * whole,
                "%.0f %% of the saving within twice the least p99, 80 %% within %.1f times",
                100 * near / whole,
                times);
        List<Double> rescued = new ArrayList<>(); // thousands of requests per second
        for (int load = 200; load <= 500; load += 10) {
            if (p99(model, load, 2) > 500 && leastP99(model, load) <= 500) {
                rescued.add((double) load);
            }
        }
        claims.answer(
                "E3",
                rescued.contains(400.0),
                "%.0f us at a delay of 2 us, %.0f us at the best one; so at %.0f to %.0f k"
                        + " requests/s",
                p99(model, 400, 2),
                leastP99(model, 400),
                rescued.stream().mapToDouble(each -> each).min().orElse(Double.NaN),
                rescued.stream().mapToDouble(each -> each).max().orElse(Double.NaN));
    }

    private static double within(EnergyModel model, double p99Micros) {
        LatencyTarget target = new LatencyTarget(99, p99Micros);
        return EnergySetup.day(model, target, Objective.ENERGY).oracle(400_000).watts();
    }

    private static double p99(EnergyModel model, int thousands, double delay) {
        return model.at(1000.0 * thousands, 1.3, delay).percentileMicros(0.99);
    }

    private static double leastP99(EnergyModel model, int thousands) {
        return Arrays.stream(model.platform().itr().values())
                .map(delay -> p99(model, thousands, delay))
                .min()
                .orElseThrow();
    }
}
