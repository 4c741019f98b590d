package dev.stowage.policy.portfolio;

import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverPool;
import dev.stowage.covering.DualBound;
import dev.stowage.covering.ExactCover;
import dev.stowage.model.Resources;
import dev.stowage.policy.commitment.CommitmentOffers;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.policy.deployment.Market;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.util.ArithmeticUtils;

/**
 * The best portfolio at one place for a demand that repeats through the terms of its commitments:
 * committed VMs at any of their prices, VMs on demand of fixed and custom size, and spot VMs of one
 * type. Every change of the demand counts. Needs are rounded up to what all sizes are multiples of,
 * which changes nothing; to more only where the grid would have more than four million cells.
 */
public final class PlacePortfolio {
    private static final double NANO = 1e9;
    private static final int MOST_CELLS = 4_000_000;

    /** Steps of either resource in which places are compared roughly, and finely. */
    private static final int ROUGH = 150;

    private static final int FINE = 1_500;

    private final Market market;
    private final DemandCurve demand;
    private final CommitmentOffers commitments;
    private final Optional<SpotRisk> risk;
    private final List<Optional<CoverItem>> spots;
    private final Resources wholeUnit;

    /**
     * @param mostMonths the longest term to commit for; 0 for none
     * @param risk empty for no spot VMs
     */
    public PlacePortfolio(
            Market market, DemandCurve demand, int mostMonths, Optional<SpotRisk> risk) {
        this.market = market;
        this.demand = demand;
        this.commitments = CommitmentOffers.upTo(market, mostMonths);
        this.risk = risk.filter(SpotRisk::isBearable);
        List<CoverItem> priced = this.risk.map(each -> priced(market, each)).orElseGet(List::of);
        this.spots = new ArrayList<>(List.of(Optional.empty()));
        Resources unit = market.pool().unit();
        if (!commitments.items().isEmpty()) {
            unit = gcd(unit, CoverPool.of(commitments.items()).unit());
        }
        if (!priced.isEmpty()) {
            CoverPool kept = CoverPool.of(priced);
            kept.items().forEach(item -> spots.add(Optional.of(item)));
            unit = gcd(unit, kept.unit());
        }
        this.wholeUnit = unit;
    }

    private static Resources gcd(Resources a, Resources b) {
        return new Resources(
                ArithmeticUtils.gcd(a.cpuMicroCores(), b.cpuMicroCores()),
                ArithmeticUtils.gcd(a.memoryBytes(), b.memoryBytes()));
    }

    /** Spot VMs at what their hour costs with interruptions; those that save nothing left out. */
    private static List<CoverItem> priced(Market market, SpotRisk risk) {
        List<CoverItem> spots = new ArrayList<>();
        for (CoverItem item : market.items()) {
            if (item.offer().spot().isPresent()) {
                CoverItem listed = CoverItem.spot(item.offer(), item.provides());
                long nano = risk.nanoUsdPerHour(listed.nanoUsdPerHour(), item.nanoUsdPerHour());
                if (nano < item.nanoUsdPerHour()) {
                    spots.add(listed.at(nano));
                }
            }
        }
        return spots;
    }

    /** Nothing at this place costs less, USD: a rough bound that takes little time. */
    public double roughUsd() {
        return spots.stream().mapToDouble(spot -> relaxed(spot, ROUGH)).min().orElseThrow();
    }

    private double relaxed(Optional<CoverItem> spot, int steps) {
        return relaxed(demand.atLeast(steps), spot).least() / NANO;
    }

    private RelaxedCost relaxed(LevelHours levels, Optional<CoverItem> spot) {
        List<CoverItem> items = new ArrayList<>(market.pool().items());
        spot.ifPresent(items::add);
        Optional<DualBound> committed =
                commitments.items().isEmpty()
                        ? Optional.empty()
                        : Optional.of(DualBound.of(commitments.items(), List.of()));
        return new RelaxedCost(levels, DualBound.of(items, market.pool().custom()), committed);
    }

    /**
     * The best.
     *
     * @param enoughUsd what another place costs; an answer above that may be short of the best
     */
    public Portfolio best(double enoughUsd) {
        LevelHours levels = levels();
        boolean isLossless = levels.unit.equals(wholeUnit);
        boolean isWhole = isLossless && market.pool().custom().isEmpty();
        MixTable onDemand = new MixTable(levels, market, isLossless);
        List<Optional<CoverItem>> promising = new ArrayList<>(spots);
        promising.sort(Comparator.comparingDouble(spot -> relaxed(spot, ROUGH)));
        Portfolio best = null;
        double bound = Double.POSITIVE_INFINITY;
        for (Optional<CoverItem> spot : promising) {
            double enough = best == null ? enoughUsd : Math.min(enoughUsd, best.proof().usd());
            if (best != null && relaxed(spot, ROUGH) >= best.proof().usd()) {
                continue;
            }
            BesideCost beside = new BesideCost(levels, onDemand, spot, risk);
            Portfolio found = best(levels, beside, spot, enough, isWhole);
            bound = Math.min(bound, found.proof().boundUsd());
            best = best == null || found.proof().usd() < best.proof().usd() ? found : best;
        }
        if (best == null) {
            throw new IllegalStateException("no choice of spot VMs, not even of none");
        }
        Portfolio.Proof proof = best.proof();
        return best.proven(
                new Portfolio.Proof(
                        proof.usd(), Math.min(bound, proof.usd()), proof.isExact(), proof.isCut()));
    }

    private Portfolio best(
            LevelHours levels,
            BesideCost beside,
            Optional<CoverItem> spot,
            double enoughUsd,
            boolean isWhole) {
        if (commitments.items().isEmpty()) {
            double usd = beside.table().nanoUsd(levels, 0, 0) / NANO;
            double bound = isWhole ? usd : relaxed(spot, FINE);
            return new Portfolio(
                    market,
                    List.of(),
                    spot,
                    beside,
                    new Portfolio.Proof(usd, bound, isWhole, false));
        }
        ExactCover covers = new ExactCover(CoverPool.of(commitments.items()));
        CommitmentBoxes boxes =
                new CommitmentBoxes(levels, beside.table(), covers, relaxed(levels, spot));
        boxes.run(enoughUsd * NANO);
        double bound = isWhole ? boxes.proven() / NANO : relaxed(spot, FINE);
        return new Portfolio(
                market,
                lines(boxes.bestCover()),
                spot,
                beside,
                new Portfolio.Proof(
                        boxes.best() / NANO, bound, isWhole && !boxes.isCut(), boxes.isCut()));
    }

    private List<CommitmentPlan.Line> lines(Cover cover) {
        int[] counts = new int[commitments.items().size()];
        for (Cover.Line line : cover.lines()) {
            counts[commitments.items().indexOf(line.item())] += line.count();
        }
        return commitments.lines(counts);
    }

    /** Levels on the finest grid that is not too large. */
    private LevelHours levels() {
        Resources peak = demand.demand().peak();
        long cpu = wholeUnit.cpuMicroCores();
        long memory = wholeUnit.memoryBytes();
        while (cells(peak.cpuMicroCores(), cpu) * cells(peak.memoryBytes(), memory) > MOST_CELLS) {
            boolean isCpu = cells(peak.cpuMicroCores(), cpu) > cells(peak.memoryBytes(), memory);
            cpu *= isCpu ? 2 : 1;
            memory *= isCpu ? 1 : 2;
        }
        return demand.atMost(new Resources(cpu, memory));
    }

    private static double cells(long amount, long unit) {
        return amount / (double) unit + 2;
    }
}
