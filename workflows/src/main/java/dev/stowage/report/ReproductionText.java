package dev.stowage.report;

import dev.stowage.study.published.Assertion;
import dev.stowage.study.published.PublishedTable;
import dev.stowage.study.published.Reproduction;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A published experiment beside ours, for the terminal. */
public final class ReproductionText {
    private static final int WIDTH = 80;

    private final Reproduction reproduction;
    private final Style style;

    public ReproductionText(Reproduction reproduction, Style style) {
        this.reproduction = reproduction;
        this.style = style;
    }

    /** Prints how many claims hold, and each of them. */
    public void print(PrintWriter out) {
        List<Assertion> all = reproduction.assertions();
        long inFit = all.stream().filter(Assertion::isInFit).count();
        long heldInFit = all.stream().filter(each -> each.isInFit() && each.isHeld()).count();
        String headline =
                String.format(
                        "%d of %d claims hold: %d of %d that no parameter was fitted to, %d of %d"
                                + " in the fit.",
                        reproduction.held(),
                        all.size(),
                        reproduction.held() - heldInFit,
                        all.size() - inFit,
                        heldInFit,
                        inFit);
        long fresh = all.stream().filter(each -> each.isHeld() && !each.heldBefore()).count();
        if (fresh > 0) {
            headline += " Recorded as not held, and holding here: " + fresh + ".";
        }
        Wrapped.lines(style.bold(headline), WIDTH).forEach(out::println);
        out.println(style.dim(reproduction.source()));
        for (Assertion each : all) {
            out.println();
            print(each, out);
        }
        for (PublishedTable each : reproduction.tables()) {
            out.println();
            print(each, out);
        }
    }

    private void print(PublishedTable table, PrintWriter out) {
        wrapped(out, 0, table.title());
        List<Column> columns = new ArrayList<>(List.of(Column.text(""), Column.text("")));
        table.columns().forEach(each -> columns.add(Column.figure(each)));
        TextTable text = new TextTable(columns.toArray(Column[]::new));
        String form = isWhole(table) ? "%.0f" : "%.2f";
        for (PublishedTable.Row each : table.rows()) {
            text.row(cells(each.name(), "published", each.published(), form));
            text.row(cells("", "in the fit", each.inFit(), form));
            text.row(cells("", "left out", each.leftOut(), form));
        }
        text.print(out, style, 2);
    }

    private static boolean isWhole(PublishedTable table) {
        return table.rows().stream()
                .flatMap(each -> Stream.of(each.published(), each.inFit(), each.leftOut()))
                .flatMap(List::stream)
                .allMatch(each -> each == Math.rint(each));
    }

    private static String[] cells(String name, String what, List<Double> figures, String form) {
        List<String> cells = new ArrayList<>(List.of(name, what));
        figures.forEach(
                each ->
                        cells.add(
                                String.format(
                                        Locale.ROOT, form, Math.abs(each) < 0.005 ? 0 : each)));
        return cells.toArray(String[]::new);
    }

    private static void print(Assertion each, PrintWriter out) {
        String verdict =
                (each.isHeld() ? held(each) : each.isLost() ? "LOST" : "not reached")
                        + (each.isInFit() ? ", in the fit" : "");
        wrapped(out, 0, each.claim());
        wrapped(out, 2, "published " + each.published());
        wrapped(out, 2, "ours      " + each.ours());
        wrapped(out, 2, verdict + (each.isHeld() || each.why().isEmpty() ? "" : ". " + each.why()));
    }

    /** A record of not held is of claims that some seed breaks, or that held first just now. */
    private static String held(Assertion each) {
        return each.heldBefore() ? "holds" : "holds here, but is recorded as not held";
    }

    private static void wrapped(PrintWriter out, int indent, String text) {
        Wrapped.lines(text, WIDTH - indent).forEach(line -> out.println(" ".repeat(indent) + line));
    }
}
