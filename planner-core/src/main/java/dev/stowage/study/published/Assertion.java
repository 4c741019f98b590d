package dev.stowage.study.published;

import dev.stowage.basis.Check;

/**
 * One sentence or figure of a publication, held to the model.
 *
 * @param id unique within its study
 * @param claim what has to hold
 * @param published what the publication says
 * @param ours what the model gives
 * @param isInFit true if the parameters were fitted to it, so that it proves nothing
 * @param isHeld true if it holds
 * @param heldBefore true if it held when that was last recorded
 * @param why the reason where it does not hold; empty where it does
 */
public record Assertion(
        String id,
        String claim,
        String published,
        String ours,
        boolean isInFit,
        boolean isHeld,
        boolean heldBefore,
        String why) {
    public Assertion {
        Check.notBlank("id", id);
        Check.notBlank("claim", claim);
        Check.notBlank("published", published);
        Check.notBlank("ours", ours);
        if (!heldBefore && why.isBlank()) {
            throw new IllegalArgumentException("why of " + id + " is empty, and it does not hold");
        }
    }

    /** True if it held before and does no longer. */
    public boolean isLost() {
        return heldBefore && !isHeld;
    }
}
