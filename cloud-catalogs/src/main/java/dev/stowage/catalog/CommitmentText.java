package dev.stowage.catalog;

import dev.stowage.model.cloud.Commitment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Commitments in one field of our CSV form: {@code reserved-1y=0.06;committed-use-3y=0.02+100}, USD
 * an hour and after the plus sign what is paid at the start.
 */
public final class CommitmentText {
    /** What a field looks like, for errors. */
    static final String EXAMPLE = "commitments as reserved-1y=0.06;savings-plan-3y=0.02+100";

    private static final int LONGEST = 40;
    private static final Map<String, Commitment.Kind> KINDS =
            Arrays.stream(Commitment.Kind.values())
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    Commitment.Kind::label, Function.identity()));

    private CommitmentText() {}

    /** The commitments of a field; empty if it can't be read. */
    static Optional<List<Commitment>> parse(String text, String source) {
        List<Commitment> commitments = new ArrayList<>();
        int from = 0;
        try {
            while (from <= text.length()) {
                int end = text.indexOf(';', from);
                int to = end < 0 ? text.length() : end;
                commitments.add(commitment(text.substring(from, to).strip(), source));
                from = to + 1;
            }
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no kind, term or number, or a price of nothing
        }
        return Optional.of(commitments);
    }

    /** The field that says these. */
    public static String of(List<Commitment> commitments) {
        return String.join(";", commitments.stream().map(CommitmentText::one).toList());
    }

    private static Commitment commitment(String text, String source) {
        int equals = text.indexOf('=');
        int dash = text.lastIndexOf('-', equals);
        Commitment.Kind kind = dash < 0 ? null : KINDS.get(text.substring(0, dash));
        if (kind == null) {
            throw new IllegalArgumentException("commitment " + text);
        }
        int plus = text.indexOf('+', equals);
        String hourly = text.substring(equals + 1, plus < 0 ? text.length() : plus);
        BigDecimal upfront = plus < 0 ? BigDecimal.ZERO : number(text.substring(plus + 1));
        return new Commitment(
                kind, months(text.substring(dash + 1, equals)), number(hourly), upfront, source);
    }

    /** Months of {@code 1y} or {@code 18m}. */
    private static int months(String term) {
        int digits = term.length() - 1;
        int unit = term.endsWith("y") ? 12 : term.endsWith("m") ? 1 : 0;
        if (unit == 0 || digits < 1 || digits > 3) {
            throw new IllegalArgumentException("term " + term);
        }
        return Integer.parseInt(term.substring(0, digits)) * unit;
    }

    private static BigDecimal number(String text) {
        if (text.length() > LONGEST || text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            throw new IllegalArgumentException("number " + text);
        }
        return new BigDecimal(text);
    }

    private static String one(Commitment commitment) {
        int months = commitment.termMonths();
        String term = months % 12 == 0 ? months / 12 + "y" : months + "m";
        String upfront =
                commitment.upfrontUsd().signum() == 0
                        ? ""
                        : "+" + commitment.upfrontUsd().toPlainString();
        return commitment.kind().label()
                + "-"
                + term
                + "="
                + commitment.usdPerHour().toPlainString()
                + upfront;
    }
}
