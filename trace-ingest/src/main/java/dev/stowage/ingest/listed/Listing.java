package dev.stowage.ingest.listed;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.manifest.TraceManifest.SourceFile;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the files of a source list: machines, tasks, measurements, and the books of their rows. */
public final class Listing {
    private final IngestRequest request;
    private final Quarantine quarantine;
    private final Moments moments;
    final Map<String, ListedTable> tables = new LinkedHashMap<>();
    final Map<String, ListedMachine> machines = new LinkedHashMap<>();
    final List<ListedTask> tasks = new ArrayList<>();
    final ListedUsage usage = new ListedUsage();
    final List<SourceFile> files = new ArrayList<>();
    final Map<String, Long> facts = new LinkedHashMap<>();
    final List<String> warnings = new ArrayList<>();
    final Map<String, Set<String>> columnsNotRead = new LinkedHashMap<>();
    private final Map<String, String> contents = new HashMap<>();
    private final List<TaskFact> taskFacts = new ArrayList<>();
    private boolean hasMoments = true;
    boolean isUsageDerived;

    private record TaskFact(ListedTask task, String fact, long times) {}

    Listing(IngestRequest request, Quarantine quarantine) {
        this.request = request;
        this.quarantine = quarantine;
        moments = new Moments(request.selection().timeZone());
    }

    /** What the user asked for. */
    public IngestRequest request() {
        return request;
    }

    /** Reads the moments of this source. */
    public Moments moments() {
        return moments;
    }

    /** Times of the source are counted from a 0 of its own, and not moments. */
    public void hasTimesFromZero() {
        hasMoments = false;
    }

    /** Measurements are made of rows of other tables, and are no rows of the source themselves. */
    public void hasDerivedUsage() {
        isUsageDerived = true;
    }

    boolean hasMoments() {
        return hasMoments;
    }

    /** The books of a table, the same for every file of it. */
    public ListedTable table(String name) {
        return tables.computeIfAbsent(name, key -> new ListedTable(key, quarantine));
    }

    /** Adds a machine; the second of a name is bad. */
    public void add(ListedMachine machine) throws BadRecordException {
        if (machine.cpuMicroCores() <= 0 || machine.memoryBytes() <= 0) {
            throw new BadRecordException(
                    BadRow.MISSING_VALUE,
                    "machine " + Amount.shown(machine.name()) + " without CPU or memory");
        }
        if (machines.putIfAbsent(machine.name(), machine) != null) {
            throw new BadRecordException(
                    BadRow.DUPLICATE, "a second machine " + Amount.shown(machine.name()));
        }
    }

    /** True if there is a machine of that name. */
    public boolean hasMachine(String name) {
        return machines.containsKey(name);
    }

    /** Names of the machines so far. */
    public Collection<String> machineNames() {
        return machines.keySet();
    }

    /** Adds a task. */
    public void add(ListedTask task) {
        tasks.add(task);
    }

    /** The tasks so far. */
    public List<ListedTask> tasks() {
        return tasks;
    }

    /**
     * Adds a measurement of a task, which its rows tell of.
     *
     * @param startMicros on the clock of the source
     * @param cpuMicroCores mean over the time; may be absent, as the memory
     */
    public void usage(
            ListedTask task,
            long startMicros,
            long endMicros,
            long cpuMicroCores,
            long memoryBytes) {
        usage.add(task, startMicros, endMicros, cpuMicroCores, memoryBytes);
    }

    /** A file was read to its end. */
    public void addFile(Path file, ListedTable table, long bytes, long rows, String sha256) {
        addFile(file, table.name(), bytes, rows, sha256);
    }

    /** The same of a file of several tables. */
    public void addFile(Path file, String table, long bytes, long rows, String sha256) {
        String name = String.valueOf(file.getFileName());
        for (SourceFile other : files) {
            if (other.sha256().equals(sha256)) {
                throw InputException.of(
                        file,
                        "the same bytes as " + other.name(),
                        "each file once",
                        "Leave one of them out.");
            }
        }
        files.add(new SourceFile(name, table, bytes, rows, sha256));
    }

    /**
     * Refuses a file whose rows are those of another, however they are packed, separated or
     * ordered.
     *
     * @param content sum of the hashes of its rows
     */
    void refuseCopy(Path file, ListedTable table, long rows, long content) {
        String name = String.valueOf(file.getFileName());
        String key = table.name() + " " + rows + " " + content;
        String other = contents.putIfAbsent(key, name);
        if (other != null) {
            throw InputException.of(
                    file, "the same rows as " + other, "each file once", "Leave one of them out.");
        }
    }

    /** Counts something of the source that happened on the way; 0 is counted too. */
    public void count(String fact, long times) {
        facts.merge(fact, times, Long::sum);
    }

    /** Counts something of a task, if that task is in the trace in the end; 0 is counted too. */
    public void count(ListedTask task, String fact, long times) {
        facts.putIfAbsent(fact, 0L);
        if (times != 0) {
            taskFacts.add(new TaskFact(task, fact, times));
        }
    }

    /** It is known which tasks are in the trace. */
    void countTasks() {
        for (TaskFact each : taskFacts) {
            count(each.fact(), each.task().isWritten ? each.times() : 0);
        }
    }

    /** What a person should know, a sentence. */
    public void warn(String sentence) {
        if (!warnings.contains(sentence)) {
            warnings.add(sentence);
        }
    }

    /** Columns of a table that nothing uses. */
    public void notRead(String table, Collection<String> columns) {
        columnsNotRead.computeIfAbsent(table, key -> new LinkedHashSet<>()).addAll(columns);
    }

    void check() {
        quarantine.check(
                request.inputs().get(0),
                request.maxErrorShare(),
                tables.values().stream().map(ListedTable::ledger).toList());
    }

    Map<String, Long> quarantined() {
        return quarantine.byReason();
    }
}
