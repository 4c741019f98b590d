package dev.stowage.push.object;

import org.jspecify.annotations.Nullable;

/** A push that could not be done or finished: no permission, no connection, a refusal. */
public class PushFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Status of a server that refused; 0 if none did. */
    private final int status;

    /**
     * @param message what failed; further lines, indented by two blanks, say what to do
     */
    public PushFailure(String message, @Nullable Throwable cause) {
        this(message, cause, 0);
    }

    public PushFailure(String message, @Nullable Throwable cause, int status) {
        super(message, cause);
        this.status = status;
    }

    public final int status() {
        return status;
    }

    /** A push that found what somebody else changed, and does not go over it. */
    public static final class Foreign extends PushFailure {
        private static final long serialVersionUID = 1L;

        /**
         * @param message what was found and expected; further lines say what to do
         */
        public Foreign(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** A push that came to its end and left something: what was asked for is not so. */
    public static final class Incomplete extends PushFailure {
        private static final long serialVersionUID = 1L;

        /**
         * @param message what is left
         */
        public Incomplete(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
