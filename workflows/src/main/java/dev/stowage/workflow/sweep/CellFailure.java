package dev.stowage.workflow.sweep;

/** A cell has no answer, for a reason that its command gave. */
public final class CellFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CellFailure(String reason) {
        super(reason);
    }
}
