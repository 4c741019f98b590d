package dev.stowage.cli;

import dev.stowage.cli.session.ColorMode;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Interruption;
import dev.stowage.cli.session.Session;
import java.util.Arrays;
import picocli.CommandLine.ParameterException;

/** Says on stderr by what a command ended: for a person, or as JSON where that is asked for. */
final class Complaints {
    private final Session session;
    private final boolean isTracing;
    private final ColorMode color;
    private final boolean isJson;

    /**
     * For one command.
     *
     * @param isTracing whether to print stack traces, too
     * @param args its raw arguments
     */
    Complaints(Session session, boolean isTracing, String... args) {
        this.session = session;
        this.isTracing = isTracing;
        this.color = ColorMode.of(args);
        this.isJson = FailureView.isAskedFor(args);
    }

    /** Wrong usage; returns what the process exits with. */
    int usage(ParameterException e) {
        return report(new Failure(ExitCode.USAGE, UsageMessage.of(e)), e);
    }

    /** Any failure; returns what the process exits with. */
    int report(Failure failure, Throwable thrown) {
        if (Interruption.isUnderWay()) {
            return ExitCode.INTERRUPTED.code();
        }
        session.clearProgress();
        session.out().flush();
        session.failed(thrown, failure.message());
        if (!isJson) {
            print(failure.message());
        }
        if (isTracing) {
            thrown.printStackTrace(session.err());
        }
        if (isJson) {
            session.err().println(FailureView.of(failure, thrown).line());
        }
        return failure.exit().code();
    }

    /** The process was interrupted; it exits by the signal, whose number is not known here. */
    void interrupted(String message) {
        session.clearProgress();
        session.err()
                .println(
                        isJson
                                ? FailureView.ofInterruption(message).line()
                                : "stowage: " + message);
    }

    private void print(String message) {
        String prefix = session.errStyle(color).red("stowage: ");
        Arrays.stream(message.split("\n"))
                .forEach(
                        line -> session.err().println(line.startsWith(" ") ? line : prefix + line));
    }
}
