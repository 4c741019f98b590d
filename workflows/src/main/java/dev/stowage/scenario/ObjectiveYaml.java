package dev.stowage.scenario;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.NearestName;
import dev.stowage.json.Json;
import dev.stowage.model.TaskClass;
import dev.stowage.plan.loss.Survive;
import dev.stowage.plan.objective.Objective;
import dev.stowage.run.Metric;
import dev.stowage.run.Quantity;
import dev.stowage.run.TaskPart;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objectives in YAML: bounds on metrics of all tasks, bounds for parts of them ({@code parts}), and
 * what they are to survive ({@code survive}).
 */
final class ObjectiveYaml {
    private static final String SURVIVE = "survive";
    private static final String PARTS = "parts";

    /** What stands beside the bounds on metrics of all tasks. */
    static final List<String> OTHER_KEYS = List.of(SURVIVE, PARTS);

    private static final long MICROS_PER_HOUR = 3_600_000_000L;
    private static final int MOST_SERVERS = 20_000; // search.max where it is not given

    private static final JsonPointer AT = JsonPointer.compile("/objective/" + SURVIVE);

    private ObjectiveYaml() {}

    /** The map as it stands there. */
    private record Form(
            @Nullable Integer servers, @Nullable Integer domains, @Nullable BigDecimal forHours) {
        Survive survive() {
            return new Survive(
                    servers == null ? 0 : servers,
                    domains == null ? 0 : domains,
                    forHours == null
                            ? OptionalLong.empty()
                            : OptionalLong.of(
                                    forHours.multiply(BigDecimal.valueOf(MICROS_PER_HOUR))
                                            .longValue()));
        }
    }

    /** One entry of {@code parts}. */
    private record PartForm(
            @Nullable OfForm of,
            @Nullable Map<String, Double> pendingSeconds,
            @Nullable Map<String, Double> slowdown,
            @Nullable Map<String, Double> jobSeconds,
            @Nullable LateForm lateJobs) {
        private TaskPart tasks() {
            OfForm tasks = of == null ? OfForm.ALL : of;
            return new TaskPart(
                    Optional.ofNullable(tasks.taskClass).map(ObjectiveYaml::taskClass),
                    optional(tasks.priorityFrom),
                    optional(tasks.priorityTo),
                    Optional.ofNullable(tasks.user),
                    Optional.ofNullable(tasks.asks),
                    Optional.ofNullable(tasks.workload),
                    Optional.empty());
        }

        /** Those that have figures of their own: with a deadline they have others. */
        List<TaskPart> parts() {
            List<TaskPart> parts = new ArrayList<>();
            if (pendingSeconds != null || slowdown != null || jobSeconds != null) {
                parts.add(tasks());
            }
            if (lateJobs != null) {
                parts.add(lateJobs.due(tasks()));
            }
            return parts;
        }

        List<Objective.Bound> bounds() {
            List<Objective.Bound> bounds = new ArrayList<>();
            add(Quantity.PENDING_SECONDS, pendingSeconds, bounds);
            add(Quantity.SLOWDOWN, slowdown, bounds);
            add(Quantity.JOB_SECONDS, jobSeconds, bounds);
            if (lateJobs != null) {
                Metric late = new Metric(Quantity.LATE_JOBS, "").of(lateJobs.due(tasks()));
                bounds.add(new Objective.Bound(late.name(), lateJobs.share, false));
            }
            return bounds;
        }

        private void add(
                Quantity quantity,
                @Nullable Map<String, Double> limits,
                List<Objective.Bound> bounds) {
            if (limits != null) {
                limits.forEach(
                        (statistic, limit) ->
                                bounds.add(
                                        new Objective.Bound(
                                                new Metric(quantity, statistic).of(tasks()).name(),
                                                limit,
                                                false)));
            }
        }
    }

    /** Which tasks. */
    private record OfForm(
            @JsonProperty("class") @Nullable String taskClass,
            @Nullable Integer priorityFrom,
            @Nullable Integer priorityTo,
            @Nullable String user,
            @Nullable String asks,
            @Nullable String workload) {
        static final OfForm ALL = of(null);

        /** All tasks of a workload. */
        static OfForm of(@Nullable String workload) {
            return new OfForm(null, null, null, null, null, workload);
        }

        boolean isEmpty() {
            return priorityFrom != null && priorityTo != null && priorityFrom > priorityTo;
        }
    }

    /** How many jobs may be late, and when they are due. */
    private record LateForm(
            double share,
            @Nullable BigDecimal byHours,
            @Nullable BigDecimal everyHours,
            @Nullable BigDecimal leadHours) {
        private static final BigDecimal DAY = BigDecimal.valueOf(24);

        BigDecimal day() {
            return everyHours == null ? DAY : everyHours;
        }

        TaskPart due(TaskPart tasks) {
            return tasks.due(
                    Optional.of(
                            new TaskPart.Deadline(
                                    micros(Optional.ofNullable(byHours).orElseThrow()),
                                    micros(day()),
                                    leadHours == null ? 0 : micros(leadHours))));
        }
    }

    private static long micros(BigDecimal hours) {
        return hours.multiply(BigDecimal.valueOf(MICROS_PER_HOUR)).longValue();
    }

    private static OptionalInt optional(@Nullable Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static TaskClass taskClass(String label) {
        return Arrays.stream(TaskClass.values())
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The bounds of a checked scenario. One that every objective has is left to {@link Objective},
     * which marks it as implied.
     *
     * @param workloads names of several workloads on the same servers; empty of one. Bounds on the
     *     waits and slowdowns of all tasks hold for each of these by itself too, unless a part of
     *     all its tasks bounds the same
     */
    static Objective objective(JsonNode objective, boolean isContended, List<String> workloads) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> metric : objective.properties()) {
            JsonNode bound = metric.getValue();
            if (OTHER_KEYS.contains(metric.getKey())) {
                continue;
            }
            if (bound.isObject()) {
                Map<String, Double> statistics = new LinkedHashMap<>();
                bound.properties()
                        .forEach(one -> statistics.put(one.getKey(), one.getValue().doubleValue()));
                tree.put(metric.getKey(), statistics);
            } else if (bound.doubleValue() != 0) {
                tree.put(metric.getKey(), bound.doubleValue());
            }
        }
        Objective ofAll = Objective.parse("objective", tree, isContended);
        List<PartForm> parts = new ArrayList<>(parts(objective));
        if (workloads.size() > 1) {
            parts.addAll(ofEach(objective, workloads, parts));
            sort(parts);
        }
        return parts.isEmpty()
                ? ofAll
                : ofAll.with(
                        parts.stream().flatMap(each -> each.parts().stream()).distinct().toList(),
                        parts.stream().flatMap(each -> each.bounds().stream()).toList());
    }

    /** The bounds of all tasks as those of each workload, as far as it has none of its own. */
    private static List<PartForm> ofEach(
            JsonNode objective, List<String> workloads, List<PartForm> stated) {
        Set<String> bounded = new HashSet<>();
        stated.forEach(part -> part.bounds().forEach(bound -> bounded.add(bound.metric())));
        List<PartForm> parts = new ArrayList<>();
        for (String name : workloads) {
            OfForm of = OfForm.of(name);
            TaskPart tasks = new PartForm(of, null, null, null, null).tasks();
            Map<String, Double> pending = open(objective, Quantity.PENDING_SECONDS, tasks, bounded);
            Map<String, Double> slowdown = open(objective, Quantity.SLOWDOWN, tasks, bounded);
            if (!pending.isEmpty() || !slowdown.isEmpty()) {
                parts.add(
                        new PartForm(
                                of,
                                pending.isEmpty() ? null : pending,
                                slowdown.isEmpty() ? null : slowdown,
                                null,
                                null));
            }
        }
        return parts;
    }

    private static Map<String, Double> open(
            JsonNode objective, Quantity quantity, TaskPart tasks, Set<String> bounded) {
        Map<String, Double> limits = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> one :
                objective.at(JsonPointer.compile("/" + quantity.label())).properties()) {
            String metric = new Metric(quantity, one.getKey()).of(tasks).name();
            if (!bounded.contains(metric)) {
                limits.put(one.getKey(), one.getValue().doubleValue());
            }
        }
        return limits;
    }

    private static List<PartForm> parts(JsonNode objective) {
        List<PartForm> parts = new ArrayList<>();
        objective
                .path(PARTS)
                .forEach(each -> parts.add(Json.mapper().convertValue(each, PartForm.class)));
        sort(parts);
        return parts;
    }

    /** Any order is one. */
    private static void sort(List<PartForm> parts) {
        parts.sort(Comparator.comparing(each -> each.parts().get(0).text()));
    }

    /** What a checked scenario is to survive. */
    static Optional<Survive> survive(JsonNode root) {
        JsonNode map = root.at(AT);
        return map.isMissingNode()
                ? Optional.empty()
                : Optional.of(Json.mapper().convertValue(map, Form.class).survive());
    }

    /**
     * What a schema can't know: that something is lost, and that something is left; that bands of
     * priorities and times of day are some, and that no bound stands there twice.
     */
    static List<LocatedIssue> issues(LocatedYaml yaml) {
        List<LocatedIssue> issues = partIssues(yaml);
        JsonNode map = yaml.at(AT);
        if (!map.isObject()) {
            return issues;
        }
        JsonNode servers = yaml.at(AT.appendProperty("servers"));
        JsonNode domains = yaml.at(AT.appendProperty("domains"));
        if (servers.isMissingNode() && domains.isMissingNode()) {
            issues.add(
                    yaml.atValue(
                            AT,
                            new Problem(
                                    "neither servers nor domains",
                                    "how many are lost: servers, domains, or both",
                                    "Write survive: {servers: 1}.")));
        }
        JsonNode most = yaml.at(JsonPointer.compile("/search/max"));
        int max = most.isNumber() ? most.intValue() : MOST_SERVERS;
        if (servers.isNumber() && servers.intValue() >= max) {
            issues.add(
                    yaml.atValue(
                            AT.appendProperty("servers"),
                            new Problem(
                                    servers + " servers lost of at most " + max,
                                    "fewer than search.max, " + max,
                                    "Raise search.max, or lose fewer.")));
        }
        JsonNode size = yaml.at(JsonPointer.compile("/servers/serversPerDomain"));
        if (domains.isNumber() && size.isMissingNode()) {
            issues.add(
                    yaml.atValue(
                            AT.appendProperty("domains"),
                            new Problem(
                                    domains + " failure domains lost of servers that have none",
                                    "servers.serversPerDomain beside it",
                                    "Say how many servers share a failure domain, or lose"
                                            + " servers.")));
        }
        if (domains.isNumber()
                && size.isNumber()
                && domains.longValue() * size.longValue() >= max) {
            issues.add(
                    yaml.atValue(
                            AT.appendProperty("domains"),
                            new Problem(
                                    domains
                                            + " failure domains of "
                                            + size
                                            + " servers lost of at most "
                                            + max
                                            + " servers",
                                    "fewer servers than search.max, " + max,
                                    "Raise search.max, or lose fewer.")));
        }
        return issues;
    }

    private static List<LocatedIssue> partIssues(LocatedYaml yaml) {
        List<LocatedIssue> issues = new ArrayList<>();
        JsonPointer parts = JsonPointer.compile("/objective/" + PARTS);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < yaml.at(parts).size(); i++) {
            JsonPointer part = parts.appendIndex(i);
            Optional<PartForm> form = form(yaml.at(part));
            Optional<LocatedIssue> issue = form.flatMap(each -> issue(yaml, part, each));
            issue.ifPresent(issues::add);
            if (issue.isEmpty() && form.isPresent()) {
                for (Objective.Bound bound : bounds(form.get())) {
                    if (!seen.add(bound.metric())) {
                        issues.add(
                                yaml.atValue(
                                        part,
                                        new Problem(
                                                "a second bound on " + bound.metric(),
                                                "one for each part of the tasks",
                                                "Keep the stricter one.")));
                    }
                }
            }
        }
        return issues;
    }

    /** None if a class or a time is not one, which the schema says. */
    private static List<Objective.Bound> bounds(PartForm form) {
        try {
            return form.bounds();
        } catch (NoSuchElementException e) {
            return List.of();
        }
    }

    private static Optional<LocatedIssue> issue(LocatedYaml yaml, JsonPointer part, PartForm form) {
        OfForm of = form.of;
        List<String> workloads = WorkloadYaml.names(yaml.root());
        if (of != null && of.workload != null && !workloads.contains(of.workload)) {
            return Optional.of(
                    yaml.atValue(
                            part.appendProperty("of").appendProperty("workload"),
                            new Problem(
                                    "the unknown workload \"" + of.workload + "\"",
                                    workloads.isEmpty()
                                            ? "workloads by name, instead of workload"
                                            : "one of " + String.join(", ", workloads),
                                    NearestName.question(of.workload, workloads).orElse(null))));
        }
        if (of != null && of.isEmpty()) {
            return Optional.of(
                    yaml.atValue(
                            part.appendProperty("of").appendProperty("priorityTo"),
                            new Problem(
                                    "priorities from " + of.priorityFrom + " to " + of.priorityTo,
                                    "priorityTo of at least priorityFrom",
                                    "Larger is more important.")));
        }
        boolean isContended =
                yaml.at(JsonPointer.compile("/fidelity/mode")).asText().equals("contended");
        if (form.slowdown != null && !isContended) {
            return Optional.of(
                    yaml.atValue(
                            part.appendProperty("slowdown"),
                            new Problem(
                                    "a bound on slowdown without contended fidelity",
                                    "fidelity: {mode: contended} in the scenario",
                                    "In a replay no task is slowed down.")));
        }
        Quantity ofAll = form.slowdown != null ? Quantity.SLOWDOWN : Quantity.PENDING_SECONDS;
        if (of == null && (form.pendingSeconds != null || form.slowdown != null)) {
            return Optional.of(
                    yaml.atValue(
                            part.appendProperty(ofAll.label()),
                            new Problem(
                                    "a bound on the " + ofAll.noun() + " of all tasks",
                                    "a bound of a part, or objective." + ofAll.label(),
                                    "Say which tasks, as in of: {class: user-facing}.")));
        }
        LateForm late = form.lateJobs;
        if (late != null && late.byHours != null && late.byHours.compareTo(late.day()) >= 0) {
            return Optional.of(
                    yaml.atValue(
                            part.appendProperty("lateJobs").appendProperty("byHours"),
                            new Problem(
                                    late.byHours + " h in a day of " + late.day() + " h",
                                    "a time of day below everyHours",
                                    "1 is one hour after the clock of the workload begins, and once"
                                            + " a day of everyHours from then on.")));
        }
        boolean isBounded = form.pendingSeconds != null || form.jobSeconds != null || late != null;
        return !isBounded && form.slowdown == null
                ? Optional.of(
                        yaml.atValue(
                                part,
                                new Problem(
                                        "no bound",
                                        "pendingSeconds, slowdown, jobSeconds or lateJobs",
                                        "Write {of: {class: user-facing}, pendingSeconds: {p99:"
                                                + " 5}}.")))
                : Optional.empty();
    }

    /** A part as it stands there; none if it is of another form, which the schema says. */
    private static Optional<PartForm> form(JsonNode part) {
        try {
            return Optional.of(Json.mapper().convertValue(part, PartForm.class));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The keys that give the bounds when they are read. */
    static Map<String, Object> map(Objective bounds) {
        Map<String, Object> objective = new LinkedHashMap<>();
        for (Objective.Bound bound : bounds.bounds()) {
            Metric metric = Metric.named(bound.metric()).orElseThrow();
            boolean mayBeWritten = !metric.quantity().isOfParts() && !metric.quantity().isImplied();
            if (metric.part().isEmpty() && mayBeWritten) {
                put(metric, bound, objective);
            }
        }
        if (!bounds.parts().isEmpty()) {
            objective.put(PARTS, bounds.parts().stream().map(each -> part(each, bounds)).toList());
        }
        return objective;
    }

    /** A limit, inside the map of its quantity if there are several statistics. */
    private static void put(Metric metric, Objective.Bound bound, Map<String, Object> to) {
        String label = metric.quantity().label();
        if (metric.statistic().isEmpty()) {
            to.put(label, (long) bound.limit());
        } else {
            Map<String, Object> group = new LinkedHashMap<>();
            if (to.get(label) instanceof Map<?, ?> there) {
                there.forEach((key, value) -> group.put(String.valueOf(key), value));
            }
            group.put(metric.statistic(), ScenarioWriter.decimal(bound.limit()));
            to.put(label, group);
        }
    }

    private static Map<String, Object> part(TaskPart tasks, Objective objective) {
        Map<String, Object> of = new LinkedHashMap<>();
        tasks.taskClass().ifPresent(each -> of.put("class", each.label()));
        tasks.leastPriority().ifPresent(each -> of.put("priorityFrom", each));
        tasks.mostPriority().ifPresent(each -> of.put("priorityTo", each));
        tasks.user().ifPresent(each -> of.put("user", each));
        tasks.asks().ifPresent(each -> of.put("asks", each));
        tasks.workload().ifPresent(each -> of.put("workload", each));
        Map<String, Object> part = new LinkedHashMap<>();
        if (!of.isEmpty()) {
            part.put("of", of);
        }
        for (Objective.Bound bound : objective.bounds()) {
            Metric metric = Metric.named(bound.metric()).orElseThrow();
            boolean isItsOwn =
                    metric.part().equals(tasks.text())
                            && (metric.quantity().isOfParts() || !metric.part().isEmpty());
            if (isItsOwn && metric.quantity() == Quantity.LATE_JOBS) {
                part.put("lateJobs", late(bound.limit(), tasks.deadline().orElseThrow()));
            } else if (isItsOwn) {
                put(metric, bound, part);
            }
        }
        return part;
    }

    private static Map<String, Object> late(double share, TaskPart.Deadline due) {
        Map<String, Object> late = new LinkedHashMap<>();
        late.put("share", ScenarioWriter.decimal(share));
        late.put("byHours", hours(due.byMicros()));
        late.put("everyHours", hours(due.everyMicros()));
        late.put("leadHours", hours(due.leadMicros()));
        return late;
    }

    /** So many hours as give these microseconds when they are read. */
    private static BigDecimal hours(long micros) {
        return ScenarioWriter.plain(
                BigDecimal.valueOf(micros)
                        .divide(BigDecimal.valueOf(MICROS_PER_HOUR), 15, RoundingMode.CEILING));
    }

    /** Adds the keys that give {@code survive} when they are read. */
    static void write(Survive survive, Map<String, Object> objective) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (survive.servers() > 0) {
            map.put("servers", survive.servers());
        }
        if (survive.domains() > 0) {
            map.put("domains", survive.domains());
        }
        survive.lengthMicros().ifPresent(length -> map.put("forHours", hours(length)));
        objective.put(SURVIVE, map);
    }
}
