package dev.stowage.cli.push;

import org.jspecify.annotations.Nullable;

/** A push that could not be done or finished: no permission, no connection, a refusal. */
public final class PushFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message what failed; further lines, indented by two blanks, say what to do
     */
    public PushFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
