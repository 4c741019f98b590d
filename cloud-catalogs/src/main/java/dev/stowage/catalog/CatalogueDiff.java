package dev.stowage.catalog;

import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which prices moved from one catalogue to another, and what that means for what somebody runs.
 *
 * @param moves prices on demand that differ, those that matter most first
 * @param compared offers that both have
 * @param added offers that only the later one has
 * @param gone offers that only the earlier one has
 * @param spotMoves offers of both whose spot prices differ, or which only one of them has
 * @param largestSpotShare largest share by which one of those moved; infinite where only one has it
 * @param commitmentMoves offers of both whose commitments differ
 * @param largestCommitmentShare largest share by which one of those moved; infinite where one has
 *     another set of them
 * @param resized offers of both whose vCPUs, memory or accelerators differ
 * @param run hours that were priced, and what they cost before and after
 * @param unpriced what somebody runs that one of the two does not price, {@code provider region
 *     type}
 */
public record CatalogueDiff(
        List<Move> moves,
        int compared,
        List<String> added,
        List<String> gone,
        int spotMoves,
        double largestSpotShare,
        int commitmentMoves,
        double largestCommitmentShare,
        List<String> resized,
        Run run,
        Set<String> unpriced) {
    /**
     * A price that moved.
     *
     * @param hours that somebody runs it
     */
    public record Move(VmOffer before, VmOffer after, double hours) {
        /** {@code aws us-east-1 m5.large}. */
        public String name() {
            return nameOf(after);
        }

        /** Share of the earlier price, above −1. */
        public double share() {
            return after.usdPerHour().doubleValue() / before.usdPerHour().doubleValue() - 1;
        }

        /** What that costs for the hours, USD. */
        public double usd() {
            return hours * after.usdPerHour().subtract(before.usdPerHour()).doubleValue();
        }
    }

    /** Hours of VMs and what they cost before and after, USD. */
    public record Run(double hours, double usdBefore, double usdAfter) {}

    public CatalogueDiff {
        moves = List.copyOf(moves);
        added = List.copyOf(added);
        gone = List.copyOf(gone);
        resized = List.copyOf(resized);
    }

    /**
     * Compares two catalogues.
     *
     * @param hours that somebody runs, by provider, region and type; empty if nobody said
     */
    public static CatalogueDiff of(
            VmCatalogue before, VmCatalogue after, Map<String, Double> hours) {
        Map<String, VmOffer> was = offers(before);
        Map<String, VmOffer> is = offers(after);
        Map<String, Double> used = new TreeMap<>();
        hours.forEach((name, each) -> used.merge(key(name), each, Double::sum));
        List<Move> moves = new ArrayList<>();
        int compared = 0;
        int spot = 0;
        double largestSpotShare = 0;
        int commitments = 0;
        double largestCommitmentShare = 0;
        List<String> resized = new ArrayList<>();
        double runHours = 0;
        BigDecimal usdBefore = BigDecimal.ZERO;
        BigDecimal usdAfter = BigDecimal.ZERO;
        for (Map.Entry<String, VmOffer> each : was.entrySet()) {
            VmOffer earlier = each.getValue();
            VmOffer later = is.get(each.getKey());
            if (later == null) {
                continue;
            }
            compared++;
            double run = used.getOrDefault(each.getKey(), 0.0);
            if (earlier.usdPerHour().compareTo(later.usdPerHour()) != 0) {
                moves.add(new Move(earlier, later, run));
            }
            double spotShare = share(spotOf(earlier), spotOf(later));
            spot += spotShare > 0 ? 1 : 0;
            largestSpotShare = Math.max(largestSpotShare, spotShare);
            double committedShare = committedShare(earlier, later);
            commitments += committedShare > 0 ? 1 : 0;
            largestCommitmentShare = Math.max(largestCommitmentShare, committedShare);
            if (isResized(earlier.type(), later.type())) {
                resized.add(nameOf(later));
            }
            runHours += run;
            usdBefore = usdBefore.add(earlier.usdPerHour().multiply(BigDecimal.valueOf(run)));
            usdAfter = usdAfter.add(later.usdPerHour().multiply(BigDecimal.valueOf(run)));
        }
        moves.sort(
                Comparator.comparingDouble((Move move) -> -Math.abs(move.usd()))
                        .thenComparingDouble(move -> -Math.abs(move.share()))
                        .thenComparing(Move::name));
        Set<String> unpriced = new TreeSet<>(used.keySet());
        unpriced.removeIf(key -> was.containsKey(key) && is.containsKey(key));
        return new CatalogueDiff(
                moves,
                compared,
                only(is, was),
                only(was, is),
                spot,
                largestSpotShare,
                commitments,
                largestCommitmentShare,
                resized,
                new Run(runHours, usdBefore.doubleValue(), usdAfter.doubleValue()),
                unpriced);
    }

    /**
     * True if the answer is another one by more than a tolerance: with hours that somebody runs,
     * what they cost, or what of it has a price in both; else any price, commitment, size or offer.
     *
     * @param tolerance share of the earlier price or cost, at least 0
     */
    public boolean isChanged(double tolerance) {
        if (run.hours() > 0 || !unpriced.isEmpty()) {
            return !unpriced.isEmpty()
                    || Math.abs(run.usdAfter() - run.usdBefore()) > tolerance * run.usdBefore();
        }
        return moves.stream().anyMatch(move -> Math.abs(move.share()) > tolerance)
                || largestSpotShare > tolerance
                || !added.isEmpty()
                || !gone.isEmpty()
                || !resized.isEmpty()
                || largestCommitmentShare > tolerance;
    }

    /** Share by which a price moved; infinite where only one of the two is there. */
    private static double share(BigDecimal before, BigDecimal after) {
        return before.signum() == 0
                ? after.signum() == 0 ? 0 : Double.POSITIVE_INFINITY
                : after.signum() == 0
                        ? Double.POSITIVE_INFINITY
                        : Math.abs(after.doubleValue() / before.doubleValue() - 1);
    }

    /** The largest share by which a commitment moved; infinite where one has others. */
    private static double committedShare(VmOffer before, VmOffer after) {
        Map<String, BigDecimal> was = committed(before);
        Map<String, BigDecimal> is = committed(after);
        if (!was.keySet().equals(is.keySet())) {
            return Double.POSITIVE_INFINITY;
        }
        double largest = 0;
        for (Map.Entry<String, BigDecimal> each : was.entrySet()) {
            BigDecimal later = is.getOrDefault(each.getKey(), BigDecimal.ZERO);
            largest = Math.max(largest, share(each.getValue(), later));
        }
        return largest;
    }

    private static Map<String, BigDecimal> committed(VmOffer offer) {
        Map<String, BigDecimal> prices = new TreeMap<>();
        offer.commitments().forEach(each -> prices.put(each.name(), each.effectiveUsdPerHour()));
        return prices;
    }

    private static boolean isResized(VmType before, VmType after) {
        return !before.capacity().equals(after.capacity()) || before.gpus() != after.gpus();
    }

    private static BigDecimal spotOf(VmOffer offer) {
        return offer.spot().map(spot -> spot.usdPerHour()).orElse(BigDecimal.ZERO);
    }

    private static Map<String, VmOffer> offers(VmCatalogue of) {
        Map<String, VmOffer> offers = new TreeMap<>();
        for (String provider : of.providers()) {
            for (String region : of.regions(provider)) {
                of.offers(provider, region).forEach(o -> offers.put(key(nameOf(o)), o));
            }
        }
        return offers;
    }

    private static String nameOf(VmOffer offer) {
        return offer.type().provider() + " " + offer.region() + " " + offer.type().name();
    }

    /** Bills write names in capitals or not. */
    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static List<String> only(Map<String, VmOffer> here, Map<String, VmOffer> there) {
        return here.entrySet().stream()
                .filter(each -> !there.containsKey(each.getKey()))
                .map(each -> nameOf(each.getValue()))
                .toList();
    }
}
