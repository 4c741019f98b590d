package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.words.Apart;
import dev.stowage.words.Figures;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Check;
import dev.stowage.workflow.sweep.Question;
import dev.stowage.workflow.sweep.Sweep;
import dev.stowage.workflow.sweep.effect.CapacityNeed;
import dev.stowage.workflow.sweep.effect.SweepEffects;
import dev.stowage.workflow.sweep.result.EarlierSweep.EarlierCell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What changed since an earlier sweep; cells are joined as {@link CellJoin} says.
 *
 * @param all changed figures, in the order of the cells
 * @param added cells that the earlier sweep had not
 * @param vanished cells that only the earlier sweep had
 * @param recovered cells that both have, and the earlier sweep without an answer
 * @param lost cells that both have, and this sweep without an answer that the earlier one had
 * @param joined number of cells that both have, with an answer
 * @param needs how much capacity is enough, where both know it
 * @param answer the figures that are the answer; empty if the question names none
 * @param reasons what differs between the inputs of the two
 * @param explanation what each of them does, if that was asked
 */
public record Changes(
        List<Change> all,
        List<String> added,
        List<String> vanished,
        List<String> recovered,
        List<String> lost,
        int joined,
        List<Need> needs,
        List<String> answer,
        List<String> reasons,
        Optional<Explanation> explanation) {
    public Changes {
        all = List.copyOf(all);
        added = List.copyOf(added);
        vanished = List.copyOf(vanished);
        recovered = List.copyOf(recovered);
        lost = List.copyOf(lost);
        needs = List.copyOf(needs);
        answer = List.copyOf(answer);
        reasons = List.copyOf(reasons);
    }

    /**
     * How much capacity is enough in {@value CapacityNeed#OFTEN} of the cells.
     *
     * @param slice settings of the cells; empty for all
     * @param figure that says how much
     */
    public record Need(String slice, String figure, double before, double after) {}

    /** A figure of a cell that is not what it was; empty texts where there was, or is, none. */
    public record Change(
            String cell, String figure, String before, String after, Noise.Kind noise) {
        /** What was, for people; with more digits where rounding would hide the change. */
        public String beforeInWords() {
            return inWords(before, after);
        }

        /** What is now, for people. */
        public String afterInWords() {
            return inWords(after, before);
        }

        private static String inWords(String literal, String other) {
            double value = number(literal);
            return Double.isFinite(value)
                    ? Apart.text(value, Figures::number, UnaryOperator.identity(), 1, number(other))
                    : literal.isEmpty() ? "none" : literal;
        }

        static String rounded(String literal) {
            double value = number(literal);
            return Double.isFinite(value)
                    ? Figures.number(value)
                    : literal.isEmpty() ? "none" : literal;
        }

        /** After less before; NaN if one of them is none. */
        public double difference() {
            return number(after) - number(before);
        }

        /** The difference as a percentage of what was; NaN if that was 0. */
        public double percent() {
            double was = number(before);
            return was == 0 ? Double.NaN : difference() / Math.abs(was) * 100;
        }

        /** {@code +4.2 %}. */
        public String percentText() {
            double percent = percent();
            return Double.isFinite(percent)
                    ? (percent > 0 ? "+" : "") + Figures.number(percent) + " %"
                    : "–";
        }

        static double number(String literal) {
            return Check.number(literal).orElse(Double.NaN);
        }
    }

    /** The changes from {@code earlier} to these cells. */
    public static Changes between(
            EarlierSweep earlier, Sweep sweep, List<CellResult> cells, InputArchive archive) {
        List<Change> all = new ArrayList<>();
        List<String> added = new ArrayList<>();
        List<String> recovered = new ArrayList<>();
        List<String> lost = new ArrayList<>();
        Set<EarlierCell> left = new LinkedHashSet<>(earlier.cells());
        CellJoin join = new CellJoin(earlier, sweep);
        Noise noise = new Noise(sweep.question()::isProven);
        Map<CellResult, List<EarlierCell>> joined = new LinkedHashMap<>();
        for (CellResult now : cells) {
            List<EarlierCell> before = join.before(now.cell());
            List<EarlierCell> answered =
                    before.stream().filter(each -> !each.figures().isEmpty()).toList();
            before.forEach(left::remove);
            if (before.isEmpty()) {
                added.add(now.cell().label());
            } else if (now.isDone() && answered.isEmpty()) {
                recovered.add(now.cell().label());
            } else if (now.isDone()) {
                joined.put(now, answered);
                answered.forEach(each -> noise.add(each.figures(), now, draws(each, sweep, now)));
            } else if (!answered.isEmpty()) {
                lost.add(now.cell().label());
            }
        }
        joined.forEach((now, before) -> before.forEach(each -> addChanges(each, now, noise, all)));
        return new Changes(
                all,
                added,
                left.stream().map(EarlierCell::label).toList(),
                recovered,
                lost,
                joined.size(),
                needs(earlier, sweep, cells),
                sweep.question().answerFigures(),
                Reasons.between(earlier, sweep, cells, join, archive),
                Optional.empty());
    }

    private static List<Need> needs(EarlierSweep earlier, Sweep sweep, List<CellResult> cells) {
        List<Need> needs = new ArrayList<>();
        new SweepEffects(sweep, cells)
                .needs()
                .forEach(
                        (slice, need) -> {
                            Double before = earlier.need(slice);
                            double after = need.enoughIn(CapacityNeed.OFTEN);
                            if (before != null
                                    && Double.isFinite(before)
                                    && Double.isFinite(after)) {
                                needs.add(new Need(slice, need.figure(), before, after));
                            }
                        });
        return needs;
    }

    private static Noise.Draws draws(EarlierCell before, Sweep sweep, CellResult now) {
        Question question = sweep.question();
        ObjectNode then = before.settings();
        ObjectNode settings = now.cell().settings();
        if (question.isExact(then, sweep.baseFile(), before.figures())
                && question.isExact(settings, sweep.baseFile(), now.figures())) {
            return Noise.Draws.NONE;
        }
        return Reasons.isSame(seed(question, then), seed(question, settings))
                ? Noise.Draws.SAME
                : Noise.Draws.OTHER;
    }

    private static JsonNode seed(Question question, ObjectNode settings) {
        return question.whole(settings).path(Noise.SEED);
    }

    /** The same with what each reason does. */
    Changes explainedBy(Explanation found) {
        return new Changes(
                all,
                added,
                vanished,
                recovered,
                lost,
                joined,
                needs,
                answer,
                reasons,
                Optional.of(found));
    }

    private static void addChanges(
            EarlierCell before, CellResult now, Noise noise, List<Change> all) {
        Map<String, String> figures = new LinkedHashMap<>(before.figures());
        now.figures().forEach(figures::putIfAbsent);
        for (String figure : figures.keySet()) {
            String was = before.figures().getOrDefault(figure, "");
            String is = now.figures().getOrDefault(figure, "");
            if (!isSame(was, is)) {
                all.add(new Change(now.cell().label(), figure, was, is, noise.of(now, figure)));
            }
        }
    }

    /** True if two figures are the same number, however it is spelled. */
    private static boolean isSame(String a, String b) {
        return a.equals(b) || Change.number(a) == Change.number(b);
    }
}
