package dev.stowage.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a command failed, for other programs: what {@code --json} prints on stderr, as one line.
 *
 * @param exit what the process exits with; null where a signal ends it: 130 or 143
 * @param code the same as a word: {@code no}, {@code usage}, {@code input}, {@code failure}, {@code
 *     interrupted}
 * @param message what a person would have read
 * @param problems what is wrong, one by one; empty where there is nothing to change in the input
 */
record FailureView(@Nullable Integer exit, String code, String message, List<Problem> problems) {
    private static final Pattern SAID =
            Pattern.compile("(?s)(?:(.+?): )?found (.*?), expected (.*?)(?:\n  (.*))?");

    /**
     * One problem.
     *
     * @param place file, line, key or option; null if it is the command line as a whole
     * @param remedy what to do; null if nothing is known but what is expected
     */
    record Problem(@Nullable String place, String found, String expected, @Nullable String remedy) {
        static Problem of(Issue issue) {
            return new Problem(issue.place(), issue.found(), issue.expected(), issue.remedy());
        }
    }

    static FailureView of(Failure failure, Throwable thrown) {
        return new FailureView(
                failure.exit().code(),
                failure.exit().word(),
                failure.message(),
                problems(failure.message(), thrown));
    }

    static FailureView ofInterruption(String message) {
        return new FailureView(null, ExitCode.INTERRUPTED.word(), message, List.of());
    }

    private static List<Problem> problems(String message, Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof InputException input) {
                return input.issues().stream().map(Problem::of).toList();
            }
        }
        Matcher said = SAID.matcher(message);
        return said.matches()
                ? List.of(new Problem(said.group(1), said.group(2), said.group(3), said.group(4)))
                : List.of();
    }

    /** True if the raw arguments ask for JSON; it must be known for errors in them. */
    static boolean isAskedFor(String... args) {
        return Arrays.stream(args).takeWhile(each -> !each.equals("--")).anyMatch("--json"::equals);
    }

    /** The line, without its line feed. */
    String line() {
        try {
            return Json.mapper().writeValueAsString(Map.of("error", this));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a failure is not JSON: " + e.getMessage(), e);
        }
    }
}
