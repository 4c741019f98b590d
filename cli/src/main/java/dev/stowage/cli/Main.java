package dev.stowage.cli;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.ColorMode;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Interruption;
import dev.stowage.cli.session.Session;
import dev.stowage.cli.session.StowageCommand;
import dev.stowage.option.OptionException;
import dev.stowage.words.Version;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Where the process starts, where exceptions become messages and exit codes, and where it ends. */
public final class Main {
    /** Which of {@code out} and {@code err} are terminals: the launcher knows, Java 17 does not. */
    private static final String TERMINALS = "stowage.terminals";

    private static final char UNDECODED = '\ufffd';

    private Main() {}

    /** Runs one command and exits. */
    public static void main(String[] args) {
        String terminals = System.getProperty(TERMINALS, "");
        Session session =
                new Session(
                        new FileOutputStream(FileDescriptor.out),
                        new FileOutputStream(FileDescriptor.err),
                        terminals.contains("out"),
                        terminals.contains("err"),
                        System.getenv());
        Interruption interruption =
                Interruption.install(new Complaints(session, false, args)::interrupted);
        int code = run(session, args);
        interruption.disarm();
        System.exit(code);
    }

    /** Runs one command in this process and returns its exit code. */
    public static int run(Session session, String... args) {
        int code = execute(session, args);
        IOException failure = session.finish();
        if (failure != null) {
            return new Complaints(session, false, args).report(Failure.ofOutput(failure), failure);
        }
        return code;
    }

    private static int execute(Session session, String... given) {
        String[] args = helped(given);
        if (args.length == 1 && List.of("--version", "-V").contains(args[0])) {
            session.out().println("stowage " + Version.text());
            return ExitCode.DONE.code();
        }
        int verbosity = Verbosity.of(args);
        System.setProperty(LogSetup.VERBOSITY, Integer.toString(verbosity));
        Complaints complaints = new Complaints(session, verbosity > 1, args);
        try {
            requireUtf8(args);
            return commandLine(session, complaints, given, args).execute(args);
        } catch (Throwable e) { // whatever it is, it ends as one message and one exit code
            return complaints.report(Failure.of(e), e);
        }
    }

    /** What Java could not decode it can't open either: the name would be another one. */
    private static void requireUtf8(String... args) {
        for (String each : args) {
            if (each.indexOf(UNDECODED) >= 0 && !Files.exists(Path.of(each))) {
                throw InputException.at(
                        "the command line",
                        each + ", of bytes that are not UTF-8",
                        "text and names of files in UTF-8",
                        "Rename the file, or give the folder that it is in.");
            }
        }
    }

    /**
     * {@code help catalog import} asks for the help of {@code catalog import}; what is in a help,
     * {@link HelpLayout} decides.
     */
    private static String[] helped(String... given) {
        String[] args =
                Arrays.stream(given)
                        .map(each -> each.equals(HelpLayout.ALL) ? "--help" : each)
                        .toArray(String[]::new);
        if (args.length < 3 || !args[0].equals("help") || args[2].startsWith("-")) {
            return args;
        }
        String[] asked = Arrays.copyOfRange(args, 1, args.length + 1);
        asked[args.length - 1] = "--help";
        return asked;
    }

    /** The command line for {@code args}, which were made of those given. */
    private static CommandLine commandLine(
            Session session, Complaints complaints, String[] given, String... args) {
        CommandLine commandLine = new CommandLine(new StowageCommand(session));
        Commands.addTo(commandLine, args);
        HelpLayout.apply(commandLine, List.of(given).contains(HelpLayout.ALL));
        commandLine.setOut(session.help());
        commandLine.setErr(session.err());
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setColorScheme(
                CommandLine.Help.defaultColorScheme(
                        session.outStyle(ColorMode.of(args)).on()
                                ? CommandLine.Help.Ansi.ON
                                : CommandLine.Help.Ansi.OFF));
        commandLine.setParameterExceptionHandler((e, arguments) -> complaints.usage(e));
        commandLine.setExecutionExceptionHandler(
                (e, command, parsed) ->
                        e instanceof OptionException wrong
                                ? complaints.usage(usage(command, wrong))
                                : complaints.report(Failure.of(e), e));
        return commandLine;
    }

    private static ParameterException usage(CommandLine command, OptionException wrong) {
        return new ParameterException(command, wrong.getMessage(), wrong);
    }
}
