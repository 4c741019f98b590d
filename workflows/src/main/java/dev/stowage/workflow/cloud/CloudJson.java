package dev.stowage.workflow.cloud;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.MarketFilter;
import dev.stowage.policy.deployment.Markets.Dates;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.sim.cloud.PriceSensitivity;
import dev.stowage.sim.cloud.StayAdvice;
import dev.stowage.sim.cloud.VmShare;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The {@code cloud.json} of a comparison; its schema is {@code cloud.schema.json}. */
public final class CloudJson {
    public static final int FORMAT_VERSION = 2;
    private static final double SECONDS_PER_HOUR = 3_600;

    private final CloudStudy study;

    public CloudJson(CloudStudy study) {
        this.study = study;
    }

    /** CPU and memory by name, in cores and GiB. */
    public static Map<String, Object> size(Resources size) {
        Map<String, Object> amounts = new LinkedHashMap<>(); // of one order in every process
        amounts.put("cpu", size.cores());
        amounts.put("memoryGiB", size.gib());
        return amounts;
    }

    public ObjectNode of() {
        ObjectNode root = Json.mapper().createObjectNode().put("formatVersion", FORMAT_VERSION);
        demand(root.putObject("demand"));
        catalogue(root.putObject("catalogue"));
        filters(root.putObject("filters"));
        types(root.putObject("types"));
        spec(root.putObject("spec"));
        ArrayNode alternatives = root.putArray("alternatives");
        int rank = 0;
        for (DeploymentAlternative each : study.result().alternatives()) {
            alternative(alternatives.addObject().put("rank", ++rank), each);
        }
        study.result()
                .optimal()
                .ifPresent(envelope -> root.putObject("optimal").put("usd", envelope.usd()));
        study.result()
                .bound()
                .ifPresent(
                        bound -> {
                            ObjectNode node = root.putObject("bound").put("usd", bound.boundUsd());
                            node.put("isExact", bound.isExact()).put("method", bound.method());
                        });
        ArrayNode sensitivity = root.putArray("priceSensitivity");
        study.result().sensitivity().forEach(each -> sensitivity(sensitivity.addObject(), each));
        advice(root.putObject("advice"), study.result().advice());
        ArrayNode notes = root.putArray("notes");
        study.notes().forEach(notes::add);
        return root;
    }

    private void demand(ObjectNode node) {
        CloudDemand demand = study.demand();
        node.put("name", demand.name()).put("kind", demand.kind());
        demand.made().forEach(node::putPOJO);
        node.put("seconds", demand.demand().endMicros() / 1e6);
        node.put("levels", demand.demand().levels());
        resources(node.putObject("mean"), demand.demand().mean());
        resources(node.putObject("peak"), demand.demand().peak());
    }

    private static void resources(ObjectNode node, Resources size) {
        node.put("cpu", size.cores()).put("memoryGiB", size.gib());
    }

    private void catalogue(ObjectNode node) {
        node.put("name", study.catalogue().name()).put("quantum", study.quantum());
        ArrayNode providers = node.putArray("providers");
        for (String provider : study.providers()) {
            List<Market> markets = study.markets().of(provider);
            Dates dates = study.markets().dates().get(provider);
            if (!markets.isEmpty() && dates != null) {
                ObjectNode each = providers.addObject().put("provider", provider);
                each.put("oldestPrice", dates.oldest().toString());
                each.put("newestPrice", dates.newest().toString());
                each.put("regions", markets.size());
                BillingRule rule = markets.get(0).billing();
                each.put("quantumSeconds", rule.quantumSeconds());
                each.put("minimumSeconds", rule.minimumSeconds());
            }
        }
    }

    private void filters(ObjectNode node) {
        MarketFilter filter = study.filter();
        words(node.putArray("regions"), filter.regions().stream().sorted().toList());
        words(node.putArray("types"), filter.types().stream().sorted().toList());
        words(node.putArray("families"), filter.families().stream().sorted().toList());
        words(
                node.putArray("architectures"),
                filter.architectures().stream()
                        .sorted()
                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                        .toList());
        filter.least().ifPresent(size -> resources(node.putObject("minSize"), size));
        filter.most().ifPresent(size -> resources(node.putObject("maxSize"), size));
        node.put("accelerators", filter.hasAccelerators());
        node.put("sharedCores", filter.hasSharedCores());
        filter.speedBaseline().ifPresent(type -> node.put("cpuScoreBaseline", type));
        node.put("pricing", label(filter.pricing()));
    }

    private static void words(ArrayNode array, List<String> words) {
        words.forEach(array::add);
    }

    /** {@code on-demand}, {@code spot}. */
    public static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void types(ObjectNode node) {
        node.put("offers", study.markets().offers());
        node.put("dominated", study.markets().dominated());
        node.put(
                "customFamilies",
                study.markets().customFamilies().values().stream().mapToInt(List::size).sum());
        ObjectNode leftOut = node.putObject("leftOut");
        study.markets().counts().forEach((reason, count) -> leftOut.put(label(reason), count));
    }

    private void spec(ObjectNode node) {
        DeploymentSpec spec = study.result().spec();
        node.put("decisionSeconds", spec.decisionSeconds());
        node.put("horizonSeconds", spec.horizonSeconds());
        node.put("bootSeconds", spec.bootSeconds());
        node.put("maxShortageSeconds", spec.maxShortageSeconds());
        node.put("stateGiB", spec.stateGib());
        node.put("egressUsdPerGiB", spec.egressUsdPerGib());
        node.put("savingsThreshold", spec.savingsThreshold());
        node.put("interruptionsPerHour", spec.interruptionsPerHour());
        node.put("interruptionsByType", spec.hasOwnRates());
        node.put("seed", spec.seed());
    }

    private void alternative(ObjectNode node, DeploymentAlternative each) {
        node.put("policy", each.policy()).put("providers", each.scope().name());
        node.put("isPossible", each.run().isPresent());
        node.put("holds", each.holds(study.result().spec()));
        each.refusal()
                .ifPresent(
                        refusal -> {
                            ObjectNode why = node.putObject("refusal");
                            why.put("place", refusal.place()).put("need", refusal.need());
                            words(why.putArray("able"), refusal.able());
                        });
        each.run().ifPresent(run -> run(node, run));
        each.gapToBound().ifPresent(gap -> node.put("gapToBound", gap));
    }

    private static void run(ObjectNode node, DeploymentRun run) {
        node.put("usd", run.usd()).put("listUsd", run.listUsd());
        double bought = run.chargedVmSeconds() / SECONDS_PER_HOUR;
        double idle = run.idleVmSeconds() / SECONDS_PER_HOUR;
        node.putObject("vmHours")
                .put("bought", bought)
                .put("used", bought - idle)
                .put("idle", idle);
        node.putObject("unused").put("cpu", run.unusedCpu()).put("memory", run.unusedMemory());
        node.put("changes", run.counts().changes());
        node.put("moves", run.counts().moves());
        node.put("providerSwitches", run.counts().providerSwitches());
        node.put("interruptions", run.counts().interruptions());
        node.put("underProvisionedSeconds", run.counts().underProvisionedSeconds());
        node.put("mostMissing", run.counts().mostMissing());
        node.put("egressUsd", run.egressUsd());
        ArrayNode mix = node.putArray("mix");
        for (VmShare share : VmShare.of(run)) {
            ObjectNode type = mix.addObject().put("provider", share.market().provider());
            type.put("region", share.market().region());
            type.put("type", share.item().offer().type().name());
            type.put("pricing", label(share.item().pricing()));
            type.put("usdPerHour", share.item().usdPerHour());
            type.put("started", share.count()).put("most", share.most());
            type.put("vmHours", share.vmHours()).put("usd", share.usd());
        }
    }

    private static void sensitivity(ObjectNode node, PriceSensitivity each) {
        node.put("change", each.change()).put("share", each.share());
        node.put("effect", each.effect()).put("isExact", each.isExact());
    }

    private static void advice(ObjectNode node, StayAdvice advice) {
        place(node.putObject("from"), advice.from());
        place(node.putObject("to"), advice.to());
        node.put("saving", advice.saving()).put("threshold", advice.threshold());
        node.put("stay", advice.isStay());
    }

    private static void place(ObjectNode node, DeploymentAlternative at) {
        node.put("policy", at.policy()).put("providers", at.scope().name()).put("usd", at.usd());
    }
}
