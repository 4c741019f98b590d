package dev.stowage.cli;

import dev.stowage.basis.Progress;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.ReportPage;
import dev.stowage.report.sweep.SweepPage;
import dev.stowage.workflow.plan.SharedWork;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.CellStore;
import dev.stowage.workflow.sweep.PlanQuestion;
import dev.stowage.workflow.sweep.Question;
import dev.stowage.workflow.sweep.Standing;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.SweepFile;
import dev.stowage.workflow.sweep.SweepOptions;
import dev.stowage.workflow.sweep.SweepRun;
import dev.stowage.workflow.sweep.result.Changes;
import dev.stowage.workflow.sweep.result.EarlierSweep;
import dev.stowage.workflow.sweep.result.InputArchive;
import dev.stowage.workflow.sweep.result.JUnitXml;
import dev.stowage.workflow.sweep.result.SweepJson;
import dev.stowage.workflow.sweep.result.SweepMarkdown;
import dev.stowage.workflow.sweep.result.SweepResult;
import dev.stowage.workflow.sweep.result.SweepTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage sweep}: one question for many settings, each answered once. */
@Command(
        name = "sweep",
        customSynopsis = "stowage sweep SWEEP.yaml [-o NAME.sweep] [OPTIONS]",
        description = {
            "Ask one question for many settings, keep every answer, and say what changed since an"
                    + " earlier night.",
            "",
            "Answers are kept beside the sweep: after a crash, or tomorrow, only what differs is"
                    + " computed. Writes report.html, sweep.json, sweep.csv, sweep.parquet and a summary."
                    + " Exits with 1 if a check is broken or a cell has no answer."
        },
        subcommands = SweepGcCommand.class,
        footer = {
            "  stowage sweep nightly.yaml --dry-run",
            "  stowage sweep nightly.yaml -o nights/today",
            "  stowage sweep nightly.yaml -o nights/today --against nights/yesterday",
            "  stowage sweep nightly.yaml --force --markdown --junit checks.xml",
            "  stowage sweep gc --cache nightly.cells --keep 30d"
        })
final class SweepCommand implements Callable<Integer> {
    private static final long MANY_CELLS = 1_000_000;

    @Parameters(
            paramLabel = "SWEEP",
            arity = "0..1",
            description = "What to ask; see docs/sweep.md.")
    private @Nullable Path given;

    @Option(
            names = "--dry-run",
            order = 1,
            description = "Print the cells and what is kept of them, and compute nothing.")
    private boolean isDryRun;

    @Option(
            names = "--against",
            order = 2,
            paramLabel = "DIR",
            description = "What an earlier sweep wrote: say what changed since, and why.")
    private @Nullable Path against;

    @Option(
            names = "--explain",
            order = 3,
            description =
                    "Ask changed cells again with one input as it was before, one at a time. Needs"
                            + " --against.")
    private boolean isExplaining;

    @Option(
            names = "--markdown",
            order = 3,
            description = "Print the summary as Markdown, for the page of a CI job.")
    private boolean isMarkdown;

    @Option(
            names = "--junit",
            order = 4,
            paramLabel = "FILE",
            description = "Write checks as test cases in the form of JUnit.")
    private @Nullable Path junit;

    @Option(
            names = "--cache",
            order = 5,
            paramLabel = "DIR",
            description = "Where answers are kept (default: NAME.cells beside the sweep).")
    private @Nullable Path cache;

    @Option(
            names = "--wait",
            order = 6,
            description = "Wait for another sweep that uses the same kept answers.")
    private boolean isWaiting;

    @Option(
            names = "--cell-timeout",
            order = 7,
            paramLabel = "TIME",
            description = "Give up a cell after this time: 90s, 15m. The row says so.")
    private @Nullable String cellTimeout;

    @Option(
            names = "--memory",
            order = 8,
            paramLabel = "SIZE",
            description =
                    "Memory for workloads and runs that cells share, as in 2g or 500m (default: a"
                            + " quarter of what the process may use). The answers are the same.")
    private @Nullable String memory;

    @Option(names = "--yes", order = 9, description = "Take more than a million cells.")
    private boolean isSure;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        if (given == null) {
            throw common.usage(
                    "found no SWEEP, expected stowage sweep SWEEP.yaml [-o NAME.sweep] [OPTIONS]");
        }
        if (isExplaining && against == null) {
            throw common.usage("--explain needs --against");
        }
        Path file = given;
        return InputNames.naming(file, () -> sweep(file));
    }

    private int sweep(Path file) {
        SweepOptions options = new SweepOptions(common.threads(), timeout());
        Sweep sweep = SweepFile.read(file, questions(), isSure ? Long.MAX_VALUE : MANY_CELLS);
        Optional<EarlierSweep> earlier =
                Optional.ofNullable(against).map(folder -> EarlierSweep.read(folder, sweep));
        Path kept = cache == null ? cells(file) : cache;
        try (CellStore store = CellStore.open(kept, isWaiting)) {
            if (isDryRun) {
                SweepRun run = new SweepRun(sweep, store, options, SweepRun.Listener.NONE);
                new SweepText(common).outlook(sweep, run.outlook(), options);
                return ExitCode.DONE.code();
            }
            try (OutputTarget target =
                    output.directory(InputNames.base(file) + ".sweep", SweepJson.FILE)) {
                SweepResult result = result(sweep, options, store, new InputArchive(kept), earlier);
                write(result, target);
                print(result, target.path());
                result.refuseUnknownFigures();
                return (result.isGood() ? ExitCode.DONE : ExitCode.NO).code();
            }
        }
    }

    private SweepResult result(
            Sweep sweep,
            SweepOptions options,
            CellStore store,
            InputArchive archive,
            Optional<EarlierSweep> earlier) {
        Progress progress = common.progress();
        progress.start("cells", sweep.cells().size());
        List<CellResult> cells =
                new SweepRun(sweep, store, options, listener(sweep, progress)).results();
        progress.done();
        if (store.damagedCells() > 0) {
            common.warn(store.damagedCells() + " kept answers were damaged and are computed again");
        }
        archive.keep(sweep, cells);
        SweepResult result =
                SweepResult.of(
                        sweep,
                        cells,
                        earlier.map(each -> Changes.between(each, sweep, cells, archive)));
        if (!isExplaining || earlier.isEmpty()) {
            return result;
        }
        return result.explained(
                earlier.get(),
                archive,
                others ->
                        new SweepRun(
                                        sweep.withCells(others),
                                        store,
                                        options,
                                        SweepRun.Listener.NONE)
                                .results());
    }

    static Path cells(Path sweep) {
        return sweep.resolveSibling(InputNames.base(sweep) + ".cells");
    }

    private Optional<Duration> timeout() {
        OptionalLong micros = common.time("--cell-timeout", cellTimeout);
        return micros.isPresent()
                ? Optional.of(Duration.ofNanos(micros.getAsLong() * 1000))
                : Optional.empty();
    }

    private long memory() {
        return common.bytes("--memory", memory).orElse(Runtime.getRuntime().maxMemory() / 4);
    }

    private List<Question> questions() {
        CatalogueFiles catalogues = CatalogueFiles.usual(common.environment());
        SharedWork shared = new SharedWork(memory());
        return List.of(
                new PlanQuestion(new PlanQuestion.Prices(catalogues::open, catalogues::of), shared),
                command("simulate", catalogues, shared),
                command("pack", catalogues, shared),
                command("cloud", catalogues, shared),
                command("forecast", catalogues, shared),
                command("compare", catalogues, shared),
                command("node", catalogues, shared),
                command("serverless", catalogues, shared),
                command("tune", catalogues, shared));
    }

    private Question command(String name, CatalogueFiles catalogues, SharedWork shared) {
        return new CommandQuestion(name, common.environment(), catalogues, shared);
    }

    private SweepRun.Listener listener(Sweep sweep, Progress progress) {
        return new SweepRun.Listener() {
            @Override
            public void finished(CellResult result, Standing standing) {
                progress.remark(SweepText.standing(standing));
                progress.advanceTo(standing.done());
                if (common.isJson()) {
                    common.out().println(SweepJson.line(result, sweep));
                    common.out().flush();
                }
            }

            @Override
            public void began(Standing standing) {
                progress.remark(SweepText.standing(standing));
            }
        };
    }

    private void write(SweepResult result, OutputTarget target) {
        Path folder = target.temporary();
        new SweepTable(result).write(folder);
        write(folder.resolve(SweepJson.FILE), SweepJson.text(result));
        write(folder.resolve("summary.md"), SweepMarkdown.text(result));
        ReportPage.write(SweepPage.html(result), folder);
        if (junit != null) {
            try (OutputTarget file = OutputTarget.file(junit, true)) {
                write(file.temporary(), JUnitXml.text(result));
                file.commit();
            }
        }
        target.commit();
    }

    private static void write(Path file, String text) {
        try {
            Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void print(SweepResult result, Path folder) {
        if (isMarkdown) {
            common.out().print(SweepMarkdown.text(result));
        } else if (!common.isJson()) {
            new SweepText(common).summary(result, folder);
        }
    }
}
