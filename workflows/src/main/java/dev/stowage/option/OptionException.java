package dev.stowage.option;

import dev.stowage.basis.InputException;
import java.util.function.Supplier;

/**
 * An option that is wrong, or that does not go with the input: the question is at fault, not the
 * data. The command line ends with its exit code for wrong usage.
 */
public final class OptionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What is wrong, in a line: the option, what was found, what was expected. */
    public OptionException(String message) {
        super(message);
    }

    /** The value of an option; what is wrong with its text is wrong use, not bad input. */
    public static <T> T reading(Supplier<T> text) {
        try {
            return text.get();
        } catch (InputException e) {
            OptionException wrong = new OptionException(String.valueOf(e.getMessage()));
            wrong.initCause(e);
            throw wrong;
        }
    }
}
