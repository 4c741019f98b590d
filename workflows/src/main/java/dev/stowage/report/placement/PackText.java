package dev.stowage.report.placement;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A placement for the terminal: the answer in words, and the first moves. */
public final class PackText {
    private static final int SHOWN = 10;
    private static final double BYTES_PER_GIB = 1L << 30;

    private final PlacementPlan plan;
    private final @Nullable SizingReport sizing;
    private final Style style;

    public PackText(PlacementPlan plan, @Nullable SizingReport sizing, Style style) {
        this.plan = plan;
        this.sizing = sizing;
        this.style = style;
    }

    public void print(PrintWriter out) {
        PlacementAnswer answer = PlacementAnswer.of(plan);
        String headline =
                sizing == null
                        ? answer.headline()
                        : SizingAnswer.headline(answer.headline(), sizing);
        Wrapped.print(out, style.bold(headline));
        answer.sentences().forEach(sentence -> Wrapped.print(out, sentence));
        unplaced(out);
        if (sizing != null) {
            new SizingText(sizing, SizingAnswer.of(sizing, PlacementAnswer.isOfPart(plan)))
                    .print(out, style);
        }
        if (!plan.moves().isEmpty()) {
            out.println();
            moves().print(out, style, 0);
            int left = plan.moves().size() - SHOWN;
            if (left > 0) {
                out.println("and " + Figures.count(left) + " more, in placement.json");
            }
        }
        if (!plan.notes().isEmpty()) {
            out.println();
            plan.notes().forEach(note -> Wrapped.print(out, "Note: " + note));
        }
    }

    private void unplaced(PrintWriter out) {
        List<PlacementPlan.Item> items =
                plan.items().stream().filter(item -> item.server() == null).toList();
        items.stream()
                .limit(SHOWN)
                .forEach(
                        item ->
                                Wrapped.print(
                                        out,
                                        "Without a place: "
                                                + item.name()
                                                + (item.from() == null
                                                        ? " (new): "
                                                        : " (runs on " + item.from() + "): ")
                                                + item.reason()));
        if (items.size() > SHOWN) {
            out.println("and " + Figures.count(items.size() - SHOWN) + " more, in placement.json");
        }
    }

    private TextTable moves() {
        TextTable table =
                new TextTable(
                        Column.figure("step"),
                        Column.text("item"),
                        Column.text("from"),
                        Column.text("to"),
                        Column.figure("GiB"),
                        Column.text(""));
        plan.moves().stream()
                .limit(SHOWN)
                .forEach(
                        move ->
                                table.row(
                                        String.valueOf(move.step()),
                                        move.item(),
                                        move.from(),
                                        move.to(),
                                        Figures.number(move.bytes() / BYTES_PER_GIB),
                                        move.isDetour()
                                                ? "detour"
                                                : move.isStopped() ? "stopped first" : ""));
        return table;
    }
}
