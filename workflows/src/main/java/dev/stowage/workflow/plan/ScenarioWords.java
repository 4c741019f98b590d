package dev.stowage.workflow.plan;

import dev.stowage.plan.mix.Price;
import dev.stowage.scenario.Scenario;
import dev.stowage.sim.queue.QueueOptions;
import dev.stowage.words.Amounts;
import dev.stowage.words.DynamicsWords;
import dev.stowage.workload.growth.Demand;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A scenario in words: what was asked. */
final class ScenarioWords {
    private final Scenario scenario;
    private final ScenarioWorkload workload;

    /**
     * For a scenario.
     *
     * @param workload as it was opened
     */
    ScenarioWords(Scenario scenario, ScenarioWorkload workload) {
        this.scenario = scenario;
        this.workload = workload;
    }

    /** Facts in the order of the file. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        if (scenario.sharing().isEmpty()) {
            facts.put("Workload", workload());
        }
        scenario.sharing()
                .forEach(
                        each ->
                                facts.put(
                                        "Workload " + each.name(),
                                        new ScenarioWords(
                                                                scenario.drawing(each),
                                                                workload.part(each.place()))
                                                        .workload()
                                                + begins(each)));
        facts.put(
                scenario.kinds().isPresent() ? "Servers" : "Server",
                scenario.kinds().map(ScenarioWords::kinds).orElseGet(this::server));
        facts.put(
                "Policies",
                "placement "
                        + scenario.policies().placement()
                        + ", admission "
                        + scenario.policies().admission()
                        + ", queue "
                        + scenario.policies().queue()
                        + queueing(scenario.policies().queueing()));
        String outages = DynamicsWords.of(scenario.dynamics());
        if (!outages.isEmpty()) {
            facts.put("Ups and downs of servers", outages);
        }
        scenario.survive()
                .ifPresent(
                        lost ->
                                facts.put(
                                        "Objective holds without",
                                        lost.text()
                                                + (lost.lengthMicros().isPresent()
                                                        ? ", for "
                                                                + Amounts.seconds(
                                                                        lost.lengthMicros()
                                                                                        .getAsLong()
                                                                                / 1e6)
                                                        : ", to the end of the run")));
        facts.put("Search", search());
        facts.put("Clouds", clouds());
        facts.put("Seed", String.valueOf(scenario.seed()));
        return facts;
    }

    private static String begins(Scenario.Named one) {
        return one.startMicros() == 0
                ? ""
                : ", begins at " + Amounts.seconds(one.startMicros() / 1e6);
    }

    private static String queueing(QueueOptions options) {
        String limit =
                options.maxWaiting().isPresent()
                        ? ", at most "
                                + Amounts.counted(options.maxWaiting().getAsLong(), "task")
                                + " waiting"
                        : "";
        return limit + (options.isGang() ? ", tasks of a job start together" : "");
    }

    private String workload() {
        if (!(scenario.workload() instanceof Scenario.FromModel model)) {
            return recorded();
        }
        List<String> parts = new ArrayList<>();
        parts.add("model " + modelName(model.model()));
        String trace = model.jobs().isEmpty() ? ", by the number of its trace" : "";
        workload.jobs().ifPresent(jobs -> parts.add(Amounts.counted(jobs, "job") + trace));
        addDemand(parts);
        Scenario.Scaling scaling = model.scaling();
        parts.add(
                model.load()
                        .map(
                                load ->
                                        "load "
                                                + Amounts.share(load.share())
                                                + " of "
                                                + Amounts.counted(load.servers(), "server")
                                                + " before growth")
                        .orElse("arrival times × " + Amounts.decimal(scaling.arrival())));
        parts.add(
                "durations × "
                        + Amounts.decimal(scaling.durationBatch())
                        + " (batch) and × "
                        + Amounts.decimal(scaling.durationUserFacing())
                        + " (user-facing), by "
                        + scaling.durationBy());
        parts.add("generator " + scaling.generator());
        return String.join(", ", parts);
    }

    private String recorded() {
        List<String> parts = new ArrayList<>();
        addDemand(parts);
        return scenario.workload().describe()
                + (parts.isEmpty() ? ", replayed as recorded" : ", " + String.join(", ", parts));
    }

    private void addDemand(List<String> parts) {
        Demand demand = scenario.workload().demand();
        if (demand.isGrown()) {
            parts.add("growth " + ScenarioDemand.factors(demand));
        }
        if (demand.season().isPresent()) {
            parts.add("arrivals by season");
        }
    }

    private static String modelName(String model) {
        return ScenarioWorkload.fileName(java.nio.file.Path.of(model));
    }

    private static String kinds(Scenario.Kinds kinds) {
        return kinds.kinds().stream()
                .map(
                        kind ->
                                (kind.isOwned()
                                                ? "there are " + Amounts.count(kind.most()) + " "
                                                : "to buy up to "
                                                        + Amounts.count(kind.most())
                                                        + " ")
                                        + kind.name()
                                        + ": "
                                        + Amounts.size(kind.server())
                                        + ", "
                                        + Amounts.cents(
                                                Price.hundredths(kind.price().monthlyMicroUsd()))
                                        + " a month"
                                        + (kind.isOwned() && kind.least() > 0 ? ", all stay" : ""))
                .collect(Collectors.joining("; "));
    }

    private String server() {
        var server = scenario.server();
        String text = server.name() + ": " + Amounts.size(server);
        return server.monthlyUsd().isPresent()
                ? text
                        + ", "
                        + Amounts.cents(BigDecimal.valueOf(server.monthlyUsd().getAsDouble()))
                        + " a month"
                : text;
    }

    private String search() {
        return "up to "
                + Amounts.counted(scenario.search().max(), "server")
                + ", judged on "
                + Amounts.counted(scenario.search().judging(), "replication")
                + " if they are random, to hold in "
                + Amounts.share(scenario.search().reliability().share())
                + " of all with confidence "
                + Amounts.share(scenario.search().reliability().confidence());
    }

    private String clouds() {
        Scenario.Clouds clouds = scenario.clouds();
        if (clouds.providers().isEmpty()) {
            return "none";
        }
        return String.join(", ", clouds.providers())
                + "; policies "
                + String.join(", ", clouds.policies())
                + "; "
                + (clouds.regions().isEmpty()
                        ? "all regions of the catalogue"
                        : "regions " + String.join(", ", clouds.regions()));
    }
}
