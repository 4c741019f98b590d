package dev.stowage.policy.autoscale;

/**
 * Decides how many instances of one function there are and how large they are. Sees only what a
 * real controller could measure, when it could. May keep a state; a factory makes a fresh one for
 * each function of each run.
 */
public interface Autoscaler {
    /** Time between decisions. */
    long periodMicros();

    /** True if it decides every {@link #periodMicros}, so that it matters when it begins. */
    default boolean isRegular() {
        return true;
    }

    /** How requests reach instances. */
    Routing routing();

    /** Instances at the start. */
    int initialInstances();

    /**
     * Notes what the instances and the queue in front of them measured in the last second.
     *
     * @param concurrency mean requests in flight, waiting ones included
     * @param requests requests that arrived
     */
    default void observe(long nowMicros, double concurrency, long requests) {}

    /** True if {@link #observe} has to be called each second. */
    default boolean isObserver() {
        return false;
    }

    /** True if it reads {@link FunctionView#p99Millis}, which costs time to measure. */
    default boolean readsLatency() {
        return false;
    }

    /** The regular decision. */
    void decide(FunctionView function, ScalingActions actions);

    /** A request has come and there is neither an instance nor one being made. */
    void wake(FunctionView function, ScalingActions actions);

    /**
     * How long the regular decisions may pause unless a request comes: {@link #periodMicros} for
     * not at all, {@link Long#MAX_VALUE} for until then.
     */
    default long pauseMicros(FunctionView function) {
        return periodMicros();
    }
}
