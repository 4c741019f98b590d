package dev.stowage.cli.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Names;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.ingest.export.ExportFormat;
import dev.stowage.ingest.export.ExportFormats;
import dev.stowage.ingest.export.ExportReport;
import dev.stowage.ingest.export.ExportRequest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.json.Json;
import dev.stowage.model.Resources;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.trace.ExportText;
import dev.stowage.terminal.ShellWord;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage export}: a canonical trace to a public format. */
@Command(
        name = "export",
        customSynopsis = "stowage export TRACE --as FORMAT [-o PATH] [OPTIONS]",
        description = {
            "Write a trace in a public format, so that ingesting it again gives the same trace, or"
                    + " with timestamps.",
            "What a format can't hold is changed by a rule and counted in the result, column by"
                    + " column; docs/trace-formats.md has the rules. google-2011 becomes a folder,"
                    + " csv and swf a file, gzip if its name ends in .gz. dated-trace is the trace"
                    + " itself, with each time as a timestamp too, which pandas and DuckDB show as"
                    + " a date."
        },
        footer = {
            "  stowage export google.trace --as google-2011 -o clusterdata",
            "  stowage export w.trace --as csv -o w.csv",
            "  stowage export w.trace --as swf -o w.swf.gz --exact",
            "  stowage export june.trace --as dated-trace -o june-dated.trace"
        })
public final class ExportCommand implements Callable<Integer> {
    /** By which a folder of ours is known; hidden, so that ingest passes over it. */
    private static final String MARKER = ".stowage-export.json";

    @Parameters(
            paramLabel = "TRACE",
            description = "A trace that `stowage ingest` or `stowage synth` wrote.")
    private Path trace = Path.of("");

    @Option(
            names = "--as",
            order = 1,
            required = true,
            paramLabel = "FORMAT",
            completionCandidates = Names.Exports.class,
            description = "${COMPLETION-CANDIDATES}.")
    private String format = "";

    @Option(
            names = "--exact",
            order = 2,
            description = "Refuse a trace of which the format can't keep everything.")
    private boolean exact;

    @Option(
            names = "--machine",
            order = 3,
            paramLabel = "SIZE",
            description =
                    "google-2011: what 1.0 is to stand for, as in 48c256g (default: what the trace"
                            + " was read with, or else the smallest whole cores and GiB that hold"
                            + " its requests and machines).")
    private @Nullable String machine;

    @Option(
            names = "--part-rows",
            order = 4,
            paramLabel = "N",
            defaultValue = "" + ExportRequest.DEFAULT_PART_ROWS,
            description = "google-2011: rows of a part (default: ${DEFAULT-VALUE}).")
    private int partRows;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        common.argument(
                () -> OptionNames.require("--as", format, ExportFormats.registry().keySet()));
        ExportFormat writer = Objects.requireNonNull(ExportFormats.registry().get(format));
        Resources size = machine == null ? null : size(machine);
        if (partRows < 1) {
            throw common.usage("--part-rows: found " + partRows + ", expected at least 1");
        }
        CanonicalTrace opened = CanonicalTrace.open(trace);
        try (OutputTarget target = target(writer)) {
            boolean isGzip = target.path().toString().endsWith(".gz");
            ExportReport report =
                    writer.export(
                            new ExportRequest(
                                    opened,
                                    target.temporary(),
                                    isGzip,
                                    partRows,
                                    size,
                                    common.progress()));
            refuseDepartures(report);
            if (writer.isFolder()) {
                Json.write(report, target.temporary().resolve(MARKER));
            }
            target.commit();
            print(report, target.path());
        }
        return ExitCode.DONE.code();
    }

    private Resources size(String text) {
        return common.argument(() -> Quantities.size("--machine", text));
    }

    private OutputTarget target(ExportFormat writer) {
        String base = InputNames.base(trace);
        return writer.isFolder()
                ? output.directory(base + "-" + writer.name(), MARKER)
                : output.file(base + "." + writer.name() + ".gz");
    }

    private void refuseDepartures(ExportReport report) {
        if (exact && !report.departures().isEmpty()) {
            throw InputException.of(
                    report.departures().stream()
                            .map(
                                    d ->
                                            new InputException.Issue(
                                                    trace + ": " + d.column(),
                                                    Figures.count(d.rows())
                                                            + " rows that "
                                                            + report.format()
                                                            + " can't keep ("
                                                            + d.rule()
                                                            + ")",
                                                    "what it can",
                                                    null))
                            .toList());
        }
    }

    private void print(ExportReport report, Path written) {
        String command = command(report, written);
        if (common.isJson()) {
            ObjectNode json = Json.mapper().valueToTree(report);
            json.put("path", written.toString());
            json.put("readBack", command);
            common.out().print(Json.text(json));
        } else {
            new ExportText(report, common.style()).print(common.out());
        }
        common.note("Wrote " + written + ", to be read with");
        common.note("  " + command);
    }

    /** The command that reads it as the same trace. */
    private static String command(ExportReport report, Path written) {
        if (report.format().equals(ExportFormats.DATED_TRACE)) {
            return "stowage inspect " + ShellWord.ofPath(written.toString());
        }
        StringBuilder command = new StringBuilder("stowage ingest " + report.format() + " ");
        command.append(ShellWord.ofPath(written.toString()));
        report.ingestOptions().forEach(option -> command.append(' ').append(ShellWord.of(option)));
        return command.toString();
    }
}
