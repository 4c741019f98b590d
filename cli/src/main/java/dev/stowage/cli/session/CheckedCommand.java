package dev.stowage.cli.session;

/** A command that can say what is wrong with its arguments before it begins. */
public interface CheckedCommand {
    /**
     * Reads the arguments, and nothing that they name but small files of settings.
     *
     * @throws dev.stowage.basis.InputException if a file of settings can't be used
     * @throws dev.stowage.option.OptionException if an option can't be used
     * @throws picocli.CommandLine.ParameterException if options can't be used together
     */
    void checkArguments();
}
