package dev.stowage.cli.trace;

import dev.stowage.applications.ApplicationMatch;
import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.trace.ApplicationsPage;
import dev.stowage.report.trace.ApplicationsText;
import dev.stowage.words.Figures;
import dev.stowage.words.Version;
import dev.stowage.workflow.applications.ApplicationChoice;
import dev.stowage.workflow.applications.ApplicationChoice.Chosen;
import dev.stowage.workflow.applications.ApplicationsAnswer;
import dev.stowage.workflow.profile.ApplicationMap;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage applications}: which applications can stand for the tasks of a trace. */
@Command(
        name = "applications",
        customSynopsis = "stowage applications TRACE [OPTIONS]",
        description = "Choose applications that behave like the tasks of a trace.",
        footer = {
            "  stowage applications google.trace",
            "  stowage applications google.trace --pool ours.yaml --top 5",
            "  stowage applications measurements.csv --share 0.9 --json",
            "  stowage applications google.trace --report applications.html"
        })
public final class ApplicationsCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "TRACE",
            description =
                    "A trace with a usage table, or a CSV of measurements whose header names"
                            + " features.")
    private Path trace = Path.of("");

    @Option(
            names = "--pool",
            order = 1,
            paramLabel = "FILE",
            description = "Applications to choose from, in YAML (default: the pool of stowage).")
    private @Nullable Path pool;

    @Option(
            names = "--share",
            order = 2,
            paramLabel = "SHARE",
            defaultValue = "0.75",
            description =
                    "Importance that the selected features reach together, above 0 and at most 1"
                            + " (default: ${DEFAULT-VALUE}).")
    private double share;

    @Option(
            names = "--top",
            order = 3,
            paramLabel = "N",
            defaultValue = "3",
            description = "Applications to select of each class (default: ${DEFAULT-VALUE}).")
    private int top;

    @Option(
            names = "--report",
            order = 4,
            paramLabel = "FILE.html",
            description =
                    "Also draw the importance of the features and the ranking, as one HTML file.")
    private @Nullable Path report;

    @Option(
            names = "--map",
            order = 5,
            paramLabel = "FILE.csv",
            description =
                    "Also write the selected applications as application,share, each as likely as"
                            + " another, for --applications of simulate and plan.")
    private @Nullable Path map;

    @Option(
            names = "--force",
            order = 6,
            description = "Replace an existing report or map once the new one is complete.")
    private boolean force;

    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        if (!(share > 0 && share <= 1)) {
            throw common.usage(
                    "--share: found " + share + ", expected a number above 0 and at most 1");
        }
        if (top < 1) {
            throw common.usage("--top: found " + top + ", expected a whole number of at least 1");
        }
        try (OutputTarget page = report == null ? null : OutputTarget.file(report, force);
                OutputTarget shares = map == null ? null : OutputTarget.file(map, force)) {
            choose(page, shares);
        }
        return ExitCode.DONE.code();
    }

    private void choose(@Nullable OutputTarget page, @Nullable OutputTarget shares) {
        Chosen chosen = new ApplicationChoice(trace, pool, share, top).run(common.progress());
        ApplicationsAnswer answer = chosen.answer();
        if (page != null) {
            draw(chosen, page);
        }
        if (shares != null) {
            shares.commitText(ApplicationMap.text(requireSelected(chosen)));
            common.note("Wrote " + shares.path());
        }
        common.print(answer, new ApplicationsText(answer, common.style())::print);
    }

    private List<String> requireSelected(Chosen chosen) {
        List<String> selected =
                chosen.selection().matches().stream()
                        .filter(ApplicationMatch::isSelected)
                        .map(match -> match.application().name())
                        .toList();
        if (selected.isEmpty()) {
            throw InputException.of(
                    trace,
                    "no application of the pool that is like it",
                    "at least one, for --map",
                    "Give a pool of your own with --pool.");
        }
        return selected;
    }

    private void draw(Chosen chosen, OutputTarget page) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Trace", String.valueOf(trace.getFileName()));
        facts.put("Pool", pool == null ? "shipped" : pool.toString());
        facts.put("Importance that the selected features reach", Figures.share(share));
        facts.put("Applications selected of each class", "at most " + top);
        facts.put("Made by", "stowage " + Version.text());
        String name = InputNames.base(trace);
        page.commitText(
                ApplicationsPage.html(chosen.selection(), name, chosen.answer().notes(), facts));
        common.note("Wrote " + page.path());
    }
}
