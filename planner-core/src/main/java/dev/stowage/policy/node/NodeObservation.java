package dev.stowage.policy.node;

/** What was measured in the last interval, as a real manager could measure it. */
public interface NodeObservation {
    /** Seconds since the start. */
    double timeSeconds();

    /**
     * Percentile of response time over the target of a service; NaN while it has had too few
     * requests to have one.
     */
    double latencyOverTarget(int service);

    /** Requests as a share of the largest load. */
    double load(int service);

    /** Utilisation of a service's bottleneck; above 1 its backlog grows. */
    double utilisation(int service);

    /** Memory that a service or an approximate job can't do without. */
    double memoryUsedGb(int owner);

    /** Its network traffic. */
    double networkGbps(int service);

    /** Its disk traffic. */
    double diskMBps(int service);

    /** Cache misses over those alone with all ways. */
    double missesOverAlone(int service);

    /** True if an approximate job is done; services never are. */
    boolean isFinished(int owner);

    /** Memory bandwidth in use, as a share. */
    double bandwidthShare();
}
