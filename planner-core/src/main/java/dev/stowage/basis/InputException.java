package dev.stowage.basis;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bad input: what a person or a file gave us and we can't use. Names the place (file, and line or
 * path inside it), what was found, what was expected and what to do. The command line prints the
 * message and exits with 3.
 *
 * <p>Bugs are {@link IllegalArgumentException} or {@link IllegalStateException}, never this.
 */
public final class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * One problem. {@code place} is a file, {@code file:line}, {@code file:line:column} or {@code
     * file: key.path}.
     */
    public record Issue(String place, String found, String expected, @Nullable String remedy) {
        public Issue {
            Check.notBlank("place", place);
            Check.notBlank("found", found);
            Check.notBlank("expected", expected);
        }

        /** The problem in one to two lines, without a final line feed. */
        public String message() {
            String text = place + ": found " + found + ", expected " + expected;
            text = text.replace("\n", "\\u000a"); // a name must not write a line of its own
            return remedy == null ? text : text + "\n  " + remedy;
        }
    }

    private final transient List<Issue> issues;

    private InputException(List<Issue> issues, @Nullable Throwable cause) {
        super(String.join("\n", issues.stream().map(Issue::message).toList()), cause);
        this.issues = issues;
    }

    /** All the problems found, in the order of the input; never empty. */
    public List<Issue> issues() {
        return issues;
    }

    /** A problem with a whole file or folder. */
    public static InputException of(
            Path file, String found, String expected, @Nullable String remedy) {
        return new InputException(
                List.of(new Issue(file.toString(), found, expected, remedy)), null);
    }

    /** A problem on one line (counted from 1) of a text file. */
    public static InputException atLine(
            Path file, long line, String found, String expected, @Nullable String remedy) {
        return new InputException(
                List.of(new Issue(file + ":" + line, found, expected, remedy)), null);
    }

    /** A problem at a place that is not a file: an option, a JSON path. */
    public static InputException at(
            String place, String found, String expected, @Nullable String remedy) {
        return new InputException(List.of(new Issue(place, found, expected, remedy)), null);
    }

    /** All the problems of one input at once. */
    public static InputException of(List<Issue> issues) {
        if (issues.isEmpty()) {
            throw new IllegalArgumentException("issues is empty, expected at least one");
        }
        return new InputException(List.copyOf(issues), null);
    }

    /** The same problem with the exception that revealed it, for {@code -vv}. */
    public InputException causedBy(Throwable cause) {
        return new InputException(issues, cause);
    }
}
