package dev.stowage.ingest.listed;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT_INT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.MachineRow;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.lifecycle.JobsOfTasks;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.ClusterTerms;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes what a source lists as a canonical trace. */
final class ListedTrace {
    private static final String NOT_SAMPLED = "tasks.notSampled";

    private final ListedFormat format;
    private final Listing listing;
    private final IngestRequest request;
    private final Set<TaskColumn> extras = EnumSet.noneOf(TaskColumn.class);
    private final Map<String, Long> machineNumbers = new HashMap<>();
    private final Map<String, TraceManifest.Table> tables = new LinkedHashMap<>();
    private final long originMicros;

    ListedTrace(ListedFormat format, Listing listing) {
        this.format = format;
        this.listing = listing;
        request = listing.request();
        originMicros =
                listing.hasMoments()
                        ? listing.tasks.stream().mapToLong(t -> t.submitMicros).min().orElse(0)
                        : 0;
    }

    IngestReport write() {
        Path directory = request.outputDirectory();
        List<ListedTask> tasks = wanted();
        listing.countTasks();
        Stages.number(tasks, listing);
        chooseExtras(tasks);
        long machines = listing.machines.isEmpty() ? 0 : writeMachines(directory);
        long written = tasks.isEmpty() ? 0 : writeTasks(tasks, directory);
        if (!listing.usage.isEmpty()) {
            writeUsage(directory);
        }
        closeBooks(machines, written);
        listing.moments().tell(listing.facts, listing.warnings);
        tellColumnsNotRead();
        TraceManifest manifest = manifest();
        manifest.writeTo(directory);
        return new IngestReport(manifest, listing.warnings);
    }

    /** The tasks in order of submit that are sampled and lie in the window. */
    private List<ListedTask> wanted() {
        List<ListedTask> sorted = new ArrayList<>(listing.tasks);
        sorted.sort(Comparator.comparingLong(task -> task.submitMicros));
        Map<String, Long> jobs = new HashMap<>();
        Map<Long, Integer> counts = new HashMap<>();
        List<ListedTask> wanted = new ArrayList<>();
        for (ListedTask task : sorted) {
            byte[] name = task.job.getBytes(StandardCharsets.UTF_8);
            long time = task.submitMicros - originMicros;
            if (!request.selection().sample().keeps(name, 0, name.length)) {
                task.table.ignored(IgnoreRule.NOT_SAMPLED, task.rows);
                listing.count(NOT_SAMPLED, task.rows == 0 ? 1 : 0); // not told by its rows
            } else if (time < request.fromMicros().orElse(0)
                    || time >= request.toMicros().orElse(Long.MAX_VALUE)) {
                task.table.ignored(IgnoreRule.OUTSIDE_WINDOW, task.rows);
            } else {
                long number = jobs.size();
                Long known = jobs.putIfAbsent(task.job, number);
                task.jobId = known == null ? number : known;
                task.index = counts.merge(task.jobId, 1, Integer::sum) - 1;
                task.isWritten = true;
                task.table.used(task.rows, time);
                wanted.add(task);
            }
        }
        return wanted;
    }

    private void chooseExtras(List<ListedTask> tasks) {
        for (ListedTask task : tasks) {
            add(TaskColumn.USER, task.user != null);
            add(TaskColumn.GPU, task.gpuMicros > 0);
            add(TaskColumn.CONSTRAINTS, !task.constraints.isEmpty());
            add(TaskColumn.STAGES, task.stage > 0);
            add(
                    TaskColumn.USAGE,
                    task.cpuUsedMicroCores != ABSENT || task.memoryUsedBytes != ABSENT);
        }
        for (ListedMachine machine : listing.machines.values()) {
            add(TaskColumn.GPU, machine.gpuMicros() > 0);
            add(TaskColumn.CONSTRAINTS, !machine.attributes().isEmpty());
        }
    }

    private void add(TaskColumn column, boolean isThere) {
        if (isThere) {
            extras.add(column);
        }
    }

    private long writeMachines(Path directory) {
        try (ColumnFileWriter file = CanonicalTable.MACHINES.create(directory, extras)) {
            for (ListedMachine machine : listing.machines.values()) {
                long number = machineNumbers.size();
                machineNumbers.put(machine.name(), number);
                String attributes = text(machine.attributes());
                new MachineRow(
                                0,
                                number,
                                MachineEvent.ADD,
                                machine.cpuMicroCores(),
                                machine.memoryBytes(),
                                machine.platform(),
                                machine.name(),
                                machine.gpuMicros())
                        .writeTo(file, extras, attributes.isEmpty() ? null : attributes);
            }
            return file.rows();
        }
    }

    private static String text(Map<String, String> attributes) {
        List<AttributePredicate> all = new ArrayList<>();
        attributes.forEach(
                (name, value) ->
                        all.add(
                                new AttributePredicate(
                                        name, AttributePredicate.Operator.EQUAL, value)));
        return new PlacementConstraints(all, false, false).toString();
    }

    private long writeTasks(List<ListedTask> tasks, Path directory) {
        JobsOfTasks jobs = new JobsOfTasks();
        long unknown = 0;
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(directory, extras)) {
            for (ListedTask task : tasks) {
                TaskRow row = new TaskRow(extras);
                fill(row, task);
                if (task.machine != null) {
                    Long machine = machineNumbers.get(task.machine);
                    unknown += machine == null ? 1 : 0;
                    row.machineId = machine == null ? ABSENT : machine;
                }
                row.writeTo(file);
                jobs.add(row, task.job, task.logicalName);
            }
            if (!listing.machines.isEmpty()) {
                listing.count("tasks.machinesNotInMachineTable", unknown);
            }
            long rows = jobs.write(directory);
            tables.put("jobs", new TraceManifest.Table(0, 0, 0, Map.of(), rows, null));
            return file.rows();
        }
    }

    private void fill(TaskRow row, ListedTask task) {
        row.jobId = task.jobId;
        row.taskIndex = task.index;
        row.submitMicros = task.submitMicros - originMicros;
        boolean isScheduled = task.scheduleMicros != ABSENT;
        row.scheduleMicros = isScheduled ? task.scheduleMicros - originMicros : ABSENT;
        boolean isEnded = task.endMicros != ABSENT && task.outcome.isTerminal();
        row.endMicros = isEnded ? task.endMicros - originMicros : ABSENT;
        row.durationMicros =
                isEnded && isScheduled
                        ? task.endMicros - task.scheduleMicros
                        : task.outcome.isTerminal() ? task.durationMicros : ABSENT;
        row.outcome = task.outcome;
        row.taskClass = task.taskClass;
        row.priority = task.priority;
        row.cpuMicroCores = task.cpuMicroCores;
        row.memoryBytes = task.memoryBytes;
        row.diskBytes = task.diskBytes;
        row.gpuMicros = task.gpuMicros;
        row.attempts = task.attempts;
        row.evictions = task.evictions;
        row.failures = task.outcome == TaskOutcome.FAILED ? 1 : 0;
        row.kills = task.outcome == TaskOutcome.KILLED && task.attempts > 0 ? 1 : 0;
        row.isSubmitCensored = task.isSubmitCensored;
        row.isScheduleCensored = task.isScheduleCensored;
        row.isEndCensored = !task.outcome.isTerminal();
        row.user = task.user;
        row.constraints = task.constraints.isEmpty() ? null : task.constraints.toString();
        row.stage = task.stage == 0 ? ABSENT_INT : task.stage;
        row.afterStages = task.afterStages.isEmpty() ? null : task.afterStages;
        row.cpuUsedMicroCores = task.cpuUsedMicroCores;
        row.memoryUsedBytes = task.memoryUsedBytes;
    }

    private void writeUsage(Path directory) {
        ListedTable books = listing.tables.get("usage");
        long rows = listing.usage.write(directory, originMicros, books);
        if (books == null) {
            tables.put(
                    "usage",
                    new TraceManifest.Table(
                            0, 0, 0, Map.of(), rows, listing.usage.window(originMicros)));
            return;
        }
        TraceManifest.Table closed = books.ledger().close(rows);
        if (listing.isUsageDerived) { // the rows of the source are booked where they stand
            listing.count("usage.ofTasksLeftOut", closed.rowsRead() - closed.rowsUsed());
            closed = new TraceManifest.Table(0, 0, 0, Map.of(), rows, closed.windowMicros());
        }
        tables.put("usage", closed);
    }

    /** A table of the manifest by a name of the canonical form is one that was written. */
    private void closeBooks(long machines, long tasks) {
        for (ListedTable table : listing.tables.values()) {
            boolean isWritten =
                    switch (table.name()) {
                        case "tasks" -> tasks > 0;
                        case "machines" -> machines > 0;
                        default -> false;
                    };
            if (isWritten) {
                long rows = table.name().equals("tasks") ? tasks : machines;
                tables.put(table.name(), table.ledger().close(rows));
            } else if (!tables.containsKey(table.name()) && table.ledger().rowsRead() > 0) {
                boolean isCanonical = List.of("tasks", "machines").contains(table.name());
                tables.put(
                        isCanonical ? "rows_of_" + table.name() : table.name(),
                        table.ledger().close(0));
            }
        }
        keep("machines", machines);
        keep("tasks", tasks);
    }

    /** A table that was written of rows that are booked under another name. */
    private void keep(String name, long rows) {
        if (rows > 0) {
            tables.putIfAbsent(name, new TraceManifest.Table(0, 0, 0, Map.of(), rows, null));
        }
    }

    private void tellColumnsNotRead() {
        listing.columnsNotRead.forEach(
                (table, columns) -> {
                    if (!columns.isEmpty()) {
                        listing.count("columnsNotRead." + table, columns.size());
                        List<String> shown = columns.stream().limit(12).toList();
                        int more = columns.size() - shown.size();
                        listing.warn(
                                "Columns of "
                                        + table
                                        + " that nothing uses: "
                                        + String.join(", ", shown)
                                        + (more > 0 ? " and " + more + " more" : "")
                                        + ".");
                    }
                });
    }

    private boolean namesResources() {
        return listing.tasks.stream()
                        .anyMatch(task -> !ClusterTerms.resources(task.constraints).isEmpty())
                || listing.machines.values().stream()
                        .anyMatch(each -> !ClusterTerms.there(each.attributes()).isEmpty());
    }

    private TraceManifest manifest() {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (FormatOption option : format.options()) {
            String value =
                    option.choices().isEmpty()
                            ? request.options().get(option.name())
                            : option.in(request);
            if (value != null) {
                parameters.put(option.name(), value);
            }
        }
        listing.columnsNotRead.forEach(
                (table, columns) -> {
                    if (!columns.isEmpty()) {
                        parameters.put("columnsNotRead." + table, String.join(", ", columns));
                    }
                });
        request.selection().putInto(parameters);
        String source =
                request.inputs().stream().map(Path::toString).collect(Collectors.joining(", "));
        Set<TaskColumn> replayed = EnumSet.noneOf(TaskColumn.class);
        replayed.addAll(extras);
        replayed.retainAll(Set.of(TaskColumn.GPU, TaskColumn.STAGES));
        if (extras.contains(TaskColumn.CONSTRAINTS) && namesResources()) {
            replayed.add(TaskColumn.RESOURCES);
        }
        return TraceManifest.of(
                new Provenance(format.name(), source, OptionalLong.empty(), parameters),
                listing.files,
                tables,
                listing.quarantined(),
                listing.facts,
                format.classRule(request),
                null,
                listing.hasMoments()
                        ? "the first submit, " + Instant.EPOCH.plus(originMicros, ChronoUnit.MICROS)
                        : "0 of the source",
                replayed.isEmpty()
                        ? null
                        : replayed.stream().sorted().map(TaskColumn::label).toList());
    }
}
