package dev.stowage.ingest.slurm;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.ListedRow;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.listed.TextLines;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The jobs that {@code sacct} prints; docs/trace-formats.md has the rules. */
final class SacctJobs {
    private static final int MOST_NODES = 100_000;
    private static final long MICROS = 1_000_000;

    private final Listing listing;
    private final ListedTable table;
    private final boolean isByNode;
    private final boolean isUserFacing;
    private final Map<String, List<ListedTask>> jobs = new HashMap<>();
    private final Map<String, Set<Long>> starts = new HashMap<>();
    private final Map<String, Long> resident = new HashMap<>();

    SacctJobs(Listing listing, boolean isByNode, boolean isUserFacing) {
        this.listing = listing;
        this.isByNode = isByNode;
        this.isUserFacing = isUserFacing;
        table = listing.table("tasks");
    }

    /** Adds the jobs of a file. */
    void read(Path file, SacctColumns columns) {
        Map<String, Integer> places = SacctColumns.COLUMNS.placesOnce(file, columns.names());
        Set<String> others = new LinkedHashSet<>(columns.names());
        places.values().forEach(place -> others.remove(columns.names().get(place)));
        listing.notRead("tasks", others);
        TextLines.read(
                file,
                listing,
                table,
                (number, line) -> {
                    line(file, columns, places, number, line);
                    return true;
                });
    }

    /** All files are read: steps may stand in others than their jobs. */
    void finish() {
        resident.forEach(
                (job, bytes) -> jobs.getOrDefault(job, List.of()).forEach(t -> note(t, bytes)));
    }

    /** The largest resident set of a process of the job, for a job of one node. */
    private static void note(ListedTask task, long bytes) {
        task.memoryUsedBytes = Math.max(task.memoryUsedBytes, bytes);
    }

    private void line(
            Path file,
            SacctColumns columns,
            Map<String, Integer> places,
            long number,
            String line) {
        if (line.isBlank()) {
            table.ignored(IgnoreRule.EMPTY_LINE, 1);
            return;
        }
        List<String> fields = columns.fields(line);
        if (number <= columns.headerLines() || fields.equals(columns.names())) {
            table.ignored(IgnoreRule.HEADER, 1);
            return;
        }
        try {
            IgnoreRule rule = read(columns, places, number, fields);
            if (rule != null) {
                table.ignored(rule, 1);
            }
        } catch (BadRecordException e) {
            table.bad(file, number, e, line);
        }
    }

    /** Reads the fields of a line; a name may have separators in it. */
    private @Nullable IgnoreRule read(
            SacctColumns columns, Map<String, Integer> places, long line, List<String> fields)
            throws BadRecordException {
        int surplus = fields.size() - columns.names().size();
        if (surplus == 0) {
            return job(new ListedRow(line, places, fields));
        }
        for (List<String> joined : surplus > 0 ? columns.joined(fields) : List.<List<String>>of()) {
            ListedRow row = new ListedRow(line, places, joined);
            if (isPlausible(row)) {
                listing.count("rows.separatorsInNames", 1);
                return job(row);
            }
        }
        throw new BadRecordException(
                BadRow.COLUMN_COUNT,
                fields.size() + " columns instead of " + columns.names().size());
    }

    private boolean isPlausible(ListedRow row) {
        try {
            JobState.of(row.text("state"));
            time(row, "submit");
            time(row, "start");
            time(row, "end");
            Tres.parse(row.text("tres"));
            Tres.parse(row.text("wantedTres"));
            return row.text("job").matches("[0-9].*");
        } catch (BadRecordException e) {
            return false;
        }
    }

    private @Nullable IgnoreRule job(ListedRow row) throws BadRecordException {
        String id = row.name("job");
        if (!id.matches("[0-9].*")) {
            throw new BadRecordException(BadRow.NOT_A_NUMBER, "job " + Amount.shown(id));
        }
        int dot = id.indexOf('.');
        if (dot >= 0) {
            String resident = row.text("rss");
            if (!resident.isEmpty()) {
                this.resident.merge(id.substring(0, dot), rss(resident), Math::max);
            }
            return IgnoreRule.PART_OF_A_JOB;
        }
        JobState state = JobState.of(row.required("state"));
        long submit = time(row, "submit");
        if (submit == ABSENT) {
            throw new BadRecordException(BadRow.MISSING_VALUE, "no submit");
        }
        long start = time(row, "start");
        long end = time(row, "end");
        boolean isPlaced = start != ABSENT && state.isPlaced() && hasNodes(row);
        if (isPlaced) {
            HourTwice hour = HourTwice.resolve(row, listing.moments(), submit, start, end);
            listing.count("rows.secondOfTwoHours", hour.isResolved(start, end) ? 1 : 0);
            start = hour.start();
            end = hour.end();
        }
        if (isPlaced && (start < submit || (end != ABSENT && end < start))) {
            throw new BadRecordException(
                    BadRow.END_BEFORE_START,
                    "submit "
                            + row.text("submit")
                            + ", start "
                            + row.text("start")
                            + ", end "
                            + row.text("end"));
        }
        List<ListedTask> before = jobs.get(id);
        if (before != null) {
            return again(id, before, row, start);
        }
        List<ListedTask> tasks = tasks(row, id, state, isPlaced);
        for (ListedTask task : tasks) {
            task.submitMicros = submit;
            task.scheduleMicros = isPlaced ? start : ABSENT;
            task.endMicros = isPlaced ? end : ABSENT;
            task.attempts = isPlaced ? 1 : 0;
            if (state.outcome() == TaskOutcome.EVICTED) {
                task.evictions = 1;
            }
            listing.add(task);
        }
        noteUse(row, tasks);
        jobs.put(id, tasks);
        starts.put(id, new HashSet<>(List.of(start)));
        return null;
    }

    /** A second row of a job: it was put back into the queue and ran again. */
    private IgnoreRule again(String id, List<ListedTask> before, ListedRow row, long start)
            throws BadRecordException {
        if (start == ABSENT || !starts.getOrDefault(id, new HashSet<>()).add(start)) {
            throw new BadRecordException(BadRow.DUPLICATE, "a second job " + id);
        }
        long end = HourTwice.resolve(row, listing.moments(), ABSENT, start, time(row, "end")).end();
        boolean isLater = start > before.get(0).scheduleMicros;
        for (ListedTask task : before) {
            task.attempts++;
            task.evictions++;
            if (isLater && (end == ABSENT || end >= start)) {
                task.scheduleMicros = start;
                task.endMicros = end;
                task.outcome = JobState.of(row.required("state")).outcome();
            }
        }
        return IgnoreRule.EARLIER_ATTEMPT;
    }

    private boolean hasNodes(ListedRow row) {
        return !row.text("nodeList").startsWith("None");
    }

    private List<ListedTask> tasks(ListedRow row, String id, JobState state, boolean isPlaced)
            throws BadRecordException {
        long nodes = count(row, "nodes");
        nodes = nodes == ABSENT || nodes == 0 ? 1 : nodes;
        Tres tres = Tres.parse(row.has("tres") ? row.text("tres") : row.text("wantedTres"));
        Tres wanted = Tres.parse(row.text("wantedTres"));
        long cpu = row.amount("cpus", Amount.MILLION);
        cpu = cpu == ABSENT || cpu == 0 ? tres.cpuMicroCores() : cpu;
        cpu = cpu == ABSENT || cpu == 0 ? row.amount("wantedCpus", Amount.MILLION) : cpu;
        if (cpu == ABSENT || cpu == 0) {
            throw new BadRecordException(BadRow.MISSING_VALUE, "no CPUs");
        }
        long memory = tres.memoryBytes() == ABSENT ? wanted.memoryBytes() : tres.memoryBytes();
        memory = memory == ABSENT ? requested(row, nodes, cpu) : memory;
        List<String> hosts = HostList.of(row.text("nodeList"));
        long parts = isByNode ? nodes : 1;
        if (parts > MOST_NODES) {
            throw new BadRecordException(BadRow.OUT_OF_RANGE, parts + " nodes");
        }
        String array = ArrayId.job(id);
        List<ListedTask> tasks = new ArrayList<>();
        for (long n = 0; n < parts * ArrayId.waiting(id); n++) {
            ListedTask task = new ListedTask(table, array, 0);
            task.rows = n == 0 ? 1 : 0;
            task.outcome = state.outcome();
            task.taskClass = isUserFacing ? TaskClass.USER_FACING : TaskClass.BATCH;
            task.logicalName = row.has("name") ? row.name("name") : null;
            task.user = row.has("user") ? row.name("user") : null;
            task.cpuMicroCores = shareOfUnits(cpu, parts, n);
            task.memoryBytes = share(memory, parts, n);
            task.gpuMicros = shareOfUnits(tres.gpuMicros(), parts, n);
            boolean isKnown = isPlaced && hosts.size() == nodes && (isByNode || nodes == 1);
            task.machine = isKnown ? hosts.get((int) (n % parts)) : null;
            listing.count(task, "tasks.memoryUnknown", memory == ABSENT ? 1 : 0);
            tasks.add(task);
        }
        listing.count(tasks.get(0), "jobs.ofSeveralNodes", nodes > 1 ? 1 : 0);
        return tasks;
    }

    /** The same in whole cores or GPUs, if the whole is. */
    private static long shareOfUnits(long micros, long parts, long part) {
        return micros != ABSENT && micros % MICROS == 0
                ? share(micros / MICROS, parts, part) * MICROS
                : share(micros, parts, part);
    }

    /** What a part gets of a whole; the first ones get what is left over. */
    private static long share(long whole, long parts, long part) {
        return whole == ABSENT ? ABSENT : whole / parts + (part % parts < whole % parts ? 1 : 0);
    }

    /**
     * The memory of all nodes by ReqMem: {@code n} is of a node, {@code c} of a processor; without
     * either it is of a node. 2^31 + MB is of a processor, whatever is behind it: Slurm's flag.
     */
    private long requested(ListedRow row, long nodes, long cpuMicroCores)
            throws BadRecordException {
        String text = row.text("wantedMemory");
        if (text.isEmpty()) {
            return ABSENT;
        }
        char last = text.charAt(text.length() - 1);
        boolean isOfProcessor = last == 'c';
        String amount = last == 'c' || last == 'n' ? text.substring(0, text.length() - 1) : text;
        long bytes = Tres.bytes("ReqMem", amount.equals("0") ? "0M" : amount);
        long flag = 1L << 51; // 2^31 MiB
        if (bytes >= flag && amount.endsWith("M")) {
            bytes -= flag;
            isOfProcessor = true;
            listing.count("rows.memoryPerProcessorByFlag", 1);
        }
        BigDecimal times =
                isOfProcessor
                        ? BigDecimal.valueOf(cpuMicroCores).divide(Amount.MILLION)
                        : BigDecimal.valueOf(nodes);
        return bytes == 0 ? ABSENT : Amount.of("ReqMem", Long.toString(bytes), times);
    }

    private void noteUse(ListedRow row, List<ListedTask> tasks) throws BadRecordException {
        String total = row.text("totalCpu");
        ListedTask first = tasks.get(0);
        if (!row.text("rss").isEmpty() && tasks.size() == 1) {
            note(first, rss(row.text("rss")));
        }
        boolean isMeasured = !total.isEmpty() && first.scheduleMicros != ABSENT;
        if (!isMeasured || first.endMicros == ABSENT || first.endMicros == first.scheduleMicros) {
            return;
        }
        BigDecimal used = Duration.micros("totalCpu", total).multiply(Amount.MILLION);
        long mean =
                used.divide(
                                BigDecimal.valueOf(first.endMicros - first.scheduleMicros),
                                RoundingMode.HALF_UP)
                        .longValue();
        for (int i = 0; i < tasks.size(); i++) {
            tasks.get(i).cpuUsedMicroCores = share(Math.min(mean, Amount.MOST), tasks.size(), i);
        }
    }

    private static long rss(String text) throws BadRecordException {
        boolean hasUnit = Character.isLetter(text.charAt(text.length() - 1));
        return hasUnit
                ? Tres.bytes("MaxRSS", text)
                : Amount.of("MaxRSS", text, BigDecimal.ONE); // bytes, mostly 0
    }

    private static long count(ListedRow row, String column) throws BadRecordException {
        return row.amount(column, BigDecimal.ONE);
    }

    /** A time, absent if Slurm knows none. */
    private long time(ListedRow row, String column) throws BadRecordException {
        String text = row.text(column);
        return text.isEmpty() || text.equals("Unknown") || text.equals("None")
                ? ABSENT
                : listing.moments().micros(column, text);
    }
}
