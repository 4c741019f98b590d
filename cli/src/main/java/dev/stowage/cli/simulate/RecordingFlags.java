package dev.stowage.cli.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.sim.observation.TaskTrace;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code simulate} writes down beside its summary. */
final class RecordingFlags {
    /** Tasks of one job that are explained at most. */
    static final int MOST_TASKS = 100;

    private static final long TEN_MINUTES = 600_000_000L;

    private static final Pattern TASK = Pattern.compile("(\\d{1,18})(?:/(\\d{1,9}))?");

    @Option(
            names = "--per-task",
            order = 30,
            description = "Also write tasks.parquet: what became of each task.")
    private boolean perTask;

    @Option(
            names = "--resolution",
            order = 31,
            paramLabel = "TIME",
            description =
                    "Length of the rows of series.parquet, as in 60s"
                            + " (default: as long as 2,048 rows need).")
    private @Nullable String resolution;

    @Option(
            names = "--server-timeline",
            order = 32,
            paramLabel = "N[,M...]",
            description =
                    "Also write servers/N.csv: what ran when on these servers, numbered from 0.")
    private @Nullable String servers;

    @Option(
            names = "--trace-task",
            order = 33,
            paramLabel = "JOB[/INDEX]",
            description =
                    "Explain every decision about a task, or about the first tasks of a job;"
                            + " also in trace-task.json.")
    private @Nullable String task;

    @Option(
            names = "--checkpoint-every",
            order = 34,
            paramLabel = "TIME",
            description =
                    "Save the state of the run about so often, as in 10m, beside the output, so that"
                            + " --resume can go on after an interruption.")
    private @Nullable String checkpointEvery;

    @Option(
            names = "--resume",
            order = 35,
            description =
                    "Go on from the checkpoint of the same command, which was interrupted; results"
                            + " are the same bytes.")
    private boolean resume;

    boolean isResumed() {
        return resume;
    }

    /** Time between checkpoints, microseconds; ten minutes for a resumed run that names none. */
    OptionalLong checkpointEvery(CommonOptions common) {
        OptionalLong micros = common.time("--checkpoint-every", checkpointEvery);
        if (micros.isPresent() && micros.getAsLong() == 0) {
            throw common.usage(
                    "--checkpoint-every: found " + checkpointEvery + ", expected more than 0");
        }
        return micros.isEmpty() && resume ? OptionalLong.of(TEN_MINUTES) : micros;
    }

    boolean hasCheckpoints() {
        return resume || checkpointEvery != null;
    }

    /** The first of these flags that is given, or null. */
    @Nullable String first() {
        if (perTask) {
            return "--per-task";
        }
        if (resolution != null) {
            return "--resolution";
        }
        if (servers != null) {
            return "--server-timeline";
        }
        if (task != null) {
            return "--trace-task";
        }
        return hasCheckpoints() ? "--checkpoint-every, --resume" : null;
    }

    boolean isPerTask() {
        return perTask;
    }

    /** Length of a row, microseconds. */
    OptionalLong resolution(CommonOptions common) {
        OptionalLong micros = common.time("--resolution", resolution);
        if (micros.isPresent() && micros.getAsLong() == 0) {
            throw common.usage("--resolution: found " + resolution + ", expected more than 0");
        }
        return micros;
    }

    /** The servers to follow, maybe none. */
    Set<Integer> servers(CommonOptions common) {
        Set<Integer> numbers = new TreeSet<>();
        if (servers != null) {
            for (String number : Arrays.asList(servers.split(",", -1))) {
                if (!number.matches("\\d{1,9}")) {
                    throw common.usage(
                            "--server-timeline: found \""
                                    + servers
                                    + "\", expected numbers of servers from 0, as in 0,17");
                }
                numbers.add(Integer.parseInt(number));
            }
        }
        return numbers;
    }

    /** The task to explain. */
    Optional<TaskTrace> trace(
            CommonOptions common, Consumer<dev.stowage.sim.observation.Decision> to) {
        if (task == null) {
            return Optional.empty();
        }
        Matcher matcher = TASK.matcher(task);
        if (!matcher.matches()) {
            throw common.usage(
                    "--trace-task: found \""
                            + task
                            + "\", expected a job or a job and the number of its task, as in 17 or"
                            + " 17/3");
        }
        OptionalInt index =
                matcher.group(2) == null
                        ? OptionalInt.empty()
                        : OptionalInt.of(Integer.parseInt(matcher.group(2)));
        return Optional.of(new TaskTrace(Long.parseLong(matcher.group(1)), index, MOST_TASKS, to));
    }

    /** What to say when the run never met the task. */
    InputException unknownTask(long submitted) {
        return InputException.at(
                "--trace-task " + task,
                "no such task among the " + submitted + " that were submitted",
                "a job of the workload, and a task of it",
                "A CSV without the column job numbers its jobs from 0, one for each task; with"
                        + " --until, later tasks are never submitted.");
    }
}
