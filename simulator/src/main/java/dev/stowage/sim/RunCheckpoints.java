package dev.stowage.sim;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.InputException;
import dev.stowage.basis.PlainState;
import dev.stowage.sim.checkpoint.CheckpointFile;
import dev.stowage.sim.checkpoint.Checkpointing;
import dev.stowage.sim.dynamics.Machines;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.RunObserver;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.metrics.Recorder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The checkpoints of one run: its parts with state, and the inputs that it belongs to. */
final class RunCheckpoints {
    private final Checkpointing options;
    private final CheckpointFile file;
    private final Map<String, String> identity;
    private final Map<String, Checkpointed> parts = new LinkedHashMap<>();

    RunCheckpoints(Checkpointing options, SimulationSpec spec) {
        this.options = options;
        file = new CheckpointFile(options.file());
        identity = RunIdentity.of(spec);
        identity.putAll(options.identity());
    }

    /**
     * Adds a part, after those that it builds on.
     *
     * @throws InputException if it has state that it can't write
     */
    void add(String name, Object part) {
        if (part instanceof Checkpointed checkpointed) {
            parts.put(name, checkpointed);
        } else if (!PlainState.isStateless(part)) {
            throw refusal(name + " (" + part.getClass().getSimpleName() + ")");
        }
    }

    private static InputException refusal(String what) {
        return InputException.at(
                "checkpoints",
                what + " that can't be resumed",
                "parts that can write their state",
                "Run this combination without checkpoints.");
    }

    void addEngine(
            Engine engine,
            Machines machines,
            Dispatcher dispatcher,
            Scheduler scheduler,
            Recorder recorder) {
        add("slots", dispatcher.slots());
        add("engine", engine); // reads on to its place, and recalls what present tasks ask for
        add("machines", machines);
        add("cluster", dispatcher.cluster());
        add("tasks on servers", dispatcher);
        add("levels", dispatcher.cluster().levels());
        add("execution", dispatcher.execution());
        add("queue", scheduler);
        add("recorder", recorder);
    }

    void addPolicies(RunPolicies policies) {
        add("placement", policies.placement());
        add("admission", policies.admission());
        policies.streams().forEach((name, stream) -> add("random " + name, stream));
    }

    void addLogs(SimulationSpec spec, Dispatcher dispatcher) {
        spec.taskLog().ifPresent(log -> add("log of tasks", log));
        spec.observation().series().ifPresent(series -> add("log of a series", series.log()));
        spec.observation().servers().ifPresent(servers -> add("log of servers", servers.log()));
        spec.observation().task().ifPresent(task -> add("log of decisions", task.decisions()));
        RunObserver observer = dispatcher.observer();
        if (observer != null) {
            add("observer", observer);
        }
    }

    /** Takes over the state of the checkpoint, if the run is to begin from one. */
    void resume() {
        requireWhole();
        if (options.isResumed()) {
            file.read(identity, parts);
        }
    }

    void writeIfDue() {
        if (options.isDue().getAsBoolean()) {
            requireWhole();
            file.write(identity, parts);
            options.afterWrite().run();
        }
    }

    private void requireWhole() {
        List<String> forgotten = PlainState.forgotten(parts.values());
        if (!forgotten.isEmpty()) {
            throw new IllegalStateException(
                    "a checkpoint without "
                            + forgotten
                            + ": what they hold belongs into owned(), or they are transient");
        }
    }
}
