package dev.stowage.sim;

import dev.stowage.model.MachineEvents;
import dev.stowage.model.ServerFleet;
import dev.stowage.policy.PolicySpec;
import dev.stowage.sim.observation.Observation;
import dev.stowage.sim.observation.TaskTrace;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * What decides a run, taken apart into names and values, so that two runs can be told apart and one
 * can say by what: {@code servers.groups[0].type.extras.attributes.os} is {@code linux}. Every
 * component of the spec is in it but for those that change no result; a component of an unknown
 * kind is a bug.
 */
final class RunIdentity {
    /** What changes no result, or is taken apart here in another way. */
    private static final Set<String> NOT_COMPONENTS =
            Set.of(
                    "workload",
                    "servers",
                    "threads",
                    "observation",
                    "taskLog",
                    "progress",
                    "checkpointing");

    private final Map<String, String> values = new LinkedHashMap<>();

    private RunIdentity() {}

    /** Of a spec; what its workload holds is for the caller to add. */
    static Map<String, String> of(SimulationSpec spec) {
        RunIdentity identity = new RunIdentity();
        identity.add("workload", spec.workload().name());
        identity.add(
                "columns of the workload", spec.workload().columns().stream().sorted().toList());
        identity.addServers(spec.servers());
        for (RecordComponent component : SimulationSpec.class.getRecordComponents()) {
            if (!NOT_COMPONENTS.contains(component.getName())) {
                identity.add(component.getName(), valueOf(component, spec));
            }
        }
        identity.addObservation(spec);
        return identity.values;
    }

    private void addServers(ServerFleet servers) {
        add("servers", servers.describe()); // first: the plainest words for a difference
        addComponents("servers", (Record) servers);
    }

    /** What is written down has to be whole, so it must not change when a run is resumed. */
    private void addObservation(SimulationSpec spec) {
        Observation observation = spec.observation();
        add("log of tasks", spec.taskLog().isPresent());
        add("resolution of the series", observation.series().map(Observation.Series::stepMicros));
        add(
                "servers followed",
                observation
                        .servers()
                        .map(followed -> followed.numbers().stream().sorted().toList()));
        add("job traced", observation.task().map(TaskTrace::jobId));
        add("task traced", observation.task().map(TaskTrace::taskIndex));
    }

    private void add(String name, Object value) {
        if (value instanceof PolicySpec
                || value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Enum) {
            values.put(name, value.toString());
        } else if (value instanceof Record parts) {
            addComponents(name, parts);
        } else if (value instanceof Optional<?> held) {
            add(name, held.isPresent() ? held.get() : "none");
        } else if (value instanceof OptionalLong held) {
            add(name, held.isPresent() ? held.getAsLong() : "none");
        } else if (value instanceof OptionalInt held) {
            add(name, held.isPresent() ? held.getAsInt() : "none");
        } else if (value instanceof OptionalDouble held) {
            add(name, held.isPresent() ? held.getAsDouble() : "none");
        } else if (value instanceof List<?> list) {
            addElements(name, list);
        } else if (value instanceof Map<?, ?> map) {
            Map<String, Object> sorted = new TreeMap<>();
            map.forEach((key, held) -> sorted.put(key.toString(), held));
            sorted.forEach((key, held) -> add(name + "." + key, held));
        } else if (value instanceof MachineEvents events) {
            values.put(name, events.digest());
        } else {
            throw new IllegalStateException(
                    name + " is a " + value.getClass() + ": not comparable");
        }
    }

    private void addElements(String name, Collection<?> elements) {
        values.put("number of " + name, Integer.toString(elements.size()));
        int i = 0;
        for (Object element : elements) {
            add(name + "[" + i++ + "]", element);
        }
    }

    private void addComponents(String name, Record parts) {
        for (RecordComponent component : parts.getClass().getRecordComponents()) {
            add(name + "." + component.getName(), valueOf(component, parts));
        }
    }

    private static Object valueOf(RecordComponent component, Object of) {
        try {
            component.getAccessor().setAccessible(true); // records that are not public
            return component.getAccessor().invoke(of);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(component + " can't be read", e);
        }
    }
}
