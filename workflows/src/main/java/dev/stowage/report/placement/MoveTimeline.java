package dev.stowage.report.placement;

import dev.stowage.packing.placement.PlacementPlan.Move;
import dev.stowage.report.DataTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of a migration as a timeline: a row for each item that moves, a sign for each step in
 * which it does. Where there are many steps, a sign stands for several.
 */
final class MoveTimeline {
    private static final int SIGNS = 60;
    private static final char STAYS = '\u25a1';
    private static final char MOVES = '\u25a0';
    private static final char STOPS = '\u25a3';

    private final int steps;
    private final int stepsASign;
    private final Map<String, List<Move>> movesOf = new LinkedHashMap<>();

    MoveTimeline(List<Move> moves) {
        this.steps = moves.stream().mapToInt(Move::step).max().orElse(0);
        this.stepsASign = Math.max(1, (steps + SIGNS - 1) / SIGNS);
        moves.forEach(m -> movesOf.computeIfAbsent(m.item(), i -> new ArrayList<>()).add(m));
    }

    DataTable table() {
        DataTable.Builder table =
                new DataTable.Builder(
                        title(),
                        DataTable.Column.text("Item"),
                        DataTable.Column.text("Way"),
                        DataTable.Column.text("Stopped first"),
                        DataTable.Column.text("Steps 1 to " + steps));
        movesOf.forEach((item, moves) -> table.row(item, way(moves), stopped(moves), bar(moves)));
        return table.build();
    }

    private String title() {
        String scale = stepsASign == 1 ? "a sign a step" : stepsASign + " steps a sign";
        return "timeline of all items that move: "
                + scale
                + ", "
                + MOVES
                + " moves, "
                + STOPS
                + " is stopped before others of the step start";
    }

    private static String way(List<Move> moves) {
        StringBuilder way = new StringBuilder(moves.get(0).from());
        moves.forEach(move -> way.append(" \u2192 ").append(move.to()));
        return way.toString();
    }

    private static String stopped(List<Move> moves) {
        List<String> stopped =
                moves.stream().filter(Move::isStopped).map(m -> "in step " + m.step()).toList();
        return stopped.isEmpty() ? "no" : String.join(", ", stopped);
    }

    private String bar(List<Move> moves) {
        char[] signs = new char[(steps + stepsASign - 1) / stepsASign];
        Arrays.fill(signs, STAYS);
        for (Move move : moves) {
            int at = (move.step() - 1) / stepsASign;
            signs[at] = move.isStopped() || signs[at] == STOPS ? STOPS : MOVES;
        }
        return new String(signs);
    }
}
