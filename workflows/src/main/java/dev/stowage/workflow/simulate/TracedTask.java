package dev.stowage.workflow.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.option.OptionException;
import dev.stowage.sim.observation.Decision;
import dev.stowage.sim.observation.TaskTrace;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A task whose decisions are explained.
 *
 * @param jobId its job
 * @param index its number in the job; empty = the first {@value #MOST_TASKS} of the job
 */
public record TracedTask(long jobId, OptionalInt index) {
    /** Tasks of one job that are explained at most. */
    static final int MOST_TASKS = 100;

    private static final Pattern FORM = Pattern.compile("(\\d{1,18})(?:/(\\d{1,9}))?");

    /**
     * Of a text as {@code 17} or {@code 17/3}.
     *
     * @throws OptionException if it is none
     */
    public static TracedTask parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new OptionException(
                    "--trace-task: found \""
                            + text
                            + "\", expected a job or a job and the number of its task, as in 17 or"
                            + " 17/3");
        }
        return new TracedTask(
                Long.parseLong(matcher.group(1)),
                matcher.group(2) == null
                        ? OptionalInt.empty()
                        : OptionalInt.of(Integer.parseInt(matcher.group(2))));
    }

    TaskTrace trace(Consumer<Decision> to) {
        return new TaskTrace(jobId, index, MOST_TASKS, to);
    }

    /** What to say when the run never met the task. */
    InputException unknown(long submitted) {
        return InputException.at(
                "--trace-task " + jobId + (index.isPresent() ? "/" + index.getAsInt() : ""),
                "no such task among the " + submitted + " that were submitted",
                "a job of the workload, and a task of it",
                "A CSV without the column job numbers its jobs from 0, one for each task; with"
                        + " --until, later tasks are never submitted.");
    }
}
