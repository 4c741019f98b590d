package dev.stowage.policy.portfolio;

import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CoverPool;
import dev.stowage.covering.ExactCover;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.policy.commitment.CommitmentOffers;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.policy.deployment.Market;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.math3.util.ArithmeticUtils;

/**
 * The best portfolio at one place for a demand that repeats through the terms of its commitments:
 * committed VMs at any of their prices, VMs on demand of fixed and custom size, and spot VMs of one
 * type. Every change of the demand counts. Needs are rounded up to what all sizes are multiples of,
 * which changes nothing; to more only where the grid would have more than four million cells.
 */
public final class PlacePortfolio {
    private static final double NANO = 1e9;
    private static final double TOLERANCE = 4e-4;
    private static final int MOST_CELLS = 4_000_000;

    /** Cells up to which shared commitments are searched without a coarser grid. */
    private static final int COARSE_CELLS = 30_000;

    /** Cells of the finer grid on which they are searched near what is best on the coarser one. */
    private static final int FINE_CELLS = 400_000;

    /** How much more the coarser grid may cost than another answer, to be worth the finer one. */
    private static final double WORTH = 1.02;

    /** Cells and levels that searches of all shared commitments may go through in all. */
    private static final long MOST_WORK = 400_000_000L;

    private final Market market;
    private final DemandCurve demand;
    private final CommitmentOffers commitments;
    private final CommitmentOffers reserved;
    private final List<SharedTerms> shared;
    private final PlaceBounds bounds;
    private final Optional<SpotRisk> risk;
    private final List<Optional<CoverItem>> spots;
    private final Resources wholeUnit;

    /**
     * @param mostMonths the longest term to commit for; 0 for none
     * @param risk empty for no spot VMs
     */
    public PlacePortfolio(
            Market market, DemandCurve demand, int mostMonths, Optional<SpotRisk> risk) {
        this(market, demand, mostMonths, EnumSet.allOf(Commitment.Kind.class), risk);
    }

    /**
     * @param mostMonths the longest term to commit for; 0 for none
     * @param kinds of commitments that may be bought
     * @param risk empty for no spot VMs
     */
    public PlacePortfolio(
            Market market,
            DemandCurve demand,
            int mostMonths,
            Set<Commitment.Kind> kinds,
            Optional<SpotRisk> risk) {
        this.market = market;
        this.demand = demand;
        this.commitments = CommitmentOffers.upTo(market, mostMonths, ofOneType(kinds, true));
        this.reserved = CommitmentOffers.upTo(market, mostMonths, ofOneType(kinds, false));
        this.shared = SharedTerms.of(market, mostMonths, kinds);
        this.bounds = new PlaceBounds(market, demand, commitments.items());
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
        if (!shared.isEmpty()) {
            unit = gcd(unit, sizes(shared));
        }
        this.wholeUnit = unit;
    }

    /** Kinds that are for VMs of one type; committed use counts so, where VMs run all the time. */
    private static Set<Commitment.Kind> ofOneType(
            Set<Commitment.Kind> kinds, boolean hasCommittedUse) {
        Set<Commitment.Kind> of = EnumSet.copyOf(kinds);
        of.removeIf(Commitment.Kind::isSpending);
        if (!hasCommittedUse) {
            of.remove(Commitment.Kind.COMMITTED_USE);
        }
        return of;
    }

    private static Resources sizes(List<SharedTerms> shared) {
        Resources unit = Resources.NONE;
        for (SharedTerms each : shared) {
            for (CoverItem item : each.items()) {
                unit = gcd(unit, item.provides());
            }
        }
        return unit;
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
        return spots.stream()
                .mapToDouble(spot -> bounds.roughUsd(spot, shared))
                .min()
                .orElseThrow();
    }

    /**
     * The best.
     *
     * @param enoughUsd what another place costs; an answer above that may be short of the best
     */
    public Portfolio best(double enoughUsd) {
        LevelHours levels = levels(MOST_CELLS);
        boolean isLossless = levels.unit.equals(wholeUnit);
        boolean isWhole = isLossless && market.pool().custom().isEmpty();
        MixTable onDemand = new MixTable(levels, market, isLossless);
        boolean isProving = isWhole && isAlone();
        List<Optional<CoverItem>> promising = new ArrayList<>(spots);
        promising.sort(Comparator.comparingDouble(spot -> bounds.roughUsd(spot, shared)));
        Portfolio best = null;
        double bound = Double.POSITIVE_INFINITY;
        boolean isCut = false;
        for (Optional<CoverItem> spot : promising) {
            double enough = best == null ? enoughUsd : Math.min(enoughUsd, best.proof().usd());
            double least = bounds.roughUsd(spot, shared);
            if (best != null && least >= best.proof().usd()) {
                continue;
            }
            Portfolio found = best(levels, onDemand, spot, enough, isWhole);
            double bestBound =
                    shared.isEmpty() ? found.proof().boundUsd() : bounds.usd(spot, shared);
            best = best == null || found.proof().usd() < best.proof().usd() ? found : best;
            for (SharedTerms terms : promisingTerms(spot)) {
                double limit = Math.min(enoughUsd, best.proof().usd());
                if (bounds.roughUsd(spot, List.of(terms)) >= limit) {
                    continue;
                }
                Optional<Portfolio> with = best(terms, spot, limit, isWhole);
                if (isProving && with.isPresent()) {
                    isCut |= with.get().proof().isCut();
                    bestBound = Math.max(bestBound, with.get().proof().boundUsd());
                }
                if (with.isPresent() && with.get().proof().usd() < best.proof().usd()) {
                    best = with.get();
                }
            }
            bound = Math.min(bound, bestBound);
        }
        if (best == null) {
            throw new IllegalStateException("no choice of spot VMs, not even of none");
        }
        double proven = Math.min(bound, best.proof().usd());
        boolean isExact =
                shared.isEmpty()
                        ? best.proof().isExact()
                        : isWhole && proven >= best.proof().usd() * (1 - TOLERANCE);
        return best.proven(
                new Portfolio.Proof(
                        best.proof().usd(), proven, isExact, isCut || best.proof().isCut()));
    }

    /** True if what is proven of the only shared commitment, bought or not, holds for the place. */
    private boolean isAlone() {
        return shared.size() == 1
                && (!shared.get(0).kind().isSpending()
                        || reserved.items().size() == commitments.items().size());
    }

    private List<SharedTerms> promisingTerms(Optional<CoverItem> spot) {
        Map<SharedTerms, Double> least = new HashMap<>();
        shared.forEach(terms -> least.put(terms, bounds.roughUsd(spot, List.of(terms))));
        List<SharedTerms> sorted = new ArrayList<>(shared);
        sorted.sort(Comparator.comparingDouble(terms -> least.getOrDefault(terms, 0.0)));
        return sorted;
    }

    /** Empty if the prices of its types are not those of vCPUs and memory. */
    private Optional<SharedOffer> offer(SharedTerms terms, LevelHours levels) {
        List<CoverItem> pool = market.pool().items();
        MixTable onDemand = new MixTable(levels, market, true);
        return terms.kind().isSpending()
                ? Optional.of(new SpendingOffer(terms, levels, pool, onDemand))
                : ResourceOffer.of(terms, levels, pool, onDemand).map(SharedOffer.class::cast);
    }

    /**
     * With the best amount of a shared commitment, proven if it is the only one or there are few
     * cells. Where there are many it is looked for on a coarser grid first.
     */
    private Optional<Portfolio> best(
            SharedTerms terms, Optional<CoverItem> spot, double enoughUsd, boolean isWhole) {
        LevelHours coarse = levels(COARSE_CELLS);
        boolean isProving = isWhole && (isAlone() || coarse.unit.equals(wholeUnit));
        LevelHours levels = levels(isProving ? MOST_CELLS : FINE_CELLS);
        Optional<SharedOffer> rough = offer(terms, coarse);
        if (rough.isEmpty()) {
            return Optional.empty();
        }
        SharedSearch first = search(coarse, rough.get(), spot);
        first.look();
        if (coarse.unit.equals(levels.unit)) {
            return Optional.of(found(first, rough.get(), levels, spot, enoughUsd, isProving));
        }
        if (first.best().nanoUsd() >= WORTH * enoughUsd * NANO && !isProving) {
            return Optional.empty();
        }
        Optional<SharedOffer> fine = offer(terms, levels);
        if (fine.isEmpty()) {
            return Optional.empty();
        }
        SharedSearch search = search(levels, fine.get(), spot);
        search.lookNear(fine.get().near(rough.get(), first.best().amounts()), 1);
        return Optional.of(found(search, fine.get(), levels, spot, enoughUsd, isProving));
    }

    private Portfolio found(
            SharedSearch search,
            SharedOffer offer,
            LevelHours levels,
            Optional<CoverItem> spot,
            double enoughUsd,
            boolean isProving) {
        if (isProving) {
            search.prove(enoughUsd * NANO);
        }
        SharedSearch.Value value = search.best();
        boolean isBought = Arrays.stream(value.amounts()).anyMatch(amount -> amount > 0);
        Optional<Portfolio.Shared> plan =
                isBought
                        ? Optional.of(
                                new Portfolio.Shared(
                                        offer.plan(value.amounts()), search.bestNanoUsdPerHour()))
                        : Optional.empty();
        Mixes mixes = offer.mixes(value.amounts());
        return new Portfolio(
                market,
                value.cover().map(cover -> lines(reserved, cover)).orElse(List.of()),
                plan,
                spot,
                new BesideCost(levels, mixes, spot, risk),
                new Portfolio.Proof(
                        value.nanoUsd() / NANO,
                        search.proven() / NANO,
                        isProving && !search.isCut(),
                        search.isCut()));
    }

    private SharedSearch search(LevelHours levels, SharedOffer offer, Optional<CoverItem> spot) {
        Optional<ExactCover> covers =
                Optional.of(reserved.items())
                        .filter(items -> !items.isEmpty())
                        .map(items -> new ExactCover(CoverPool.of(items)));
        return new SharedSearch(
                levels,
                offer,
                mixes -> new BesideCost(levels, mixes, spot, risk),
                covers,
                MOST_WORK / shared.size());
    }

    /** With commitments to VMs alone. */
    private Portfolio best(
            LevelHours levels,
            MixTable onDemand,
            Optional<CoverItem> spot,
            double enoughUsd,
            boolean isWhole) {
        BesideCost beside = new BesideCost(levels, onDemand, spot, risk);
        if (commitments.items().isEmpty()) {
            double usd = beside.table().nanoUsd(levels, 0, 0) / NANO;
            double bound = isWhole ? usd : bounds.usd(spot, List.of());
            return new Portfolio(
                    market,
                    List.of(),
                    Optional.empty(),
                    spot,
                    beside,
                    new Portfolio.Proof(usd, bound, isWhole, false));
        }
        ExactCover covers = new ExactCover(CoverPool.of(commitments.items()));
        CommitmentBoxes boxes =
                new CommitmentBoxes(
                        levels,
                        beside.table(),
                        covers,
                        Optional.of(bounds.relaxed(levels, spot)),
                        CommitmentBoxes.MOST_WORK);
        boxes.run(enoughUsd * NANO);
        double bound = isWhole ? boxes.proven() / NANO : bounds.usd(spot, List.of());
        return new Portfolio(
                market,
                lines(commitments, boxes.bestCover()),
                Optional.empty(),
                spot,
                beside,
                new Portfolio.Proof(
                        boxes.best() / NANO, bound, isWhole && !boxes.isCut(), boxes.isCut()));
    }

    private static List<CommitmentPlan.Line> lines(CommitmentOffers offers, Cover cover) {
        int[] counts = new int[offers.items().size()];
        for (Cover.Line line : cover.lines()) {
            counts[offers.items().indexOf(line.item())] += line.count();
        }
        return offers.lines(counts);
    }

    /** Levels on the finest grid that is not too large. */
    private LevelHours levels(int mostCells) {
        Resources peak = demand.demand().peak();
        long cpu = wholeUnit.cpuMicroCores();
        long memory = wholeUnit.memoryBytes();
        while (cells(peak.cpuMicroCores(), cpu) * cells(peak.memoryBytes(), memory) > mostCells) {
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
