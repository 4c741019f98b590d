package dev.stowage.sim.queue;

import dev.stowage.basis.InputException;
import dev.stowage.model.ServerDynamics;
import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import dev.stowage.policy.PolicySpec;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.queue.kube.KubeScheduler;
import java.util.List;

/** The disciplines of the queue by name. A new one is one {@link Scheduler} and one entry here. */
public final class QueueDisciplines {
    /** Makes the scheduler of a run. */
    @FunctionalInterface
    interface Factory {
        public Scheduler open(Dispatcher dispatcher);
    }

    private static final PolicyParameter OVERESTIMATE =
            new PolicyParameter(
                    "overestimate",
                    0,
                    0,
                    100_000,
                    "percent by which the expected run time is above the recorded one.");

    private static final PolicyRegistry<Factory> REGISTRY =
            new PolicyRegistry<>(
                    "queue discipline",
                    List.of(
                            new Entry<>(
                                    "fifo",
                                    "strict order of submits: nothing overtakes the head",
                                    false,
                                    List.of(),
                                    (spec, random) -> FifoScheduler::new),
                            new Entry<>(
                                    "priority",
                                    "the highest priority first, then submit; nothing overtakes"
                                            + " the head",
                                    false,
                                    List.of(
                                            new PolicyParameter(
                                                    "preempt",
                                                    1,
                                                    0,
                                                    1,
                                                    "1: the head evicts tasks of lower priority if"
                                                            + " it fits nowhere; 0: it waits."),
                                            new PolicyParameter(
                                                    "keep",
                                                    0,
                                                    0,
                                                    1,
                                                    "1: an evicted task goes on where it was; 0: it"
                                                            + " begins anew.")),
                                    (spec, random) ->
                                            dispatcher ->
                                                    new PriorityScheduler(
                                                            dispatcher,
                                                            spec.parameter("preempt") == 1,
                                                            spec.parameter("keep") == 1)),
                            new Entry<>(
                                    "kube-scheduler",
                                    "the highest priority first, then the last try; what fits"
                                            + " nowhere keeps nobody waiting (the queue of"
                                            + " kube-scheduler)",
                                    false,
                                    List.of(
                                            new PolicyParameter(
                                                    "preempt",
                                                    1,
                                                    0,
                                                    1,
                                                    "1: a task that fits nowhere evicts tasks of"
                                                            + " lower priority; 0: it waits.")),
                                    (spec, random) ->
                                            dispatcher ->
                                                    new KubeScheduler(
                                                            dispatcher,
                                                            spec.parameter("preempt") == 1)),
                            new Entry<>(
                                    "easy-backfill",
                                    "submit; what is behind a head without room may start if that"
                                            + " does not delay the head",
                                    false,
                                    List.of(OVERESTIMATE),
                                    (spec, random) ->
                                            dispatcher ->
                                                    new EasyBackfill(
                                                            dispatcher,
                                                            spec.parameter("overestimate"))),
                            new Entry<>(
                                    "conservative-backfill",
                                    "submit; every waiting task holds a reservation, and what is"
                                            + " behind may start if that delays none of them",
                                    false,
                                    List.of(
                                            OVERESTIMATE,
                                            new PolicyParameter(
                                                    "depth",
                                                    100,
                                                    1,
                                                    100_000,
                                                    "waiting tasks that hold one, the first of the"
                                                            + " queue; those beyond them do not"
                                                            + " start.")),
                                    (spec, random) ->
                                            dispatcher ->
                                                    new ConservativeBackfill(
                                                            dispatcher,
                                                            spec.parameter("overestimate"),
                                                            spec.parameter("depth"))),
                            new Entry<>(
                                    "drf",
                                    "the user with the least dominant share whose first task fits"
                                            + " (dominant-resource fairness)",
                                    false,
                                    List.of(),
                                    (spec, random) -> DrfScheduler::new),
                            new Entry<>(
                                    "sparrow-late",
                                    "no queue but one at each server: for the m tasks of a job d*m"
                                            + " servers are asked, those first with room take them"
                                            + " (Sparrow)",
                                    true,
                                    List.of(
                                            new PolicyParameter(
                                                    "d", 2, 1, 1000, "servers drawn per task.")),
                                    (spec, random) ->
                                            dispatcher ->
                                                    new SparrowLate(
                                                            dispatcher,
                                                            spec.parameter("d"),
                                                            random))));

    private QueueDisciplines() {}

    /** All of them, for names, parameters and help. */
    public static PolicyRegistry<?> registry() {
        return REGISTRY;
    }

    /** True if the discipline evicts tasks or asks what runs on a server. */
    public static boolean needsTaskLists(PolicySpec spec) {
        return spec.name().endsWith("-backfill") || preempts(spec);
    }

    /** True if tasks may lose their servers to others. */
    public static boolean preempts(PolicySpec spec) {
        boolean isAble = spec.name().equals("priority") || spec.name().equals("kube-scheduler");
        return isAble && spec.parameter("preempt") == 1;
    }

    /**
     * Refuses what gangs are not defined for.
     *
     * @param place what the message is about
     * @throws InputException if the discipline is another than {@code fifo} and {@code
     *     priority[preempt=0]}, if the queue has a limit, or if servers go off when they idle
     */
    public static void checkGangs(
            String place, PolicySpec spec, QueueOptions options, ServerDynamics dynamics) {
        boolean isStrict =
                spec.name().equals("fifo")
                        || (spec.name().equals("priority") && spec.parameter("preempt") == 0);
        if (!isStrict) {
            throw InputException.at(
                    place,
                    "gangs with the queue discipline \"" + spec + "\"",
                    "fifo or priority[preempt=0]",
                    "Choose one of the two, or let every task start on its own.");
        }
        if (options.maxWaiting().isPresent()) {
            throw InputException.at(
                    place,
                    "gangs in a queue with a limit",
                    "a queue without a limit",
                    "Leave the limit out: what has to wait is known when all of a gang is there.");
        }
        if (dynamics.idleOff().isPresent()) {
            throw InputException.at(
                    place,
                    "gangs on servers that go off when they idle",
                    "servers that stay on",
                    "Leave one of the two out: servers are woken for one task, not for a gang.");
        }
    }

    /** The scheduler of a run whose tasks start in gangs. */
    public static Scheduler openGangs(
            PolicySpec spec, QueueOptions options, ServerDynamics dynamics, Dispatcher dispatcher) {
        checkGangs("queue", spec, options, dynamics);
        return new GangScheduler(dispatcher, spec.name().equals("priority"));
    }

    /** The scheduler that a spec names. */
    public static Scheduler open(
            PolicySpec spec, Dispatcher dispatcher, java.util.random.RandomGenerator random) {
        return REGISTRY.create(spec, random).open(dispatcher);
    }
}
