package dev.stowage.workflow.sweep.result;

import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.figure.FigureReader;
import dev.stowage.workflow.sweep.result.Changes.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Which figures of a sweep a reader looks for first. */
public final class LeadingFigures {
    private static final int LEADING = 8;
    private static final int DECIDING = 5;

    private LeadingFigures() {}

    /** The first figures of an answer: those that a reader looks for first. */
    public static List<String> of(SweepResult result) {
        return result.figures().stream()
                .filter(each -> isVaried(result, each))
                .filter(each -> !isEchoed(result, each))
                .sorted(order(result))
                .filter(new Novelty(result))
                .limit(LEADING)
                .toList();
    }

    /** The figures of the answer first; prices of clouds; figures of parts last. */
    static Comparator<String> order(SweepResult result) {
        List<String> answer = result.sweep().question().answerFigures();
        return Comparator.comparingInt((String each) -> answer.indexOf(each) & 0x7fffffff)
                .thenComparing(each -> isOfMoney(result) && !isPrice(each))
                .thenComparing(each -> each.contains("["));
    }

    /**
     * True for a figure that says in some cell something else than each one that it was asked of
     * before.
     */
    private static final class Novelty implements Predicate<String> {
        private final SweepResult result;
        private final Set<List<String>> seen = new HashSet<>();

        Novelty(SweepResult result) {
            this.result = result;
        }

        @Override
        public boolean test(String figure) {
            return seen.add(
                    result.cells().stream()
                            .map(each -> each.figures().getOrDefault(figure, ""))
                            .toList());
        }
    }

    /** Figures whose reasons a reader looks for first: capacity, those of checks, the first. */
    public static List<String> deciding(SweepResult result) {
        List<String> figures = new ArrayList<>();
        result.sweep().question().capacity().ifPresent(figures::add);
        result.sweep().checks().forEach(check -> figures.add(check.figure()));
        figures.addAll(of(result));
        return figures.stream()
                .distinct()
                .filter(each -> isVaried(result, each))
                .limit(DECIDING)
                .toList();
    }

    private static boolean isOfMoney(SweepResult result) {
        return result.sweep().question().name().equals("cloud");
    }

    private static boolean isPrice(String figure) {
        return FigureReader.unit(figure).equals("USD");
    }

    /** True if a figure repeats a setting that varies, which is no answer. */
    private static boolean isEchoed(SweepResult result, String figure) {
        String name = figure.substring(figure.lastIndexOf('.') + 1);
        return result.sweep().axes().stream()
                .filter(axis -> axis.substring(axis.lastIndexOf('.') + 1).equals(name))
                .anyMatch(
                        axis ->
                                result.cells().stream()
                                        .filter(CellResult::isDone)
                                        .allMatch(cell -> isEchoed(cell, axis, figure)));
    }

    private static boolean isEchoed(CellResult cell, String axis, String figure) {
        return Optional.ofNullable(cell.cell().choices().get(axis))
                .filter(chosen -> Change.number(chosen.asText()) == cell.value(figure))
                .isPresent();
    }

    private static boolean isVaried(SweepResult result, String figure) {
        return result.cells().stream()
                        .map(each -> each.figures().getOrDefault(figure, ""))
                        .distinct()
                        .count()
                > 1;
    }
}
