package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Interruption;
import dev.stowage.workflow.simulate.RecordingChoice;
import dev.stowage.workflow.simulate.TracedTask;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code simulate} writes down beside its summary. */
final class RecordingFlags {
    private static final long TEN_MINUTES = 600_000_000L;

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

    /** What the flags ask for; wrong ones are wrong usage. */
    RecordingChoice choice(CommonOptions common) {
        return new RecordingChoice(
                perTask,
                time("--resolution", resolution, common),
                servers(common),
                Optional.ofNullable(task).map(TracedTask::parse),
                checkpointEvery(common),
                resume,
                Interruption::beforeTheEnd);
    }

    /** Time between checkpoints, microseconds; ten minutes for a resumed run that names none. */
    private OptionalLong checkpointEvery(CommonOptions common) {
        OptionalLong micros = time("--checkpoint-every", checkpointEvery, common);
        return micros.isEmpty() && resume ? OptionalLong.of(TEN_MINUTES) : micros;
    }

    private static OptionalLong time(String option, @Nullable String text, CommonOptions common) {
        OptionalLong micros = common.time(option, text);
        if (micros.isPresent() && micros.getAsLong() == 0) {
            throw common.usage(option + ": found " + text + ", expected more than 0");
        }
        return micros;
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
        return resume || checkpointEvery != null ? "--checkpoint-every, --resume" : null;
    }

    /** The servers to follow, maybe none. */
    private Set<Integer> servers(CommonOptions common) {
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
}
