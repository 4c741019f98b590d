package dev.stowage.workflow.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.stowage.basis.InputException;
import dev.stowage.words.Amounts;
import dev.stowage.words.Verdict.Mark;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several results side by side: what each answers, whether that holds, and what it costs.
 *
 * @param results in the order asked for
 */
public record ResultsOverview(List<Result> results) {
    /** What the verdict of a result is about. */
    public enum Question {
        /** Of what was planned, packed or bought: whether it does what was asked for. */
        @JsonProperty("holds")
        HOLDS("holds", "The result holds", "The result does not hold", "Whether the result holds"),
        /** Of runs, of which nothing is asked. */
        @JsonProperty("everyTaskGotAServer")
        SERVED(
                "every task got a server",
                "Every task got a server",
                "Not every task got what it needs",
                "Whether every task got a server"),
        /** Of comparisons. */
        @JsonProperty("isBestDecided")
        DECIDED(
                "the best is decided",
                "The best is decided",
                "Not every task got what it needs",
                "The best");

        private final String words;
        private final String yes;
        private final String no;
        private final String open;

        Question(String words, String yes, String no, String open) {
            this.words = words;
            this.yes = yes;
            this.no = no;
            this.open = open;
        }

        private String one(Mark mark) {
            return switch (mark) {
                case YES -> yes;
                case NO -> no;
                case OPEN -> open + " is not decided";
            };
        }

        private String many(int all, long holding, long undecided) {
            String some = Amounts.count(holding) + " of " + Amounts.count(all);
            String answer =
                    switch (this) {
                        case HOLDS -> some + " results " + (holding == 1 ? "holds" : "hold");
                        case SERVED -> "In " + some + " runs every task got a server";
                        case DECIDED -> "The best is decided in " + some + " comparisons";
                    };
            return undecided == 0
                    ? answer
                    : answer + "; of " + Amounts.count(undecided) + " it is not decided";
        }
    }

    /**
     * One of them.
     *
     * @param result its folder or file
     * @param kind plan, placement, run, replications, comparison, cloud or portfolio
     * @param question what its verdict is about
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
            Question question,
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

        /** Its verdict and what that is about, in words. */
        @JsonIgnore
        public String verdict() {
            return question.words
                    + ": "
                    + switch (holds) {
                        case YES -> "yes";
                        case NO -> "no";
                        case OPEN -> "not decided";
                    };
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
                kind.question(),
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

    /** How many of them hold, in a sentence for each question. */
    @JsonIgnore
    public String verdict() {
        return Arrays.stream(Question.values())
                .filter(question -> results.stream().anyMatch(r -> r.question() == question))
                .map(this::verdict)
                .collect(Collectors.joining(" "));
    }

    private String verdict(Question question) {
        List<Mark> marks =
                results.stream()
                        .filter(each -> each.question() == question)
                        .map(Result::holds)
                        .toList();
        return (marks.size() == 1 && results.size() == 1
                        ? question.one(marks.get(0))
                        : question.many(
                                marks.size(),
                                marks.stream().filter(Mark.YES::equals).count(),
                                marks.stream().filter(Mark.OPEN::equals).count()))
                + ".";
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
