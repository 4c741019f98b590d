package dev.stowage.sim.engine;

/**
 * A rule that every run must keep was broken: a bug in the engine, in a policy or in a scheduler,
 * never bad input. The message holds the rule, the values, and the last events of the server and of
 * the task involved, a line each.
 */
public final class InvariantViolation extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final String rule;

    /** {@code details}: values and history, in lines that begin with a space. */
    public InvariantViolation(String rule, String details) {
        super("broken invariant: " + rule + "\n" + details);
        this.rule = rule;
    }

    /** The rule that was broken, in words. */
    public String rule() {
        return rule;
    }
}
