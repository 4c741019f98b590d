package dev.stowage.workflow.cloud;

import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.TransferPrices;
import dev.stowage.model.cloud.VmExtras;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.MarketFilter;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.sim.cloud.MarketScope;
import dev.stowage.sim.cloud.PlanLimits;
import dev.stowage.sim.cloud.Rental;
import dev.stowage.words.Figures;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a comparison of deployments leaves out of account, in sentences. */
public final class CloudCaveats {
    /** Share that a free choice must cost more to be worth a word. */
    private static final double DEARER = 0.005;

    private final CloudStudy study;

    CloudCaveats(CloudStudy study) {
        this.study = study;
    }

    List<String> of() {
        List<String> caveats = new ArrayList<>();
        spot(caveats);
        places(caveats);
        extras(study.filter().extras(), study.markets()).ifPresent(caveats::add);
        transfers(caveats);
        freeQuantum(caveats);
        freeChoice(caveats);
        return caveats;
    }

    private void spot(List<String> caveats) {
        if (study.filter().pricing() != Pricing.SPOT) {
            return;
        }
        if (study.result().spec().interruptionsPerHour() == 0) {
            caveats.add(
                    "Spot VMs are taken never to be taken back, as no rate was given: costs and"
                            + " shortages of interruptions are left out. --interruptions RATE, or"
                            + " data, counts them.");
        }
        caveats.add("All VMs are spot VMs: a mix with VMs on demand is not compared.");
    }

    private void places(List<String> caveats) {
        int places = study.markets().markets().size();
        PlanLimits limits = study.result().spec().limits();
        if (limits.home().isPresent()) {
            caveats.add(home(limits, places));
        } else if (study.filter().regions().isEmpty() && places > 1) {
            caveats.add(
                    "All "
                            + places
                            + " regions count as equally good: where users are, and latency, have"
                            + " no part. --home and --regions say where the service may run.");
        }
        if (study.filter().zones() > 1) {
            caveats.add(
                    "VMs are spread evenly over "
                            + study.filter().zones()
                            + " zones, such that any one may fail. That each region has so many,"
                            + " with these types, is not checked, and traffic between zones is not"
                            + " paid.");
        }
    }

    /** What VMs need beside themselves, and what is left out for it; empty if nothing. */
    public static Optional<String> extras(VmExtras extras, Markets markets) {
        if (extras.isNone()) {
            return Optional.empty();
        }
        long custom =
                markets.leftOut().stream()
                        .filter(each -> each.reason() == MarketFilter.Reason.CUT_TO_SIZE)
                        .count();
        return Optional.of(
                "Each VM pays for "
                        + String.join(", ", extras.items())
                        + " beside itself ("
                        + extras.source()
                        + "), as long as it is charged, whatever pays for the VM."
                        + (custom > 0 ? " Sizes cut to the demand are left out for that." : ""));
    }

    private void transfers(List<String> caveats) {
        DeploymentSpec spec = study.result().spec();
        TransferPrices prices = spec.transfers();
        if (prices.flat().isEmpty() && spec.stateGib() == 0) {
            caveats.add("Prices of data that moves have no part, as --state-gib is 0.");
        }
    }

    /** Where the service may be, and who is left out for it. */
    private String home(PlanLimits limits, int places) {
        List<String> without =
                study.providers().stream()
                        .filter(provider -> study.markets().of(provider).isEmpty())
                        .toList();
        Market home = limits.home().orElseThrow();
        return "Home is "
                + home.provider()
                + "/"
                + home.region()
                + (places == 1
                        ? ", and nothing else is allowed (--regions)."
                        : "; allowed are " + places + " places.")
                + " The price lists have no latencies: those allowed count as near enough."
                + (without.isEmpty()
                        ? ""
                        : " Left out, as no region of theirs is allowed: "
                                + String.join(", ", without)
                                + ".");
    }

    /** Names providers that give what is begun for free, which deployments here do not use. */
    private void freeQuantum(List<String> caveats) {
        for (String provider : study.providers()) {
            study.markets().of(provider).stream()
                    .map(Market::billing)
                    .filter(rule -> rule.rounding() == BillingRule.Rounding.DOWN)
                    .findFirst()
                    .ifPresent(rule -> caveats.add(freeQuantum(rule)));
        }
    }

    private static String freeQuantum(BillingRule rule) {
        return rule.provider()
                + " does not charge the last "
                + Figures.seconds((double) rule.quantumSeconds())
                + " of a VM if they are not full. VMs here run until they are, so each rental"
                + " there may cost up to that much less.";
    }

    private void freeChoice(List<String> caveats) {
        for (DeploymentAlternative any : study.result().possible()) {
            if (any.scope().name().equals(MarketScope.ANY)) {
                study.result().possible().stream()
                        .filter(each -> each.policy().equals(any.policy()) && !each.scope().isAny())
                        .filter(each -> any.usd() > each.usd() * (1 + DEARER))
                        .findFirst()
                        .ifPresent(each -> caveats.add(dearer(any, each)));
            }
        }
    }

    private static String dearer(DeploymentAlternative any, DeploymentAlternative alone) {
        return any.name()
                + " costs "
                + Figures.share(any.usd() / alone.usd() - 1)
                + " more than on "
                + alone.scope().name()
                + " alone: it decides by the price of the next while (--horizon), not of the whole"
                + " demand, and stays where that led.";
    }

    /** What is known of commitments of a term, how they count, and where the answer stops. */
    static List<String> ofCommitments(CloudStudy study, int termMonths, CommitmentPlan best) {
        List<String> caveats = new ArrayList<>();
        if (best.isSearchCut()) {
            caveats.add(
                    "The search for commitments stopped at its limit, as the demand has many"
                            + " levels: other numbers may cost less, by no more than the share"
                            + " above.");
        }
        for (String provider : study.providers()) {
            Set<Commitment.Kind> kinds = EnumSet.noneOf(Commitment.Kind.class);
            for (Market market : study.markets().of(provider)) {
                market.items().forEach(item -> add(kinds, item.offer(), termMonths));
            }
            caveats.add(sentence(provider, kinds));
        }
        if (sharesSustainedUse(study.result().winner().run().orElseThrow())) {
            caveats.add(
                    "Break-evens count each type by itself. Sustained use adds up over all types of"
                            + " a family, so with several of them they are estimates; the best"
                            + " commitments are found by whole bills.");
        }
        return caveats;
    }

    /** True if several types of a family with sustained use run at one place. */
    private static boolean sharesSustainedUse(DeploymentRun run) {
        Map<List<String>, Set<String>> types = new HashMap<>();
        for (Rental rental : run.rentals()) {
            VmType type = rental.item().offer().type();
            boolean isSpot = rental.item().pricing() == Pricing.SPOT;
            if (!isSpot && rental.market().billing().sustainedUse(type.family()).isPresent()) {
                types.computeIfAbsent(
                                List.of(type.provider(), rental.market().region(), type.family()),
                                family -> new HashSet<>())
                        .add(type.name());
            }
        }
        return types.values().stream().anyMatch(each -> each.size() > 1);
    }

    private static void add(Set<Commitment.Kind> kinds, VmOffer offer, int termMonths) {
        offer.commitments().stream()
                .filter(each -> each.termMonths() == termMonths)
                .forEach(each -> kinds.add(each.kind()));
    }

    static String sentence(String provider, Set<Commitment.Kind> kinds) {
        if (kinds.isEmpty()) {
            return "The catalogue has no commitments of " + provider + " of this term.";
        }
        List<String> known = kinds.stream().map(CloudCaveats::words).toList();
        String others =
                kinds.contains(Commitment.Kind.SAVINGS_PLAN) ? "" : ", and no savings plans";
        return "Commitments of "
                + provider
                + " are those of the catalogue ("
                + String.join(", ", known)
                + ")"
                + others
                + (kinds.contains(Commitment.Kind.COMMITTED_USE)
                        ? "; they count by VM type, though the provider sells vCPUs and memory"
                        : "; each is for one VM type at one place")
                + ".";
    }

    private static String words(Commitment.Kind kind) {
        return kind.label();
    }
}
