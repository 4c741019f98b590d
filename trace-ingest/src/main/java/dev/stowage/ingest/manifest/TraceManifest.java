package dev.stowage.ingest.manifest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.model.Resources;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a canonical trace holds and where it comes from: {@code manifest.json}.
 *
 * @param formatVersion version of the canonical form, see {@link #FORMAT_VERSION}
 * @param productVersion version of the product that wrote it
 * @param provenance format, source, and for synthetic traces the seed and its parameters
 * @param files source files in the order read
 * @param tables the canonical tables that the source has, by name, and the source tables that were
 *     read and ignored by rule
 * @param quarantinedByReason bad rows of all tables
 * @param facts counts of what happened on the way (resubmissions, requests that are absent, …), by
 *     name
 * @param classRule how batch and user-facing were told apart
 * @param machine what 1.0 stands for in the source; null if the source has absolute values
 * @param timeOrigin what time 0 is
 * @param replayColumns labels of the {@link dev.stowage.model.TaskColumn}s that a replay uses
 *     unless told otherwise; null if none
 * @param merged the traces that it was merged of, in order; null if it was not
 * @param answers what it can answer; null if nobody has judged it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TraceManifest(
        int formatVersion,
        String productVersion,
        Provenance provenance,
        List<SourceFile> files,
        Map<String, Table> tables,
        Map<String, Long> quarantinedByReason,
        Map<String, Long> facts,
        String classRule,
        @Nullable Resources machine,
        String timeOrigin,
        @Nullable List<String> replayColumns,
        @Nullable List<MergedTrace> merged,
        @Nullable List<TraceAnswer> answers) {
    /** The version that this code writes and reads. */
    public static final int FORMAT_VERSION = 1;

    private static final String LEFT_OUT = "left out of the trace";

    public TraceManifest {
        files = List.copyOf(files);
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        quarantinedByReason = Collections.unmodifiableMap(new LinkedHashMap<>(quarantinedByReason));
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        replayColumns = replayColumns == null ? null : List.copyOf(replayColumns);
        merged = merged == null ? null : List.copyOf(merged);
        answers = answers == null ? null : List.copyOf(answers);
    }

    /** Of a trace that this version writes, that nobody has judged and that was not merged. */
    public static TraceManifest of(
            Provenance provenance,
            List<SourceFile> files,
            Map<String, Table> tables,
            Map<String, Long> quarantinedByReason,
            Map<String, Long> facts,
            String classRule,
            @Nullable Resources machine,
            String timeOrigin,
            @Nullable List<String> replayColumns) {
        return new TraceManifest(
                FORMAT_VERSION,
                runningVersion(),
                provenance,
                files,
                tables,
                quarantinedByReason,
                facts,
                classRule,
                machine,
                timeOrigin,
                replayColumns,
                null,
                null);
    }

    /** The same with what the trace can answer. */
    public TraceManifest with(List<TraceAnswer> judged) {
        return copy(files, merged, judged);
    }

    /** The same, merged of these. */
    public TraceManifest mergedOf(List<MergedTrace> parts) {
        return copy(files, parts, answers);
    }

    /** The same without files and without what it can answer. */
    public TraceManifest withoutFiles() {
        return copy(List.of(), merged, null);
    }

    /** Of a sample of this trace, which nobody has judged. */
    public TraceManifest sampled(
            Provenance made, Map<String, Table> itsTables, Map<String, Long> itsFacts) {
        return new TraceManifest(
                formatVersion,
                productVersion,
                made,
                files,
                itsTables,
                quarantinedByReason,
                itsFacts,
                classRule,
                machine,
                timeOrigin,
                replayColumns,
                merged,
                null);
    }

    private TraceManifest copy(
            List<SourceFile> otherFiles,
            @Nullable List<MergedTrace> otherMerged,
            @Nullable List<TraceAnswer> otherAnswers) {
        return new TraceManifest(
                formatVersion,
                productVersion,
                provenance,
                otherFiles,
                tables,
                quarantinedByReason,
                facts,
                classRule,
                machine,
                timeOrigin,
                replayColumns,
                otherMerged,
                otherAnswers);
    }

    /**
     * The moment that time 0 was; empty if the source has no calendar, or if it was merged of
     * traces that begin at different moments.
     */
    public Optional<Instant> epoch() {
        return TimeOrigin.epoch(timeOrigin);
    }

    /**
     * Rows of the source files that hold data; of a trace without files those of its tables.
     * Headers, empty lines and comments are none.
     */
    public long sourceRows() {
        return files.isEmpty()
                ? tables.values().stream().mapToLong(Table::dataRows).sum()
                : files.stream().mapToLong(SourceFile::rows).sum()
                        - tables.values().stream().mapToLong(Table::layoutRows).sum();
    }

    /** That bad rows are in no answer that rests on the trace; empty if there were none. */
    public Optional<String> leftOut() {
        long bad = quarantinedByReason.values().stream().mapToLong(Long::longValue).sum();
        return bad == 0
                ? Optional.empty()
                : Optional.of(
                        String.format(
                                Locale.ROOT,
                                "%,d %s of %,d in the source %s %s: %s asked for is in neither the"
                                        + " answer nor a bound.",
                                bad,
                                bad == 1 ? "bad row" : "bad rows",
                                sourceRows(),
                                bad == 1 ? "is" : "are",
                                LEFT_OUT,
                                bad == 1 ? "what it" : "what they"));
    }

    /** True of a sentence that {@link #leftOut} gave. */
    public static boolean isLeftOut(String sentence) {
        return sentence.contains(" in the source ") && sentence.contains(" " + LEFT_OUT + ":");
    }

    /** What whoever replays a sample should know; empty if it is none that keeps the load. */
    public Optional<String> sampled() {
        return provenance
                .sampleBy()
                .map(
                        by ->
                                "A sample by "
                                        + by
                                        + ": each task stands for 1 / "
                                        + provenance.parameters().get(Provenance.SAMPLE)
                                        + " of them. Give it that share of the servers."
                                        + wholeJobs(by));
    }

    private String wholeJobs(String by) {
        Long jobs = facts.get("whole.jobs");
        return by.equals("load") && jobs != null
                ? String.format(
                        Locale.ROOT,
                        " The whole has %d jobs: synth --jobs %1$d draws as many from a model of it.",
                        jobs)
                : "";
    }

    /** What a command should warn of that asks one of these questions. */
    public List<TraceAnswer> alarms(String... questions) {
        return answers == null
                ? List.of()
                : answers.stream()
                        .filter(a -> a.isAlarm() && List.of(questions).contains(a.question()))
                        .toList();
    }

    /** What a trace can answer in part only, or not at all, of a question. */
    public List<TraceAnswer> reservations(String question) {
        return answers == null
                ? List.of()
                : answers.stream()
                        .filter(
                                a ->
                                        a.question().equals(question)
                                                && a.can() != TraceAnswer.Can.YES)
                        .toList();
    }

    /**
     * A trace that went into this one.
     *
     * @param name unique among them; the names of its files begin with it
     * @param manifestSha256 of its {@code manifest.json}, hexadecimal
     * @param manifest what it says, but for the files, which are those of the whole
     */
    public record MergedTrace(String name, String manifestSha256, TraceManifest manifest) {}

    /**
     * One source file.
     *
     * @param name as reached from the input that was given
     * @param table source table that it was recognised as
     * @param bytes size on disk
     * @param rows rows read
     * @param sha256 of its bytes on disk, hexadecimal
     */
    public record SourceFile(String name, String table, long bytes, long rows, String sha256) {}

    /**
     * The rows of one table: {@code rowsRead = rowsUsed + rowsQuarantined + rowsIgnored}.
     *
     * @param rowsRead rows in the source
     * @param rowsUsed rows that made it into the trace
     * @param rowsQuarantined bad rows
     * @param rowsIgnored rows left out by a named rule
     * @param rowsWritten rows of the canonical table
     * @param windowMicros first and last time of the rows used, on the canonical clock; null if
     *     there are none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Table(
            long rowsRead,
            long rowsUsed,
            long rowsQuarantined,
            Map<String, Long> rowsIgnored,
            long rowsWritten,
            @Nullable Window windowMicros) {
        private static final Set<String> LAYOUT = Set.of("header", "empty-line", "comment");

        /** True of the rule for lines that hold no data: headers, empty lines, comments. */
        public static boolean isLayout(String rule) {
            return LAYOUT.contains(rule);
        }

        /** Throws if a row was lost or counted twice. */
        public Table {
            rowsIgnored = Collections.unmodifiableMap(new LinkedHashMap<>(rowsIgnored));
            long ignored = rowsIgnored.values().stream().mapToLong(Long::longValue).sum();
            if (rowsRead != rowsUsed + rowsQuarantined + ignored) {
                throw new IllegalStateException(
                        "rows are not conserved: read "
                                + rowsRead
                                + ", used "
                                + rowsUsed
                                + " + quarantined "
                                + rowsQuarantined
                                + " + ignored "
                                + ignored);
            }
        }

        /** Lines that hold no data. */
        long layoutRows() {
            return rowsIgnored.entrySet().stream()
                    .filter(each -> isLayout(each.getKey()))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
        }

        /** Rows read that hold data. */
        long dataRows() {
            return rowsRead - layoutRows();
        }
    }

    /** A span of time, both ends included. */
    public record Window(long from, long to) {}

    /** Version of the product that runs. */
    public static String runningVersion() {
        String version = TraceManifest.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** Writes {@code manifest.json} into a directory. */
    public void writeTo(Path directory) {
        ManifestFile.write(this, directory);
    }

    /** The table of that name, if the trace has it. */
    public Optional<Table> table(String name) {
        return Optional.ofNullable(tables.get(name));
    }
}
