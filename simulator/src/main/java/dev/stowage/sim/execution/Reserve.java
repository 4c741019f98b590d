package dev.stowage.sim.execution;

import dev.stowage.basis.Check;
import dev.stowage.basis.InputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the scheduler sets aside for a task: what it asks for, what it was measured to use, or its
 * request times a percentile of used / requested over the measured tasks of its class. Never more
 * than the request.
 *
 * @param kind which of them
 * @param percentile 1 to 100 for {@link Kind#PERCENTILE}, else 0
 */
public record Reserve(Kind kind, int percentile) {
    /** What is set aside. */
    public enum Kind {
        /** The request. */
        REQUEST,
        /** The task's own measured use: mean CPU, largest memory; the request if unknown. */
        USAGE,
        /** The request times a percentile of used / requested. */
        PERCENTILE
    }

    /** The request. */
    public static final Reserve REQUEST = new Reserve(Kind.REQUEST, 0);

    private static final Pattern SPELLING = Pattern.compile("usage-p([1-9][0-9]?|100)");

    public Reserve {
        Check.inRange("percentile", percentile, kind == Kind.PERCENTILE ? 1 : 0, 100);
    }

    /**
     * Reads {@code request}, {@code usage} or {@code usage-p95}.
     *
     * @param place where the text stands, for the error
     * @throws InputException if it is none of them
     */
    public static Reserve parse(String place, String text) {
        if (text.equals("request")) {
            return REQUEST;
        }
        if (text.equals("usage")) {
            return new Reserve(Kind.USAGE, 0);
        }
        Matcher matcher = SPELLING.matcher(text);
        if (!matcher.matches()) {
            throw InputException.at(
                    place,
                    "\"" + text + "\"",
                    "request, usage, or usage-p and a percentile from 1 to 100",
                    "For example usage-p95.");
        }
        return new Reserve(Kind.PERCENTILE, Integer.parseInt(matcher.group(1)));
    }

    /** The spelling that {@link #parse} reads. */
    @Override
    public String toString() {
        return switch (kind) {
            case REQUEST -> "request";
            case USAGE -> "usage";
            case PERCENTILE -> "usage-p" + percentile;
        };
    }
}
