package dev.stowage.policy.autoscale;

/** How requests reach the instances of a function. */
public enum Routing {
    /** One queue in front of all instances; who is free takes the next. */
    CENTRAL,
    /**
     * As Knative: through the activator's queue while that is in the path, else at random to an
     * instance.
     */
    KNATIVE
}
