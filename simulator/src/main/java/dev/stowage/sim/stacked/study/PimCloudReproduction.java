package dev.stowage.sim.stacked.study;

import dev.stowage.sim.stacked.Colocation;
import dev.stowage.sim.stacked.MemoryLatency;
import dev.stowage.sim.stacked.ServerKind;
import dev.stowage.sim.stacked.StackedLibrary;
import dev.stowage.sim.stacked.StackedManager;
import dev.stowage.sim.stacked.StackedModel;
import dev.stowage.sim.stacked.StackedService;
import dev.stowage.sim.stacked.Table3;
import dev.stowage.sim.stacked.Table3Fit;
import dev.stowage.study.published.Claims;
import dev.stowage.study.published.Reproduction;
import dev.stowage.study.published.ReproductionStudy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What was measured of PIMCloud, and what the model makes of it: managers in their steady state,
 * and the controller on its way there.
 */
public final class PimCloudReproduction {
    /** Ranks of the services of the six mixes of two (section V-A). */
    private static final int[][] PAIRS = {{0, 4}, {1, 5}, {2, 4}, {3, 5}, {0, 1}, {2, 3}};

    private static final double COARSE = 0.1;

    private final StackedLibrary library;
    private final StackedModel model;
    private final List<StackedService> ranked;
    private final Claims claims = new Claims("pimcloud");

    private PimCloudReproduction(StackedLibrary library) {
        this.library = library;
        model = new StackedModel(library);
        ranked =
                library.services().stream()
                        .sorted(Comparator.comparingDouble(StackedService::preference).reversed())
                        .toList();
    }

    /** As a study of {@code reproduce}; readings of the controller scatter by the seed. */
    public static ReproductionStudy study() {
        return new ReproductionStudy(
                "pimcloud",
                "PIMCloud against its baselines on CPU cores and PIM cores",
                seed -> run(StackedLibrary.shipped(), seed));
    }

    /** Runs everything. */
    public static Reproduction run(StackedLibrary library, long seed) {
        PimCloudReproduction work = new PimCloudReproduction(library);
        work.table();
        work.pairs();
        work.three();
        work.latency();
        work.controller(seed);
        return work.claims.reproduction();
    }

    private void table() {
        Table3 table = Table3.of(library);
        claims.answer(
                "T3",
                table.meanAbsoluteError() <= 0.1,
                "%.3f in the mean, %.2f at worst",
                table.meanAbsoluteError(),
                table.worst());
        List<StackedLibrary> leavingOut = Table3Fit.leavingOut(library);
        Table3Fit.besidePublished(library, leavingOut).forEach(claims::table);
        double out = Table3Fit.meanAbsoluteError(leavingOut);
        claims.answer("T3b", out <= 0.15, "%.3f in the mean", out);
        String order =
                ranked.stream()
                        .map(
                                each ->
                                        String.format(
                                                Locale.ROOT,
                                                "%s %.1f",
                                                each.name(),
                                                each.preference()))
                        .collect(Collectors.joining(", "));
        claims.answer(
                "R",
                ranked.get(0).name().equals("imgdnn") && ranked.get(5).name().equals("sphinx"),
                "%s",
                order);
        StackedService imgdnn = library.service("imgdnn");
        boolean isSo =
                MemoryLatency.largest(model, imgdnn, 2) == 0
                        && MemoryLatency.largest(model, imgdnn, 3) == 0
                        && MemoryLatency.largest(model, imgdnn, 6) > 0
                        && MemoryLatency.largest(model, imgdnn, 7) > 0
                        && MemoryLatency.largest(model, imgdnn, 8) > 0;
        claims.answer("C7", isSo, isSo ? "so" : "not so");
    }

    private void pairs() {
        Map<StackedManager, Double> mean = new EnumMap<>(StackedManager.class);
        boolean isFlat = true;
        for (int[] pair : PAIRS) {
            Colocation both =
                    new Colocation(model, List.of(ranked.get(pair[0]), ranked.get(pair[1])));
            for (StackedManager each : StackedManager.values()) {
                mean.merge(
                        each, both.utilisation(each, Colocation.STEP) / PAIRS.length, Double::sum);
            }
            isFlat &= isFlat(both);
        }
        double best = 0;
        for (StackedManager each :
                List.of(StackedManager.DEFAULT, StackedManager.AMS, StackedManager.OCTOPUS_MAN)) {
            best = Math.max(best, of(mean, each));
        }
        double pimcloud = of(mean, StackedManager.PIMCLOUD);
        boolean isOrdered =
                of(mean, StackedManager.DEFAULT) < of(mean, StackedManager.AMS)
                        && of(mean, StackedManager.AMS) < of(mean, StackedManager.OCTOPUS_MAN)
                        && of(mean, StackedManager.OCTOPUS_MAN) < pimcloud;
        claims.answer(
                "C1a",
                isOrdered,
                "%.0f, %.0f, %.0f, %.0f %%",
                100 * of(mean, StackedManager.DEFAULT),
                100 * of(mean, StackedManager.AMS),
                100 * of(mean, StackedManager.OCTOPUS_MAN),
                100 * pimcloud);
        double gain = pimcloud / best - 1;
        claims.answer("C1b", gain >= 0.1 && gain <= 0.3, "%+.0f %%", 100 * gain);
        claims.answer("C3", isFlat, isFlat ? "so" : "not so");
        double preference = of(mean, StackedManager.PREFERENCE_ONLY);
        double cores = of(mean, StackedManager.CORE_ADJUSTMENT);
        claims.answer(
                "C4",
                preference < cores && cores < pimcloud,
                "%+.0f and %+.0f points",
                100 * (cores - preference),
                100 * (pimcloud - cores));
    }

    private static double of(Map<StackedManager, Double> mean, StackedManager manager) {
        return Objects.requireNonNull(mean.get(manager), "a manager without a mean");
    }

    /** Under AMS, services on two kinds do not feel each other. */
    private static boolean isFlat(Colocation both) {
        boolean isOnTwoKinds =
                both.services().get(0).missRate() >= 0.3
                        != both.services().get(1).missRate() >= 0.3;
        double low = both.largestLast(StackedManager.AMS, Colocation.STEP);
        double high = both.largestLast(StackedManager.AMS, 4 * Colocation.STEP);
        return !isOnTwoKinds || high == 0 || low == high;
    }

    private void three() {
        Colocation mix =
                new Colocation(model, List.of(ranked.get(0), ranked.get(2), ranked.get(4)));
        double pimcloud = mix.utilisation(StackedManager.PIMCLOUD, COARSE);
        double best = 0;
        for (StackedManager each :
                List.of(StackedManager.DEFAULT, StackedManager.AMS, StackedManager.OCTOPUS_MAN)) {
            best = Math.max(best, mix.utilisation(each, COARSE));
        }
        double gain = pimcloud / best - 1;
        claims.answer("C2a", gain >= 0.15 && gain <= 0.5, "%+.0f %%", 100 * gain);
        int worse = 0;
        int cells = 0;
        for (double first = COARSE; first <= 1; first += COARSE) {
            for (double second = COARSE; second <= 1; second += COARSE) {
                double other = mix.largestLast(StackedManager.OCTOPUS_MAN, first, second);
                double own = mix.largestLast(StackedManager.PIMCLOUD, first, second);
                worse += own < other - Colocation.STEP - 1e-9 ? 1 : 0;
                cells++;
            }
        }
        claims.answer("C2b", worse == 0, "%d of %d combinations", worse, cells);
    }

    private void latency() {
        MemoryLatency near = MemoryLatency.of(model, library.services());
        claims.answer(
                "C6",
                near.hurt() == 0,
                "%d of %d hurt; %+.0f %% in the mean, %+.0f %% at most",
                near.hurt(),
                near.pairs(),
                100 * near.meanGain(),
                100 * near.mostGain());
    }

    private void bestEffort(long seed) {
        BestEffortTally work = new BestEffortTally(model, seed);
        for (int[] pair : PAIRS) {
            work.add(List.of(ranked.get(pair[0]), ranked.get(pair[1])));
        }
        claims.answer(
                "C9a",
                work.pimcloud() >= work.octopusMan(),
                "%.0f and %.0f %% of an empty server, over %d loads that both hold",
                100 * work.pimcloud(),
                100 * work.octopusMan(),
                work.both());
        claims.answer("C9b", work.risesAgain(), work.risesAgain() ? "so" : "not so");
    }

    private void largerServers(long seed) {
        List<ControllerTally> all = new ArrayList<>();
        for (ServerKind kind : List.of(ServerKind.PIM_8_32, ServerKind.PIM_16_64)) {
            ControllerTally tally = new ControllerTally(new StackedModel(library, kind), seed);
            tally.add(List.of(ranked.get(0), ranked.get(2), ranked.get(4)));
            all.add(tally);
        }
        claims.answer(
                "C5c",
                all.stream().allMatch(each -> each.metWithin(20) == each.possible()),
                "where they come to be met, after at most %.1f and %.1f s, %.1f and %.1f s in the median, within 20 s %d"
                        + " of %d; last change after %.1f and %.1f s in the median, %.1f and %.1f s"
                        + " at most",
                all.get(0).latestMet(),
                all.get(1).latestMet(),
                all.get(0).medianMet(),
                all.get(1).medianMet(),
                all.stream().mapToInt(each -> each.metWithin(20)).sum(),
                all.stream().mapToInt(ControllerTally::possible).sum(),
                all.get(0).median(),
                all.get(1).median(),
                all.get(0).slowest(),
                all.get(1).slowest());
    }

    private void controller(long seed) {
        ControllerTally pairs = new ControllerTally(model, seed);
        for (int[] pair : PAIRS) {
            pairs.add(List.of(ranked.get(pair[0]), ranked.get(pair[1])));
        }
        ControllerTally three = new ControllerTally(model, seed);
        three.add(List.of(ranked.get(0), ranked.get(2), ranked.get(4)));
        ControllerTally six = new ControllerTally(model, seed);
        six.add(ranked);
        bestEffort(seed);
        List<ControllerTally> all = List.of(pairs, three, six);
        largerServers(seed);
        claims.answer(
                "C5a",
                all.stream().allMatch(each -> each.slowest() <= 20),
                "at most %.1f, %.1f, %.1f s with two, three, six; within 20 s %d of %d",
                pairs.slowest(),
                three.slowest(),
                six.slowest(),
                all.stream().mapToInt(each -> each.within(20)).sum(),
                all.stream().mapToInt(ControllerTally::possible).sum());
        claims.answer(
                "C5b",
                pairs.median() < three.median() && three.median() < six.median(),
                "%.1f, %.1f, %.1f s",
                pairs.median(),
                three.median(),
                six.median());
        int broken = all.stream().mapToInt(ControllerTally::broken).sum();
        claims.answer("C8", broken == 0, "%d intervals against it", broken);
        int longest = all.stream().mapToInt(ControllerTally::longestUndone).max().orElseThrow();
        int undone = all.stream().mapToInt(ControllerTally::undone).sum();
        claims.answer("C10", longest <= 5, "%d undone, after at most %d", undone, longest);
        RisingLoad moses = RisingLoad.of(model, ranked.get(3), ranked.get(4), seed);
        claims.answer(
                "C10b",
                !moses.isHeldByDefault() && moses.metSeconds() < 10,
                "at a peak of %.2f of Moses alone, default %s; the controller meets the target of"
                        + " Moses from %.1f s after the start of the peak on",
                moses.peak(),
                moses.isHeldByDefault() ? "holds" : "violates",
                moses.metSeconds());
        claims.answer(
                "O1",
                pairs.held() >= 0.9 * pairs.possible(),
                "%d of %d with at most 5 %% of readings above the target; %d without the noise of"
                        + " readings",
                pairs.held(),
                pairs.possible(),
                pairs.met());
    }
}
