package dev.stowage.workflow.simulate;

import dev.stowage.option.OptionException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a run writes down beside its summary.
 *
 * @param isPerTask true for what became of each task
 * @param resolutionMicros length of a row of the series, microseconds, above 0; empty = as long as
 *     the default number of rows needs
 * @param servers numbers of servers to follow
 * @param task the task to explain
 * @param checkpointEveryMicros time between checkpoints, microseconds, above 0; empty = none are
 *     kept
 * @param isResumed true to go on from the checkpoint of the same run
 * @param interruption is told what to do when the process is interrupted while checkpoints are
 *     kept; it says how to go on
 */
public record RecordingChoice(
        boolean isPerTask,
        OptionalLong resolutionMicros,
        Set<Integer> servers,
        Optional<TracedTask> task,
        OptionalLong checkpointEveryMicros,
        boolean isResumed,
        Consumer<Supplier<String>> interruption) {
    void requireServers(int size) {
        for (int server : servers) {
            if (server >= size) {
                throw new OptionException(
                        "--server-timeline: found server "
                                + server
                                + ", expected 0 to "
                                + (size - 1));
            }
        }
    }
}
