package dev.stowage.workflow.sweep.result;

import dev.stowage.words.Figures;
import dev.stowage.workflow.sweep.Check;
import dev.stowage.workflow.sweep.result.Changes.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What changed since an earlier sweep, in words. */
public final class ChangeSentences {
    private static final int LEADING = 8;

    private ChangeSentences() {}

    /** What changed, why, and what is new. */
    public static List<String> of(Changes changes) {
        return of(changes, true);
    }

    /** The same where a table tells what each input does to each figure. */
    public static List<String> besideTable(Changes changes) {
        return of(changes, false);
    }

    private static List<String> of(Changes changes, boolean isDetailed) {
        List<String> lines = new ArrayList<>();
        if (!changes.lost().isEmpty()) {
            lines.add("Without an answer now, with one before: " + named(changes.lost()));
        }
        if (changes.joined() == 0) {
            lines.add(
                    "No cell was answered in both sweeps, so nothing is compared. Cells are the same"
                            + " where all that varies has the same values, or is the same point of"
                            + " the same sample.");
            if (!changes.reasons().isEmpty()) {
                lines.add(inputs(changes));
            }
        } else {
            compared(changes, isDetailed, lines);
        }
        if (!changes.added().isEmpty()) {
            lines.add("New cells: " + named(changes.added()));
        }
        if (!changes.recovered().isEmpty()) {
            lines.add("Answered now and not in the earlier sweep: " + named(changes.recovered()));
        }
        if (!changes.vanished().isEmpty()) {
            lines.add("Vanished cells: " + named(changes.vanished()));
        }
        return lines;
    }

    private static void compared(Changes changes, boolean isDetailed, List<String> lines) {
        lines.add(changed(changes));
        changes.needs().forEach(each -> lines.add(need(each)));
        lines.add(inputs(changes));
        noise(changes).ifPresent(lines::add);
        changes.explanation().ifPresent(found -> lines.addAll(explained(found, isDetailed)));
    }

    /** The answer first: what to buy or run, whether that holds, what it costs. */
    private static String changed(Changes changes) {
        String joined = SweepSentences.counted(changes.joined(), "joined cell");
        if (changes.all().isEmpty()) {
            return "Nothing changed in " + joined + ".";
        }
        String figures =
                SweepSentences.counted(changes.all().size(), "figure")
                        + " changed, in "
                        + cells(changes.all().stream())
                        + " of "
                        + joined
                        + ".";
        if (changes.answer().isEmpty()) {
            return figures;
        }
        List<String> parts =
                changes.answer().stream()
                        .filter(each -> cells(of(changes, each)) > 0)
                        .map(each -> each + " in " + Figures.count(cells(of(changes, each))))
                        .toList();
        long answers =
                cells(
                        changes.all().stream()
                                .filter(each -> changes.answer().contains(each.figure())));
        return (answers == 0
                        ? "The answer is the same in " + joined
                        : "The answer changed in "
                                + answers
                                + " of "
                                + joined
                                + ": "
                                + String.join(", ", parts))
                + ". "
                + figures;
    }

    private static Stream<Change> of(Changes changes, String figure) {
        return changes.all().stream().filter(each -> each.figure().equals(figure));
    }

    private static long cells(Stream<Change> changes) {
        return changes.map(Change::cell).distinct().count();
    }

    private static String need(Changes.Need need) {
        return (need.slice().isEmpty() ? "" : need.slice() + ": ")
                + "enough in 90 %: "
                + Figures.number(need.before())
                + " "
                + need.figure()
                + " before, "
                + (need.before() == need.after()
                        ? "as many now."
                        : Figures.number(need.after()) + " now.");
    }

    private static String inputs(Changes changes) {
        return changes.reasons().isEmpty()
                ? "The inputs of the cells are the same."
                : "What differs between the inputs: " + String.join("; ", changes.reasons()) + ".";
    }

    private static Optional<String> noise(Changes changes) {
        if (changes.all().isEmpty()) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        for (Noise.Kind kind : Noise.Kind.values()) {
            long count = changes.all().stream().filter(each -> each.noise() == kind).count();
            if (count > 0) {
                parts.add(Figures.count(count) + " " + kind.text());
            }
        }
        boolean isExact = changes.all().stream().anyMatch(each -> each.noise() == Noise.Kind.NONE);
        boolean isUnknown =
                changes.all().stream().anyMatch(each -> each.noise() == Noise.Kind.ONE_DRAW);
        boolean isFew =
                changes.all().stream().anyMatch(each -> each.noise() == Noise.Kind.FEW_SEEDS);
        return Optional.of(
                "Of the changes: "
                        + String.join(", ", parts)
                        + "."
                        + (isExact
                                ? " Where there are no draws, all of it comes of the inputs."
                                : "")
                        + (isUnknown ? " Let seed vary to tell a change from noise." : "")
                        + (isFew
                                ? " It takes six seeds at least to tell a change from noise: let"
                                        + " seed have more values."
                                : ""));
    }

    private static List<String> explained(Explanation found, boolean isDetailed) {
        List<String> lines = new ArrayList<>();
        if (found.asked() == 0) {
            lines.add("No cell was asked again.");
            left(found, lines);
            return lines;
        }
        lines.add(
                SweepSentences.counted(found.cells(), "cell")
                        + " asked again, "
                        + SweepSentences.counted(found.asked(), "time")
                        + " in all, each with one input as it was before"
                        + (isDetailed ? ":" : "."));
        found.parts().stream()
                .filter(each -> isDetailed && !each.isWithoutEffect())
                .limit(2L * LEADING)
                .forEach(each -> lines.add(explained(each)));
        List<String> idle =
                found.parts().stream()
                        .map(Explanation.Part::input)
                        .distinct()
                        .filter(
                                input ->
                                        found.parts().stream()
                                                .filter(part -> part.input().equals(input))
                                                .allMatch(Explanation.Part::isWithoutEffect))
                        .toList();
        if (!idle.isEmpty()) {
            lines.add("Without effect on these figures: " + String.join(", ", idle) + ".");
        }
        left(found, lines);
        return lines;
    }

    private static void left(Explanation found, List<String> lines) {
        if (!found.left().isEmpty()) {
            lines.add("Not changed back: " + String.join("; ", found.left()) + ".");
        }
    }

    private static String explained(Explanation.Part part) {
        Change change = part.change();
        return change.cell()
                + ": "
                + change.figure()
                + " went from "
                + change.beforeInWords()
                + " to "
                + change.afterInWords()
                + "; with "
                + part.input()
                + " as before it is "
                + part.withInWords();
    }

    private static String named(List<String> cells) {
        return cells.size() <= LEADING
                ? String.join("; ", cells)
                : String.join("; ", cells.subList(0, LEADING))
                        + "; and "
                        + (cells.size() - LEADING)
                        + " more";
    }

    /** The changes of the first figures of the answers, the largest first. */
    public static List<Change> leading(SweepResult result) {
        List<Change> all = result.changes().map(Changes::all).orElse(List.of());
        List<String> figures = result.figures();
        List<String> checked =
                result.sweep().checks().stream().map(Check::figure).distinct().toList();
        Set<List<String>> told = new HashSet<>();
        Map<String, Integer> counts = new HashMap<>();
        return all.stream()
                .sorted(
                        Comparator.comparing((Change each) -> !checked.contains(each.figure()))
                                .thenComparing(Change::figure, LeadingFigures.order(result))
                                .thenComparing(each -> figures.indexOf(each.figure()) & 0x7fffffff)
                                .thenComparing(each -> -Math.abs(each.percent())))
                .filter(each -> told.add(List.of(each.cell(), each.before(), each.after())))
                .filter(each -> counts.merge(each.figure(), 1, Integer::sum) <= LEADING)
                .limit(2L * LEADING)
                .toList();
    }
}
