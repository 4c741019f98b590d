package dev.stowage.sim.observation;

import dev.stowage.basis.Check;
import dev.stowage.run.SeriesLog;
import dev.stowage.run.ServerLoads;
import dev.stowage.run.ServerLog;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a run writes down beside its summary; changes no result.
 *
 * @param series levels over time at a chosen resolution
 * @param servers what happened on some servers
 * @param task why single tasks went where they went
 * @param loads told at the end what was allocated on each server, unless there was no task
 */
public record Observation(
        Optional<Series> series,
        Optional<Servers> servers,
        Optional<TaskTrace> task,
        Optional<Consumer<ServerLoads>> loads) {
    /** Nothing. */
    public static final Observation NONE =
            new Observation(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * A series of rows of one length.
     *
     * @param stepMicros length of a row, microseconds, at least 1
     * @param log where the rows go
     */
    public record Series(long stepMicros, SeriesLog log) {
        public Series {
            Check.positive("stepMicros", stepMicros);
        }
    }

    /**
     * Servers to follow.
     *
     * @param numbers which ones, from 0
     * @param log where their stays go
     */
    public record Servers(Set<Integer> numbers, ServerLog log) {
        public Servers {
            numbers = Set.copyOf(numbers);
        }
    }

    public Observation withSeries(long stepMicros, SeriesLog log) {
        return new Observation(Optional.of(new Series(stepMicros, log)), servers, task, loads);
    }

    public Observation withServers(Set<Integer> numbers, ServerLog log) {
        return new Observation(series, Optional.of(new Servers(numbers, log)), task, loads);
    }

    public Observation withTask(TaskTrace trace) {
        return new Observation(series, servers, Optional.of(trace), loads);
    }

    public Observation withLoads(Consumer<ServerLoads> told) {
        return new Observation(series, servers, task, Optional.of(told));
    }
}
