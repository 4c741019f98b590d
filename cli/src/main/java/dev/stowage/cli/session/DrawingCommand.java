package dev.stowage.cli.session;

/** A command that takes a seed, and may do without. */
public interface DrawingCommand {
    /**
     * True if the command, with the arguments that it was given, draws nothing at random: another
     * seed gives the same answer.
     *
     * @throws dev.stowage.basis.InputException if an argument can't be used
     */
    boolean drawsNothing();
}
