package dev.stowage.workload;

import static dev.stowage.workload.DensityWriter.FIGURE;
import static dev.stowage.workload.DensityWriter.PARAMETER;
import static dev.stowage.workload.DensityWriter.number;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.JsonCursor;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads and writes the sections of a model file that the faithful generator needs. */
final class FaithfulJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String STANDING = "standing";
    private static final String WAITING = "waiting";
    private static final int GROUP_COLUMNS = 7; // without further demands
    private static final String GPUS = "gpus";
    private static final String DISK = "diskGib";
    private static final String NETWORK = "networkGbps";
    private static final String CONSTRAINTS = "constraints";

    private FaithfulJson() {}

    static ObjectNode write(Arrivals arrivals) {
        ObjectNode node = NODES.objectNode();
        node.set("segmentSeconds", number(arrivals.segmentSeconds(), PARAMETER));
        node.set("grainSeconds", number(arrivals.grainSeconds(), PARAMETER));
        node.set("classPersistence", number(arrivals.classPersistence(), FIGURE));
        node.set("clumping", figures(arrivals.clumping()));
        ObjectNode jobs = node.putObject("jobs");
        arrivals.jobs()
                .forEach(
                        (taskClass, counts) -> {
                            ArrayNode array = jobs.putArray(taskClass.name());
                            counts.forEach(array::add);
                        });
        return node;
    }

    private static ArrayNode figures(List<Double> values) {
        ArrayNode array = NODES.arrayNode();
        values.forEach(value -> array.add(number(value, FIGURE)));
        return array;
    }

    static Arrivals arrivals(JsonCursor at, double windowSeconds) {
        at.only("segmentSeconds", "grainSeconds", "classPersistence", "clumping", "jobs");
        JsonCursor jobs = at.at("jobs");
        jobs.only(Arrays.stream(TaskClass.values()).map(TaskClass::name).toArray(String[]::new));
        Map<TaskClass, List<Long>> counts = new EnumMap<>(TaskClass.class);
        int segments = 0;
        for (JsonCursor member : jobs.members()) {
            List<Long> ofClass = member.elements().stream().map(JsonCursor::count).toList();
            if (ofClass.isEmpty() || (segments > 0 && ofClass.size() != segments)) {
                throw member.bad("as many segments as the other class has, and at least one");
            }
            segments = ofClass.size();
            counts.put(TaskClass.valueOf(member.key()), ofClass);
        }
        double length = at.at("segmentSeconds").positive();
        if (!(Math.abs(length * segments / windowSeconds - 1) < 1e-6)) {
            throw at.at("segmentSeconds")
                    .bad(
                            "a number that times the number of segments, "
                                    + segments
                                    + ", is the window of arrivals, "
                                    + windowSeconds
                                    + " s");
        }
        List<Double> clumping =
                at.at("clumping").elements().stream().map(level -> level.inRange(0, 1)).toList();
        if (clumping.size() > Arrivals.MAX_LEVELS) {
            throw at.at("clumping").bad("at most " + Arrivals.MAX_LEVELS + " levels");
        }
        Arrivals arrivals =
                new Arrivals(
                        length,
                        counts,
                        clumping,
                        at.at("grainSeconds").inRange(0, Double.MAX_VALUE),
                        at.at("classPersistence").inRange(0, 1));
        if (arrivals.total() == 0) {
            throw jobs.bad("at least one job in one segment");
        }
        return arrivals;
    }

    static ObjectNode write(JointModel joint) {
        ObjectNode node = NODES.objectNode();
        node.set("windowSeconds", number(joint.windowSeconds(), PARAMETER));
        node.put("runLength", joint.runLength());
        ObjectNode jobs = node.putObject("jobs"); // an object, so that each has a line of its own
        for (int i = 0; i < joint.jobs().size(); i++) {
            jobs.set(Integer.toString(i + 1), write(joint.jobs().get(i)));
        }
        return node;
    }

    /**
     * {@code [class, submit or "standing" or "waiting", weight, groups, session if it is in one]}.
     */
    private static ArrayNode write(JobPrototype job) {
        ArrayNode node = NODES.arrayNode();
        node.add(job.taskClass().name());
        if (job.isStanding()) {
            node.add(job.isWaiting() ? WAITING : STANDING);
        } else {
            node.add(number(job.atSeconds(), FIGURE));
        }
        node.add(number(job.weight(), FIGURE));
        ArrayNode groups = node.addArray();
        job.groups().forEach(group -> groups.add(write(group)));
        if (job.session() != JobPrototype.NO_SESSION) {
            node.add(job.session());
        }
        return node;
    }

    /**
     * {@code [tasks, outcome, priority, cpu, memory, durations, arrivals, demands if any]}; GPUs
     * alone are a number.
     */
    private static ArrayNode write(TaskGroup group) {
        ArrayNode node = NODES.arrayNode();
        node.add(group.tasks());
        node.add(word(group.outcome()));
        node.add(group.priority());
        node.add(number(group.cpuCores(), PARAMETER));
        node.add(number(group.memoryGib(), PARAMETER));
        node.add(group.isEndless() ? NODES.nullNode() : write(group.durationSeconds(), group));
        node.add(write(group.arrivalSeconds(), group));
        TaskDemands demands = group.demands();
        if (!demands.isOfGpusAlone()) {
            node.add(write(demands));
        } else if (demands.gpus() > 0) {
            node.add(number(demands.gpus(), PARAMETER));
        }
        return node;
    }

    private static ObjectNode write(TaskDemands demands) {
        ObjectNode node = NODES.objectNode();
        putIfAny(node, GPUS, demands.gpus());
        putIfAny(node, DISK, demands.diskGib());
        putIfAny(node, NETWORK, demands.networkGbps());
        if (!demands.constraints().isEmpty()) {
            node.put(CONSTRAINTS, demands.constraints().toString());
        }
        return node;
    }

    private static void putIfAny(ObjectNode node, String key, double amount) {
        if (amount > 0) {
            node.set(key, number(amount, PARAMETER));
        }
    }

    private static TaskDemands demands(JsonCursor at) {
        if (!at.node().isObject()) {
            return TaskDemands.ofGpus(at.inRange(0, Double.MAX_VALUE));
        }
        at.only(GPUS, DISK, NETWORK, CONSTRAINTS);
        return new TaskDemands(
                amount(at, GPUS), amount(at, DISK), amount(at, NETWORK), constraints(at));
    }

    private static double amount(JsonCursor at, String key) {
        return at.has(key) ? at.at(key).inRange(0, Double.MAX_VALUE) : 0;
    }

    private static PlacementConstraints constraints(JsonCursor at) {
        if (!at.has(CONSTRAINTS)) {
            return PlacementConstraints.NONE;
        }
        JsonCursor text = at.at(CONSTRAINTS);
        try {
            return PlacementConstraints.parse(text.text());
        } catch (IllegalArgumentException e) {
            throw text.bad("constraints as in arch=x86;cores>8;different-machines").causedBy(e);
        }
    }

    private static JsonNode write(Spread spread, TaskGroup group) {
        double[] values = spread.values();
        if (spread.isConstant()) {
            return number(values[0], PARAMETER);
        }
        ArrayNode numbers = NODES.arrayNode();
        Arrays.stream(values).forEach(value -> numbers.add(number(value, PARAMETER)));
        if (!spread.isOfValues()) {
            return numbers;
        }
        ObjectNode node = NODES.objectNode();
        node.set("values", numbers);
        ArrayNode counts = node.putArray("counts");
        Arrays.stream(spread.counts(group.tasks())).forEach(counts::add);
        return node;
    }

    private static String word(TaskOutcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    static JointModel joint(JsonCursor at) {
        at.only("windowSeconds", "runLength", "jobs");
        double window = at.at("windowSeconds").positive();
        long run = at.at("runLength").count();
        if (run < 1 || run > Integer.MAX_VALUE) {
            throw at.at("runLength").bad("a whole number of at least 1");
        }
        List<JobPrototype> jobs = new ArrayList<>();
        for (JsonCursor member : at.at("jobs").members()) {
            jobs.add(job(member, window));
        }
        if (jobs.stream().allMatch(JobPrototype::isStanding)) {
            throw at.at("jobs").bad("at least one job that is not standing");
        }
        return new JointModel(window, (int) run, jobs);
    }

    private static JobPrototype job(JsonCursor at, double windowSeconds) {
        List<JsonCursor> row =
                at.row(
                        4,
                        5,
                        "[class, submit or \"standing\" or \"waiting\", weight, groups] and a session,"
                                + " if any");
        JsonCursor submit = row.get(1);
        boolean isStanding = submit.node().isTextual();
        boolean isWaiting = isStanding && submit.node().textValue().equals(WAITING);
        if (isStanding && !isWaiting) {
            submit.is(STANDING);
        }
        List<TaskGroup> groups = row.get(3).elements().stream().map(FaithfulJson::group).toList();
        if (groups.isEmpty()) {
            throw row.get(3).bad("at least one group of tasks");
        }
        return new JobPrototype(
                row.get(0).oneOf(TaskClass.values(), TaskClass::name),
                isStanding
                        ? 0
                        : Math.min(windowSeconds, submit.inRange(0, windowSeconds * (1 + 1e-5))),
                isStanding,
                isWaiting,
                row.get(2).inRange(1, 1e12),
                row.size() < 5 ? JobPrototype.NO_SESSION : session(row.get(4)),
                groups);
    }

    private static int session(JsonCursor at) {
        long number = at.count();
        if (number > Integer.MAX_VALUE) {
            throw at.bad("a whole number from 0 to " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    private static TaskGroup group(JsonCursor at) {
        List<JsonCursor> row =
                at.row(
                        GROUP_COLUMNS,
                        GROUP_COLUMNS + 1,
                        "[tasks, outcome, priority, cpuCores, memoryGib, durations, arrivals] and"
                                + " GPUs or {gpus, diskGib, networkGbps, constraints}, if any");
        long tasks = row.get(0).count();
        if (tasks < 1 || tasks > Integer.MAX_VALUE) {
            throw row.get(0).bad("a whole number from 1 to " + Integer.MAX_VALUE);
        }
        TaskOutcome outcome = row.get(1).oneOf(TaskOutcome.values(), FaithfulJson::word);
        double priority = row.get(2).inRange(Integer.MIN_VALUE, Integer.MAX_VALUE);
        if (priority != Math.rint(priority)) {
            throw row.get(2).bad("a whole number");
        }
        boolean isEndless = !outcome.isTerminal();
        if (isEndless && !row.get(5).node().isNull()) {
            throw row.get(5).bad("null, because tasks that are " + word(outcome) + " have no end");
        }
        return new TaskGroup(
                (int) tasks,
                outcome,
                (int) priority,
                row.get(3).inRange(0, Double.MAX_VALUE),
                row.get(4).inRange(0, Double.MAX_VALUE),
                row.size() == GROUP_COLUMNS ? TaskDemands.NONE : demands(row.get(GROUP_COLUMNS)),
                isEndless ? Spread.constant(0) : spread(row.get(5)),
                spread(row.get(6)));
    }

    private static Spread spread(JsonCursor at) {
        if (at.node().isObject()) {
            at.only("values", "counts");
            double[] values = ascending(at.at("values"), true);
            long[] counts =
                    at.at("counts").elements().stream().mapToLong(FaithfulJson::positive).toArray();
            if (counts.length != values.length) {
                throw at.at("counts").bad("as many counts as values");
            }
            return Spread.values(values, counts);
        }
        return at.node().isArray()
                ? Spread.parts(ascending(at, false))
                : Spread.constant(at.inRange(0, Double.MAX_VALUE));
    }

    private static long positive(JsonCursor at) {
        if (at.count() == 0) {
            throw at.bad("a whole number above 0");
        }
        return at.count();
    }

    private static double[] ascending(JsonCursor at, boolean isStrictly) {
        List<JsonCursor> elements = at.elements();
        double[] values = new double[elements.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = elements.get(i).inRange(0, Double.MAX_VALUE);
            if (i > 0
                    && (values[i] < values[i - 1] || (isStrictly && values[i] == values[i - 1]))) {
                throw elements.get(i).bad("more than the value before");
            }
        }
        if (values.length < 2) {
            throw at.bad("at least two values; a single one stands without brackets");
        }
        return values;
    }
}
