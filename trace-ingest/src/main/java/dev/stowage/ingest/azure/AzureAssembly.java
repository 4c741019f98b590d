package dev.stowage.ingest.azure;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.IgnoredTable;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The canonical tables of a trace of virtual machines of Azure. */
public final class AzureAssembly extends TraceAssembly {
    /** What is a job. */
    public static final FormatOption JOB =
            new FormatOption(
                    "job",
                    "what is a job: a deployment, whose tasks are its virtual machines, or each"
                            + " virtual machine",
                    List.of("deployment", "vm"));

    /** What stands for a bucket, where there are buckets. */
    public static final FormatOption BUCKET =
            new FormatOption(
                    "bucket",
                    "which value stands for a bucket of cores or memory: the number that names it"
                            + " (24 for 8 to 24 and for more than 24), the same but twice the number"
                            + " for the open one, or the middle and twice the number for the open one",
                    List.of("edge", "twice", "middle"));

    private static final String NOT_DELAY_INSENSITIVE = "category!=Delay-insensitive";

    private final String classRule;
    private final String job;
    private final @Nullable BucketAmounts buckets;
    private @Nullable VmTable vms;
    private @Nullable ReadingsTable readings;

    /** Begins an ingest. */
    public AzureAssembly(Ingestion ingestion) {
        super(ingestion);
        classRule = ingestion.classRule();
        job = JOB.in(ingestion.request());
        SourceSchema table = ingestion.family().table("vmtable");
        buckets =
                table.field("cores").kind() == Field.Kind.WORD
                        ? new BucketAmounts(table, BUCKET.in(ingestion.request()))
                        : null;
    }

    @Override
    public TableBuilder open(SourceSchema table) {
        return switch (table.tableName()) {
            case "vmtable" -> {
                vms = new VmTable(clock, quarantine, table, buckets);
                yield vms;
            }
            case "vm_cpu_readings" -> {
                readings = new ReadingsTable(clock, quarantine, space, vms);
                yield readings;
            }
            default -> new IgnoredTable(clock, quarantine);
        };
    }

    @Override
    public void write(Books books) {
        if (vms != null) {
            boolean isUnknownUserFacing = classRule.equals(NOT_DELAY_INSENSITIVE);
            VmTasks tasks = new VmTasks(vms, clock, job.equals("vm"), isUnknownUserFacing);
            books.close(CanonicalTable.TASKS, vms, tasks.writeTasks(books.directory()));
            books.derived(CanonicalTable.JOBS, tasks.writeJobs(books.directory()));
            tasks.putFacts(books.facts());
            if (buckets != null) {
                buckets.putFacts(books.facts());
            }
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
    public Map<String, String> parameters() {
        Map<String, String> parameters = super.parameters();
        parameters.put(JOB.name(), job);
        parameters.put("traceEndMicros", Long.toString(VmTasks.TRACE_END_MICROS));
        if (buckets != null) {
            parameters.put(BUCKET.name(), BUCKET.in(ingestion.request()));
        }
        return parameters;
    }
}
