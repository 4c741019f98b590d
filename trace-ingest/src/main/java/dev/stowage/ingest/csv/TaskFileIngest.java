package dev.stowage.ingest.csv;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.InputFiles;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.manifest.TraceManifest.SourceFile;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.quarantine.RowLedger;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.ingest.trace.TraceWriter;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One ingest of tasks that the user wrote down, as CSV or Parquet, with or without a mapping. */
final class TaskFileIngest {
    /** Which columns of the file are which of ours. */
    static final FormatOption MAPPING =
            FormatOption.ofFile(
                    "mapping", "YAML that says which columns of the file are which of ours");

    private final String format;
    private final boolean isParquet;
    private final IngestRequest request;
    private final WallClock clock;
    private final @Nullable ColumnMapping mapping;
    private final Map<String, String> spellings = new LinkedHashMap<>();

    /**
     * Reads the mapping, if there is one.
     *
     * @param isParquet true if files without one are Parquet
     * @throws InputException as {@link ColumnMapping#load}
     */
    TaskFileIngest(String format, boolean isParquet, IngestRequest request) {
        this.format = format;
        this.isParquet = isParquet;
        this.request = request;
        String given = request.options().get(MAPPING.name());
        clock = new WallClock(request.selection().timeZone());
        mapping = given == null ? null : ColumnMapping.load(Path.of(given), clock);
        if (mapping != null) {
            spellings.putAll(mapping.spellings());
        }
        if (clock.isNamed() && !hasMoments()) {
            throw InputException.at(
                    "--time-zone",
                    mapping == null ? "no mapping of columns" : "no column of moments in " + given,
                    "a column with the unit iso-8601",
                    "Leave it out, or name such a column with --option mapping=FILE.");
        }
        request.selection().putInto(spellings);
    }

    private boolean hasMoments() {
        return mapping != null && mapping.hasMoments();
    }

    /** Opens a file; progress is told in tasks written, not in bytes. */
    private TaskRecords open(Path path) {
        InflationLimit inflation = request.selection().inflation();
        if (mapping != null) {
            return MappedRecords.open(path, mapping, inflation);
        }
        return isParquet
                ? MappedRecords.open(path, ColumnMapping.ofNames(path, clock), inflation)
                : CsvFile.open(path, inflation);
    }

    IngestReport run() {
        Optional<ClassRule> rule =
                request.classRule()
                        .filter(text -> !text.equals(CsvFormat.COLUMN_RULE))
                        .map(
                                text ->
                                        ClassRule.parse(
                                                "--class-rule",
                                                text,
                                                List.of(ClassRule.Field.PRIORITY)));
        try (Quarantine quarantine = new Quarantine(request.outputDirectory(), request.onError())) {
            Books books = new Books(format, spellings, request, quarantine);
            TraceWriter.Written written =
                    TraceWriter.writeTables(
                            new Input(request, books, rule, this::open),
                            request.outputDirectory(),
                            request.progress());
            quarantine.check(
                    request.inputs().get(0), request.maxErrorShare(), List.of(books.ledger));
            TraceManifest manifest =
                    books.manifest(
                            written,
                            rule.map(ClassRule::toString).orElse(CsvFormat.COLUMN_RULE),
                            hasMoments() ? clock.facts() : Map.of(),
                            clock.originText().orElse("0 of the column submit_s"));
            manifest.writeTo(request.outputDirectory());
            return new IngestReport(manifest, clock.warnings());
        }
    }

    private static List<Path> files(IngestRequest request) {
        List<Path> files =
                request.inputs().stream().flatMap(input -> InputFiles.of(input).stream()).toList();
        if (files.isEmpty()) {
            throw InputException.of(
                    request.inputs().get(0), "no files", "files with rows of tasks", null);
        }
        return files;
    }

    private record Input(
            IngestRequest request,
            Books books,
            Optional<ClassRule> rule,
            Function<Path, TaskRecords> opener)
            implements Workload {
        @Override
        public String name() {
            return request.inputs().get(0).toString();
        }

        @Override
        public Set<TaskColumn> columns() {
            Set<TaskColumn> columns = EnumSet.noneOf(TaskColumn.class);
            for (Path file : files(request)) {
                try (TaskRecords records = opener.apply(file)) {
                    columns.addAll(records.header().extras());
                }
            }
            return columns;
        }

        @Override
        public TaskSource open() {
            return new CsvTaskSource(files(request), books, rule, opener);
        }
    }

    /** Sets bad rows aside and keeps the books. */
    private static final class Books implements CsvRowPolicy {
        private final String format;
        private final Map<String, String> parameters;
        private final IngestRequest request;
        private final Quarantine quarantine;
        private final RowLedger ledger = new RowLedger();
        private final List<SourceFile> files = new ArrayList<>();

        Books(
                String format,
                Map<String, String> parameters,
                IngestRequest request,
                Quarantine quarantine) {
            this.format = format;
            this.parameters = parameters;
            this.request = request;
            this.quarantine = quarantine;
        }

        @Override
        public void bad(Path file, Quarantine.Row row, String expected) {
            if (request.onError() == ErrorPolicy.FAIL) {
                throw InputException.atLine(
                        file,
                        row.line(),
                        row.found() + " (" + row.reason().label() + ")",
                        expected,
                        "Set bad rows aside with --on-error quarantine.");
            }
            quarantine.add(file, file.getFileName().toString(), row);
            ledger.quarantined();
        }

        @Override
        public boolean isWanted(long submitMicros, long job) {
            if (!request.selection().sample().keeps(job)) {
                ledger.ignored(IgnoreRule.NOT_SAMPLED, 1);
                return false;
            }
            boolean isWanted =
                    submitMicros >= request.fromMicros().orElse(0)
                            && submitMicros < request.toMicros().orElse(Long.MAX_VALUE);
            if (isWanted) {
                ledger.used(submitMicros);
            } else {
                ledger.ignored(IgnoreRule.OUTSIDE_WINDOW, 1);
            }
            return isWanted;
        }

        @Override
        public void fileRead(TaskRecords csv) {
            ledger.read(csv.rows());
            String sha256 = csv.sha256();
            files.add(
                    new SourceFile(
                            csv.path().getFileName().toString(),
                            "tasks",
                            csv.diskBytes(),
                            csv.rows(),
                            sha256));
        }

        TraceManifest manifest(
                TraceWriter.Written written,
                String classRule,
                Map<String, Long> times,
                String timeOrigin) {
            Map<String, Long> facts = new LinkedHashMap<>(written.facts());
            facts.putAll(times);
            Map<String, TraceManifest.Table> tables = new LinkedHashMap<>();
            tables.put("tasks", ledger.close(written.tasks()));
            tables.put("jobs", written.jobs());
            String source =
                    request.inputs().stream().map(Path::toString).collect(Collectors.joining(", "));
            return TraceManifest.of(
                    new Provenance(format, source, OptionalLong.empty(), parameters),
                    files,
                    tables,
                    quarantine.byReason(),
                    facts,
                    classRule,
                    null,
                    timeOrigin,
                    written.replayColumns());
        }
    }
}
