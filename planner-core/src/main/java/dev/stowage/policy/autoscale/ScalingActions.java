package dev.stowage.policy.autoscale;

/** What an autoscaler can do. What there is no room for is counted and not done. */
public interface ScalingActions {
    /** Makes or removes instances of the usual size until there are so many. */
    void setInstances(int instances);

    /** Gives an instance more or less CPU, up to what its server has left. */
    void resize(int instance, long cpuMicroCores);

    /** Gives an instance more or less CPU and memory, up to what its server has left of each. */
    void resize(int instance, long cpuMicroCores, long bytes);

    /** Makes one instance with so much CPU on a server. */
    void start(int server, long cpuMicroCores);

    /** Makes one instance with so much CPU and memory on a server. */
    void start(int server, long cpuMicroCores, long bytes);

    /** Removes an instance once it has answered what it works on. */
    void stop(int instance);

    /** Counts growth that no server has room for. */
    void rejectGrowth();

    /** Whether requests pass the activator even if instances are ready. */
    void setActivatorInPath(boolean isInPath);
}
