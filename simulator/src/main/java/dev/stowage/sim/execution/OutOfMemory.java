package dev.stowage.sim.execution;

import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import dev.stowage.policy.PolicySpec;
import java.util.List;

/** What becomes of a task that is killed because its server is out of memory, by name. */
public final class OutOfMemory {
    private static final PolicyRegistry<Integer> REGISTRY =
            new PolicyRegistry<>(
                    "out-of-memory rule",
                    List.of(
                            new Entry<>(
                                    "kill",
                                    "the task is killed for good",
                                    false,
                                    List.of(),
                                    (spec, random) -> 0),
                            new Entry<>(
                                    "requeue",
                                    "it is queued again, with its full duration, so many times",
                                    false,
                                    List.of(
                                            new PolicyParameter(
                                                    "times",
                                                    3,
                                                    1,
                                                    1_000_000,
                                                    "How often one task may be queued again before"
                                                            + " it is killed for good.")),
                                    (spec, random) -> spec.parameter("times"))));

    private OutOfMemory() {}

    /** All of them, for names, parameters and help. */
    public static PolicyRegistry<?> registry() {
        return REGISTRY;
    }

    /** How often one task may be queued again. */
    public static int requeues(PolicySpec spec) {
        return spec.name().equals("kill") ? 0 : spec.parameter("times");
    }
}
