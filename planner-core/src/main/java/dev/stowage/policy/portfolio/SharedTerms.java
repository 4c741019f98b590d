package dev.stowage.policy.portfolio;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.policy.deployment.Market;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A commitment that several types of a place share, at its prices.
 *
 * @param family that it is for; empty for all types of the provider
 * @param name kind, term and payment
 * @param items types that it may pay for, at what they cost on demand; not empty
 */
record SharedTerms(
        String provider,
        String region,
        Commitment.Kind kind,
        Optional<String> family,
        String name,
        List<CoverItem> items) {
    private static final double NANO = 1e9;

    /**
     * All at a place, without those to which another is at most as dear for every type. None where
     * VMs need something beside themselves, which no such commitment pays for.
     */
    static List<SharedTerms> of(Market market, int mostMonths, Set<Commitment.Kind> kinds) {
        Map<List<String>, List<CoverItem>> groups = new LinkedHashMap<>();
        Map<List<String>, Commitment.Kind> kindOf = new LinkedHashMap<>();
        for (CoverItem item : market.items()) {
            if (!item.offer().extras().isEmpty()) {
                continue;
            }
            for (Commitment each : item.offer().commitments()) {
                if (isShared(each.kind())
                        && kinds.contains(each.kind())
                        && each.termMonths() <= mostMonths) {
                    String family =
                            each.kind() == Commitment.Kind.SAVINGS_PLAN
                                    ? ""
                                    : item.offer().type().family();
                    List<String> group = List.of(each.name(), family);
                    groups.computeIfAbsent(group, key -> new ArrayList<>()).add(item);
                    kindOf.put(group, each.kind());
                }
            }
        }
        List<SharedTerms> all = new ArrayList<>();
        groups.forEach(
                (group, items) ->
                        all.add(
                                new SharedTerms(
                                        market.provider(),
                                        market.region(),
                                        Objects.requireNonNull(kindOf.get(group)),
                                        Optional.of(group.get(1)).filter(f -> !f.isEmpty()),
                                        group.get(0),
                                        items)));
        List<SharedTerms> kept = new ArrayList<>();
        for (SharedTerms each : all) {
            if (all.stream().noneMatch(by -> by.isBetter(each, all))) {
                kept.add(each);
            }
        }
        return kept;
    }

    static boolean isShared(Commitment.Kind kind) {
        return kind.isSpending() || kind == Commitment.Kind.COMMITTED_USE;
    }

    /** True if it is of the same sort and no dearer for any type of the other. */
    private boolean isBetter(SharedTerms other, List<SharedTerms> order) {
        boolean isOfUse =
                kind.isSpending() == other.kind.isSpending()
                        && (kind.isSpending() || family.equals(other.family))
                        && !equals(other);
        if (!isOfUse || !items.containsAll(other.items)) {
            return false;
        }
        boolean isEqual = items.size() == other.items.size();
        for (CoverItem item : other.items) {
            long mine = rateNanoUsd(item);
            long theirs = other.rateNanoUsd(item);
            if (mine > theirs) {
                return false;
            }
            isEqual &= mine == theirs;
        }
        return !isEqual || order.indexOf(this) < order.indexOf(other);
    }

    Commitment priceOf(CoverItem item) {
        return SharedPlan.priceOf(item.offer(), name).orElseThrow();
    }

    /** What an hour of a type costs under it, nano USD. */
    long rateNanoUsd(CoverItem item) {
        double usd = priceOf(item).effectiveUsdPerHour().doubleValue();
        return Math.max(1, Math.round(usd * item.vms() * NANO));
    }

    /** Prices of vCPUs and memory; empty for a plan of spending, or if it counts by VM type. */
    Optional<ResourceOffer.Prices> resourcePrices() {
        return kind.isSpending() ? Optional.empty() : ResourceOffer.prices(this);
    }

    /** Types at what an hour costs under it. */
    List<CoverItem> atRates() {
        return items.stream().map(item -> item.at(rateNanoUsd(item))).toList();
    }

    /**
     * As much CPU as a dollar an hour holds at most, and as much memory, at that price; rounded up.
     */
    CoverItem mostForADollar() {
        double microCores = 0;
        double bytes = 0;
        for (CoverItem item : items) {
            double share = NANO / rateNanoUsd(item);
            microCores = Math.max(microCores, share * item.provides().cpuMicroCores());
            bytes = Math.max(bytes, share * item.provides().memoryBytes());
        }
        CoverItem one = items.get(0);
        Resources size = new Resources((long) Math.ceil(microCores), (long) Math.ceil(bytes));
        return new CoverItem(one.offer(), size, one.pricing(), (long) NANO, 1);
    }

    /** Types to which no other is at least as large, and as cheap under it and on demand. */
    List<CoverItem> undominated() {
        List<CoverItem> kept = new ArrayList<>();
        for (CoverItem item : items) {
            if (kept.stream().noneMatch(by -> isBetter(by, item))) {
                kept.removeIf(old -> isBetter(item, old));
                kept.add(item);
            }
        }
        return kept;
    }

    private boolean isBetter(CoverItem by, CoverItem item) {
        return by.provides().covers(item.provides())
                && by.nanoUsdPerHour() <= item.nanoUsdPerHour()
                && rateNanoUsd(by) <= rateNanoUsd(item);
    }
}
