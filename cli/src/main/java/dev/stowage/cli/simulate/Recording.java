package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.ingest.log.LogSpool;
import dev.stowage.ingest.log.SeriesFile;
import dev.stowage.ingest.log.ServerTimelineFile;
import dev.stowage.ingest.log.TaskLogFile;
import dev.stowage.json.Json;
import dev.stowage.output.OutputTarget;
import dev.stowage.report.trace.TaskTraceText;
import dev.stowage.run.SeriesLog;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A run with the files that are written while it goes on, in its directory. */
final class Recording {
    private static final String SERIES = "series.parquet";

    private final RecordingFlags flags;
    private final CommonOptions common;
    private final OptionalLong resolution;
    private final Set<Integer> servers;
    private final TaskTraceText decisions = new TaskTraceText();
    private final Optional<TaskTrace> trace;
    private final OptionalLong every;
    private @Nullable CheckpointFolder toRemove;

    /** Reads the flags; wrong ones are wrong usage. */
    Recording(RecordingFlags flags, CommonOptions common) {
        this.flags = flags;
        this.common = common;
        resolution = flags.resolution(common);
        servers = flags.servers(common);
        trace = flags.trace(common, decisions);
        every = flags.checkpointEvery(common);
    }

    /**
     * Runs, and leaves all files but the summary and the figures of the engine in the directory of
     * {@code target}.
     *
     * @param inputs asked with checkpoints only: what else tells the inputs apart
     */
    RunResult run(
            SimulationSpec spec,
            OutputTarget target,
            boolean isForced,
            Supplier<Map<String, String>> inputs) {
        requireServers(spec);
        Path directory = target.temporary();
        RunResult result =
                every.isPresent()
                        ? runKept(spec, target, isForced, inputs)
                        : runThrough(spec, directory);
        if (resolution.isEmpty()) {
            SeriesFile.write(result.series(), directory.resolve(SERIES));
        }
        if (trace.isPresent()) {
            if (decisions.isEmpty()) {
                throw flags.unknownTask(result.summary().tasks().submitted());
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
                                target.path(), flags.isResumed(), isForced, every.getAsLong());
                LogSpool spool = LogSpool.open(folder.resolve("log"), flags.isResumed())) {
            Checkpointing options = folder.options(identity(inputs.get()));
            SimulationSpec kept =
                    observed(
                            spec.with(draft -> draft.checkpointing = Optional.of(options)),
                            flags.isPerTask() ? spool : null,
                            resolution.isPresent() ? spool : null,
                            servers.isEmpty() ? null : spool);
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
    void committed() {
        if (toRemove != null) {
            toRemove.remove();
        }
    }

    /** Prints the decisions about a task, if that was asked for. */
    void print() {
        if (trace.isPresent() && !common.isJson()) {
            decisions.print(common.out());
        }
    }

    private SimulationSpec observed(
            SimulationSpec spec,
            @Nullable TaskLog tasks,
            @Nullable SeriesLog series,
            @Nullable ServerLog timelines) {
        Observation observation = Observation.NONE;
        if (series != null) {
            observation = observation.withSeries(resolution.getAsLong(), series);
        }
        if (timelines != null) {
            observation = observation.withServers(servers, timelines);
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
                    flags.isPerTask()
                            ? TaskLogFile.create(directory.resolve("tasks.parquet"))
                            : null;
            series = resolution.isPresent() ? SeriesFile.create(directory.resolve(SERIES)) : null;
            servers =
                    Recording.this.servers.isEmpty()
                            ? null
                            : ServerTimelineFile.create(
                                    directory.resolve("servers"), Recording.this.servers);
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

    private void requireServers(SimulationSpec spec) {
        int size = spec.servers().size();
        servers.stream()
                .filter(server -> server >= size)
                .findFirst()
                .ifPresent(
                        server -> {
                            throw common.usage(
                                    "--server-timeline: found server "
                                            + server
                                            + ", expected 0 to "
                                            + (size - 1));
                        });
    }
}
