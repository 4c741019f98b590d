package dev.stowage.sim.energy.study;

import dev.stowage.sim.energy.EnergyDay;
import dev.stowage.sim.energy.EnergyHour;
import dev.stowage.sim.energy.EnergyManager;
import dev.stowage.sim.energy.EnergyModel;
import dev.stowage.sim.energy.Objective;
import dev.stowage.sim.energy.OperatingPoint;
import dev.stowage.sim.energy.PlatformParameter;
import dev.stowage.study.published.Claims;
import java.util.List;

/** Claims E4 to E7: days of load on one server. */
final class DayClaims {
    private final EnergySetup setup;
    private final Claims claims;

    DayClaims(EnergySetup setup, Claims claims) {
        this.setup = setup;
        this.claims = claims;
    }

    /** Answers them. */
    void answer() {
        savings();
        silo();
        specialised();
    }

    private double saving(EnergyDay day, EnergyManager manager, double[] loads) {
        double linux = EnergyDay.joules(day.under(EnergyManager.LINUX, loads, setup.seed()));
        return 1 - EnergyDay.joules(day.under(manager, loads, setup.seed())) / linux;
    }

    private void savings() {
        EnergyModel model = setup.model(EnergySetup.SERVER, "memcached");
        double[] loads = setup.loads(model);
        double loose =
                saving(
                        EnergySetup.day(model, EnergySetup.P90_500, Objective.ENERGY),
                        EnergyManager.TUNED,
                        loads);
        double usual =
                saving(
                        EnergySetup.day(model, EnergySetup.P99_500, Objective.ENERGY),
                        EnergyManager.TUNED,
                        loads);
        double[] held = held(EnergySetup.day(model, EnergySetup.P99_200, Objective.ENERGY), loads);
        double strict =
                saving(
                        EnergySetup.day(model, EnergySetup.P99_200, Objective.ENERGY),
                        EnergyManager.TUNED,
                        loads);
        claims.answer(
                "E4order",
                loose > usual && usual > strict,
                "%.0f, %.0f, %.0f %%",
                100 * loose,
                100 * usual,
                100 * strict);
        savingSizes(model, loads);
        EnergyDay day = EnergySetup.day(model, EnergySetup.P99_200, Objective.ENERGY);
        int broken =
                missed(day.under(EnergyManager.DVFS_ONLY, loads, setup.seed()))
                        - (setup.hours() - held.length);
        claims.answer(
                "E5a",
                broken > 0,
                "%d of the %d hours that some setting holds",
                Math.max(0, broken),
                held.length);
        double low = setup.loads(model)[setup.hours() / 8];
        double linux = day.hour(EnergyManager.LINUX, low, setup.seed()).joules();
        double itr = day.hour(EnergyManager.ITR_ONLY, low, setup.seed()).joules();
        claims.answer("E5b", itr > linux, "%+.1f %%", 100 * (itr / linux - 1));
    }

    private void savingSizes(EnergyModel model, double[] loads) {
        HourSavings loose = HourSavings.of(model, model, EnergySetup.P90_500, loads, setup.seed());
        HourSavings usual = HourSavings.of(model, model, EnergySetup.P99_500, loads, setup.seed());
        HourSavings strict = HourSavings.of(model, model, EnergySetup.P99_200, loads, setup.seed());
        List<EnergyHour> linux =
                EnergySetup.day(model, EnergySetup.P99_500, Objective.ENERGY)
                        .under(EnergyManager.LINUX, loads, setup.seed());
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
                setup.hours());
    }

    private static int missed(List<EnergyHour> all) {
        return (int) all.stream().filter(each -> !each.isMet()).count();
    }

    private static double[] held(EnergyDay day, double[] loads) {
        return day.quickest(EnergyManager.TUNED, loads, 0).stream()
                .filter(EnergyHour::isMet)
                .mapToDouble(EnergyHour::requestsPerSecond)
                .toArray();
    }

    private void silo() {
        EnergyModel model = setup.model(EnergySetup.SERVER, "silo");
        double[] loads = setup.loads(model);
        EnergyDay day = EnergySetup.day(model, EnergySetup.P99_500, Objective.ENERGY);
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
        int feasible =
                held(EnergySetup.day(model, EnergySetup.P99_200, Objective.ENERGY), loads).length;
        claims.answer("E6b", feasible == 0, "%d of %d hours", feasible, setup.hours());
    }

    private void specialised() {
        EnergyModel linux = setup.model(EnergySetup.SERVER, "memcached");
        EnergyModel special = setup.model(EnergySetup.SERVER, "memcached-specialised");
        double[] loads = setup.loads(linux);
        double most =
                EnergyDay.joules(
                        EnergySetup.day(linux, EnergySetup.P99_500, Objective.ENERGY)
                                .under(EnergyManager.LINUX, loads, setup.seed()));
        double least =
                EnergyDay.joules(
                        EnergySetup.day(special, EnergySetup.P99_500, Objective.ENERGY)
                                .under(EnergyManager.TUNED, loads, setup.seed()));
        double floor =
                linux.platform().of(PlatformParameter.IDLE_WATTS)
                        * EnergyHour.SECONDS
                        * setup.hours();
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
}
