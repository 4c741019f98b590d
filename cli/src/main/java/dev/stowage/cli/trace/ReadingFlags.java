package dev.stowage.cli.trace;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.Selection;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.model.Resources;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How files are read: bad rows, classes, units, window, memory. */
final class ReadingFlags {
    /** Set by the launcher where {@code --memory} bounds the process. */
    private static final String BOUNDED = "stowage.bounded";

    private static final List<String> OWN_TASKS = List.of("csv", "parquet");
    private static final List<String> ON_ERROR = List.of("quarantine", "fail");

    @Option(
            names = "--on-error",
            order = 1,
            paramLabel = "WHAT",
            completionCandidates = OnError.class,
            description =
                    "What to do with a bad row: ${COMPLETION-CANDIDATES}"
                            + " (default: quarantine; for csv and parquet fail).")
    private @Nullable String onError;

    @Option(
            names = "--max-errors",
            order = 2,
            paramLabel = "SHARE",
            defaultValue = "1%",
            description =
                    "Largest share of bad rows that may be quarantined"
                            + " (default: ${DEFAULT-VALUE}).")
    private String maxErrors = "";

    @Option(
            names = "--class-rule",
            order = 3,
            paramLabel = "RULE",
            description =
                    "How batch and user-facing are told apart (default: the rule of the format).")
    private @Nullable String classRule;

    @Option(
            names = "--option",
            order = 7,
            paramLabel = "NAME=VALUE",
            description =
                    "What the format is to assume where it leaves a choice, as far as it has such"
                            + " options: docs/trace-formats.md. May be given several times.")
    private List<String> options = List.of();

    @Option(
            names = "--machine",
            order = 4,
            paramLabel = "SIZE",
            defaultValue = "1c1g",
            description =
                    "Capacity of the largest machine, that normalised traces count in, as in"
                            + " 48c256g (default: ${DEFAULT-VALUE}).")
    private String machine = "";

    @Option(
            names = "--from",
            order = 5,
            paramLabel = "TIME",
            description = "Leave out rows before this time of the trace: 90s, 15m, 1.5h, 2d.")
    private @Nullable String from;

    @Option(
            names = "--to",
            order = 6,
            paramLabel = "TIME",
            description = "Leave out rows from this time of the trace on.")
    private @Nullable String to;

    @Option(
            names = "--memory",
            order = 8,
            paramLabel = "SIZE",
            description =
                    "Memory for rows, as in 4g or 500m; more rows go to disk beside the trace"
                            + " (default: three fifths of what the process may use). The trace is"
                            + " the same. The launcher makes it bound the whole process, from"
                            + " 384m on, whole numbers of m or g; rows get a quarter of the heap"
                            + " then. Without the launcher it bounds the rows alone.")
    private @Nullable String memory;

    /** What the options ask for; whoever uses it says where to. */
    IngestRequest request(
            TraceFormat format, List<Path> files, InputFlags chooser, CommonOptions common) {
        ErrorPolicy policy = common.argument(() -> errorPolicy(format));
        double share = common.argument(() -> Quantities.share("--max-errors", maxErrors));
        Map<String, String> chosen = common.argument(() -> FormatOption.parse(options, format));
        Resources size = common.argument(() -> Quantities.size("--machine", machine));
        OptionalLong fromMicros = common.time("--from", from);
        OptionalLong toMicros = common.time("--to", to);
        OptionalLong memoryBytes = common.bytes("--memory", memory);
        Selection selection = common.argument(() -> chooser.selection(format));
        return IngestRequest.of(files, Path.of(""))
                .with(
                        draft -> {
                            draft.machine = size;
                            draft.onError = policy;
                            draft.maxErrorShare = share;
                            draft.classRule = Optional.ofNullable(classRule);
                            draft.options = chosen;
                            draft.fromMicros = fromMicros;
                            draft.toMicros = toMicros;
                            draft.threads = common.threads();
                            draft.progress = common.progress();
                            if (System.getProperty(BOUNDED) != null) {
                                draft.memoryBytes = Runtime.getRuntime().maxMemory() / 4;
                            } else {
                                memoryBytes.ifPresent(bytes -> draft.memoryBytes = bytes);
                            }
                            draft.selection = selection;
                        });
    }

    private ErrorPolicy errorPolicy(TraceFormat reader) {
        boolean isOwn = OWN_TASKS.contains(reader.name());
        String text = onError == null ? isOwn ? "fail" : "quarantine" : onError;
        return OptionNames.require("--on-error", text, ON_ERROR).equals("fail")
                ? ErrorPolicy.FAIL
                : ErrorPolicy.QUARANTINE;
    }

    /** For help and completion. */
    static final class OnError extends Names.Candidates {
        OnError() {
            super(ON_ERROR);
        }
    }
}
