package dev.stowage.policy.admission;

import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import dev.stowage.policy.PolicySpec;
import java.util.List;

/** The admission policies by name. A new one is one class and one entry here. */
public final class AdmissionPolicies {
    /** Lets in what some server could hold; the default. */
    public static final String CAPACITY = "capacity";

    /** User-oriented admission of QuMan, which takes a workload whose tasks have slices. */
    public static final String QUMAN_USER = "quman-user";

    /** Provider-oriented admission of QuMan, which shares each server among what runs there. */
    public static final String QUMAN_PROVIDER = "quman-provider";

    private static final PolicyRegistry<AdmissionPolicy> REGISTRY =
            new PolicyRegistry<>(
                    "admission policy",
                    List.of(
                            new Entry<>(
                                    CAPACITY,
                                    "rejects a task that no server could ever hold",
                                    false,
                                    List.of(),
                                    (spec, random) -> new CapacityAdmission()),
                            new Entry<>(
                                    "quota",
                                    "rejects also a task with which its user would hold too much",
                                    false,
                                    List.of(
                                            new PolicyParameter(
                                                    "share",
                                                    25,
                                                    1,
                                                    100,
                                                    "percent of the declared capacity that a user"
                                                            + " may hold in queued and running"
                                                            + " tasks, by dominant share.")),
                                    (spec, random) -> new QuotaAdmission(spec.parameter("share"))),
                            new Entry<>(
                                    QUMAN_USER,
                                    "gives each task the least slice with which its application"
                                            + " performs as asked; needs profiles",
                                    false,
                                    List.of(
                                            new PolicyParameter(
                                                    "pi",
                                                    80,
                                                    0,
                                                    100,
                                                    "percent of its performance on the whole server"
                                                            + " that an application is to have; 0 ="
                                                            + " as much as the request of a task"
                                                            + " gives it."),
                                            new PolicyParameter(
                                                    "margin",
                                                    0,
                                                    0,
                                                    50,
                                                    "percent added to pi when slices are chosen,"
                                                            + " for errors of profiles."),
                                            new PolicyParameter(
                                                    "refuse",
                                                    0,
                                                    0,
                                                    1,
                                                    "1 = a task whose slice is not free at once is"
                                                            + " turned away, 0 = it waits."),
                                            new PolicyParameter(
                                                    "fallback",
                                                    0,
                                                    0,
                                                    1,
                                                    "1 = a task whose least slice is free nowhere"
                                                            + " takes the least that is free and"
                                                            + " meets pi.")),
                                    (spec, random) -> new QumanUser(spec.parameter("refuse") == 1)),
                            new Entry<>(
                                    QUMAN_PROVIDER,
                                    "shares each server among its tasks so that performance times"
                                            + " CPU utilisation is large, anew whenever one comes or"
                                            + " ends; needs profiles",
                                    false,
                                    List.of(
                                            new PolicyParameter(
                                                    "floor",
                                                    30,
                                                    0,
                                                    100,
                                                    "percent of its performance on the whole server"
                                                            + " below which nobody may fall when a"
                                                            + " task is let in."),
                                            new PolicyParameter(
                                                    "server",
                                                    0,
                                                    0,
                                                    1,
                                                    "1 = CPU utilisation is that of the server, 0 ="
                                                            + " of the slice."),
                                            new PolicyParameter(
                                                    "refuse",
                                                    0,
                                                    0,
                                                    1,
                                                    "1 = a task that no server lets in at once is"
                                                            + " turned away, 0 = it waits.")),
                                    (spec, random) -> new QumanUser(spec.parameter("refuse") == 1)),
                            new Entry<>(
                                    "none",
                                    "lets every task in, even one that blocks the queue for ever",
                                    false,
                                    List.of(),
                                    (spec, random) -> new OpenAdmission())));

    private AdmissionPolicies() {}

    /** True of a policy that gives tasks slices by profiles. */
    public static boolean isByProfiles(PolicySpec policy) {
        return isByProfiles(policy.name());
    }

    /** The same by its name. */
    public static boolean isByProfiles(String name) {
        return name.equals(QUMAN_USER) || name.equals(QUMAN_PROVIDER);
    }

    /** All of them. */
    public static PolicyRegistry<AdmissionPolicy> registry() {
        return REGISTRY;
    }
}
