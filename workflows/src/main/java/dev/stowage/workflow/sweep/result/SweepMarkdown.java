package dev.stowage.workflow.sweep.result;

import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.result.Changes.Change;
import dev.stowage.workflow.sweep.result.SweepResult.Outcome;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A sweep as a page of Markdown, for a CI job or a message: the answer first. */
public final class SweepMarkdown {
    private static final int MOST = 20;

    private final SweepResult result;
    private final StringBuilder text = new StringBuilder();

    private SweepMarkdown(SweepResult result) {
        this.result = result;
    }

    /** The text of {@code summary.md}. */
    public static String text(SweepResult result) {
        SweepMarkdown page = new SweepMarkdown(result);
        page.add();
        return page.text.toString();
    }

    private void add() {
        line("## " + escaped(result.sweep().name()) + ": " + SweepSentences.headline(result));
        line("");
        SweepSentences.facts(result).forEach(fact -> line("- " + escaped(fact)));
        addChecks();
        result.changes().ifPresent(this::addChanges);
        addFailures();
    }

    private void addChecks() {
        if (result.outcomes().isEmpty()) {
            return;
        }
        heading("Checks");
        line("| check | | cells |");
        line("| --- | --- | ---: |");
        for (Outcome each : result.outcomes()) {
            line(
                    "| `"
                            + each.check().text().replace("|", "\\|")
                            + "` | "
                            + SweepSentences.verdict(each)
                            + " | "
                            + each.cells()
                            + " |");
        }
        for (Outcome each : result.outcomes()) {
            some(each.broken());
        }
    }

    private void addChanges(Changes changes) {
        heading("Since the earlier sweep");
        ChangeSentences.of(changes).forEach(each -> line("- " + escaped(each)));
        Map<String, Integer> byFigure = new TreeMap<>();
        for (Change each : changes.all()) {
            byFigure.merge(each.figure(), 1, Integer::sum);
        }
        if (byFigure.isEmpty()) {
            return;
        }
        line("");
        line("| cell | figure | before | now | change | |");
        line("| --- | --- | ---: | ---: | ---: | --- |");
        ChangeSentences.leading(result)
                .forEach(
                        each ->
                                line(
                                        "| "
                                                + escaped(each.cell())
                                                + " | "
                                                + escaped(each.figure())
                                                + " | "
                                                + each.beforeInWords()
                                                + " | "
                                                + each.afterInWords()
                                                + " | "
                                                + each.percentText()
                                                + " | "
                                                + each.noise().text()
                                                + " |"));
        line("");
        line("All " + changes.all().size() + " changed figures are in `sweep.json`.");
    }

    private void addFailures() {
        List<CellResult> failures = result.failures();
        if (!failures.isEmpty()) {
            heading("Cells without an answer");
            some(
                    failures.stream()
                            .map(
                                    each ->
                                            each.cell().label()
                                                    + ": "
                                                    + each.state().text()
                                                    + ", "
                                                    + each.reason().replace("\n", " "))
                            .toList());
        }
    }

    private void some(List<String> lines) {
        lines.stream().limit(MOST).forEach(each -> line("- " + escaped(each)));
        if (lines.size() > MOST) {
            line("- and " + (lines.size() - MOST) + " more");
        }
    }

    private void heading(String title) {
        line("");
        line("### " + title);
        line("");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private static String escaped(String given) {
        return given.replaceAll("([\\\\`*_{}\\[\\]<>#|])", "\\\\$1");
    }
}
