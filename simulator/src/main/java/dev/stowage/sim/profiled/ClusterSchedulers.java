package dev.stowage.sim.profiled;

import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import dev.stowage.policy.PolicySpec;
import dev.stowage.profile.SharingRule;
import java.util.List;

/** The schedulers of profiled tasks by name. A new one is one record and one entry here. */
public final class ClusterSchedulers {
    private static final PolicyParameter PI =
            new PolicyParameter(
                    "pi",
                    80,
                    1,
                    100,
                    "percent of its performance on the whole server that an application is to"
                            + " have.");
    private static final PolicyParameter REFUSE =
            new PolicyParameter(
                    "refuse",
                    0,
                    0,
                    1,
                    "1 = a task without room at once is turned away, 0 = it waits.");

    private static final PolicyRegistry<ClusterScheduler> REGISTRY =
            new PolicyRegistry<>(
                    "scheduler",
                    List.of(
                            new Entry<>(
                                    "quman-user",
                                    "the least slice for a target, on the server where least"
                                            + " remains",
                                    false,
                                    List.of(
                                            PI,
                                            new PolicyParameter(
                                                    "margin",
                                                    0,
                                                    0,
                                                    50,
                                                    "percent added to pi, for errors of profiles."),
                                            new PolicyParameter(
                                                    "fallback",
                                                    0,
                                                    0,
                                                    1,
                                                    "1 = a task whose least slice is free nowhere"
                                                            + " takes the least that is, 0 = it"
                                                            + " waits for it."),
                                            REFUSE),
                                    (spec, random) ->
                                            new ClusterScheduler.QumanUser(
                                                    percent(spec, "pi"),
                                                    percent(spec, "margin"),
                                                    spec.parameter("fallback") == 1,
                                                    isSet(spec))),
                            new Entry<>(
                                    "quman-provider",
                                    "slices that use each server best, anew whenever a task comes"
                                            + " or ends",
                                    false,
                                    List.of(
                                            new PolicyParameter(
                                                    "floor",
                                                    30,
                                                    0,
                                                    100,
                                                    "percent of performance that nobody falls"
                                                            + " below."),
                                            new PolicyParameter(
                                                    "server",
                                                    0,
                                                    0,
                                                    1,
                                                    "1 = CPU used counts as a share of the server,"
                                                            + " 0 = of the slice."),
                                            REFUSE),
                                    (spec, random) ->
                                            new ClusterScheduler.QumanProvider(
                                                    new SharingRule(
                                                            spec.parameter("server") == 1
                                                                    ? SharingRule.Utilisation.SERVER
                                                                    : SharingRule.Utilisation
                                                                            .ALLOCATION,
                                                            percent(spec, "floor")),
                                                    isSet(spec))),
                            new Entry<>(
                                    "quman-sparrow",
                                    "asks a few servers drawn at random; the least remainder gets"
                                            + " the task",
                                    true,
                                    List.of(
                                            new PolicyParameter(
                                                    "d", 2, 1, 1000, "servers asked in a round."),
                                            PI,
                                            new PolicyParameter(
                                                    "rounds",
                                                    3,
                                                    1,
                                                    100,
                                                    "rounds before a task waits."),
                                            REFUSE),
                                    (spec, random) ->
                                            new ClusterScheduler.QuSparrow(
                                                    spec.parameter("d"),
                                                    percent(spec, "pi"),
                                                    spec.parameter("rounds"),
                                                    isSet(spec))),
                            new Entry<>(
                                    "sparrow",
                                    "batch sampling with late binding; slots know nothing of"
                                            + " demand",
                                    true,
                                    List.of(
                                            new PolicyParameter(
                                                    "probes",
                                                    200,
                                                    100,
                                                    10000,
                                                    "percent of a job's tasks: reservations that it"
                                                            + " makes."),
                                            new PolicyParameter(
                                                    "slots",
                                                    4,
                                                    1,
                                                    10000,
                                                    "tasks that a server runs at once.")),
                                    (spec, random) ->
                                            new ClusterScheduler.Sparrow(
                                                    percent(spec, "probes"),
                                                    spec.parameter("slots"))),
                            new Entry<>(
                                    "mesos",
                                    "offers what is free in random order; tasks ask for their mean"
                                            + " CPU",
                                    true,
                                    List.of(
                                            new PolicyParameter(
                                                    "interval",
                                                    1,
                                                    1,
                                                    3600,
                                                    "seconds between rounds of offers."),
                                            new PolicyParameter(
                                                    "filter",
                                                    5,
                                                    0,
                                                    3600,
                                                    "seconds for which a server that was declined"
                                                            + " is not offered.")),
                                    (spec, random) ->
                                            new ClusterScheduler.Mesos(
                                                    spec.parameter("interval"),
                                                    spec.parameter("filter")))));

    private ClusterSchedulers() {}

    private static double percent(PolicySpec spec, String parameter) {
        return spec.parameter(parameter) / 100.0;
    }

    private static boolean isSet(PolicySpec spec) {
        return spec.parameter("refuse") == 1;
    }

    /** All of them. */
    public static PolicyRegistry<ClusterScheduler> registry() {
        return REGISTRY;
    }
}
