package dev.stowage.cli.session;

import dev.stowage.terminal.TermText;
import dev.stowage.words.Glossary;
import dev.stowage.words.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The root of the command line: lists the commands, does nothing itself. */
@Command(
        name = "stowage",
        header = "Offline capacity planner and trace-driven simulator.",
        synopsisHeading = "%nUsage: ",
        customSynopsis = "stowage COMMAND ...",
        commandListHeading = "%nCommands, in the order of the work:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  stowage ingest google-2011 clusterdata-2011/ -o google.trace",
            "  stowage simulate google.trace --servers trace --placement best-fit",
            "  stowage help simulate"
        })
public final class StowageCommand implements Runnable {
    private final Session session;

    @Spec private CommandSpec command = CommandSpec.create();

    @SuppressWarnings("UnusedVariable") // picocli reads it
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            description = "Print the version.")
    private boolean version;

    @Option(
            names = "--explain",
            paramLabel = "TERM",
            description = "Explain a word that a command prints, as in --explain MASE.")
    private @Nullable String term;

    public StowageCommand(Session session) {
        this.session = session;
    }

    Session session() {
        return session;
    }

    @Override
    public void run() {
        if (version) {
            session.out().println("stowage " + Version.text());
            return;
        }
        if (term != null) {
            if (Glossary.find(term).isEmpty()) {
                throw new ParameterException(command.commandLine(), TermText.unknown(term));
            }
            TermText.explain(session.out(), term);
            return;
        }
        throw new ParameterException(
                command.commandLine(),
                "found no command, expected one of "
                        + String.join(", ", command.subcommands().keySet()));
    }
}
