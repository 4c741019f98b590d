package dev.stowage.workflow.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.log.LogSpool;
import dev.stowage.ingest.log.SeriesFile;
import dev.stowage.ingest.log.ServerTimelineFile;
import dev.stowage.ingest.log.TaskLogFile;
import dev.stowage.json.Json;
import dev.stowage.option.OptionException;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.trace.TaskTraceText;
import dev.stowage.run.SeriesLog;
import dev.stowage.run.ServerLoads;
import dev.stowage.run.ServerLog;
import dev.stowage.run.TaskLog;
import dev.stowage.sim.RunResult;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.sim.checkpoint.Checkpointing;
import dev.stowage.sim.observation.Observation;
import dev.stowage.sim.observation.TaskTrace;
import dev.stowage.words.Version;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A run with the files that are written while it goes on, in its directory. */
public final class RecordedRun {
    private static final String SERIES = "series.parquet";

    private final RecordingChoice choice;
    private final Optional<Instant> epoch;
    private final TaskTraceText decisions = new TaskTraceText();
    private final Optional<TaskTrace> trace;
    private @Nullable CheckpointFolder toRemove;
    private @Nullable ServerLoads loads;

    /**
     * @param choice which files
     * @param epoch the moment of time 0 of the workload, if it has a calendar
     */
    public RecordedRun(RecordingChoice choice, Optional<Instant> epoch) {
        this.choice = choice;
        this.epoch = epoch;
        trace = choice.task().map(task -> task.trace(decisions));
    }

    /**
     * Runs, and leaves all files but the summary and the figures of the engine in the directory of
     * {@code target}.
     *
     * @param inputs asked with checkpoints only: what else tells the inputs apart
     * @throws OptionException if it is to follow a server that is not there
     * @throws InputException if the task to explain was never submitted, or if a run is to begin
     *     anew where an interrupted one could go on
     */
    public RunResult run(
            SimulationSpec spec,
            OutputTarget target,
            boolean isForced,
            Supplier<Map<String, String>> inputs) {
        choice.requireServers(spec.servers().size());
        Path directory = target.temporary();
        RunResult result =
                choice.checkpointEveryMicros().isPresent()
                        ? runKept(spec, target, isForced, inputs)
                        : runThrough(spec, directory);
        if (choice.resolutionMicros().isEmpty()) {
            SeriesFile.write(result.series(), directory.resolve(SERIES), epoch);
        }
        if (choice.task().isPresent()) {
            if (decisions.isEmpty()) {
                throw choice.task().get().unknown(result.summary().tasks().submitted());
            }
            Json.write(decisions.json(), directory.resolve(TaskTraceText.FILE));
        }
        return result;
    }

    private RunResult runThrough(SimulationSpec spec, Path directory) {
        try (Logs logs = new Logs(directory)) {
            return Simulation.run(observed(spec, logs.tasks, logs.series, logs.servers));
        }
    }

    /** With checkpoints: what the logs are told waits in one file until the run is over. */
    private RunResult runKept(
            SimulationSpec spec,
            OutputTarget target,
            boolean isForced,
            Supplier<Map<String, String>> inputs) {
        try (CheckpointFolder folder =
                        CheckpointFolder.open(
                                target.path(),
                                choice.isResumed(),
                                isForced,
                                choice.checkpointEveryMicros().getAsLong());
                LogSpool spool = LogSpool.open(folder.resolve("log"), choice.isResumed())) {
            choice.interruption().accept(folder::writeLast);
            Checkpointing options = folder.options(identity(inputs.get()));
            SimulationSpec kept =
                    observed(
                            spec.with(draft -> draft.checkpointing = Optional.of(options)),
                            choice.isPerTask() ? spool : null,
                            choice.resolutionMicros().isPresent() ? spool : null,
                            choice.servers().isEmpty() ? null : spool);
            RunResult result = Simulation.run(kept);
            try (Logs logs = new Logs(target.temporary())) {
                spool.replay(logs.tasks, logs.series, logs.servers);
            }
            toRemove = folder;
            return result;
        }
    }

    private static Map<String, String> identity(Map<String, String> inputs) {
        Map<String, String> identity = new LinkedHashMap<>(inputs);
        identity.put("version of stowage", Version.text());
        return identity;
    }

    /** The output is in its place: nothing is left to resume. */
    public void committed() {
        if (toRemove != null) {
            toRemove.remove();
        }
    }

    /** What was allocated on each server; empty if the run had no task. */
    public Optional<ServerLoads> loads() {
        return Optional.ofNullable(loads);
    }

    /** The decisions about the task to explain, for people. */
    public Optional<TaskTraceText> decisions() {
        return choice.task().map(asked -> decisions);
    }

    private SimulationSpec observed(
            SimulationSpec spec,
            @Nullable TaskLog tasks,
            @Nullable SeriesLog series,
            @Nullable ServerLog timelines) {
        Observation observation = Observation.NONE.withLoads(told -> loads = told);
        if (series != null) {
            observation = observation.withSeries(choice.resolutionMicros().getAsLong(), series);
        }
        if (timelines != null) {
            observation = observation.withServers(choice.servers(), timelines);
        }
        if (trace.isPresent()) {
            observation = observation.withTask(trace.get());
        }
        Observation all = observation;
        SimulationSpec observed = spec.with(draft -> draft.observation = all);
        return tasks == null ? observed : observed.withTaskLog(tasks);
    }

    /** The files that are asked for, the others null. */
    private final class Logs implements AutoCloseable {
        private final @Nullable TaskLogFile tasks;
        private final @Nullable SeriesFile series;
        private final @Nullable ServerTimelineFile servers;

        Logs(Path directory) {
            tasks =
                    choice.isPerTask()
                            ? TaskLogFile.create(directory.resolve("tasks.parquet"), epoch)
                            : null;
            series =
                    choice.resolutionMicros().isPresent()
                            ? SeriesFile.create(directory.resolve(SERIES), epoch)
                            : null;
            servers =
                    choice.servers().isEmpty()
                            ? null
                            : ServerTimelineFile.create(
                                    directory.resolve("servers"), choice.servers());
        }

        @Override
        public void close() {
            try {
                close(tasks);
            } finally {
                try {
                    close(series);
                } finally {
                    close(servers);
                }
            }
        }

        private void close(@Nullable Closeable file) {
            try {
                if (file != null) {
                    file.close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
