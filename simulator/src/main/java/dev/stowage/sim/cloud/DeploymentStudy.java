package dev.stowage.sim.cloud;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Seeds;
import dev.stowage.model.Resources;
import dev.stowage.plan.InParallel;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.deployment.DeploymentPolicy;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.Steady;
import dev.stowage.sim.cloud.DeploymentAlternative.Refusal;
import dev.stowage.sim.cloud.DeploymentStudyRequest.Stay;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Policies compared over one demand: each policy on each provider alone and on the free choice of
 * all, the envelope of all of them, and the lower bound. Runs are made at the same time; the result
 * doesn't depend on how many.
 */
public final class DeploymentStudy {
    private final DeploymentStudyRequest request;
    private final List<MarketScope> scopes;
    private final DecisionDemand demand;

    /** The places at prices after sustained use; the same where there is none. */
    private final Map<Market, Market> sustained = new HashMap<>();

    /** A policy on a choice of places, still to be run. */
    private record Candidate(PolicySpec policy, MarketScope scope) {
        boolean isSteady() {
            return policy.name().equals(Steady.NAME);
        }
    }

    private DeploymentStudy(DeploymentStudyRequest request) {
        this.request = request;
        this.scopes = MarketScope.of(request.markets());
        this.demand = DecisionDemand.of(request.demand(), request.spec());
        request.markets().forEach(this::sustain);
        request.stay().ifPresent(stay -> stay.scope().markets().forEach(this::sustain));
    }

    private void sustain(Market market) {
        sustained.computeIfAbsent(
                market, each -> SustainedPrices.of(each, request.demand().endMicros()));
    }

    /**
     * Runs and compares.
     *
     * @throws InputException if none of the policies can hold the demand anywhere; says which can
     */
    public static DeploymentStudyResult run(DeploymentStudyRequest request) {
        return new DeploymentStudy(request).run();
    }

    private DeploymentStudyResult run() {
        List<Candidate> candidates = candidates();
        List<DeploymentAlternative> all = runAll(candidates);
        Optional<OfflineOptimum> bound = bound();
        List<DeploymentAlternative> ranked =
                SimplePlans.distinct(all).stream()
                        .map(each -> each.withGap(gap(each, bound)))
                        .sorted(DeploymentAlternative.order(request.spec()))
                        .toList();
        List<DeploymentAlternative> possible =
                ranked.stream().filter(each -> each.run().isPresent()).toList();
        if (possible.isEmpty()) {
            throw nothingHolds(ranked.get(0));
        }
        List<DeploymentAlternative> fitting =
                possible.stream().filter(each -> each.fits(request.spec())).toList();
        return new DeploymentStudyResult(
                request.spec(),
                demand.needs(),
                demand.endSeconds(),
                ranked,
                request.hasOptimal() ? Optional.of(envelope(possible)) : Optional.empty(),
                bound,
                Recommendation.of(possible, request.spec()),
                fitting.isEmpty() ? List.of() : PriceSensitivity.of(fitting, scopes),
                StayAdvice.of(from(candidates, all, possible), possible, request.spec()),
                notes(possible));
    }

    private List<String> notes(List<DeploymentAlternative> possible) {
        List<String> notes = new ArrayList<>();
        boolean isShort = possible.stream().noneMatch(each -> each.holds(request.spec()));
        if (!isShort && possible.stream().noneMatch(each -> each.fits(request.spec()))) {
            notes.add(
                    "No alternative that holds the demand has so few types and changes as asked"
                            + " (--max-types, --max-changes): the first is the cheapest of them.");
        }
        if (isShort) {
            notes.add(
                    "No alternative holds the demand at all times: the first is the one with the"
                            + " least time of too little. --max-shortage says how much will do.");
        }
        if (request.hasBound() && request.spec().interruptionsPerHour() > 0) {
            notes.add(
                    "VMs that are taken back are charged to the second, so the lower bound takes no"
                            + " charging period into account.");
        }
        return notes;
    }

    /** By policy, then by places, in the order asked; where the service is now comes last. */
    private List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>();
        for (PolicySpec policy : request.policies()) {
            for (MarketScope scope : scopes) {
                candidates.add(new Candidate(policy, scope));
            }
        }
        if (request.hasSimple()) {
            addSimple(candidates);
        }
        request.stay()
                .map(stay -> new Candidate(stay.policy(), stay.scope()))
                .filter(stay -> !candidates.contains(stay))
                .ifPresent(candidates::add);
        return candidates;
    }

    private void addSimple(List<Candidate> candidates) {
        PlanLimits limits = request.spec().limits();
        long ahead = request.spec().bootInDecisions() / request.spec().decisionSeconds();
        PolicySpec following = DeploymentPolicies.parse("policy", "lookahead", ahead);
        SimplePlans.following(request.markets(), request.demand(), limits)
                .forEach(scope -> add(following, scope, candidates));
        PolicySpec steady = new PolicySpec(Steady.NAME, Map.of());
        SimplePlans.steady(request.markets(), request.demand(), limits)
                .forEach(scope -> add(steady, scope, candidates));
    }

    private void add(PolicySpec policy, MarketScope scope, List<Candidate> candidates) {
        scope.markets().forEach(this::sustain);
        candidates.add(new Candidate(policy, scope));
    }

    private List<DeploymentAlternative> runAll(List<Candidate> candidates) {
        request.progress().start("simulating", candidates.size());
        try {
            return InParallel.map(
                    candidates, this::simulate, request.threads(), request.progress());
        } finally {
            request.progress().done();
        }
    }

    private DeploymentAlternative simulate(Candidate candidate) {
        Optional<DeploymentRun> run = Optional.empty();
        Optional<Refusal> refusal = Optional.empty();
        try {
            run = Optional.of(cheaper(candidate));
        } catch (InputException e) {
            InputException.Issue issue = e.issues().get(0);
            refusal =
                    Optional.of(new Refusal(issue.place(), issue.found(), able(candidate.scope())));
        }
        return new DeploymentAlternative(
                candidate.policy().toString(),
                candidate.scope(),
                run,
                refusal,
                OptionalDouble.empty());
    }

    /**
     * The run that decides by list prices, or the one by what they are after sustained use: that
     * with the lower bill, of equal ones the first.
     */
    private DeploymentRun cheaper(Candidate candidate) {
        List<Market> markets = candidate.scope().markets();
        DeploymentRun atList = billed(run(candidate, markets));
        Map<Market, Market> listed = new LinkedHashMap<>(); // by identity
        for (Market market : markets) {
            listed.put(sustained.getOrDefault(market, market), market);
        }
        if (markets.containsAll(listed.keySet())) {
            return atList;
        }
        DeploymentRun sustained =
                billed(
                        run(candidate, List.copyOf(listed.keySet()))
                                .at(each -> listed.getOrDefault(each, each)));
        return sustained.usd() < atList.usd() ? sustained : atList;
    }

    private DeploymentRun run(Candidate candidate, List<Market> markets) {
        DeploymentPolicy policy =
                candidate.isSteady()
                        ? new Steady(withHeadRoom().peak())
                        : fresh(candidate.policy());
        return DeploymentSimulation.run(policy, markets, demand, request.spec());
    }

    private ServiceDemand withHeadRoom() {
        return request.demand().withMore(request.spec().limits().headRoom());
    }

    private DeploymentRun billed(DeploymentRun run) {
        return run.billed(request.bill().applyAsDouble(run));
    }

    private DeploymentPolicy fresh(PolicySpec policy) {
        return DeploymentPolicies.registry()
                .create(policy, Seeds.stream(request.spec().seed(), "deployment", 0));
    }

    /** Policies that can hold the most that is ever needed, on some of the places. */
    private List<String> able(MarketScope scope) {
        Resources peak = request.demand().peak();
        List<String> able = new ArrayList<>();
        for (String name : DeploymentPolicies.registry().names()) {
            DeploymentPolicy policy = fresh(DeploymentPolicies.registry().parse("policy", name));
            if (scope.markets().stream().anyMatch(m -> policy.anew(m, peak).isPresent())) {
                able.add(name);
            }
        }
        return able;
    }

    private Optional<OfflineOptimum> bound() {
        if (!request.hasBound()) {
            return Optional.empty();
        }
        request.progress().start("bounding from below", 1);
        try {
            return Optional.of(
                    OfflineOptimum.of(request.markets(), withHeadRoom(), request.spec()));
        } finally {
            request.progress().done();
        }
    }

    private static OptionalDouble gap(
            DeploymentAlternative alternative, Optional<OfflineOptimum> bound) {
        return bound.isPresent() && alternative.run().isPresent()
                ? OptionalDouble.of(bound.get().gap(alternative.usd()))
                : OptionalDouble.empty();
    }

    private static Envelope envelope(List<DeploymentAlternative> possible) {
        return Envelope.of(possible.stream().map(each -> each.run().orElseThrow()).toList());
    }

    private DeploymentAlternative from(
            List<Candidate> candidates,
            List<DeploymentAlternative> all,
            List<DeploymentAlternative> possible) {
        if (request.stay().isPresent()) {
            Stay stay = request.stay().get();
            int index = candidates.indexOf(new Candidate(stay.policy(), stay.scope()));
            DeploymentAlternative now = all.get(index);
            if (now.run().isEmpty()) {
                throw nothingHolds(now);
            }
            return now;
        }
        return possible.stream()
                .filter(each -> !each.scope().isAny())
                .findFirst()
                .orElse(possible.get(0));
    }

    private static InputException nothingHolds(DeploymentAlternative alternative) {
        Refusal refusal = alternative.refusal().orElseThrow();
        String able = String.join(", ", refusal.able());
        return InputException.at(
                refusal.place(),
                refusal.need() + " (" + alternative.label() + ")",
                "a demand that the policy can hold there",
                able.isEmpty()
                        ? "No policy can; allow larger types."
                        : "These policies can: " + able + ".");
    }
}
