package dev.stowage.workflow.cloud;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.MarketFilter;
import dev.stowage.policy.deployment.Markets.Dates;
import dev.stowage.report.cloud.CloudResult;
import dev.stowage.report.cloud.CloudResult.Commitments;
import dev.stowage.report.cloud.CloudResult.Explanation;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.sim.cloud.OfflineOptimum;
import dev.stowage.sim.cloud.PlanLimits;
import dev.stowage.sim.cloud.Recommendation;
import dev.stowage.sim.cloud.StayAdvice;
import dev.stowage.sim.cloud.VmShare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A comparison as {@code cloud.json} and the terminal have it. */
public final class CloudAnswer {
    private static final double SECONDS_PER_HOUR = 3_600;

    private final CloudStudy study;

    private CloudAnswer(CloudStudy study) {
        this.study = study;
    }

    /**
     * Of a comparison.
     *
     * @param commitments null if nobody asked
     * @param explanation null if nobody asked
     */
    public static CloudResult of(
            CloudStudy study,
            @Nullable Commitments commitments,
            @Nullable List<Explanation> explanation) {
        CloudAnswer answer = new CloudAnswer(study);
        List<CloudResult.Alternative> alternatives = new ArrayList<>();
        for (DeploymentAlternative each : study.result().alternatives()) {
            alternatives.add(answer.alternative(alternatives.size() + 1, each));
        }
        return new CloudResult(
                CloudResult.FORMAT_VERSION,
                demand(study.demand()),
                answer.catalogue(),
                answer.filters(),
                answer.types(),
                spec(study.result().spec()),
                alternatives,
                study.result()
                        .optimal()
                        .map(envelope -> new CloudResult.Optimal(envelope.usd()))
                        .orElse(null),
                study.result().bound().map(CloudAnswer::bound).orElse(null),
                study.result().recommendation().map(CloudAnswer::recommendation).orElse(null),
                study.result().sensitivity().stream()
                        .map(
                                each ->
                                        new CloudResult.Sensitivity(
                                                each.change(),
                                                each.share(),
                                                each.effect(),
                                                each.isExact()))
                        .toList(),
                advice(study.result().advice()),
                study.notes(),
                commitments,
                explanation);
    }

    /** CPU and memory by name, in cores and GiB. */
    public static Map<String, Object> size(Resources size) {
        Map<String, Object> amounts = new LinkedHashMap<>(); // of one order in every process
        amounts.put("cpu", size.cores());
        amounts.put("memoryGiB", size.gib());
        return amounts;
    }

    /** {@code on-demand}, {@code spot}. */
    public static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As results describe a demand. */
    static CloudResult.Demand demand(CloudDemand demand) {
        return new CloudResult.Demand(
                demand.name(),
                demand.kind(),
                demand.made(),
                demand.demand().endMicros() / 1e6,
                demand.demand().levels(),
                CloudResult.Size.of(demand.demand().mean()),
                CloudResult.Size.of(demand.demand().peak()));
    }

    private CloudResult.Catalogue catalogue() {
        List<CloudResult.Provider> providers = new ArrayList<>();
        for (String provider : study.providers()) {
            List<Market> markets = study.markets().of(provider);
            Dates dates = study.markets().dates().get(provider);
            if (!markets.isEmpty() && dates != null) {
                BillingRule rule = markets.get(0).billing();
                providers.add(
                        new CloudResult.Provider(
                                provider,
                                dates.oldest().toString(),
                                dates.newest().toString(),
                                markets.size(),
                                rule.quantumSeconds(),
                                rule.minimumSeconds()));
            }
        }
        return new CloudResult.Catalogue(study.catalogue().name(), study.quantum(), providers);
    }

    private CloudResult.Filters filters() {
        MarketFilter filter = study.filter();
        return new CloudResult.Filters(
                filter.regions().stream().sorted().toList(),
                filter.types().stream().sorted().toList(),
                filter.families().stream().sorted().toList(),
                filter.architectures().stream()
                        .sorted()
                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                        .toList(),
                filter.least().map(CloudResult.Size::of).orElse(null),
                filter.most().map(CloudResult.Size::of).orElse(null),
                filter.hasAccelerators(),
                filter.hasSharedCores(),
                filter.speedBaseline().orElse(null),
                label(filter.pricing()),
                CloudResult.Size.of(filter.overhead()),
                filter.zones());
    }

    private CloudResult.Types types() {
        Map<String, Integer> leftOut = new LinkedHashMap<>();
        study.markets().counts().forEach((reason, count) -> leftOut.put(label(reason), count));
        return new CloudResult.Types(
                study.markets().offers(),
                study.markets().dominated(),
                study.markets().customFamilies().values().stream().mapToInt(List::size).sum(),
                leftOut);
    }

    private static CloudResult.Spec spec(DeploymentSpec spec) {
        return new CloudResult.Spec(
                spec.decisionSeconds(),
                spec.horizonSeconds(),
                spec.bootSeconds(),
                spec.maxShortageSeconds(),
                spec.stateGib(),
                spec.transfers().flat().orElse(null),
                spec.savingsThreshold(),
                spec.interruptionsPerHour(),
                spec.hasOwnRates(),
                spec.seed(),
                limits(spec.limits()));
    }

    private static CloudResult.Limits limits(PlanLimits limits) {
        return new CloudResult.Limits(
                limits.home().map(home -> home.provider() + "/" + home.region()).orElse(null),
                limits.headRoom(),
                limits.maxShortageDepth(),
                limits.minHoldSeconds(),
                limited(limits.maxTypes()),
                limited(limits.maxChangesPerDay()));
    }

    private static @Nullable Integer limited(int most) {
        return most == Integer.MAX_VALUE ? null : most;
    }

    private static CloudResult.Bound bound(OfflineOptimum of) {
        return new CloudResult.Bound(of.boundUsd(), of.isExact(), of.decidedUsd(), of.method());
    }

    private static CloudResult.Recommendation recommendation(Recommendation of) {
        return new CloudResult.Recommendation(
                step(of, of.simplest()),
                step(of, of.best()),
                of.within(),
                of.steps().stream().map(each -> step(of, each)).toList());
    }

    private static CloudResult.Step step(Recommendation of, DeploymentAlternative each) {
        DeploymentRun.Counts counts = each.run().orElseThrow().counts();
        return new CloudResult.Step(
                each.policy(),
                each.scope().name(),
                each.usd(),
                of.above(each),
                each.types(),
                counts.changes(),
                counts.moves());
    }

    private CloudResult.Alternative alternative(int rank, DeploymentAlternative each) {
        boolean holds = each.holds(study.result().spec());
        if (each.run().isEmpty()) {
            return new CloudResult.Impossible(
                    rank,
                    each.policy(),
                    each.scope().name(),
                    false,
                    holds,
                    each.refusal().orElseThrow());
        }
        DeploymentRun run = each.run().get();
        double bought = run.chargedVmSeconds() / SECONDS_PER_HOUR;
        double idle = run.idleVmSeconds() / SECONDS_PER_HOUR;
        return new CloudResult.Possible(
                rank,
                each.policy(),
                each.scope().name(),
                true,
                holds,
                each.fits(study.result().spec()),
                run.usd(),
                run.listUsd(),
                new CloudResult.VmHours(bought, bought - idle, idle),
                new CloudResult.Unused(run.unusedCpu(), run.unusedMemory()),
                run.types(),
                VmShare.most(run.rentals()),
                run.counts().changes(),
                run.counts().mostChangesInADay(),
                run.counts().moves(),
                run.counts().providerSwitches(),
                run.counts().interruptions(),
                run.counts().underProvisionedSeconds(),
                run.counts().mostMissing(),
                run.egressUsd(),
                VmShare.of(run).stream().map(CloudAnswer::share).toList(),
                each.gapToBound().isPresent() ? each.gapToBound().getAsDouble() : null);
    }

    private static CloudResult.Share share(VmShare share) {
        return new CloudResult.Share(
                share.market().provider(),
                share.market().region(),
                share.item().offer().type().name(),
                label(share.item().pricing()),
                share.item().usdPerHour(),
                share.count(),
                share.most(),
                share.vmHours(),
                share.usd());
    }

    private static CloudResult.Advice advice(StayAdvice advice) {
        return new CloudResult.Advice(
                place(advice.from()),
                place(advice.to()),
                advice.saving(),
                advice.threshold(),
                advice.isStay());
    }

    private static CloudResult.Place place(DeploymentAlternative at) {
        return new CloudResult.Place(at.policy(), at.scope().name(), at.usd());
    }
}
