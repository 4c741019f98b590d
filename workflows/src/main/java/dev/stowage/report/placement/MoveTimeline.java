package dev.stowage.report.placement;

import dev.stowage.packing.placement.PlacementPlan.Move;
import dev.stowage.report.Tracks;
import dev.stowage.report.Tracks.Part;
import dev.stowage.report.Tracks.Row;
import dev.stowage.report.Tracks.Tone;
import dev.stowage.words.Amounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of a migration as a Gantt chart: a row for each item, a part for each step it moves in.
 */
final class MoveTimeline {
    private static final int MOST_ROWS = 2_000;

    private final double secondsAMove;
    private final int steps;
    private final Map<String, List<Move>> movesOf = new LinkedHashMap<>();

    /**
     * Of moves, not none.
     *
     * @param secondsAway of all of them together
     */
    MoveTimeline(List<Move> moves, double secondsAway) {
        this.secondsAMove = secondsAway / moves.size();
        this.steps = moves.stream().mapToInt(Move::step).max().orElse(1);
        moves.forEach(m -> movesOf.computeIfAbsent(m.item(), i -> new ArrayList<>()).add(m));
    }

    Tracks tracks() {
        List<Row> rows =
                movesOf.entrySet().stream()
                        .limit(MOST_ROWS)
                        .map(each -> row(each.getKey(), each.getValue()))
                        .toList();
        return new Tracks(
                "timeline",
                "What is away when",
                "From left to right "
                        + Amounts.counted(steps, "step")
                        + ", a row for each item that moves. Whatever moves is away for "
                        + Amounts.seconds(secondsAMove)
                        + " in its step, or longer if it is stopped first."
                        + cut(rows.size(), movesOf.size(), "items"),
                List.of(
                        new Tracks.Key(Tone.FIRST, "moves"),
                        new Tracks.Key(Tone.SECOND, "is stopped before others of the step start")),
                rows);
    }

    /** What a picture doesn't show. */
    static String cut(int shown, int all, String what) {
        return shown == all
                ? ""
                : " The first %s of %s %s; the table has all."
                        .formatted(Amounts.count(shown), Amounts.count(all), what);
    }

    private Row row(String item, List<Move> moves) {
        StringBuilder way = new StringBuilder(moves.get(0).from());
        moves.forEach(move -> way.append(" \u2192 ").append(move.to()));
        return new Row(item, way.toString(), moves.stream().map(this::part).toList());
    }

    private Part part(Move move) {
        String what = move.isStopped() ? "stopped" : move.isDetour() ? "detour" : "";
        return new Part(
                move.isStopped() ? Tone.SECOND : Tone.FIRST,
                (move.step() - 1.0) / steps,
                1.0 / steps,
                (move.step() + " " + what).strip(),
                "step %d: %s \u2192 %s %s"
                        .formatted(move.step(), move.from(), move.to(), what)
                        .strip());
    }
}
