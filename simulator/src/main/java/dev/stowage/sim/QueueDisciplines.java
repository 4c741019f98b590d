package dev.stowage.sim;

import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import dev.stowage.policy.PolicySpec;
import java.util.List;

/** The disciplines of the queue by name. A new one is one {@link Scheduler} and one entry here. */
public final class QueueDisciplines {
    /** Makes the scheduler of a run. */
    @FunctionalInterface
    interface Factory {
        Scheduler open(Dispatcher dispatcher);
    }

    private static final PolicyRegistry<Factory> REGISTRY =
            new PolicyRegistry<>(
                    "queue discipline",
                    List.of(
                            new Entry<>(
                                    "fifo",
                                    "strict order of submits: nothing overtakes the head",
                                    false,
                                    List.of(),
                                    (spec, random) -> FifoScheduler::new)));

    private QueueDisciplines() {}

    /** All of them, for names, parameters and help. */
    public static PolicyRegistry<?> registry() {
        return REGISTRY;
    }

    /** The scheduler that a spec names. */
    static Scheduler open(
            PolicySpec spec, Dispatcher dispatcher, java.util.random.RandomGenerator random) {
        return REGISTRY.create(spec, random).open(dispatcher);
    }
}
