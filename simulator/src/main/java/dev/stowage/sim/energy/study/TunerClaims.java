package dev.stowage.sim.energy.study;

import dev.stowage.sim.energy.EnergyDay;
import dev.stowage.sim.energy.EnergyHour;
import dev.stowage.sim.energy.EnergyManager;
import dev.stowage.sim.energy.EnergyModel;
import dev.stowage.sim.energy.Objective;
import dev.stowage.sim.energy.Operation;
import dev.stowage.sim.energy.PublishedModel;
import dev.stowage.study.published.Claims;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Claims E8 to E10, and of the published model. */
final class TunerClaims {
    private static final double NEAR = 1.1;

    private final EnergySetup setup;
    private final Claims claims;

    TunerClaims(EnergySetup setup, Claims claims) {
        this.setup = setup;
        this.claims = claims;
    }

    /** Answers them. */
    void answer() {
        tailbench();
        tuner();
        latency();
        publishedModel();
    }

    private void tailbench() {
        List<Tailbench> all = new ArrayList<>();
        for (String node : List.of("n0", "n1", "n3")) {
            for (String service : List.of("imgdnn", "xapian")) {
                for (double share : new double[] {0.4, 0.8}) {
                    all.add(Tailbench.of(setup.model(node, service), share, setup.seed()));
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
        Tailbench few = Tailbench.of(setup.model("n2", "imgdnn"), 0.8, setup.seed());
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
        EnergyModel model = setup.model(EnergySetup.SERVER, "memcached");
        EnergyDay day = EnergySetup.day(model, EnergySetup.P99_500, Objective.ENERGY);
        double[] loads = {200_000, 400_000, 600_000};
        int[] near =
                Arrays.stream(loads)
                        .mapToInt(load -> near(day, EnergyManager.TUNED, load))
                        .toArray();
        claims.answer(
                "E9",
                Arrays.stream(near).allMatch(each -> 10 * each >= 9 * setup.seeds()),
                "%d, %d, %d of %d seeds at 200, 400, 600 k requests/s; told equation 4 alone, as in"
                        + " the paper, %d at 600 k",
                near[0],
                near[1],
                near[2],
                setup.seeds(),
                near(day, EnergyManager.PENALISED, loads[2]));
        EnergyHour hour = day.hour(EnergyManager.TUNED, 400_000, setup.seed());
        double trials =
                hour.trials().stream().mapToDouble(t -> t.operation().watts()).average().orElse(0);
        claims.answer(
                "E9b",
                trials > hour.operation().watts(),
                "%.0f W in the trials, %.0f W after them",
                trials,
                hour.operation().watts());
    }

    /** How many seeds meet the target with at most 10 % more power than the best pair. */
    private int near(EnergyDay day, EnergyManager manager, double load) {
        double best = day.oracle(load).watts();
        int near = 0;
        for (int i = 0; i < setup.seeds(); i++) {
            EnergyHour hour = day.hour(manager, load, setup.seed() + i);
            near += hour.isMet() && hour.operation().watts() <= NEAR * best ? 1 : 0;
        }
        return near;
    }

    private void latency() {
        EnergyModel model = setup.model(EnergySetup.SERVER, "memcached");
        double load = 400_000;
        EnergyDay day = EnergySetup.day(model, EnergySetup.P99_500, Objective.LATENCY);
        Operation linux = day.hour(EnergyManager.LINUX, load, setup.seed()).operation();
        Operation fast = day.hour(EnergyManager.TUNED, load, setup.seed()).operation();
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
        PublishedModel fit =
                PublishedModel.fitted(setup.model(EnergySetup.SERVER, "memcached"), 100_000, 0.2);
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
