package dev.stowage.sim.node.study;

import dev.stowage.basis.Seeds;
import dev.stowage.model.node.ApproximateProfile;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.policy.node.Allocation;
import dev.stowage.sim.node.NodeRun;
import dev.stowage.sim.node.study.PliantRuns.Outcome;
import dev.stowage.study.published.Claims;
import dev.stowage.study.published.Reproduction;
import dev.stowage.study.published.ReproductionStudy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/**
 * What Pliant was measured to do, and what the model makes of it. Variants and pressures of the
 * applications are synthetic, as the paper prints no number of them.
 */
public final class PliantReproduction {
    private static final List<String> SERVICES =
            List.of("nginx-pliant", "memcached-pliant", "mongodb-pliant");
    private static final double[][] PUBLISHED_RATIOS = {{2.1, 9.8}, {1.46, 3.8}, {2.08, 5.91}};
    private static final int[] PUBLISHED_LOADS = {48, 46, 77};
    private static final int MIXES = 24;

    private final PliantRuns runs;
    private final long seed;
    private final Claims claims = new Claims("pliant");
    private final Map<String, List<Outcome>> precise = new LinkedHashMap<>();
    private final Map<String, List<Outcome>> pliant = new LinkedHashMap<>();
    private final Map<String, List<Outcome>> reclaim = new LinkedHashMap<>();

    private PliantReproduction(NodeLibrary library, long seed) {
        this.seed = seed;
        runs = new PliantRuns(library, seed);
        for (String service : SERVICES) {
            precise.put(service, all(service, PliantRuns.USUAL_LOAD, "precise"));
            pliant.put(service, all(service, PliantRuns.USUAL_LOAD, "pliant"));
            reclaim.put(service, all(service, PliantRuns.USUAL_LOAD, "precise-reclaim"));
        }
    }

    /** As a study of {@code reproduce}. */
    public static ReproductionStudy study() {
        return new ReproductionStudy(
                "pliant",
                "Pliant: a service beside approximate applications on one node",
                seed -> run(NodeLibrary.shipped(), seed));
    }

    /** Runs everything. */
    public static Reproduction run(NodeLibrary library, long seed) {
        PliantReproduction work = new PliantReproduction(library, seed);
        work.violations();
        work.quality();
        work.loads();
        work.orderOfServices();
        work.intervals();
        work.thresholds();
        work.mixes();
        work.steps();
        return work.claims.reproduction();
    }

    private List<Outcome> all(String service, double load, String manager) {
        return runs.applications().stream()
                .map(each -> runs.run(service, load, manager, List.of(each)))
                .toList();
    }

    private static List<Outcome> of(Map<String, List<Outcome>> outcomes) {
        return outcomes.values().stream().flatMap(List::stream).toList();
    }

    private static List<Outcome> of(Map<String, List<Outcome>> outcomes, String service) {
        List<Outcome> found = outcomes.get(service);
        if (found == null) {
            throw new IllegalArgumentException("no service " + service);
        }
        return found;
    }

    private static double mean(List<Outcome> outcomes, ToDoubleFunction<Outcome> value) {
        return outcomes.stream().mapToDouble(value).average().orElseThrow();
    }

    private void violations() {
        int within = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int i = 0; i < SERVICES.size(); i++) {
            for (Outcome each : of(precise, SERVICES.get(i))) {
                double low = PUBLISHED_RATIOS[i][0] / 1.5;
                double high = PUBLISHED_RATIOS[i][1] * 1.5;
                within += each.latency() >= low && each.latency() <= high ? 1 : 0;
                least = Math.min(least, each.latency());
                most = Math.max(most, each.latency());
            }
        }
        claims.answer(
                "A1",
                within == of(precise).size(),
                "%d of %d within; %.2f to %.0f times the target",
                within,
                of(precise).size(),
                least,
                most);
    }

    private void quality() {
        long met = of(pliant).stream().filter(Outcome::isMet).count();
        double inaccuracy = mean(of(pliant), Outcome::inaccuracy);
        double worst = of(pliant).stream().mapToDouble(Outcome::inaccuracy).max().orElseThrow();
        claims.answer(
                "A2",
                met == of(pliant).size()
                        && inaccuracy >= 0.01
                        && inaccuracy <= 0.035
                        && worst <= 0.05,
                "%d of %d meet it; %.1f %% of quality lost, %.1f %% at most",
                met,
                of(pliant).size(),
                100 * inaccuracy,
                100 * worst);
        List<String> slower = new ArrayList<>();
        for (Outcome each : of(pliant)) {
            NodeRun.JobOutcome job = each.run().jobs().get(0);
            if (each.timeRatio() > 1 && !slower.contains(job.job())) {
                slower.add(job.job());
            }
        }
        claims.answer(
                "A3",
                slower.stream().allMatch(name -> name.equals("water_spatial")),
                "longer: %s",
                slower.isEmpty() ? "none" : String.join(", ", slower));
        long kept = of(reclaim).stream().filter(Outcome::isMet).count();
        int longer = 0;
        for (int i = 0; i < of(reclaim).size(); i++) {
            longer += of(reclaim).get(i).timeRatio() > of(pliant).get(i).timeRatio() ? 1 : 0;
        }
        claims.answer(
                "A4",
                2 * kept > of(reclaim).size() && longer == of(reclaim).size(),
                "%d of %d meet it, %d take longer",
                kept,
                of(reclaim).size(),
                longer);
    }

    private void loads() {
        List<Outcome> low = new ArrayList<>();
        List<Outcome> high = new ArrayList<>();
        for (String service : SERVICES.subList(0, 2)) {
            low.addAll(all(service, 0.5, "pliant"));
            high.addAll(all(service, 0.9, "pliant"));
        }
        double precisely = mean(low, Outcome::inaccuracy);
        long lost = high.stream().filter(each -> !each.isMet()).count();
        claims.answer(
                "A5",
                precisely <= 0.005 && 2 * lost > high.size(),
                "at 50 %% %.2f %% of quality lost; at 90 %% %d of %d violate",
                100 * precisely,
                lost,
                high.size());
        middleLoads();
        boolean isNear = true;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < SERVICES.size(); i++) {
            int largest = largestPrecise(SERVICES.get(i));
            isNear &= Math.abs(largest - PUBLISHED_LOADS[i]) <= 8;
            text.append(i == 0 ? "" : ", ").append(largest);
        }
        claims.answer("A6", isNear, "%s %%", text);
        long alone =
                of(pliant, SERVICES.get(0)).stream()
                        .filter(each -> each.isMet() && each.coresTaken() == 0)
                        .count();
        double share = alone / (double) of(pliant, SERVICES.get(0)).size();
        claims.answer("A11", share >= 0.15 && share <= 0.5, "%.0f %% of runs", 100 * share);
    }

    /** What is needed between low and high load, and of MongoDB. */
    private void middleLoads() {
        double[] alone = new double[2];
        double[] loads = {0.65, 0.75};
        for (int i = 0; i < loads.length; i++) {
            List<Outcome> outcomes = new ArrayList<>();
            for (String service : SERVICES.subList(0, 2)) {
                outcomes.addAll(all(service, loads[i], "pliant"));
            }
            alone[i] = mean(outcomes, each -> each.isMet() && each.coresTaken() == 0 ? 1 : 0);
        }
        claims.answer(
                "A5b",
                alone[0] >= 0.5 && alone[1] < 0.5,
                "at 65 %% in %.0f %% of runs, at 75 %% in %.0f %%",
                100 * alone[0],
                100 * alone[1]);
        double lost = mean(all(SERVICES.get(2), 0.8, "pliant"), Outcome::inaccuracy);
        claims.answer("A5c", lost <= 0.005, "%.2f %% of quality lost", 100 * lost);
    }

    /** The largest load at which most precise applications leave the service its target. */
    private int largestPrecise(String service) {
        for (int load = 90; load > 0; load -= 2) {
            List<Outcome> outcomes = all(service, load / 100.0, "precise");
            long met = outcomes.stream().filter(Outcome::isMet).count();
            if (2 * met > outcomes.size()) {
                return load;
            }
        }
        return 0;
    }

    private void orderOfServices() {
        double[] cores = new double[SERVICES.size()];
        double[] violated = new double[SERVICES.size()];
        for (int i = 0; i < cores.length; i++) {
            cores[i] = mean(of(pliant, SERVICES.get(i)), Outcome::coresTaken);
            violated[i] = mean(of(pliant, SERVICES.get(i)), Outcome::violationShare);
        }
        claims.answer(
                "A7",
                cores[1] >= cores[0]
                        && cores[0] >= cores[2]
                        && violated[1] >= violated[0]
                        && violated[0] >= violated[2],
                "cores %.1f, %.1f, %.1f; time above target %.0f, %.0f, %.0f %%",
                cores[1],
                cores[0],
                cores[2],
                100 * violated[1],
                100 * violated[0],
                100 * violated[2]);
    }

    private void intervals() {
        double[] shares = new double[2];
        String[] managers = {"pliant[half-seconds=2]", "pliant[half-seconds=10]"};
        for (int i = 0; i < 2; i++) {
            shares[i] =
                    mean(
                            all(SERVICES.get(1), PliantRuns.USUAL_LOAD, managers[i]),
                            Outcome::violationShare);
        }
        claims.answer(
                "A8",
                shares[1] > shares[0],
                "time above target %.1f %% with 1 s, %.1f %% with 5 s",
                100 * shares[0],
                100 * shares[1]);
    }

    private void thresholds() {
        double[] bounds = {0, 0.01, 0.02, 0.05};
        double[] sustained = new double[bounds.length];
        StringBuilder text = new StringBuilder();
        boolean isRising = true;
        for (int i = 0; i < bounds.length; i++) {
            sustained[i] = sustained(SERVICES.get(0), bounds[i]);
            isRising &= i == 0 || sustained[i] >= sustained[i - 1] - 1e-9;
            text.append(i == 0 ? "" : ", ").append(Math.round(100 * sustained[i]));
        }
        claims.answer("A9", isRising, "NGINX %s %% of saturation", text);
        double two = sustained(SERVICES.get(2), 0.02);
        double five = sustained(SERVICES.get(2), 0.05);
        claims.answer(
                "A9b",
                Math.abs(five - two) <= 0.01,
                "%.0f and %.0f %% of saturation; more than 90 is not looked at",
                100 * two,
                100 * five);
    }

    /** Mean largest load over applications whose variants are within a bound. */
    private double sustained(String service, double bound) {
        double sum = 0;
        for (ApproximateProfile each : runs.applications()) {
            ApproximateProfile bounded =
                    new ApproximateProfile(
                            each.job(),
                            each.nominalSeconds(),
                            each.overhead(),
                            ApproximateProfile.useful(each.variants(), bound, new ArrayList<>()),
                            each.source());
            int load = 90;
            while (load > 0
                    && !runs.run(service, load / 100.0, "pliant", List.of(bounded)).isMet()) {
                load -= 5;
            }
            sum += load / 100.0;
        }
        return sum / runs.applications().size();
    }

    private void mixes() {
        double[] spread = new double[3];
        double[] ofTime = new double[3];
        RandomGenerator random = Seeds.stream(seed, "node.pliant.mixes", 0);
        for (int count = 1; count <= 3; count++) {
            List<Double> values = new ArrayList<>();
            List<Double> times = new ArrayList<>();
            for (int mix = 0; mix < MIXES; mix++) {
                List<ApproximateProfile> jobs = new ArrayList<>(runs.applications());
                while (jobs.size() > count) {
                    jobs.remove(random.nextInt(jobs.size()));
                }
                Outcome outcome =
                        runs.run(
                                SERVICES.get(0),
                                PliantRuns.USUAL_LOAD,
                                "pliant",
                                Collections.unmodifiableList(jobs));
                values.add(outcome.inaccuracy());
                times.add(outcome.timeRatio());
            }
            spread[count - 1] = deviation(values);
            ofTime[count - 1] = deviation(times);
        }
        claims.answer(
                "A10",
                spread[1] <= spread[0] && spread[2] <= spread[1],
                "standard deviation of inaccuracy %.2f, %.2f, %.2f points",
                100 * spread[0],
                100 * spread[1],
                100 * spread[2]);
        claims.answer(
                "A10b",
                ofTime[1] <= ofTime[0] && ofTime[2] <= ofTime[1],
                "standard deviation of the time ratio %.2f, %.2f, %.2f",
                ofTime[0],
                ofTime[1],
                ofTime[2]);
    }

    private static double deviation(List<Double> values) {
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return Math.sqrt(
                values.stream().mapToDouble(each -> (each - mean) * (each - mean)).sum()
                        / (values.size() - 1));
    }

    private void steps() {
        int wrong = 0;
        int seen = 0;
        for (Outcome each : of(pliant)) {
            int most = each.run().jobs().isEmpty() ? 0 : mostOf(each);
            List<NodeRun.Interval> intervals = each.run().intervals();
            for (int i = 1; i < intervals.size(); i++) {
                Allocation now = intervals.get(i).allocation();
                int change = now.variant(1) - intervals.get(i - 1).allocation().variant(1);
                seen += change == 0 ? 0 : 1;
                wrong += change < -1 || (change > 0 && now.variant(1) != most) ? 1 : 0;
            }
        }
        claims.answer("A12", seen > 0 && wrong == 0, "%d of %d changes are others", wrong, seen);
    }

    private int mostOf(Outcome outcome) {
        String name = outcome.run().jobs().get(0).job();
        return runs.applications().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow()
                .mostApproximate();
    }
}
