package dev.stowage.cli;

import dev.stowage.ingest.ErrorPolicy;
import dev.stowage.ingest.FormatOption;
import dev.stowage.ingest.FormatRecognition;
import dev.stowage.ingest.IngestReport;
import dev.stowage.ingest.IngestRequest;
import dev.stowage.ingest.Selection;
import dev.stowage.ingest.TraceFormat;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.json.Json;
import dev.stowage.model.InputException;
import dev.stowage.model.Resources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage ingest}: trace files to a canonical trace. */
@Command(
        name = "ingest",
        customSynopsis = "stowage ingest FORMAT INPUT... [-o NAME.trace] [OPTIONS]",
        description = "Read trace files into a trace that every other command takes.",
        footer = {
            "  stowage ingest auto clusterdata-2011/ -o google.trace",
            "  stowage ingest google-2011 clusterdata-2011/ --machine 48c256g --to 1d",
            "  kubectl get nodes,pods -A -o json | stowage ingest kubernetes - -o live.trace",
            "  stowage ingest csv june.csv --on-error quarantine --max-errors 0.1%%"
        })
final class IngestCommand implements Callable<Integer> {
    private static final List<String> OWN_TASKS = List.of("csv", "parquet");
    private static final List<String> ON_ERROR = List.of("quarantine", "fail");

    @Parameters(
            index = "0",
            paramLabel = "FORMAT",
            completionCandidates = Names.Formats.class,
            description = "${COMPLETION-CANDIDATES}.")
    private String format = "";

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "INPUT",
            description =
                    "Files, plain, gzip or zstd, folders of them, patterns as in 'part-*.csv.gz', or"
                            + " - for standard input.")
    private List<Path> inputs = List.of();

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
                            + " the same.")
    private @Nullable String memory;

    @Option(
            names = "--resume",
            order = 9,
            description =
                    "Go on from the files that an interrupted ingest into the same output had read"
                            + " to their end, and keep those of this one. Without it they are"
                            + " kept where the input is larger than 256 MiB.")
    private boolean isResumed;

    @Mixin private InputFlags chooser = new InputFlags();
    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        String name = common.argument(() -> Names.require("FORMAT", format, Names.formats()));
        inputs = chooser.expand(inputs);
        if (inputs.isEmpty()) {
            throw common.usage("ingest: found no INPUT, expected files, folders or --files-from");
        }
        inputs.stream()
                .filter(input -> !StandardInput.isMeant(input))
                .forEach(IngestCommand::requireExisting);
        String defaultName = InputNames.base(StandardInput.nameOf(inputs.get(0))) + ".trace";
        try (StandardInput standardInput = new StandardInput()) {
            TraceFormat reader =
                    name.equals(Names.AUTO) ? recognised(standardInput) : registered(name);
            ingest(reader, standardInput, defaultName);
        }
        return ExitCode.DONE.code();
    }

    private void ingest(TraceFormat reader, StandardInput standardInput, String defaultName) {
        ErrorPolicy policy = common.argument(() -> errorPolicy(reader));
        double maxErrorShare = common.argument(() -> Quantities.share("--max-errors", maxErrors));
        Map<String, String> chosen = common.argument(() -> FormatOption.parse(options, reader));
        Resources size = common.argument(() -> Quantities.size("--machine", machine));
        OptionalLong fromMicros = common.time("--from", from);
        OptionalLong toMicros = common.time("--to", to);
        OptionalLong memoryBytes = common.bytes("--memory", memory);
        KeptParts parts = KeptParts.of(output.path(defaultName), inputs, isResumed, reader, common);
        Selection selection = common.argument(() -> chooser.selection(reader));
        try (OutputTarget target = output.directory(defaultName, "manifest.json")) {
            parts.begin();
            IngestReport report =
                    reader.ingest(
                            IngestRequest.of(standardInput.replacedIn(inputs), target.temporary())
                                    .with(
                                            draft -> {
                                                draft.machine = size;
                                                draft.onError = policy;
                                                draft.maxErrorShare = maxErrorShare;
                                                draft.classRule = Optional.ofNullable(classRule);
                                                draft.options = chosen;
                                                draft.fromMicros = fromMicros;
                                                draft.toMicros = toMicros;
                                                draft.threads = common.threads();
                                                draft.progress = common.progress();
                                                draft.partsFolder = parts.folder();
                                                memoryBytes.ifPresent(
                                                        bytes -> draft.memoryBytes = bytes);
                                                draft.selection = selection;
                                            }));
            target.commit();
            parts.remove();
            parts.tell(report);
            print(report, target.path());
        } finally {
            parts.tellWhatIsLeft();
        }
    }

    private static TraceFormat registered(String name) {
        return Objects.requireNonNull(TraceFormats.registry().get(name));
    }

    /** The format that the inputs are of; from here on they are its files. */
    private TraceFormat recognised(StandardInput standardInput) {
        FormatRecognition found = TraceFormats.recognise(standardInput.replacedIn(inputs));
        inputs = found.files();
        String files = inputs.size() == 1 ? " file" : " files";
        common.note("Recognised " + found.format().name() + " in " + inputs.size() + files);
        if (!found.others().isEmpty()) {
            common.warn(
                    "Not read, because it does not look like "
                            + found.format().name()
                            + ": "
                            + found.others().stream()
                                    .map(Path::toString)
                                    .collect(Collectors.joining(", "))
                            + ".");
        }
        return found.format();
    }

    private ErrorPolicy errorPolicy(TraceFormat reader) {
        boolean isOwn = OWN_TASKS.contains(reader.name());
        String text = onError == null ? isOwn ? "fail" : "quarantine" : onError;
        return Names.require("--on-error", text, ON_ERROR).equals("fail")
                ? ErrorPolicy.FAIL
                : ErrorPolicy.QUARANTINE;
    }

    private static void requireExisting(Path input) {
        if (!Files.exists(input)) {
            throw InputException.of(
                    input,
                    "no such file or folder",
                    "a trace file or a folder of them",
                    "Check the path.");
        }
    }

    private void print(IngestReport report, Path written) {
        if (common.isJson()) {
            common.out().print(Json.text(report.manifest()));
        } else {
            new ManifestText(report.manifest(), common.style()).print(common.out());
        }
        report.warnings().forEach(common::warn);
        common.note("Wrote " + written);
    }

    /** For help and completion. */
    static final class OnError extends Names.Candidates {
        OnError() {
            super(ON_ERROR);
        }
    }
}
