package dev.stowage.ingest.azure;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.IgnoredTable;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.SpillSpace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The canonical tables of a trace of virtual machines of Azure. */
final class AzureAssembly implements TraceAssembly {
    /** Only virtual machines that are known to be interactive are user-facing. */
    static final String INTERACTIVE = "category=Interactive";

    /** Those of unknown category are user-facing too. */
    static final String NOT_DELAY_INSENSITIVE = "category!=Delay-insensitive";

    static final FormatOption JOB =
            new FormatOption(
                    "job",
                    "what is a job: a deployment, whose tasks are its virtual machines, or each"
                            + " virtual machine",
                    List.of("deployment", "vm"));

    private static final String TIME_ORIGIN =
            "0 of the source; a virtual machine created then was there before";
    private static final String ATTRIBUTION = "Azure Public Dataset, Microsoft, CC-BY 4.0";

    /** What the columns of cores and memory stand for. */
    interface Amounts {
        /** Cores of a virtual machine. */
        long cpuMicroCores(long value);

        /** Its memory. */
        long memoryBytes(long value);

        /** Takes note of a virtual machine. */
        default void count(long coresValue, long memoryValue) {}

        /** Adds what was counted. */
        default void putFacts(Map<String, Long> facts) {}

        /** Adds what was assumed. */
        default void putParameters(Map<String, String> parameters) {}
    }

    private final String classRule;
    private final String job;
    private final Amounts amounts;
    private final TraceClock clock;
    private final Quarantine quarantine;
    private final SpillSpace space;
    private @Nullable VmTable vms;
    private @Nullable ReadingsTable readings;

    AzureAssembly(IngestRequest request, Quarantine quarantine, SpillSpace space, Amounts amounts) {
        this.space = space;
        this.quarantine = quarantine;
        this.amounts = amounts;
        classRule = request.classRule().orElse(INTERACTIVE);
        if (!classRule.equals(INTERACTIVE) && !classRule.equals(NOT_DELAY_INSENSITIVE)) {
            throw InputException.at(
                    "--class-rule",
                    "class rule \"" + classRule + "\"",
                    INTERACTIVE + " or " + NOT_DELAY_INSENSITIVE,
                    "They differ in the virtual machines whose category is unknown.");
        }
        job = JOB.in(request);
        clock = TraceClock.of(0, request.fromMicros(), request.toMicros());
    }

    @Override
    public TableBuilder open(SourceSchema table) {
        switch (table.tableName()) {
            case "vmtable" -> {
                vms = new VmTable(clock, quarantine, amounts);
                return vms;
            }
            case "vm_cpu_readings" -> {
                readings = new ReadingsTable(clock, quarantine, space, vms);
                return readings;
            }
            default -> {
                return new IgnoredTable(clock, quarantine);
            }
        }
    }

    @Override
    public void write(Books books) {
        if (vms != null) {
            boolean isUnknownUserFacing = classRule.equals(NOT_DELAY_INSENSITIVE);
            VmTasks tasks = new VmTasks(vms, clock, job.equals("vm"), isUnknownUserFacing);
            books.close(CanonicalTable.TASKS, vms, tasks.writeTasks(books.directory()));
            books.derived(CanonicalTable.JOBS, tasks.writeJobs(books.directory()));
            tasks.putFacts(books.facts());
            amounts.putFacts(books.facts());
            if (readings != null) {
                long rows = readings.write(books.directory(), tasks, books.facts());
                books.close(CanonicalTable.USAGE, readings, rows);
            }
            books.warn("The trace does not say what machines there were: simulate with --servers.");
        } else if (readings != null) {
            books.close(CanonicalTable.USAGE, readings, readings.writeEmpty(books.directory()));
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
        return TIME_ORIGIN;
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("attribution", ATTRIBUTION);
        parameters.put(JOB.name(), job);
        parameters.put("traceEndMicros", Long.toString(VmTasks.TRACE_END_MICROS));
        amounts.putParameters(parameters);
        return parameters;
    }
}
