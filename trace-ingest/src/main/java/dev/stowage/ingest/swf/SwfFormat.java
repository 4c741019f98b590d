package dev.stowage.ingest.swf;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceFamily;
import dev.stowage.ingest.spill.SpillSpace;
import java.util.List;

/**
 * Logs and models in the Standard Workload Format.
 *
 * <p>Source: Feitelson, The Standard Workload Format, version 2.2, Parallel Workloads Archive.
 */
public final class SwfFormat implements TraceFamily {
    static final String ALL_BATCH = "all-batch";
    static final String QUEUE_0 = "queue=0";
    static final FormatOption TASKS =
            new FormatOption(
                    "tasks",
                    "what a job becomes: one task of all its processors, or a task of one core for"
                            + " each processor",
                    List.of("job", "processor"));
    static final FormatOption PROCESSORS =
            new FormatOption(
                    "processors",
                    "which number of processors counts where a job has both: those that it got, or"
                            + " those that it asked for",
                    List.of("allocated", "requested"));

    @Override
    public String name() {
        return "swf";
    }

    @Override
    public String description() {
        return "logs of parallel computers in the Standard Workload Format";
    }

    @Override
    public String defaultClassRule() {
        return ALL_BATCH;
    }

    @Override
    public List<FormatOption> options() {
        return List.of(TASKS, PROCESSORS);
    }

    @Override
    public List<? extends SourceSchema> tables() {
        return List.of(SwfTable.values());
    }

    @Override
    public TraceAssembly begin(IngestRequest request, Quarantine quarantine, SpillSpace space) {
        String rule = request.classRule().orElse(ALL_BATCH);
        if (!rule.equals(ALL_BATCH) && !rule.equals(QUEUE_0)) {
            throw InputException.at(
                    "--class-rule",
                    "class rule \"" + rule + "\"",
                    ALL_BATCH + " or " + QUEUE_0,
                    "With " + QUEUE_0 + ", jobs of queue 0, the interactive one, are user-facing.");
        }
        return new SwfAssembly(request, rule, quarantine);
    }
}
