package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.cli.Main;
import dev.stowage.cli.session.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs the command line, inside this process or as one of its own. */
final class Stowage {
    /** What no command of a test takes, however busy the machine is. */
    static final int HANGS_AFTER_MINUTES = 20;

    private Stowage() {}

    /** How a command ended and what it said. */
    record Result(int exit, String out, String err) {
        /** Fails unless the command ended with {@code expected}. */
        Result exits(int expected) {
            assertThat(exit).as("exit code; out: %s err: %s", out, err).isEqualTo(expected);
            return this;
        }

        /** Fails unless stderr says all of {@code parts}, as text or JSON, and no stack trace. */
        Result says(String... parts) {
            assertThat(said()).contains(parts).doesNotContain("\tat ").doesNotContain("Exception");
            return this;
        }

        /** What stderr says to a person: an error that came as JSON is its message. */
        private String said() {
            return err.lines()
                    .map(line -> line.startsWith("{\"error\":") ? message(line) : line)
                    .collect(Collectors.joining("\n"));
        }

        private static String message(String error) {
            try {
                return new ObjectMapper().readTree(error).at("/error/message").asText();
            } catch (JsonProcessingException e) {
                throw new AssertionError("not JSON: " + error, e);
            }
        }
    }

    /** Runs a command inside this process, as if nobody watched. */
    static Result run(Object... args) {
        return runOn(false, Map.of(), args);
    }

    /** Runs a command inside this process on a terminal or not, with an environment. */
    static Result runOn(boolean isTerminal, Map<String, String> environment, Object... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Session session = new Session(out, err, isTerminal, isTerminal, environment);
        int exit = Main.run(session, strings(args));
        return new Result(
                exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Starts a process of its own in {@code directory}. */
    static ProcessBuilder process(Path directory, Object... args) {
        List<String> command = new ArrayList<>(listeningToInterrupts());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath()));
        command.add(Main.class.getName());
        command.addAll(Arrays.asList(strings(args)));
        return new ProcessBuilder(command).directory(directory.toFile());
    }

    /** Tests that run in the background inherit a SIGINT that is ignored, and so would the JVM. */
    private static List<String> listeningToInterrupts() {
        List<String> reset = List.of("env", "--default-signal=INT");
        try {
            List<String> trial = new ArrayList<>(reset);
            trial.add("true");
            return new ProcessBuilder(trial).start().waitFor() == 0 ? reset : List.of();
        } catch (IOException e) {
            return List.of(); // no env here
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /**
     * Waits for the end of a process whose streams go to files. Only one that hangs fails: a busy
     * machine is slow.
     */
    static Result finish(Process process, Path out, Path err)
            throws IOException, InterruptedException {
        assertThat(process.waitFor(HANGS_AFTER_MINUTES, TimeUnit.MINUTES)).as("ended").isTrue();
        return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    static String classPath() {
        return System.getProperty(
                "surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static String[] strings(Object... args) {
        return Arrays.stream(args).map(Object::toString).toArray(String[]::new);
    }
}
