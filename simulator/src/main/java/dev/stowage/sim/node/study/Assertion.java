package dev.stowage.sim.node.study;

/**
 * One sentence of a paper, held to the model.
 *
 * @param id as in the specification
 * @param claim what has to hold
 * @param published what the paper says
 * @param ours what the model gives
 * @param isHeld true if it holds
 * @param heldBefore true if it held when it was last recorded
 * @param why reason where it is known not to hold; may be empty
 */
public record Assertion(
        String id,
        String claim,
        String published,
        String ours,
        boolean isHeld,
        boolean heldBefore,
        String why) {
    /** True if it held before and does no longer. */
    public boolean isLost() {
        return heldBefore && !isHeld;
    }
}
