package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import dev.stowage.workload.growth.Demand;
import dev.stowage.workload.growth.Season;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Load, growth and season of a workload in YAML. */
final class DemandYaml {
    private static final JsonPointer WORKLOAD = JsonPointer.compile("/workload");
    private static final List<String> DAYS =
            List.of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday");

    private static final int HOURS_OF_DAY = 24;
    private static final int DAYS_OF_WEEK = 7;

    private DemandYaml() {}

    /** What a schema can't know: keys that need or exclude each other, factors that are all 0. */
    static List<LocatedIssue> issues(LocatedYaml yaml) {
        List<LocatedIssue> issues = new ArrayList<>();
        JsonNode workload = yaml.at(WORKLOAD);
        if (workload.has("model")) {
            pair(yaml, workload, "load", "loadServers", issues);
            pair(yaml, workload, "loadServers", "load", issues);
        }
        if (workload.has("load") && workload.has("arrivalScale")) {
            issues.add(
                    yaml.atKey(
                            WORKLOAD.appendProperty("arrivalScale"),
                            new Problem(
                                    "arrivalScale beside load",
                                    "one or the other: a load says what arrival times are scaled"
                                            + " to",
                                    null)));
        }
        JsonNode seasonal = workload.path("seasonal");
        if (!seasonal.isEmpty() && !seasonal.has("hourOfDay") && !seasonal.has("dayOfWeek")) {
            issues.add(
                    yaml.atValue(
                            WORKLOAD.appendProperty("seasonal"),
                            new Problem(
                                    "neither hourOfDay nor dayOfWeek",
                                    "the factors of one of them, or of both",
                                    null)));
        }
        zeros(yaml, issues);
        return issues;
    }

    private static void zeros(LocatedYaml yaml, List<LocatedIssue> issues) {
        for (String key : List.of("hourOfDay", "dayOfWeek")) {
            JsonPointer path = WORKLOAD.appendProperty("seasonal").appendProperty(key);
            JsonNode factors = yaml.at(path);
            boolean isNothing =
                    StreamSupport.stream(factors.spliterator(), false)
                            .allMatch(factor -> factor.isNumber() && factor.doubleValue() == 0);
            if (factors.isArray() && !factors.isEmpty() && isNothing) {
                issues.add(
                        yaml.atValue(
                                path, new Problem("factors that are all 0", "one above 0", null)));
            }
        }
    }

    private static void pair(
            LocatedYaml yaml,
            JsonNode workload,
            String key,
            String other,
            List<LocatedIssue> issues) {
        if (workload.has(key) && !workload.has(other)) {
            issues.add(
                    yaml.atKey(
                            WORKLOAD.appendProperty(key),
                            new Problem(
                                    key + " without " + other,
                                    "both, as in load: 0.6, loadServers: 100",
                                    null)));
        }
    }

    /** The load of a checked workload. */
    static Optional<Scenario.Load> load(JsonNode workload) {
        return workload.has("load")
                ? Optional.of(
                        new Scenario.Load(
                                workload.get("load").doubleValue(),
                                workload.get("loadServers").intValue()))
                : Optional.empty();
    }

    /** Growth and season of a checked workload. */
    static Demand of(JsonNode workload) {
        JsonNode growth = workload.path("growth");
        double both = growth.isNumber() ? growth.doubleValue() : 1;
        return new Demand(
                growth.path("BATCH").asDouble(both),
                growth.path("USER_FACING").asDouble(both),
                workload.has("seasonal")
                        ? Optional.of(season(workload.get("seasonal")))
                        : Optional.empty());
    }

    private static Season season(JsonNode seasonal) {
        return new Season(
                factors(seasonal.path("hourOfDay"), HOURS_OF_DAY),
                factors(seasonal.path("dayOfWeek"), DAYS_OF_WEEK),
                seasonal.path("startHour").asDouble(0),
                DAYS.indexOf(seasonal.path("startDay").asText(DAYS.get(0))));
    }

    private static List<Double> factors(JsonNode list, int size) {
        return list.isArray()
                ? StreamSupport.stream(list.spliterator(), false).map(JsonNode::asDouble).toList()
                : Season.evenly(size);
    }

    /** The load, or the factor on arrival times. */
    static void writeScale(Scenario.FromModel model, Map<String, Object> workload) {
        if (model.load().isPresent()) {
            workload.put("load", ScenarioWriter.decimal(model.load().get().share()));
            workload.put("loadServers", model.load().get().servers());
        } else {
            workload.put("arrivalScale", ScenarioWriter.decimal(model.scaling().arrival()));
        }
    }

    /** Growth and season. */
    static void write(Demand demand, Map<String, Object> workload) {
        if (demand.growthBatch() == demand.growthUserFacing()) {
            workload.put("growth", ScenarioWriter.decimal(demand.growthBatch()));
        } else {
            Map<String, Object> growth = new LinkedHashMap<>();
            growth.put("BATCH", ScenarioWriter.decimal(demand.growthBatch()));
            growth.put("USER_FACING", ScenarioWriter.decimal(demand.growthUserFacing()));
            workload.put("growth", growth);
        }
        demand.season()
                .ifPresent(
                        season -> {
                            Map<String, Object> seasonal = new LinkedHashMap<>();
                            seasonal.put("hourOfDay", decimals(season.hourOfDay()));
                            seasonal.put("dayOfWeek", decimals(season.dayOfWeek()));
                            seasonal.put("startHour", ScenarioWriter.decimal(season.startHour()));
                            seasonal.put("startDay", DAYS.get(season.startDay()));
                            workload.put("seasonal", seasonal);
                        });
    }

    private static List<Object> decimals(List<Double> factors) {
        return factors.stream().<Object>map(ScenarioWriter::decimal).toList();
    }
}
