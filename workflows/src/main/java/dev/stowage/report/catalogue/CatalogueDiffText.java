package dev.stowage.report.catalogue;

import dev.stowage.report.catalogue.CatalogueDiffAnswer.Move;
import dev.stowage.report.catalogue.CatalogueDiffAnswer.Run;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Which prices moved, for the terminal. */
public final class CatalogueDiffText {
    private static final int SHOWN = 20;
    private static final int NAMED = 5;

    private final CatalogueDiffAnswer diff;
    private final Style style;

    public CatalogueDiffText(CatalogueDiffAnswer diff, Style style) {
        this.diff = diff;
        this.style = style;
    }

    /** Prints all of it but the moves beyond the first twenty. */
    public void print(PrintWriter out) {
        Run run = diff.run();
        if (run != null) {
            out.println(forWhatRuns(run));
        }
        out.println(sentence());
        if (!diff.resized().isEmpty()) {
            out.println(
                    "Of another size: "
                            + String.join(", ", diff.resized().subList(0, Math.min(NAMED, sizes())))
                            + (sizes() > NAMED ? " and " + (sizes() - NAMED) + " more" : "")
                            + ".");
        }
        if (run != null) {
            if (!run.unpriced().isEmpty()) {
                out.println(
                        "Not in both catalogues, so not counted: "
                                + String.join(", ", run.unpriced())
                                + ".");
            }
            run.rowsLeftOut().forEach(words -> out.println("Left out of " + words + "."));
        }
        if (!diff.moves().isEmpty()) {
            out.println();
            moves(diff.moves()).print(out, style, 0);
            int more = diff.moves().size() - SHOWN;
            if (more > 0) {
                out.println("… and " + Figures.count(more) + " more; --json has all of them.");
            }
        }
    }

    private int sizes() {
        return diff.resized().size();
    }

    private String sentence() {
        int moves = diff.moves().size();
        if (moves + diff.added().size() + diff.gone().size() == 0
                && diff.spotMoves() + diff.commitmentMoves() + diff.resized().size() == 0) {
            return String.format(
                    Locale.ROOT,
                    "%s and %s are the same in %s on demand.",
                    diff.before(),
                    diff.after(),
                    Amounts.counted(diff.compared(), "price"));
        }
        long dearer = diff.moves().stream().filter(move -> move.share() > 0).count();
        return String.format(
                Locale.ROOT,
                "From %s to %s, %s of %s on demand moved: %s up, %s down. New: %s; gone: %s. Spot"
                        + " prices differ in %s, commitments in %s.",
                diff.before(),
                diff.after(),
                Figures.count(moves),
                Amounts.counted(diff.compared(), "price"),
                Figures.count(dearer),
                Figures.count(moves - dearer),
                Amounts.counted(diff.added().size(), "offer"),
                Amounts.counted(diff.gone().size(), "offer"),
                Amounts.counted(diff.spotMoves(), "offer"),
                Figures.count(diff.commitmentMoves()));
    }

    private static String forWhatRuns(Run run) {
        double from = run.usdBefore();
        return String.format(
                Locale.ROOT,
                "What you run, %s VM-hours, costs %s on demand%s.",
                Figures.count(Math.round(run.vmHours())),
                from == run.usdAfter()
                        ? "$" + usd(from)
                        : "$" + usd(from) + " → " + "$" + usd(run.usdAfter()),
                from == run.usdAfter()
                        ? " as before"
                        : from > 0 ? ", " + signed(run.usdAfter() / from - 1) : "");
    }

    private static String usd(double amount) {
        return String.format(Locale.ROOT, "%,.2f", amount);
    }

    private static String signed(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * share);
    }

    private TextTable moves(List<Move> moves) {
        boolean isRun = diff.run() != null;
        TextTable table =
                new TextTable(
                        Column.text("offer"),
                        Column.figure("before"),
                        Column.figure("after"),
                        Column.figure("change"),
                        Column.figure(isRun ? "for you, USD" : ""));
        for (Move move : moves.subList(0, Math.min(SHOWN, moves.size()))) {
            table.row(
                    move.provider() + " " + move.region() + " " + move.type(),
                    move.usdPerHourBefore().toPlainString(),
                    move.usdPerHourAfter().toPlainString(),
                    signed(move.share()),
                    isRun && move.hours() != 0 ? usd(move.usd()) : "");
        }
        return table;
    }
}
