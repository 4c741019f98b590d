package dev.stowage.catalog;

import dev.stowage.model.Commitment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Commitments in one field of our CSV form: {@code reserved-1y=0.06;committed-use-3y=0.02+100}, USD
 * an hour and after the plus sign what is paid at the start.
 */
public final class CommitmentText {
    /** What a field looks like, for errors. */
    static final String EXAMPLE = "commitments as reserved-1y=0.06;savings-plan-3y=0.02+100";

    private static final Pattern TERM =
            Pattern.compile("([a-z-]+)-(\\d{1,3})([ym])=([0-9.]{1,40})(?:\\+([0-9.]{1,40}))?");

    private CommitmentText() {}

    /** The commitments of a field; empty if it can't be read. */
    static Optional<List<Commitment>> parse(String text, String source) {
        List<Commitment> commitments = new ArrayList<>();
        for (String part : text.split(";", -1)) {
            Matcher matcher = TERM.matcher(part.strip());
            if (!matcher.matches()) {
                return Optional.empty();
            }
            Optional<Commitment> commitment = commitment(matcher, source);
            if (commitment.isEmpty()) {
                return Optional.empty();
            }
            commitments.add(commitment.get());
        }
        return Optional.of(commitments);
    }

    /** The field that says these. */
    public static String of(List<Commitment> commitments) {
        return String.join(";", commitments.stream().map(CommitmentText::one).toList());
    }

    private static Optional<Commitment> commitment(Matcher matcher, String source) {
        Optional<Commitment.Kind> kind =
                Arrays.stream(Commitment.Kind.values())
                        .filter(each -> each.label().equals(matcher.group(1)))
                        .findFirst();
        int months = Integer.parseInt(matcher.group(2)) * (matcher.group(3).equals("y") ? 12 : 1);
        try {
            BigDecimal hourly = new BigDecimal(matcher.group(4));
            String upfront = matcher.group(5);
            BigDecimal start = upfront == null ? BigDecimal.ZERO : new BigDecimal(upfront);
            return kind.map(known -> new Commitment(known, months, hourly, start, source));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // no number, or a term or price of nothing
        }
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
