package dev.stowage.sim.serverless;

import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;

/**
 * A function.
 *
 * @param name its name
 * @param arrivals its requests
 * @param instance what an instance of it has
 * @param path what a request passes
 */
public record FunctionSpec(String name, Arrivals arrivals, Instance instance, Path path) {
    /**
     * What an instance has.
     *
     * @param microCores CPU when it is made
     * @param bytes memory
     * @param concurrency requests that it works on at once under {@link
     *     dev.stowage.policy.autoscale.Routing#KNATIVE}, 0 for no limit
     * @param creationMicros from the decision until it serves
     */
    public record Instance(long microCores, long bytes, int concurrency, long creationMicros) {
        public Instance {
            Check.positive("microCores", microCores);
            Check.notNegative("bytes", bytes);
            Check.notNegative("concurrency", concurrency);
            Check.notNegative("creationMicros", creationMicros);
        }
    }

    /**
     * What a request passes.
     *
     * @param overheadMicros added to each latency: gateway, load balancer
     * @param cores most cores that one request uses at once
     * @param queueLimit requests that may wait in front of the instances, beyond it they are
     *     dropped; 0 for no limit
     */
    public record Path(long overheadMicros, double cores, int queueLimit) {
        public Path {
            Check.notNegative("overheadMicros", overheadMicros);
            Check.positive("cores", cores);
            Check.notNegative("queueLimit", queueLimit);
        }
    }

    public FunctionSpec {
        Check.notBlank("name", name);
    }

    /** Its requests under a root seed: the same under each autoscaler, and wherever asked for. */
    public Arrivals.Stream requests(long seed) {
        return arrivals.open(Seeds.stream(seed, "serverless " + name + " requests", 0));
    }
}
