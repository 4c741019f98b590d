package dev.stowage.policy.autoscale;

/**
 * What a controller can measure of one function and of the servers. Instances are numbered from 0
 * in the order of their creation: making one appends, removing one moves later ones down.
 */
public interface FunctionView {
    /** Time now. */
    long nowMicros();

    /** Instances that serve. */
    int readyInstances();

    /** Instances that serve or are being made. */
    int instances();

    /** A number of an instance that no other instance of the run has. */
    long identity(int instance);

    /** True if an instance serves. */
    boolean isReady(int instance);

    /** The server that an instance runs on. */
    int server(int instance);

    /** CPU that an instance may use. */
    long cpuMicroCores(int instance);

    /** Memory that an instance has. */
    long bytes(int instance);

    /** When the making of an instance began. */
    long startMicros(int instance);

    /** When an instance became ready. */
    long readyMicros(int instance);

    /** CPU time that an instance has used since its start, in microseconds of a core. */
    double cpuUsedMicros(int instance);

    /** Requests that an instance works on or holds. */
    int inFlight(int instance);

    /** CPU time that all instances, also those that are gone, have used. */
    double cpuUsedMicros();

    /** Requests that have arrived. */
    long arrived();

    /** Requests that have been answered. */
    long answered();

    /** Requests that wait for an instance. */
    int waiting();

    /**
     * 99th percentile of the latencies of what was answered in the last whole second, in
     * milliseconds; NaN where nothing was. Only for who {@link Autoscaler#readsLatency}.
     */
    double p99Millis();

    /** Memory that an instance has when it is made. */
    long instanceBytes();

    /** CPU that an instance has when it is made. */
    long instanceMicroCores();

    /** Number of servers. */
    int servers();

    /** CPU of a server that is given to nobody. */
    long freeMicroCores(int server);

    /** Memory of a server that is given to nobody. */
    long freeBytes(int server);
}
