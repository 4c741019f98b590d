package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import dev.stowage.workload.growth.Demand;
import dev.stowage.workload.growth.Season;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * Workloads in YAML: where their tasks come from, load, growth and season; one, or several by name.
 */
final class WorkloadYaml {
    private static final String WORKLOADS = "workloads";
    private static final String NAME = "name";
    private static final String START = "startHours";
    private static final JsonPointer WORKLOAD = JsonPointer.compile("/workload");
    private static final JsonPointer SEVERAL = JsonPointer.compile("/" + WORKLOADS);
    private static final JsonPointer AT_NAME = JsonPointer.compile("/" + NAME);
    private static final JsonPointer AT_START = JsonPointer.compile("/" + START);
    private static final BigDecimal MICROS_PER_HOUR = BigDecimal.valueOf(3_600_000_000L);
    private static final List<String> DAYS =
            List.of("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday");

    private static final int HOURS_OF_DAY = 24;
    private static final int DAYS_OF_WEEK = 7;

    private WorkloadYaml() {}

    /** Where the workload stands, or each of several. */
    static List<JsonPointer> places(LocatedYaml yaml) {
        int several = yaml.at(SEVERAL).size();
        return several == 0
                ? List.of(WORKLOAD)
                : IntStream.range(0, several).mapToObj(SEVERAL::appendIndex).toList();
    }

    /** Names of several workloads, as far as they are texts; empty of one. */
    static List<String> names(JsonNode root) {
        List<String> names = new ArrayList<>();
        root.at(SEVERAL).forEach(each -> names.add(each.at(AT_NAME).asText()));
        return names;
    }

    /**
     * What a schema can't know: names that stand there twice, keys that need or exclude each other,
     * factors that are all 0.
     */
    static List<LocatedIssue> issues(LocatedYaml yaml) {
        List<LocatedIssue> issues = new ArrayList<>();
        places(yaml).forEach(place -> issues(yaml, place, issues));
        List<String> names = names(yaml.root());
        for (int i = 0; i < names.size(); i++) {
            if (names.indexOf(names.get(i)) < i) {
                issues.add(
                        yaml.atValue(
                                SEVERAL.appendIndex(i).appendProperty(NAME),
                                new Problem(
                                        "a second workload called " + names.get(i),
                                        "a name for each",
                                        null)));
            }
        }
        if (!names.isEmpty()) {
            refuse(yaml, "/uncertainty", "other growth or generators", issues);
            refuse(yaml, "/policies/profiles", "profiles of applications", issues);
        }
        return issues;
    }

    private static void refuse(
            LocatedYaml yaml, String key, String what, List<LocatedIssue> issues) {
        JsonPointer path = JsonPointer.compile(key);
        if (!yaml.at(path).isMissingNode()) {
            issues.add(
                    yaml.atKey(
                            path,
                            new Problem(
                                    what + " with several workloads",
                                    "one workload beside them",
                                    "Leave it out, or plan for one workload.")));
        }
    }

    private static void issues(LocatedYaml yaml, JsonPointer place, List<LocatedIssue> issues) {
        JsonNode workload = yaml.at(place);
        if (workload.has("model")) {
            pair(yaml, place, "load", "loadServers", issues);
            pair(yaml, place, "loadServers", "load", issues);
        }
        if (workload.has("load") && workload.has("arrivalScale")) {
            issues.add(
                    yaml.atKey(
                            place.appendProperty("arrivalScale"),
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
                            place.appendProperty("seasonal"),
                            new Problem(
                                    "neither hourOfDay nor dayOfWeek",
                                    "the factors of one of them, or of both",
                                    null)));
        }
        zeros(yaml, place, issues);
    }

    private static void zeros(LocatedYaml yaml, JsonPointer place, List<LocatedIssue> issues) {
        for (String key : List.of("hourOfDay", "dayOfWeek")) {
            JsonPointer path = place.appendProperty("seasonal").appendProperty(key);
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
            JsonPointer place,
            String key,
            String other,
            List<LocatedIssue> issues) {
        JsonNode workload = yaml.at(place);
        if (workload.has(key) && !workload.has(other)) {
            issues.add(
                    yaml.atKey(
                            place.appendProperty(key),
                            new Problem(
                                    key + " without " + other,
                                    "both, as in load: 0.6, loadServers: 100",
                                    null)));
        }
    }

    /**
     * What the tasks of a checked scenario come from.
     *
     * @param models names of the built-in ones
     * @param beside a path that starts at the folder of the scenario
     */
    static Scenario.WorkloadChoice of(
            JsonNode root, List<String> models, UnaryOperator<Path> beside) {
        if (!root.has(WORKLOADS)) {
            return choice(root.at(WORKLOAD), models, beside);
        }
        List<Scenario.Named> named = new ArrayList<>();
        for (JsonNode each : root.at(SEVERAL)) {
            named.add(
                    new Scenario.Named(
                            each.at(AT_NAME).textValue(),
                            choice(each, models, beside),
                            each.at(AT_START).decimalValue().multiply(MICROS_PER_HOUR).longValue(),
                            named.size()));
        }
        return new Scenario.Several(named);
    }

    private static Scenario.WorkloadChoice choice(
            JsonNode choice, List<String> models, UnaryOperator<Path> beside) {
        if (choice.has("trace")) {
            return new Scenario.FromTrace(path(choice.get("trace"), beside), demand(choice));
        }
        if (choice.has("csv")) {
            return new Scenario.FromCsv(path(choice.get("csv"), beside), demand(choice));
        }
        String model = choice.get("model").textValue();
        double duration = choice.get("durationScale").doubleValue();
        return new Scenario.FromModel(
                models.contains(model) ? model : path(choice.get("model"), beside).toString(),
                choice.has("jobs")
                        ? OptionalLong.of(choice.get("jobs").longValue())
                        : OptionalLong.empty(),
                new Scenario.Scaling(
                        choice.get("arrivalScale").doubleValue(),
                        choice.path("durationScaleBatch").asDouble(duration),
                        choice.path("durationScaleUserFacing").asDouble(duration),
                        choice.get("durationScaleBy").textValue(),
                        choice.get("generator").textValue()),
                load(choice),
                demand(choice));
    }

    private static Path path(JsonNode value, UnaryOperator<Path> beside) {
        return beside.apply(Path.of(value.textValue()));
    }

    /** The load of a checked workload. */
    private static Optional<Scenario.Load> load(JsonNode workload) {
        return workload.has("load")
                ? Optional.of(
                        new Scenario.Load(
                                workload.get("load").doubleValue(),
                                workload.get("loadServers").intValue()))
                : Optional.empty();
    }

    /** Growth and season of a checked workload. */
    private static Demand demand(JsonNode workload) {
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
    private static void writeScale(Scenario.FromModel model, Map<String, Object> workload) {
        if (model.load().isPresent()) {
            workload.put("load", ScenarioWriter.decimal(model.load().get().share()));
            workload.put("loadServers", model.load().get().servers());
        } else {
            workload.put("arrivalScale", ScenarioWriter.decimal(model.scaling().arrival()));
        }
    }

    /** The keys that give a choice when they are read, in a scenario that stands in a folder. */
    static void write(Scenario.WorkloadChoice choice, Path folder, Map<String, Object> root) {
        if (choice instanceof Scenario.Several several) {
            List<Map<String, Object>> all = new ArrayList<>();
            for (Scenario.Named each : several.members()) {
                Map<String, Object> map = new LinkedHashMap<>();
                map.put(NAME, each.name());
                map.putAll(map(each.tasks(), folder));
                map.put(
                        START,
                        ScenarioWriter.plain(
                                BigDecimal.valueOf(each.startMicros())
                                        .divide(MICROS_PER_HOUR, 15, RoundingMode.CEILING)));
                all.add(map);
            }
            root.put(WORKLOADS, all);
        } else {
            root.put("workload", map(choice, folder));
        }
    }

    private static Map<String, Object> map(Scenario.WorkloadChoice choice, Path folder) {
        Map<String, Object> workload = new LinkedHashMap<>();
        if (choice instanceof Scenario.FromTrace fromTrace) {
            workload.put("trace", ScenarioWriter.relative(fromTrace.trace(), folder));
        } else if (choice instanceof Scenario.FromCsv fromCsv) {
            workload.put("csv", ScenarioWriter.relative(fromCsv.csv(), folder));
        } else if (choice instanceof Scenario.FromModel fromModel) {
            Path path = Path.of(fromModel.model());
            workload.put(
                    "model",
                    path.isAbsolute() ? ScenarioWriter.relative(path, folder) : fromModel.model());
            fromModel.jobs().ifPresent(jobs -> workload.put("jobs", jobs));
            writeScale(fromModel, workload);
            Scenario.Scaling scaling = fromModel.scaling();
            workload.put("durationScaleBatch", ScenarioWriter.decimal(scaling.durationBatch()));
            workload.put(
                    "durationScaleUserFacing",
                    ScenarioWriter.decimal(scaling.durationUserFacing()));
            workload.put("durationScaleBy", scaling.durationBy());
            workload.put("generator", scaling.generator());
        }
        write(choice.demand(), workload);
        return workload;
    }

    /** Growth and season. */
    private static void write(Demand demand, Map<String, Object> workload) {
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
