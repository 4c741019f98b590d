package dev.stowage.ingest.swf;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.MachineRow;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.model.Resources;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** The canonical tables of a log in the Standard Workload Format. */
public final class SwfAssembly extends TraceAssembly {
    private static final String QUEUE_0 = "queue=0";

    /** What a job becomes. */
    public static final FormatOption TASKS =
            new FormatOption(
                    "tasks",
                    "what a job becomes: one task of all its processors, or a task of one core for"
                            + " each processor",
                    List.of("job", "processor"));

    /** Which processors count. */
    public static final FormatOption PROCESSORS =
            new FormatOption(
                    "processors",
                    "which number of processors counts where a job has both: those that it got, or"
                            + " those that it asked for",
                    List.of("allocated", "requested"));

    private final String classRule;
    private final String tasksOption;
    private final String processorsOption;
    private final SwfJobs jobs;
    private long memoryPerProcessor;

    /** Begins an ingest. */
    public SwfAssembly(Ingestion ingestion) {
        super(ingestion);
        classRule = ingestion.classRule();
        tasksOption = TASKS.in(ingestion.request());
        processorsOption = PROCESSORS.in(ingestion.request());
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
                        classRule.equals(QUEUE_0));
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
    public String timeOrigin() {
        String start = jobs.header().values().get("UnixStartTime");
        return "0 of the log" + (start == null ? "" : ", UnixStartTime " + start);
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = super.parameters();
        parameters.put(TASKS.name(), tasksOption);
        parameters.put(PROCESSORS.name(), processorsOption);
        parameters.put("machineMemoryPerProcessorBytes", Long.toString(memoryPerProcessor));
        jobs.header().values().forEach((name, value) -> parameters.put("header." + name, value));
        return parameters;
    }
}
