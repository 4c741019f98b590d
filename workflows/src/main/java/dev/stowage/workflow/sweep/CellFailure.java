package dev.stowage.workflow.sweep;

import org.jspecify.annotations.Nullable;

/** A cell has no answer, for a reason that its command gave. */
public final class CellFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure.
     *
     * @param cause what the command ended by, if that is known
     */
    public CellFailure(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }
}
