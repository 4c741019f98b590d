package dev.stowage.sim.energy.study;

import dev.stowage.sim.energy.EnergyDay;
import dev.stowage.sim.energy.EnergyHour;
import dev.stowage.sim.energy.EnergyLibrary;
import dev.stowage.sim.energy.EnergyManager;
import dev.stowage.sim.energy.EnergyModel;
import dev.stowage.sim.energy.LatencyTarget;
import dev.stowage.sim.energy.Objective;
import dev.stowage.sim.energy.OperatingPoint;
import dev.stowage.sim.energy.Operation;
import dev.stowage.sim.energy.PlatformParameter;
import dev.stowage.sim.energy.PublishedModel;
import dev.stowage.sim.energy.RequestParameter;
import dev.stowage.sim.energy.Trials;
import dev.stowage.study.published.Claims;
import dev.stowage.study.published.Reproduction;
import dev.stowage.study.published.ReproductionStudy;
import dev.stowage.tuning.Knob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What was measured of tuned interrupts and frequencies, and what the model makes of it. */
public final class EnergyReproduction {
    private static final LatencyTarget P99_500 = new LatencyTarget(99, 500);
    private static final LatencyTarget P90_500 = new LatencyTarget(90, 500);
    private static final LatencyTarget P99_200 = new LatencyTarget(99, 200);
    private static final String SERVER = "e5-2690";
    private static final double NEAR = 1.1;

    private final EnergyLibrary library;
    private final int seeds;
    private final int hours;
    private final long seed;
    private final Claims claims = new Claims("energy");

    private EnergyReproduction(EnergyLibrary library, int seeds, int hours, long seed) {
        this.library = library;
        this.seeds = seeds;
        this.hours = hours;
        this.seed = seed;
    }

    /** As a study of {@code reproduce}: whole days, 100 seeds of the tuner. */
    public static ReproductionStudy study() {
        return new ReproductionStudy(
                "energy",
                "Interrupt delay and frequency tuned by Bayesian optimisation",
                seed -> run(EnergyLibrary.shipped(), 100, 24, seed));
    }

    /**
     * Runs everything.
     *
     * @param seeds of the tuner
     * @param hours of the day
     */
    public static Reproduction run(EnergyLibrary library, int seeds, int hours, long seed) {
        EnergyReproduction work = new EnergyReproduction(library, seeds, hours, seed);
        work.closedLoop();
        work.openLoop();
        work.savings();
        work.silo();
        work.specialised();
        work.tailbench();
        work.tuner();
        work.latency();
        work.publishedModel();
        return work.claims.reproduction();
    }

    private EnergyModel model(String platform, String service) {
        return library.model(platform, service);
    }

    private static EnergyDay day(EnergyModel model, LatencyTarget target, Objective objective) {
        return new EnergyDay(model, target, objective, Trials.Settings.usual());
    }

    /** A day between 20 % of the peak at 3 h and the peak at 15 h; its shape is ours. */
    private double[] loads(EnergyModel model) {
        double[] loads = new double[hours];
        for (int hour = 0; hour < hours; hour++) {
            double phase = 2 * Math.PI * (hour * 24.0 / hours - 3) / 24;
            loads[hour] = model.service().of(RequestParameter.PEAK) * (0.6 - 0.4 * Math.cos(phase));
        }
        return loads;
    }

    private void closedLoop() {
        EnergyModel model = model(SERVER, "memcached");
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
        double[] bytes = {64, 8_192, 65_536, 524_288};
        for (int i = 0; i < best.length; i++) {
            best[i] = fastest(model, bytes[i]);
        }
        claims.answer(
                "E1b",
                best[0] <= best[1] && best[1] <= best[2] && best[2] <= best[3],
                "%.0f, %.0f, %.0f, %.0f us for 64 B, 8, 64 and 512 KB",
                best[0],
                best[1],
                best[2],
                best[3]);
    }

    private static double fastest(EnergyModel model, double bytes) {
        Knob delays = model.platform().itr();
        double best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (double delay : delays.values()) {
            double micros =
                    ClosedLoop.of(model, bytes, model.platform().highestGhz(), delay).micros();
            if (micros < least) {
                least = micros;
                best = delay;
            }
        }
        return best;
    }

    private void openLoop() {
        EnergyModel model = model(SERVER, "memcached");
        Operation fast = day(model, P99_500, Objective.LATENCY).oracle(400_000);
        LatencyTarget loose = new LatencyTarget(99, 5_000);
        double whole = fast.watts() - day(model, loose, Objective.ENERGY).oracle(400_000).watts();
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
        return day(model, target, Objective.ENERGY).oracle(400_000).watts();
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

    private double saving(EnergyDay day, EnergyManager manager, double[] loads) {
        double linux = EnergyDay.joules(day.under(EnergyManager.LINUX, loads, seed));
        return 1 - EnergyDay.joules(day.under(manager, loads, seed)) / linux;
    }

    private void savings() {
        EnergyModel model = model(SERVER, "memcached");
        double[] loads = loads(model);
        double loose = saving(day(model, P90_500, Objective.ENERGY), EnergyManager.TUNED, loads);
        double usual = saving(day(model, P99_500, Objective.ENERGY), EnergyManager.TUNED, loads);
        double[] held = held(day(model, P99_200, Objective.ENERGY), loads);
        double strict = saving(day(model, P99_200, Objective.ENERGY), EnergyManager.TUNED, loads);
        claims.answer(
                "E4order",
                loose > usual && usual > strict,
                "%.0f, %.0f, %.0f %%",
                100 * loose,
                100 * usual,
                100 * strict);
        savingSizes(model, loads);
        EnergyDay day = day(model, P99_200, Objective.ENERGY);
        int broken =
                missed(day.under(EnergyManager.DVFS_ONLY, loads, seed)) - (hours - held.length);
        claims.answer(
                "E5a",
                broken > 0,
                "%d of the %d hours that some setting holds",
                Math.max(0, broken),
                held.length);
        double low = loads(model)[hours / 8];
        double linux = day.hour(EnergyManager.LINUX, low, seed).joules();
        double itr = day.hour(EnergyManager.ITR_ONLY, low, seed).joules();
        claims.answer("E5b", itr > linux, "%+.1f %%", 100 * (itr / linux - 1));
    }

    private void savingSizes(EnergyModel model, double[] loads) {
        HourSavings loose = HourSavings.of(model, model, P90_500, loads, seed);
        HourSavings usual = HourSavings.of(model, model, P99_500, loads, seed);
        HourSavings strict = HourSavings.of(model, model, P99_200, loads, seed);
        List<EnergyHour> linux =
                day(model, P99_500, Objective.ENERGY).under(EnergyManager.LINUX, loads, seed);
        claims.answer(
                "E4size",
                usual.linux() >= 0.3
                        && usual.linux() <= 0.6
                        && loose.linux() >= 0.5
                        && strict.linux() <= 0.3,
                "%.0f, %.0f, %.0f %%; of the cores' power alone, against the highest frequency:"
                        + " %.0f, %.0f, %.0f %%; Linux misses p99 500 us in %d of %d hours",
                100 * usual.linux(),
                100 * loose.linux(),
                100 * strict.linux(),
                100 * usual.fastest(),
                100 * loose.fastest(),
                100 * strict.fastest(),
                missed(linux),
                hours);
    }

    private static int missed(List<EnergyHour> all) {
        return (int) all.stream().filter(each -> !each.isMet()).count();
    }

    private static double[] held(EnergyDay day, double[] loads) {
        return Arrays.stream(loads).filter(day::isFeasible).toArray();
    }

    private void silo() {
        EnergyModel model = model(SERVER, "silo");
        double[] loads = loads(model);
        EnergyDay day = day(model, P99_500, Objective.ENERGY);
        double both = saving(day, EnergyManager.TUNED, loads);
        double itr = saving(day, EnergyManager.ITR_ONLY, loads);
        double dvfs = saving(day, EnergyManager.DVFS_ONLY, loads);
        claims.answer(
                "E6",
                Math.abs(itr) <= 0.05 && dvfs >= both - 0.05,
                "itr-only %+.0f %%, dvfs-only %+.0f %%, both %+.0f %%",
                100 * itr,
                100 * dvfs,
                100 * both);
        int feasible = held(day(model, P99_200, Objective.ENERGY), loads).length;
        claims.answer("E6b", feasible == 0, "%d of %d hours", feasible, hours);
    }

    private void specialised() {
        EnergyModel linux = model(SERVER, "memcached");
        EnergyModel special = model(SERVER, "memcached-specialised");
        double[] loads = loads(linux);
        double most =
                EnergyDay.joules(
                        day(linux, P99_500, Objective.ENERGY)
                                .under(EnergyManager.LINUX, loads, seed));
        double least =
                EnergyDay.joules(
                        day(special, P99_500, Objective.ENERGY)
                                .under(EnergyManager.TUNED, loads, seed));
        double floor =
                linux.platform().of(PlatformParameter.IDLE_WATTS) * EnergyHour.SECONDS * hours;
        claims.answer(
                "E7",
                most > 2 * least,
                "%.2f times; %.2f times of what the cores take",
                most / least,
                (most - floor) / (least - floor));
        claims.answer(
                "E7b",
                peak(special) > peak(linux),
                "%.1f and %.1f million",
                peak(special) / 1e6,
                peak(linux) / 1e6);
    }

    /** Largest load within p99 500 us at the highest frequency and the best of a few delays. */
    private static double peak(EnergyModel model) {
        double peak = 0;
        for (double load = 50_000; load <= 4_000_000; load += 50_000) {
            for (double delay : new double[] {2, 20, 50, 100}) {
                OperatingPoint point = model.at(load, model.platform().highestGhz(), delay);
                peak = point.percentileMicros(0.99) <= 500 ? load : peak;
            }
        }
        return peak;
    }

    private void tailbench() {
        List<Tailbench> all = new ArrayList<>();
        for (String node : List.of("n0", "n1", "n3")) {
            for (String service : List.of("imgdnn", "xapian")) {
                for (double share : new double[] {0.4, 0.8}) {
                    all.add(Tailbench.of(model(node, service), share, seed));
                }
            }
        }
        DoubleSummaryStatistics tuned = over(all, Tailbench::tuned);
        DoubleSummaryStatistics best = over(all, Tailbench::best);
        DoubleSummaryStatistics fastest = over(all, Tailbench::fastest);
        claims.answer(
                "E8",
                tuned.getMin() >= 0.05 && tuned.getMax() <= 0.36,
                "%.0f to %.0f %%; the best pair %.0f to %.0f %%, against the highest frequency %.0f"
                        + " to %.0f %%; Linux meets the target in %d of %d, the tuner in %d",
                100 * tuned.getMin(),
                100 * tuned.getMax(),
                100 * best.getMin(),
                100 * best.getMax(),
                100 * fastest.getMin(),
                100 * fastest.getMax(),
                all.stream().filter(Tailbench::isLinuxMet).count(),
                all.size(),
                all.stream().filter(Tailbench::isMet).count());
        Tailbench few = Tailbench.of(model("n2", "imgdnn"), 0.8, seed);
        claims.answer(
                "E8b",
                few.tuned() <= 0.03,
                "%.0f %%, with a Linux that %s the target",
                100 * few.tuned(),
                few.isLinuxMet() ? "meets" : "misses");
    }

    private static DoubleSummaryStatistics over(
            List<Tailbench> all, ToDoubleFunction<Tailbench> of) {
        return all.stream().mapToDouble(of).summaryStatistics();
    }

    private void tuner() {
        EnergyModel model = model(SERVER, "memcached");
        int near = 0;
        int all = 0;
        StringBuilder each = new StringBuilder();
        for (double load : new double[] {200_000, 400_000, 600_000}) {
            EnergyDay day = day(model, P99_500, Objective.ENERGY);
            double best = day.oracle(load).watts();
            int here = 0;
            for (int i = 0; i < seeds; i++) {
                EnergyHour hour = day.hour(EnergyManager.TUNED, load, seed + i);
                here += hour.isMet() && hour.operation().watts() <= NEAR * best ? 1 : 0;
            }
            each.append(each.length() == 0 ? "" : ", ").append(100 * here / seeds);
            near += here;
            all += seeds;
        }
        claims.answer(
                "E9",
                10 * near >= 9 * all,
                "%d %% of %d seeds at three loads (%s %%)",
                100 * near / all,
                seeds,
                each);
        EnergyHour hour =
                day(model, P99_500, Objective.ENERGY).hour(EnergyManager.TUNED, 400_000, seed);
        double trials =
                hour.trials().stream().mapToDouble(t -> t.operation().watts()).average().orElse(0);
        claims.answer(
                "E9b",
                trials > hour.operation().watts(),
                "%.0f W in the trials, %.0f W after them",
                trials,
                hour.operation().watts());
    }

    private void latency() {
        EnergyModel model = model(SERVER, "memcached");
        double load = 400_000;
        EnergyDay day = day(model, P99_500, Objective.LATENCY);
        Operation linux = day.hour(EnergyManager.LINUX, load, seed).operation();
        Operation fast = day.hour(EnergyManager.TUNED, load, seed).operation();
        double less = 1 - fast.p99Micros() / linux.p99Micros();
        double more = fast.watts() / linux.watts() - 1;
        claims.answer(
                "E10",
                less >= 0.15 && less <= 0.45 && more >= 0 && more <= 0.6,
                "p99 %.0f %% less for %.0f %% more energy",
                100 * less,
                100 * more);
    }

    private void publishedModel() {
        PublishedModel fit = PublishedModel.fitted(model(SERVER, "memcached"), 100_000, 0.2);
        claims.answer(
                "M1",
                fit.meanLatencyError() <= 0.1,
                "%.0f %% in the mean, %.0f %% at worst",
                100 * fit.meanLatencyError(),
                100 * fit.latencyError());
        claims.answer(
                "M2",
                fit.published() < 0 && fit.extended() > 0.9,
                "R2 %.1f by equation 3, %.2f by the extension",
                fit.published(),
                fit.extended());
    }
}
