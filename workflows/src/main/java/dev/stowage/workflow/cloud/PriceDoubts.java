package dev.stowage.workflow.cloud;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.verify.Verification;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.policy.deployment.MarketFilter;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.sim.cloud.VmShare;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Prices that {@code stowage catalog verify} doubts: a price list that is wrong in one place wins
 * everything there, so they are not rented unless asked for.
 *
 * @param findings what is wrong, by provider, region and type
 */
public record PriceDoubts(Map<String, Problem> findings) {
    private static final int NAMED = 5;

    /** Those of a catalogue. */
    public static PriceDoubts of(VmCatalogue catalogue) {
        Map<String, Problem> findings = new LinkedHashMap<>();
        Verification.of(catalogue)
                .findings()
                .forEach(finding -> findings.putIfAbsent(finding.row(), finding));
        return new PriceDoubts(findings);
    }

    /** Provider, region and type of each. */
    public Set<String> names() {
        return findings.keySet();
    }

    /** What was left out for it, counted and named; empty if nothing was. */
    public Optional<String> leftOut(Markets markets) {
        List<String> named = new ArrayList<>();
        for (Markets.LeftOut each : markets.leftOut()) {
            Problem finding =
                    findings.get(each.provider() + " " + each.region() + " " + each.type());
            if (each.reason() == MarketFilter.Reason.SUSPECT && finding != null) {
                named.add(sentence(finding));
            }
        }
        if (named.isEmpty()) {
            return Optional.empty();
        }
        int more = named.size() - NAMED;
        return Optional.of(
                Figures.count(named.size())
                        + (named.size() == 1 ? " price that" : " prices that")
                        + " `stowage catalog verify` doubts left out: "
                        + String.join("; ", named.subList(0, Math.min(NAMED, named.size())))
                        + (more > 0 ? "; and " + Figures.count(more) + " more" : "")
                        + ".");
    }

    /** One sentence for each doubtful price among types that were rented. */
    List<String> rented(String plan, List<VmShare> shares) {
        List<String> notes = new ArrayList<>();
        for (VmShare share : shares) {
            VmOffer offer = share.item().offer();
            Problem finding =
                    findings.get(
                            offer.type().provider()
                                    + " "
                                    + offer.region()
                                    + " "
                                    + offer.type().name());
            if (finding != null) {
                notes.add(
                        plan
                                + " rests on a price that `stowage catalog verify` doubts: "
                                + sentence(finding)
                                + ".");
            }
        }
        return notes;
    }

    private static String sentence(Problem finding) {
        return finding.row() + " (" + finding.found() + ", expected " + finding.expected() + ")";
    }
}
