package dev.stowage.catalog.imports;

import dev.stowage.billing.BillingRules;
import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.OfferReader;
import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceRow;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmOffer;
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

/**
 * The offers of all files of an import in the making. Of two prices for one type in one region the
 * lower stays: a licence or a server of one's own makes the other dearer.
 */
final class Gathering {
    private static final double WINDOWS_TOLERANCE = 0.03;
    private static final double DEDICATED_MOST = 1.15;

    /**
     * What a file says about a type elsewhere.
     *
     * @param place file and line
     * @param text for its column
     * @param source who says so
     */
    record Side(String place, String text, String source) {}

    private final OfferReader reader = new OfferReader(BillingRules.reference().keySet());
    private final Map<String, Located> offers = new LinkedHashMap<>();
    private final List<CustomVmFamily> families = new ArrayList<>();
    private final Map<String, Side> scores = new LinkedHashMap<>();
    private final Map<String, Side> commitments = new LinkedHashMap<>();
    private final Map<String, SpotAdvice> advice = new HashMap<>();
    private final Map<String, Side> advised = new LinkedHashMap<>();
    private final Map<String, SourceRow> sizes = new HashMap<>();
    private final Set<String> used = new LinkedHashSet<>();
    private final ProblemLog log;
    private long rows;
    private long corrected;

    Gathering(ProblemLog log) {
        this.log = log;
    }

    /** Counts a row of any file; each ends as an offer, joined or left out. */
    void count() {
        rows++;
    }

    long rows() {
        return rows;
    }

    /** Rows whose vCPUs were taken from the name of a type with constrained vCPUs. */
    long corrected() {
        return corrected;
    }

    void correct() {
        corrected++;
    }

    void leaveOut(Reason reason, String place, String row, String found, String expected) {
        log.accept(new Problem(reason, place, row, found, expected));
    }

    void score(String provider, String type, Side side) {
        put(scores, provider + " " + type, side);
    }

    void commitment(String provider, String region, String type, Side side) {
        put(commitments, provider + " " + region + " " + type, side);
    }

    /** What spot VMs of a type cost less; left out if nothing readable is said of it. */
    void spot(
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
    void size(SourceRow row) {
        sizes.putIfAbsent(row.text(CatalogueColumn.VM_TYPE), row);
    }

    Optional<SourceRow> size(String type) {
        return Optional.ofNullable(sizes.get(type));
    }

    void family(CustomVmFamily family) {
        families.add(family);
    }

    List<CustomVmFamily> families() {
        return families;
    }

    Collection<Located> offers() {
        return offers.values();
    }

    /** Takes a row as an offer, with what other files say of its type. */
    void offer(Draft draft) {
        String type = draft.text(CatalogueColumn.VM_TYPE);
        String provider = draft.text(CatalogueColumn.PROVIDER);
        Side score = scores.get(provider + " " + type);
        if (score != null && draft.text(CatalogueColumn.CPU_SCORE).isEmpty()) {
            draft.put(CatalogueColumn.CPU_SCORE, score.text());
            used.add(score.place());
        }
        String key = provider + " " + draft.text(CatalogueColumn.REGION) + " " + type;
        Side commitment = commitments.get(key);
        if (commitment != null && draft.text(CatalogueColumn.COMMITMENTS).isEmpty()) {
            draft.put(CatalogueColumn.COMMITMENTS, commitment.text());
            draft.put(CatalogueColumn.COMMITMENT_SOURCE, commitment.source());
            used.add(commitment.place());
        }
        spot(key, draft);
        offer(draft.row());
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

    void offer(SourceRow row) {
        int[] told = {0};
        Optional<VmOffer> offer =
                reader.read(
                        row,
                        problem -> {
                            if (told[0]++ == 0) { // a row is left out once
                                log.accept(problem);
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
        double licence = CatalogueImport.WINDOWS_USD_PER_VCPU * low.type().capacity().cores();
        if (Math.abs(more.doubleValue() - licence) <= WINDOWS_TOLERANCE * licence) {
            return Reason.WINDOWS;
        }
        double ratio = high.usdPerHour().doubleValue() / low.usdPerHour().doubleValue();
        return ratio <= DEDICATED_MOST ? Reason.DEDICATED : Reason.CONFLICT;
    }

    /** Counts as joined what was used, and leaves out what fits no offer. */
    void finish() {
        finish(scores, "a CPU score");
        finish(commitments, "a commitment");
        finish(advised, "a saving of spot");
    }

    private void finish(Map<String, Side> sides, String what) {
        sides.forEach(
                (key, side) -> {
                    boolean isUsed = used.contains(side.place());
                    leaveOut(
                            isUsed ? Reason.JOINED : Reason.NO_TYPE_HERE,
                            side.place(),
                            key,
                            what + " of " + key,
                            isUsed ? "joined with its type" : "a type of the price lists given");
                });
    }
}
