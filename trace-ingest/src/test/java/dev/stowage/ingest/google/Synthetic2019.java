package dev.stowage.ingest.google;

import dev.stowage.ingest.TestTraces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Synthetic tables of the trace of 2019, of which there is no real piece but for the machines: made
 * from its schemas, with the pitfalls of the real ones in known numbers. The same seed gives the
 * same rows.
 */
final class Synthetic2019 {
    /** What happens to an instance; the numbers are event types of 2019, after + in one instant. */
    private enum Script {
        FINISHES("FINISHED", "0 3 6"),
        QUEUES("FINISHED", "0 1 2 3 6"),
        IS_EVICTED_AND_RESUBMITTED("FINISHED", "0 3 4 +0 3 6"),
        WAITS_AGAIN("PENDING", "0 3 4 +0"),
        ENDS_AT_ONCE("FINISHED", "0 +3 +6"),
        FAILS("FAILED", "0 3 10 5"),
        IS_LOST("LOST", "0 3 8"),
        IS_KILLED_WAITING("KILLED", "0 9 7"),
        RUNS_ON("RUNNING", "0 3"),
        WAITS("PENDING", "0");

        private final String outcome;
        private final String events;

        Script(String outcome, String events) {
            this.outcome = outcome;
            this.events = events;
        }
    }

    private static final int JOBS = 60;
    private static final int MACHINES = 8;
    private static final long START = 600_000_000L;

    final Map<String, List<String>> tables = new TreeMap<>();

    /** Tasks by how they end. */
    final Map<String, Long> outcomes = new TreeMap<>();

    /** What the manifest is to count. */
    final Map<String, Long> counts = new TreeMap<>();

    private final Random random;

    Synthetic2019(long seed) {
        random = new Random(seed);
        makeMachines();
        for (int job = 0; job < JOBS; job++) {
            makeCollection(1000 + job, job % 10 == 9);
        }
        Random order = new Random(seed + 1);
        tables.values().forEach(rows -> Collections.shuffle(rows, order));
        count("tasks.backwardSteps", backwardSteps(tables.get("instance_events")));
        count("jobs.backwardSteps", backwardSteps(tables.get("collection_events")));
    }

    private static long backwardSteps(List<String> rows) {
        List<Long> times = rows.stream().map(row -> Long.parseLong(row.split("\"", 5)[3])).toList();
        long steps = 0;
        for (int i = 1; i < times.size(); i++) {
            steps += times.get(i) < times.get(i - 1) ? 1 : 0;
        }
        return steps;
    }

    private void count(String fact, long more) {
        counts.merge(fact, more, Long::sum);
    }

    private void add(String table, String row) {
        tables.computeIfAbsent(table, name -> new ArrayList<>()).add(row);
    }

    private void makeMachines() {
        for (int machine = 1; machine <= MACHINES; machine++) {
            add(
                    "machine_events",
                    row(0, 1).number("machine_id", machine).text("switch_id", "s" + machine % 2)
                            + ",\"capacity\":{\"cpus\":0.5,\"memory\":0.25},\"platform_id\":\"p\"}");
            String[] values = {"1", machine % 2 == 0 ? "x86" : "arm", "unused"};
            String[] names = {"zone", "arch", "other"};
            for (int i = 0; i < names.length; i++) {
                add(
                        "machine_attributes",
                        "{\"time\":\"0\",\"machine_id\":\""
                                + machine
                                + "\",\"name\":\""
                                + names[i]
                                + "\",\"value\":\""
                                + values[i]
                                + "\",\"deleted\":false}");
            }
        }
    }

    private static Row row(long time, int type) {
        return new Row("{\"time\":\"" + time + "\",\"type\":\"" + type + "\"");
    }

    private record Row(String text) {
        Row number(String name, long value) {
            return new Row(text + ",\"" + name + "\":\"" + value + "\"");
        }

        Row text(String name, String value) {
            return new Row(text + ",\"" + name + "\":\"" + value + "\"");
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private void makeCollection(long id, boolean isAllocSet) {
        int priority = List.of(0, 25, 103, 117, 200, 360).get(random.nextInt(6));
        long submit = START + random.nextInt(1_000_000_000);
        for (int type : new int[] {0, 3, 6}) {
            Row row =
                    row(submit + 10L * type, type)
                            .number("collection_id", id)
                            .number("scheduling_class", priority >= 120 ? 3 : 1)
                            .number("collection_type", isAllocSet ? 1 : 0)
                            .number("priority", priority)
                            .text("user", "u" + id % 7)
                            .text("collection_name", "job \\\"" + id + "\\u00e9\\\", synthetic");
            if (id % 6 == 1) {
                row = row.number("parent_collection_id", id - 1);
            }
            String tail = id % 8 == 2 ? ",\"start_after_collection_ids\":[\"1000\",\"1001\"]" : "";
            add(
                    "collection_events",
                    row.number("max_per_machine", id % 5 == 0 ? 1 : 0) + tail + "}");
        }
        if (isAllocSet) {
            count("allocSets.distinct", 1);
        } else {
            count("jobs", 1);
            count("jobs.withParent", id % 6 == 1 ? 1 : 0);
            count("jobs.withStartAfter", id % 8 == 2 ? 1 : 0);
            count("jobs.startAfterEdges", id % 8 == 2 ? 2 : 0);
            count("jobs.onePerMachine", id % 5 == 0 ? 1 : 0);
        }
        int instances = 1 + random.nextInt(6);
        for (int index = 0; index < instances; index++) {
            makeInstance(id, index, priority, isAllocSet, submit);
        }
    }

    private void makeInstance(long id, int index, int priority, boolean isAllocSet, long submit) {
        Script script = Script.values()[random.nextInt(Script.values().length)];
        boolean isSnapshot = random.nextInt(10) == 0 && script.events.startsWith("0 3");
        long time = isSnapshot ? 0 : submit;
        int machine = 1 + random.nextInt(MACHINES);
        boolean isDedicated = random.nextInt(12) == 0;
        boolean isInAllocSet = random.nextInt(7) == 0;
        boolean hasConstraint = random.nextInt(3) == 0;
        boolean hasRequest = random.nextInt(9) != 0;
        boolean isScheduled = false;
        boolean isFirst = true;
        for (String step : script.events.split(" ", -1)) {
            int type = Integer.parseInt(step.replace("+", ""));
            boolean isInOneInstant = step.startsWith("+") || isFirst || (isSnapshot && type == 3);
            time = isInOneInstant ? time : Math.max(time, START) + 1 + random.nextInt(50_000_000);
            isScheduled |= type == 3;
            long at = type == 0 || !isScheduled ? 0 : isDedicated ? -1 : machine;
            Row row =
                    row(time, type)
                            .number("collection_id", id)
                            .number("scheduling_class", 2)
                            .number("collection_type", isAllocSet ? 1 : 0)
                            .number("priority", priority)
                            .number("alloc_collection_id", isInAllocSet ? 1009 : 0)
                            .number("instance_index", index)
                            .number("machine_id", at)
                            .number("alloc_instance_index", isInAllocSet ? index : -1);
            String request =
                    ",\"resource_request\":{\"cpus\":0."
                            + (125 + 125 * (index % 3))
                            + ",\"memory\":0.0312042236328125}";
            String constraint =
                    ",\"constraint\":[{\"name\":\"arch\",\"value\":\"x86\",\"relation\":\"0\"},"
                            + "{\"name\":\"zone\",\"value\":\"1\",\"relation\":\"5\"},"
                            + "{\"name\":\"zone\",\"value\":\"x\",\"relation\":\"2\"}]";
            String tail = (hasRequest ? request : "") + (hasConstraint ? constraint : "");
            add("instance_events", row + tail + "}");
            if (isAllocSet) {
                count("allocRows", 1);
                continue;
            }
            count("rows", 1);
            count("tasks.queueRows", type == 1 ? 1 : 0);
            count("tasks.enableRows", type == 2 ? 1 : 0);
            count("tasks.rowsBeforeStart", time < START ? 1 : 0);
            count("tasks.rowsOnDedicatedMachines", at == -1 ? 1 : 0);
            count("tasks.rowsWithoutCpuRequest", hasRequest ? 0 : 1);
            count("tasks.constraintsLeftOut", hasConstraint ? 1 : 0);
            count("tasks.resubmittedAfterEvict", step.equals("+0") ? 1 : 0);
            isFirst = false;
        }
        if (!isAllocSet) {
            outcomes.merge(script.outcome, 1L, Long::sum);
            count("tasks", 1);
            count("tasks.inAllocSets", isInAllocSet ? 1 : 0);
            count("tasks.withConstraints", hasConstraint ? 1 : 0);
            count("tasks.cpuRequestAbsent", hasRequest ? 0 : 1);
        }
        makeUsage(id, index, isAllocSet, machine);
    }

    private void makeUsage(long id, int index, boolean isAllocSet, int machine) {
        StringJoiner row = new StringJoiner(",", "{", "}");
        row.add("\"start_time\":\"" + (START + 300_000_000L * index) + "\"");
        row.add("\"end_time\":\"" + (START + 300_000_000L * (index + 1)) + "\"");
        row.add("\"collection_id\":\"" + id + "\",\"instance_index\":\"" + index + "\"");
        row.add("\"machine_id\":\"" + machine + "\"");
        row.add("\"collection_type\":\"" + (isAllocSet ? 1 : 0) + "\"");
        row.add("\"average_usage\":{\"cpus\":0.0083923339,\"memory\":0.009475708}");
        row.add("\"maximum_usage\":{\"cpus\":0.04791259,\"memory\":0.0193786}");
        row.add("\"random_sample_usage\":{\"cpus\":0.016632},\"assigned_memory\":0");
        row.add("\"cycles_per_instruction\":0.8992443,\"sample_rate\":0.99666666");
        row.add("\"cpu_usage_distribution\":[0.0004711151,0.0006809234]");
        add("instance_usage", row.toString());
        count(isAllocSet ? "allocUsage" : "usage", 1);
    }

    /** Writes newline-delimited JSON, as the published exports are. */
    Path writeJson(Path directory) throws IOException {
        for (Map.Entry<String, List<String>> table : tables.entrySet()) {
            Files.write(
                    directory.resolve(table.getKey() + "-000000000000.json.gz"),
                    TestTraces.gzip(String.join("\n", table.getValue()) + "\n"));
        }
        return directory;
    }

    private static final Map<String, String> COLUMNS =
            Map.of(
                    "machine_events",
                    "time: 'BIGINT', type: 'INT', machine_id: 'BIGINT', switch_id: 'VARCHAR',"
                            + " capacity: 'STRUCT(cpus DOUBLE, memory DOUBLE)', platform_id:"
                            + " 'VARCHAR'",
                    "machine_attributes",
                    "time: 'BIGINT', machine_id: 'BIGINT', name: 'VARCHAR', value: 'VARCHAR',"
                            + " deleted: 'BOOLEAN'",
                    "collection_events",
                    "time: 'BIGINT', type: 'INT', collection_id: 'BIGINT', scheduling_class: 'INT',"
                            + " collection_type: 'INT', priority: 'INT', user: 'VARCHAR',"
                            + " collection_name: 'VARCHAR', parent_collection_id: 'BIGINT',"
                            + " start_after_collection_ids: 'BIGINT[]', max_per_machine: 'INT'",
                    "instance_events",
                    "time: 'BIGINT', type: 'INT', collection_id: 'BIGINT', scheduling_class: 'INT',"
                            + " collection_type: 'INT', priority: 'INT', alloc_collection_id:"
                            + " 'BIGINT', instance_index: 'INT', machine_id: 'BIGINT',"
                            + " alloc_instance_index: 'INT', resource_request: 'STRUCT(cpus DOUBLE,"
                            + " memory DOUBLE)', \"constraint\": 'STRUCT(name VARCHAR, value VARCHAR,"
                            + " relation INT)[]'",
                    "instance_usage",
                    "start_time: 'BIGINT', end_time: 'BIGINT', collection_id: 'BIGINT',"
                            + " instance_index: 'INT', machine_id: 'BIGINT', collection_type: 'INT',"
                            + " average_usage: 'STRUCT(cpus DOUBLE, memory DOUBLE)', maximum_usage:"
                            + " 'STRUCT(cpus DOUBLE, memory DOUBLE)', random_sample_usage:"
                            + " 'STRUCT(cpus DOUBLE)', assigned_memory: 'DOUBLE',"
                            + " cycles_per_instruction: 'DOUBLE', sample_rate: 'DOUBLE',"
                            + " cpu_usage_distribution: 'DOUBLE[]'");

    private static final Map<String, String> FLATTENED =
            Map.of(
                    "machine_events",
                    "* exclude capacity, capacity.cpus as \"capacity.cpus\", capacity.memory as"
                            + " \"capacity.memory\"",
                    "machine_attributes",
                    "*",
                    "collection_events",
                    "* replace (to_json(start_after_collection_ids) as start_after_collection_ids)",
                    "instance_events",
                    "* exclude resource_request replace (to_json(\"constraint\") as \"constraint\"),"
                            + " resource_request.cpus as resource_request_cpus,"
                            + " resource_request.memory as resource_request_memory",
                    "instance_usage",
                    "* exclude (average_usage, maximum_usage, random_sample_usage,"
                            + " cpu_usage_distribution), average_usage.cpus as average_usage_cpus,"
                            + " average_usage.memory as average_usage_memory, maximum_usage.cpus as"
                            + " maximum_usage_cpus, maximum_usage.memory as maximum_usage_memory,"
                            + " random_sample_usage.cpus as random_sample_usage_cpus");

    /** Writes the same rows as Parquet (called otherwise) or flattened CSV, by DuckDB. */
    void export(Path json, Path directory, boolean asParquet) {
        for (String table : tables.keySet()) {
            String from =
                    " from read_ndjson('"
                            + json.resolve(table + "-000000000000.json.gz")
                            + "', columns={"
                            + COLUMNS.get(table)
                            + "})) to '"
                            + directory.resolve(
                                    table + (asParquet ? "-000000000000.parquet.gz" : ".csv"));
            TestTraces.duckDbRun(
                    asParquet
                            ? "copy (select *" + from + "' (format parquet, row_group_size 2048)"
                            : "copy (select " + FLATTENED.get(table) + from + "' (header)");
        }
    }
}
