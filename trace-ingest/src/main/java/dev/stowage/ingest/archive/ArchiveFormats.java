package dev.stowage.ingest.archive;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.ListedRow;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.TaskOutcome;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/** The formats of this room; docs/trace-formats.md has what each assumes. */
public final class ArchiveFormats {
    private static final List<String> BATCH =
            List.of(ListedFormat.ALL_BATCH, ListedFormat.ALL_USER_FACING);
    private static final List<String> USER_FACING =
            List.of(ListedFormat.ALL_USER_FACING, ListedFormat.ALL_BATCH);
    private static final String UNKNOWN = "-1"; // in the archives of workflows

    private ArchiveFormats() {}

    /** All, in the order of the help. */
    public static List<TraceFormat> all() {
        return List.of(
                new TableFormat(
                        "philly",
                        "jobs of Microsoft's GPU cluster Philly: timestamp,duration,num_gpus,…",
                        BATCH,
                        true,
                        ArchiveFormats::philly),
                new TableFormat(
                        "alibaba-gpu-2025",
                        "Alibaba GPU trace of 2025: instances of disaggregated inference",
                        USER_FACING,
                        false,
                        ArchiveFormats::inference),
                new TableFormat(
                        "alibaba-genai-2026",
                        "Alibaba trace of 2026: requests that generate images",
                        USER_FACING,
                        true,
                        ArchiveFormats::generation),
                new TableFormat(
                        "azure-llm-2023",
                        "requests to language models of Azure in 2023, which have no durations",
                        USER_FACING,
                        true,
                        ArchiveFormats::languageModel),
                new OpenDcFormat(),
                new TableFormat(
                        "wta",
                        "tasks of the Workflow Trace Archive, in Parquet or CSV",
                        BATCH,
                        false,
                        ArchiveFormats::wta),
                new TableFormat(
                        "gwf",
                        "tasks of workflows in the Grid Workload Format",
                        BATCH,
                        false,
                        ArchiveFormats::gwf),
                new WfFormat());
    }

    private static ListedTask philly(ListedRow row, ListedTable table, Listing listing)
            throws BadRecordException {
        long submit = listing.moments().micros("timestamp", row.required("submit"));
        ListedTask task = numbered(table, listing, submit);
        task.durationMicros = row.requiredAmount("duration", Amount.MILLION);
        task.gpuMicros = row.requiredAmount("gpus", Amount.MILLION);
        task.user = row.has("group") ? row.name("group") : null;
        return task;
    }

    private static ListedTask inference(ListedRow row, ListedTable table, Listing listing)
            throws BadRecordException {
        long created = row.amount("created", Amount.MILLION);
        long scheduled = row.amount("scheduled", Amount.MILLION);
        long deleted = row.amount("deleted", Amount.MILLION);
        ListedTask task = new ListedTask(table, row.name("app"), created == ABSENT ? 0 : created);
        task.isSubmitCensored = created == ABSENT;
        task.isScheduleCensored = created == ABSENT && scheduled == ABSENT;
        task.scheduleMicros = task.isScheduleCensored ? 0 : scheduled;
        task.attempts = task.scheduleMicros == ABSENT ? 0 : 1;
        task.endMicros = deleted;
        boolean isEnded = deleted != ABSENT;
        task.outcome =
                isEnded
                        ? TaskOutcome.FINISHED
                        : task.attempts > 0 ? TaskOutcome.RUNNING : TaskOutcome.PENDING;
        if (isEnded && deleted < Math.max(task.submitMicros, scheduled)) {
            throw new BadRecordException(
                    BadRow.END_BEFORE_START, "deletion_time " + row.text("deleted"));
        }
        task.cpuMicroCores = row.requiredAmount("cpu", Amount.MILLION);
        task.memoryBytes = row.requiredAmount("memory", Amount.GIB);
        task.diskBytes = row.amount("disk", Amount.GIB);
        task.gpuMicros = row.amount("gpu", Amount.MILLION);
        task.logicalName = row.has("role") ? row.name("role") : null;
        String perNode = row.text("perNode");
        if (!perNode.isEmpty() && Amount.number("perNode", perNode).signum() > 0) {
            boolean isOne = Amount.number("perNode", perNode).compareTo(BigDecimal.ONE) == 0;
            task.constraints =
                    isOne ? PlacementConstraints.DIFFERENT_MACHINES : PlacementConstraints.NONE;
            listing.count(task, "tasks.limitPerNodeNotKept", isOne ? 0 : 1);
        }
        return task;
    }

    private static ListedTask generation(ListedRow row, ListedTable table, Listing listing)
            throws BadRecordException {
        long submit = listing.moments().micros("gmt_create", row.required("submit"));
        ListedTask task = numbered(table, listing, submit);
        String status = row.required("status");
        task.outcome =
                switch (status) {
                    case "SUCCEED" -> TaskOutcome.FINISHED;
                    case "FAILED" -> TaskOutcome.FAILED;
                    case "PENDING" -> TaskOutcome.PENDING;
                    case "PROCESSING" -> TaskOutcome.RUNNING;
                    default ->
                            throw new BadRecordException(
                                    BadRow.UNKNOWN_WORD, "predict_status " + Amount.shown(status));
                };
        task.durationMicros = row.amount("duration", Amount.MILLION);
        task.attempts = task.outcome == TaskOutcome.PENDING ? 0 : 1;
        task.logicalName = row.has("kind") ? row.name("kind") : null;
        task.user = row.has("group") ? row.name("group") : null;
        return task;
    }

    private static ListedTask languageModel(ListedRow row, ListedTable table, Listing listing)
            throws BadRecordException {
        long submit = listing.moments().micros("TIMESTAMP", row.required("submit"));
        row.requiredAmount("context", BigDecimal.ONE);
        row.requiredAmount("generated", BigDecimal.ONE);
        listing.warn(
                "Requests say how many tokens they have, and neither what they need nor how long"
                        + " they take: only arrivals can be fitted.");
        return numbered(table, listing, submit);
    }

    private static ListedTask gwf(ListedRow row, ListedTable table, Listing listing)
            throws BadRecordException {
        ListedTask task = workflowTask(row, table, Amount.MILLION);
        task.durationMicros = knownAmount(row, "duration", Amount.MILLION);
        task.cpuMicroCores = knownAmount(row, "processors", Amount.MILLION);
        if (task.cpuMicroCores == ABSENT || task.cpuMicroCores == 0) {
            task.cpuMicroCores = knownAmount(row, "wanted", Amount.MILLION);
            listing.count(task, "tasks.processorsRequestedOnly", 1);
        }
        return task;
    }

    private static ListedTask wta(ListedRow row, ListedTable table, Listing listing)
            throws BadRecordException {
        ListedTask task = workflowTask(row, table, Amount.THOUSAND);
        task.durationMicros = knownAmount(row, "duration", Amount.THOUSAND);
        long wait = knownAmount(row, "wait", Amount.THOUSAND);
        if (wait != ABSENT && task.durationMicros != ABSENT) {
            task.scheduleMicros = task.submitMicros + wait;
            task.endMicros = task.scheduleMicros + task.durationMicros;
        }
        String kind = row.text("kind");
        if (List.of("", "core", "thread", "NaN").contains(kind)) {
            task.cpuMicroCores = knownAmount(row, "cpu", Amount.MILLION);
        } else {
            listing.count(task, "tasks.otherResource", 1);
        }
        String user = row.text("user");
        task.user = user.isEmpty() || user.equals(UNKNOWN) ? null : row.name("user");
        return task;
    }

    private static ListedTask workflowTask(ListedRow row, ListedTable table, BigDecimal unit)
            throws BadRecordException {
        ListedTask task =
                new ListedTask(table, row.name("workflow"), row.requiredAmount("submit", unit));
        task.id = id(row.name("id"));
        String after = row.text("after");
        task.after =
                after.isEmpty() || after.equals(UNKNOWN)
                        ? List.of()
                        : Stream.of(after.split("[\\s;]+", -1)).map(ArchiveFormats::id).toList();
        return task;
    }

    /** An ID that some tool may have made a number with a fraction of. */
    private static String id(String text) {
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    /** An amount; absent if it is -1. */
    private static long knownAmount(ListedRow row, String column, BigDecimal unit)
            throws BadRecordException {
        return id(row.text(column)).equals(UNKNOWN) ? ABSENT : row.amount(column, unit);
    }

    /** A task that is a job of its own, called by its number. */
    private static ListedTask numbered(ListedTable table, Listing listing, long submitMicros) {
        return new ListedTask(table, Integer.toString(listing.tasks().size() + 1), submitMicros);
    }
}
