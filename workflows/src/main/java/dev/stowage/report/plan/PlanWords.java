package dev.stowage.report.plan;

import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.OwnCost;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.report.Answer;
import dev.stowage.report.ClaimWords;
import dev.stowage.report.MixWords;
import dev.stowage.report.PurchaseWords;
import dev.stowage.report.SharingWords;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Amounts;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** A plan for the terminal: the answer in words, and small tables. */
public final class PlanWords {
    private final PlanFigures figures;
    private final CapacityPlan plan;
    private final Style style;

    public PlanWords(PlanFigures figures, Style style) {
        this.figures = figures;
        this.plan = figures.plan();
        this.style = style;
    }

    public void print(PrintWriter out, Path report) {
        Answer answer = Answer.of(plan, figures.maxServers());
        Wrapped.print(out, style.bold(answer.headline()));
        answer.sentences().forEach(sentence -> Wrapped.print(out, sentence));
        out.println();
        objective().print(out, style, 0);
        SharingWords.of(plan).ifPresent(words -> table(words.headings(), words.rows(), 1, out));
        PurchaseWords.of(plan).ifPresent(words -> table(words.headings(), words.rows(), 5, out));
        MixWords.of(plan).ifPresent(mix -> kinds(mix, out));
        TextTable cost = cost();
        if (!cost.isEmpty()) {
            out.println();
            cost.print(out, style, 0);
        }
        if (!plan.otherwise().isEmpty()) {
            out.println();
            otherwise().print(out, style, 0);
        }
        out.println();
        ClaimWords.of(plan).forEach(sentence -> Wrapped.print(out, sentence));
        plan.notes().forEach(note -> Wrapped.print(out, "Note: " + note));
        out.println();
        out.println("Report: " + report);
    }

    private void kinds(MixWords mix, PrintWriter out) {
        table(mix.headings(), mix.rows(), 2, out);
        out.println();
        mix.roles().forEach(sentence -> Wrapped.print(out, sentence + "."));
        mix.changes().forEach(sentence -> Wrapped.print(out, sentence + "."));
    }

    /** A table, after a line; columns are texts up to a place, and figures from there on. */
    private void table(
            List<String> headings, List<List<String>> rows, int figures, PrintWriter out) {
        TextTable table =
                new TextTable(
                        IntStream.range(0, headings.size())
                                .mapToObj(
                                        i ->
                                                i >= figures
                                                        ? Column.figure(headings.get(i))
                                                        : Column.text(headings.get(i)))
                                .toArray(Column[]::new));
        rows.forEach(row -> table.row(row.stream().map(Wrapped::plain).toArray(String[]::new)));
        out.println();
        table.print(out, style, 0);
    }

    private TextTable otherwise() {
        TextTable table = new TextTable(Column.text("were it otherwise"), Column.figure("servers"));
        for (CapacityPlan.Otherwise each : plan.otherwise()) {
            table.row(
                    Wrapped.plain(ClaimWords.what(each)).replace('×', 'x'),
                    Wrapped.plain(ClaimWords.servers(each)));
        }
        return table;
    }

    private TextTable objective() {
        TextTable table =
                new TextTable(
                        Column.text("objective"),
                        Column.figure("at most"),
                        Column.figure(ClaimWords.value(plan.confidence())),
                        Column.figure(Wrapped.plain(ClaimWords.upper(plan.confidence()))),
                        Column.text(""));
        for (ObjectiveValue value : plan.objective()) {
            table.row(
                    value.metric(),
                    Wrapped.plain(
                            Amounts.metric(
                                    value.metric(), value.bound(), value.value(), value.upper())),
                    Wrapped.plain(Amounts.metric(value.metric(), value.value(), value.bound())),
                    Wrapped.plain(Amounts.metric(value.metric(), value.upper(), value.bound())),
                    value.met() ? "met" : "missed");
        }
        return table;
    }

    /** Own servers, and of each provider and policy the cheapest. */
    private TextTable cost() {
        TextTable table =
                new TextTable(
                        Column.text("cost"),
                        Column.text("what"),
                        Column.text("region"),
                        Column.figure("a month"),
                        Column.figure("a year"));
        OwnCost own = plan.cost();
        if (own != null) {
            table.row(
                    "own servers",
                    own.servers() + " x " + plan.servers().get(0).type(),
                    "",
                    Amounts.money(own.monthlyUsd()),
                    Amounts.money(own.yearlyUsd()));
        }
        Set<String> seen = new HashSet<>();
        for (CloudOption option : plan.clouds()) {
            if (seen.add(option.provider() + " " + option.policy())) {
                table.row(
                        option.provider() + ", " + option.policy(),
                        Amounts.vms(option).replace('×', 'x'),
                        option.region(),
                        Amounts.money(option.monthlyUsd()),
                        Amounts.money(option.totalUsd()));
            }
        }
        return table;
    }
}
