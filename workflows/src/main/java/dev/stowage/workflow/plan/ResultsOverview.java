package dev.stowage.workflow.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.basis.InputException;
import dev.stowage.words.Amounts;
import dev.stowage.words.Verdict.Mark;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Several results side by side: what each answers, whether that holds, and what it costs.
 *
 * @param results in the order asked for
 */
public record ResultsOverview(List<Result> results) {
    /**
     * One of them.
     *
     * @param result its folder or file
     * @param kind plan, placement, run, replications, comparison, cloud or portfolio
     * @param holds the result's own verdict: yes, no, or open where that is not decided
     * @param answer what to buy or run
     * @param usd what it costs; null if it has no price
     * @param per what the cost is paid for; null so
     * @param figures what else it answers
     * @param notes bad rows that its trace left out, a sentence each
     */
    public record Result(
            String result,
            String kind,
            Mark holds,
            String answer,
            @Nullable BigDecimal usd,
            @Nullable String per,
            List<Figure> figures,
            List<String> notes) {
        /** A figure with its unit, or none. */
        public record Figure(String name, String unit, double value) {}

        public Result {
            figures = List.copyOf(figures);
            notes = List.copyOf(notes);
        }

        /** What it costs, in words; empty if it has no price. */
        @JsonIgnore
        public String cost() {
            return usd == null ? "" : Amounts.money(usd) + " " + per;
        }
    }

    public ResultsOverview {
        results = List.copyOf(results);
    }

    /**
     * Reads results.
     *
     * @param paths their folders or files, at least one
     * @throws InputException if one is no result, or of another version
     */
    public static ResultsOverview of(List<Path> paths) {
        return new ResultsOverview(paths.stream().map(ResultsOverview::result).toList());
    }

    private static Result result(Path path) {
        ResultKind kind =
                Arrays.stream(ResultKind.values())
                        .filter(each -> each.in(path).isPresent())
                        .findFirst()
                        .orElseThrow(() -> none(path));
        PlanAnswer answer = kind.answer(kind.in(path).orElseThrow());
        return new Result(
                path.toString(),
                kind.name().toLowerCase(Locale.ROOT),
                answer.holds(),
                answer.text(),
                answer.cost().map(PlanAnswer.Cost::usd).orElse(null),
                answer.cost().map(PlanAnswer.Cost::per).orElse(null),
                answer.figures().stream()
                        .map(each -> new Result.Figure(each.name(), each.unit(), each.value()))
                        .toList(),
                kind.leftOut(kind.in(path).orElseThrow()));
    }

    private static InputException none(Path path) {
        return InputException.of(
                path,
                "no result",
                "a folder with one of "
                        + String.join(
                                ", ",
                                Arrays.stream(ResultKind.values()).map(each -> each.file).toList()),
                "Name the folder that plan, pack, simulate or cloud wrote.");
    }

    /** How many of them hold, in a sentence. */
    @JsonIgnore
    public String verdict() {
        long holding = count(Mark.YES);
        long open = count(Mark.OPEN);
        if (results.size() == 1) {
            return open == 1
                    ? "Whether the result holds is not decided."
                    : "The result " + (holding == 1 ? "holds." : "does not hold.");
        }
        return Amounts.count(holding)
                + " of "
                + Amounts.counted(results.size(), "result").replace(Amounts.GAP, ' ')
                + (holding == 1 ? " holds" : " hold")
                + (open == 0 ? "." : "; of " + Amounts.count(open) + " it is not decided.");
    }

    private long count(Mark mark) {
        return results.stream().filter(each -> each.holds() == mark).count();
    }

    /** True if all of them hold. */
    @JsonIgnore
    public boolean areAllHeld() {
        return count(Mark.YES) == results.size();
    }
}
