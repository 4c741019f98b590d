package dev.stowage.ingest.csv;

import dev.stowage.ingest.ClassRule;
import dev.stowage.ingest.ErrorPolicy;
import dev.stowage.ingest.IgnoreRule;
import dev.stowage.ingest.IngestReport;
import dev.stowage.ingest.IngestRequest;
import dev.stowage.ingest.Provenance;
import dev.stowage.ingest.Quarantine;
import dev.stowage.ingest.RowLedger;
import dev.stowage.ingest.TraceFormat;
import dev.stowage.ingest.TraceManifest;
import dev.stowage.ingest.TraceManifest.SourceFile;
import dev.stowage.ingest.TraceWriter;
import dev.stowage.model.InputException;
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
import java.util.stream.Collectors;

/** The user's own tasks as CSV; see {@link CsvWorkload} for its form. */
public final class CsvFormat implements TraceFormat {
    private static final String COLUMN_RULE = "column class";

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public String description() {
        return "your own tasks: submit_s,duration_s,cpu,memory_gib[,job,class,priority,…]";
    }

    @Override
    public String defaultClassRule() {
        return COLUMN_RULE;
    }

    /** 1 if the header has the columns that a workload needs, else 0. */
    @Override
    public double resemblance(Path file) {
        try {
            CsvWorkload.columnsOf(file);
            return 1;
        } catch (InputException e) {
            return 0;
        }
    }

    @Override
    public IngestReport ingest(IngestRequest request) {
        Optional<ClassRule> rule =
                request.classRule()
                        .filter(text -> !text.equals(COLUMN_RULE))
                        .map(
                                text ->
                                        ClassRule.parse(
                                                "--class-rule",
                                                text,
                                                List.of(ClassRule.Field.PRIORITY)));
        try (Quarantine quarantine = new Quarantine(request.outputDirectory(), request.onError())) {
            Books books = new Books(request, quarantine);
            TraceWriter.Written written =
                    TraceWriter.writeTables(
                            new Input(request, books, rule),
                            request.outputDirectory(),
                            request.progress());
            quarantine.check(
                    request.inputs().get(0), request.maxErrorShare(), List.of(books.ledger));
            TraceManifest manifest =
                    books.manifest(written, rule.map(ClassRule::toString).orElse(COLUMN_RULE));
            manifest.writeTo(request.outputDirectory());
            return new IngestReport(manifest, List.of());
        }
    }

    private record Input(IngestRequest request, Books books, Optional<ClassRule> rule)
            implements Workload {
        @Override
        public String name() {
            return request.inputs().get(0).toString();
        }

        @Override
        public Set<TaskColumn> columns() {
            Set<TaskColumn> columns = EnumSet.noneOf(TaskColumn.class);
            request.inputs().forEach(file -> columns.addAll(CsvWorkload.columnsOf(file)));
            return columns;
        }

        @Override
        public TaskSource open() {
            return new CsvTaskSource(
                    request.inputs(),
                    books,
                    rule,
                    bytes -> {}); // progress is told in tasks written
        }
    }

    /** Sets bad rows aside and keeps the books. */
    private static final class Books implements CsvRowPolicy {
        private final IngestRequest request;
        private final Quarantine quarantine;
        private final RowLedger ledger = new RowLedger();
        private final List<SourceFile> files = new ArrayList<>();

        Books(IngestRequest request, Quarantine quarantine) {
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
        public boolean isWanted(long submitMicros) {
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
        public void fileRead(CsvFile csv) {
            ledger.read(csv.rows());
            String sha256 = csv.text().sha256();
            files.add(
                    new SourceFile(
                            csv.path().getFileName().toString(),
                            "tasks",
                            csv.text().diskBytes(),
                            csv.rows(),
                            sha256));
        }

        TraceManifest manifest(TraceWriter.Written written, String classRule) {
            Map<String, TraceManifest.Table> tables = new LinkedHashMap<>();
            tables.put("tasks", ledger.close(written.tasks()));
            tables.put("jobs", written.jobs());
            String source =
                    request.inputs().stream().map(Path::toString).collect(Collectors.joining(", "));
            return new TraceManifest(
                    TraceManifest.FORMAT_VERSION,
                    TraceManifest.runningVersion(),
                    new Provenance("csv", source, OptionalLong.empty(), Map.of()),
                    files,
                    tables,
                    quarantine.byReason(),
                    written.facts(),
                    classRule,
                    null,
                    "0 of the column submit_s",
                    written.replayColumns());
        }
    }
}
