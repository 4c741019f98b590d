package dev.stowage.ingest.swf;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.MachineRow;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.model.Resources;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** The canonical tables of a log in the Standard Workload Format. */
final class SwfAssembly implements TraceAssembly {
    private final String classRule;
    private final String tasksOption;
    private final String processorsOption;
    private final TraceClock clock;
    private final SwfJobs jobs;
    private long memoryPerProcessor;

    SwfAssembly(IngestRequest request, String classRule, Quarantine quarantine) {
        this.classRule = classRule;
        tasksOption = SwfFormat.TASKS.in(request);
        processorsOption = SwfFormat.PROCESSORS.in(request);
        clock = TraceClock.of(0, request.fromMicros(), request.toMicros());
        jobs = new SwfJobs(clock, quarantine);
    }

    @Override
    public TableBuilder open(SourceSchema table) {
        return jobs;
    }

    @Override
    public void write(Books books) {
        boolean isTaskPerProcessor = tasksOption.equals("processor");
        SwfTasks tasks =
                new SwfTasks(
                        jobs,
                        clock,
                        isTaskPerProcessor,
                        processorsOption.equals("requested"),
                        classRule.equals(SwfFormat.QUEUE_0));
        books.close(CanonicalTable.TASKS, jobs, tasks.writeTasks(books.directory()));
        books.derived(CanonicalTable.JOBS, tasks.writeJobs(books.directory()));
        tasks.putFacts(books.facts());
        memoryPerProcessor = Math.max(Resources.BYTES_PER_GIB, tasks.mostMemoryPerProcessor());
        OptionalLong processors = jobs.header().number("MaxProcs");
        if (processors.isPresent()) {
            long nodes = isTaskPerProcessor ? nodes(processors.getAsLong()) : 1;
            books.derived(
                    CanonicalTable.MACHINES,
                    writeMachines(books.directory(), nodes, processors.getAsLong() / nodes));
        } else {
            books.warn("The log does not say MaxProcs: simulate with --servers of your own.");
        }
        warnOfOtherCount(books);
    }

    /** Nodes of equal size, if the log says how many there are. */
    private long nodes(long processors) {
        long nodes = jobs.header().number("MaxNodes").orElse(1);
        return processors % nodes == 0 ? nodes : 1;
    }

    private long writeMachines(Path directory, long nodes, long processorsPerNode) {
        try (ColumnFileWriter file = CanonicalTable.MACHINES.create(directory)) {
            for (long node = 0; node < nodes; node++) {
                new MachineRow(
                                0,
                                node,
                                MachineEvent.ADD,
                                processorsPerNode * Resources.MICRO_CORES_PER_CORE,
                                processorsPerNode * memoryPerProcessor,
                                null,
                                null,
                                CanonicalTable.ABSENT)
                        .writeTo(file, Set.of(), null);
            }
            return file.rows();
        }
    }

    /** MaxRecords is the number of rows, MaxJobs that of whole jobs. */
    private void warnOfOtherCount(Books books) {
        OptionalLong expected = jobs.header().number("MaxJobs");
        if (expected.isPresent() && expected.getAsLong() != jobs.size()) {
            books.warn(
                    "The log says MaxJobs "
                            + expected.getAsLong()
                            + ", and "
                            + jobs.size()
                            + " jobs were taken.");
        }
    }

    @Override
    public String classRule() {
        return classRule;
    }

    @Override
    public boolean isNormalised() {
        return false;
    }

    @Override
    public String timeOrigin() {
        String start = jobs.header().values().get("UnixStartTime");
        return "0 of the log" + (start == null ? "" : ", UnixStartTime " + start);
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(SwfFormat.TASKS.name(), tasksOption);
        parameters.put(SwfFormat.PROCESSORS.name(), processorsOption);
        parameters.put("machineMemoryPerProcessorBytes", Long.toString(memoryPerProcessor));
        jobs.header().values().forEach((name, value) -> parameters.put("header." + name, value));
        return parameters;
    }
}
