package dev.stowage.catalog.gather;

import dev.stowage.billing.BillingRules;
import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.OfferReader;
import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceRow;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The offers of all files of an import in the making. Of two prices for one type in one region the
 * lower stays: a licence or a server of one's own makes the other dearer.
 */
public final class Gathering {
    /**
     * What a licence of Windows costs more per vCPU and hour, USD, at all three providers: the
     * difference of their Windows and Linux prices of m5.large, n1-standard-1, Standard_D2s_v3.
     */
    public static final double WINDOWS_USD_PER_VCPU = 0.046;

    private static final double WINDOWS_TOLERANCE = 0.03;
    private static final double DEDICATED_MOST = 1.15;

    /** What a list of types says of each, besides its price. */
    private static final List<CatalogueColumn> OF_SIZE =
            List.of(
                    CatalogueColumn.VCPUS,
                    CatalogueColumn.MEMORY_GIB,
                    CatalogueColumn.FAMILY,
                    CatalogueColumn.CATEGORY,
                    CatalogueColumn.ARCHITECTURE,
                    CatalogueColumn.GPUS,
                    CatalogueColumn.SHARED_CORE,
                    CatalogueColumn.LOCAL_DISK_GIB,
                    CatalogueColumn.CPU_SCORE);

    /**
     * What a file says about a type elsewhere.
     *
     * @param place file and line
     * @param text for its column
     * @param source who says so
     */
    public record Side(String place, String text, String source) {}

    private final OfferReader reader = new OfferReader(BillingRules.reference().keySet());
    private final Map<String, Located> offers = new LinkedHashMap<>();
    private final List<CustomVmFamily> families = new ArrayList<>();
    private final Map<String, Side> scores = new LinkedHashMap<>();
    private final Map<String, List<Side>> commitments = new LinkedHashMap<>();
    private final Map<String, SpotAdvice> advice = new HashMap<>();
    private final Map<String, Side> advised = new LinkedHashMap<>();
    private final Map<String, SourceRow> sizes = new LinkedHashMap<>();
    private final Set<String> used = new LinkedHashSet<>();
    private final DisputedSizes disputed = new DisputedSizes();
    private final ProblemLog log;
    private long rows;
    private long corrected;

    /** One that tells a log of the rows that are no offers. */
    public Gathering(ProblemLog log) {
        this.log = log;
    }

    /** Counts a row of any file; each ends as an offer, joined or left out. */
    public void count() {
        rows++;
    }

    /** Rows counted so far. */
    public long rows() {
        return rows;
    }

    /** Rows whose vCPUs were taken from the name of a type with constrained vCPUs. */
    public long corrected() {
        return corrected;
    }

    /** Counts a row whose vCPUs were taken from the name of its type. */
    public void correct() {
        corrected++;
    }

    /** Ends a row that is no offer of its own. */
    public void leaveOut(Reason reason, String place, String row, String found, String expected) {
        log.accept(new Problem(reason, place, row, found, expected));
    }

    /** Keeps the CPU score of a type until its offers come. */
    public void score(String provider, String type, Side side) {
        put(scores, provider + " " + type, side);
    }

    /** Keeps the commitments of a type in a region until its offer comes. */
    public void commitment(String provider, String region, String type, Side side) {
        String key = provider + " " + region + " " + type;
        List<Side> known = commitments.computeIfAbsent(key, self -> new ArrayList<>());
        if (known.stream().anyMatch(each -> each.text().equals(side.text()))) {
            leaveOut(Reason.DUPLICATE, side.place(), key, key + " again", "one row for each");
        } else {
            known.add(side);
        }
    }

    /** What spot VMs of a type cost less; left out if nothing readable is said of it. */
    public void spot(
            String provider, String region, String type, String place, Optional<SpotAdvice> found) {
        String key = provider + " " + region + " " + type;
        if (found.isEmpty()) {
            leaveOut(Reason.NO_PRICE, place, key, "no saving", "a share of the price, 0 to 99 %");
            return;
        }
        put(advised, key, new Side(place, "", SpotAdvice.SOURCE));
        advice.putIfAbsent(key, found.get());
    }

    private void put(Map<String, Side> sides, String key, Side side) {
        if (sides.putIfAbsent(key, side) != null) {
            leaveOut(Reason.DUPLICATE, side.place(), key, key + " again", "one row for each");
        }
    }

    /** Keeps a row for the size of its type. */
    public void size(SourceRow row) {
        sizes.putIfAbsent(row.text(CatalogueColumn.VM_TYPE), row);
    }

    /** The rows that say how large types are, in the order in which they came. */
    public List<SourceRow> sizes() {
        return List.copyOf(sizes.values());
    }

    /** Fills in what is known of the size of the type of a draft, if anything is. */
    public Draft sized(Draft draft) {
        SourceRow size = sizes.get(draft.text(CatalogueColumn.VM_TYPE));
        if (size != null) {
            OF_SIZE.forEach(column -> draft.put(column, size.text(column)));
        }
        return draft;
    }

    /** Takes a family with custom sizes. */
    public void family(CustomVmFamily family) {
        families.add(family);
    }

    /** Families with custom sizes so far. */
    public List<CustomVmFamily> families() {
        return families;
    }

    /** The offers so far, one for each type and region. */
    public Collection<Located> offers() {
        return offers.values();
    }

    /** Takes a row as an offer, with what other files say of its type. */
    public void offer(Draft draft) {
        String type = draft.text(CatalogueColumn.VM_TYPE);
        String provider = draft.text(CatalogueColumn.PROVIDER);
        Side score = scores.get(provider + " " + type);
        if (score != null && draft.text(CatalogueColumn.CPU_SCORE).isEmpty()) {
            draft.put(CatalogueColumn.CPU_SCORE, score.text());
            used.add(score.place());
        }
        String key = provider + " " + draft.text(CatalogueColumn.REGION) + " " + type;
        List<Side> terms = commitments.get(key);
        if (terms != null && draft.text(CatalogueColumn.COMMITMENTS).isEmpty()) {
            draft.put(CatalogueColumn.COMMITMENTS, joined(terms, ";", Side::text));
            draft.put(CatalogueColumn.COMMITMENT_SOURCE, joined(terms, " and ", Side::source));
            terms.forEach(each -> used.add(each.place()));
        }
        spot(key, draft);
        offer(draft.row());
    }

    private static String joined(List<Side> sides, String by, Function<Side, String> text) {
        return sides.stream().map(text).distinct().collect(Collectors.joining(by));
    }

    /** Fills in the spot price and how often spot VMs are taken back, where a list has neither. */
    private void spot(String key, Draft draft) {
        SpotAdvice said = advice.get(key);
        Side side = advised.get(key);
        if (said == null || side == null) {
            return;
        }
        if (draft.text(CatalogueColumn.SPOT_USD_PER_HOUR).isEmpty()) {
            try {
                BigDecimal price = new BigDecimal(draft.text(CatalogueColumn.PRICE_USD_PER_HOUR));
                draft.put(CatalogueColumn.SPOT_USD_PER_HOUR, said.price(price));
                draft.put(CatalogueColumn.SPOT_SOURCE, side.source());
            } catch (NumberFormatException e) {
                return; // refused where the row is read
            }
        }
        if (draft.text(CatalogueColumn.SPOT_INTERRUPTIONS_PER_HOUR).isEmpty()) {
            said.perHour()
                    .ifPresent(
                            rate -> draft.put(CatalogueColumn.SPOT_INTERRUPTIONS_PER_HOUR, rate));
        }
        used.add(side.place());
    }

    /** Takes a row as an offer, as it is; one that can't be read is left out. */
    public void offer(SourceRow row) {
        int[] told = {0};
        Optional<VmOffer> offer =
                reader.read(
                        row,
                        problem -> {
                            if (told[0]++ == 0) { // a row is left out once
                                leaveOut(row, problem);
                            }
                        });
        if (offer.isEmpty()) {
            return;
        }
        Located located = new Located(offer.get(), row.place());
        Located first = offers.putIfAbsent(located.name(), located);
        if (first != null) {
            again(first, located);
        }
    }

    private void leaveOut(SourceRow row, Problem problem) {
        if (problem.reason() == Reason.OTHER_SIZE) {
            disputed.add(row, problem);
        } else {
            log.accept(problem);
        }
    }

    /** Takes the rows of a type that most agree with in the place of those that came first. */
    private void takeInstead(List<SourceRow> rows, List<Located> first) {
        VmType type = first.get(0).offer().type();
        reader.forget(type.provider(), type.name());
        first.forEach(each -> offers.remove(each.name()));
        rows.forEach(this::offer);
        for (Located each : first) {
            leaveOut(
                    Reason.OTHER_SIZE,
                    each.place(),
                    each.name(),
                    type.name() + " with another size, family, category or architecture",
                    "what " + rows.size() + " other rows say");
        }
    }

    private void again(Located first, Located second) {
        int order = first.offer().usdPerHour().compareTo(second.offer().usdPerHour());
        Located kept = order <= 0 ? first : second;
        Located other = order <= 0 ? second : first;
        offers.put(kept.name(), kept);
        leaveOut(
                reason(kept.offer(), other.offer()),
                other.place(),
                other.name(),
                other.offer().usdPerHour().toPlainString() + " USD/hour",
                "one price; " + kept.place() + " has " + kept.offer().usdPerHour().toPlainString());
    }

    private static Reason reason(VmOffer low, VmOffer high) {
        BigDecimal more = high.usdPerHour().subtract(low.usdPerHour());
        if (more.signum() == 0) {
            return Reason.DUPLICATE;
        }
        double licence = WINDOWS_USD_PER_VCPU * low.type().capacity().cores();
        if (Math.abs(more.doubleValue() - licence) <= WINDOWS_TOLERANCE * licence) {
            return Reason.WINDOWS;
        }
        double ratio = high.usdPerHour().doubleValue() / low.usdPerHour().doubleValue();
        return ratio <= DEDICATED_MOST ? Reason.DEDICATED : Reason.CONFLICT;
    }

    /** Counts as joined what was used, and leaves out what fits no offer. */
    public void finish() {
        disputed.settle(List.copyOf(offers.values()), this::takeInstead, log);
        finish(scores, "a CPU score");
        commitments.forEach(
                (key, sides) -> sides.forEach(each -> finish(key, each, "a commitment")));
        finish(advised, "a saving of spot");
    }

    private void finish(Map<String, Side> sides, String what) {
        sides.forEach((key, side) -> finish(key, side, what));
    }

    private void finish(String key, Side side, String what) {
        boolean isUsed = used.contains(side.place());
        leaveOut(
                isUsed ? Reason.JOINED : Reason.NO_TYPE_HERE,
                side.place(),
                key,
                what + " of " + key,
                isUsed ? "joined with its type" : "a type of the price lists given");
    }
}
