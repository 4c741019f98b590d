package dev.stowage.cli;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.push.object.PushFailure;
import dev.stowage.sim.engine.InvariantViolation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * What an exception means to the user: an exit code and a message. The one place where exceptions
 * are told apart.
 *
 * @param exit exit code
 * @param message one line, or a line and its remedy; several if the input has several problems
 */
record Failure(ExitCode exit, String message) {
    static Failure of(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            Optional<Failure> failure = known(cause);
            if (failure.isPresent()) {
                return failure.get();
            }
        }
        return new Failure(
                ExitCode.FAILURE,
                "internal error: "
                        + thrown
                        + "\n  This is a bug in stowage; -vv shows where. Please report it.");
    }

    private static Optional<Failure> known(Throwable cause) {
        if (cause instanceof InputException) {
            return Optional.of(new Failure(ExitCode.INPUT, message(cause)));
        }
        if (cause instanceof InvariantViolation) {
            return failed(
                    message(cause)
                            + "\n  This is a bug in stowage, nothing was written. Please report it to those who"
                            + " gave you stowage, with all of the above, the command line and the output of"
                            + " stowage --version.");
        }
        if (cause instanceof OutOfMemoryError) {
            return failed(
                    "out of memory: "
                            + message(cause)
                            + "\n  Give the JVM more, as in STOWAGE_OPTS=-Xmx8g stowage ...");
        }
        if (cause instanceof UnsatisfiedLinkError) {
            return failed(
                    System.getProperty("java.io.tmpdir")
                            + ": found no library for compressed files that runs from there ("
                            + message(cause).lines().findFirst().orElse("")
                            + ")\n  It is unpacked into this folder, which must allow programs (a"
                            + " mount without noexec; of a container --tmpfs /tmp:exec). Another one:"
                            + " STOWAGE_OPTS=-Djava.io.tmpdir=FOLDER stowage ...");
        }
        if (cause instanceof PushFailure.Incomplete) {
            return Optional.of(new Failure(ExitCode.NO, message(cause)));
        }
        if (cause instanceof PushFailure.Foreign) {
            return Optional.of(new Failure(ExitCode.INPUT, message(cause)));
        }
        if (cause instanceof PushFailure) {
            return failed(message(cause));
        }
        if (cause instanceof FileSystemException e) {
            return failed(fileMessage(e));
        }
        if (cause instanceof IOException e && !(e.getCause() instanceof IOException)) {
            return failed(ioMessage(e));
        }
        return Optional.empty();
    }

    private static Optional<Failure> failed(String message) {
        return Optional.of(new Failure(ExitCode.FAILURE, message));
    }

    private static String fileMessage(FileSystemException e) {
        String file = String.valueOf(e.getFile());
        if (e instanceof NoSuchFileException) {
            return file
                    + ": found no such file or folder while working on it, expected one that can"
                    + " be read or written\n"
                    + "  It was removed, or nothing can be written there; choose another place.";
        }
        if (e instanceof AccessDeniedException) {
            return file
                    + ": found permission denied, expected the right to read or write\n"
                    + "  Check who may read and write there, or choose another place.";
        }
        return file + ": " + reason(e.getReason() == null ? message(e) : e.getReason());
    }

    private static String ioMessage(IOException e) {
        String text = message(e);
        return e instanceof FileNotFoundException ? text : reason(text);
    }

    /** The words of the operating system, with what to do where that is known. */
    private static String reason(String text) {
        if (text.contains("No space left")) {
            return "found no space left on the disk, expected room for all of the output\n"
                    + "  Free some, or choose another place. Nothing was left behind.";
        }
        if (text.contains("Read-only")) {
            return "found a read-only file system, expected one that can be written\n  Choose another place.";
        }
        return text;
    }

    private static String message(Throwable cause) {
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** Of results that could not be printed. */
    static Failure ofOutput(IOException e) {
        return new Failure(ExitCode.FAILURE, "standard output: " + reason(message(e)));
    }
}
