package dev.stowage.sim.skynet;

import dev.stowage.sim.skynet.ObjectiveSpec.Queue;
import dev.stowage.sim.skynet.ObjectiveSpec.Service;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applications whose latency follows the node's queue, with the work that piles up where they have
 * too little CPU. What is more than ten seconds of arrivals is given up.
 */
final class QueuedServices {
    private static final double LIMIT_SECONDS = 10;

    private final @Nullable Queue[] queues; // by application
    private final double[] backlog; // CPU-seconds, as shares of a server
    private double used;

    QueuedServices(ObjectiveSpec.Applications applications) {
        queues = new Queue[applications.count()];
        backlog = new double[queues.length];
        if (applications instanceof ObjectiveSpec.Services given) {
            List<Service> services = given.services();
            int[] service = ObjectiveSpec.serviceOfEach(services);
            for (int i = 0; i < queues.length; i++) {
                queues[i] = services.get(service[i]).queue();
            }
        }
    }

    /** The queue of an application; null if its performance is in proportion. */
    @Nullable Queue of(int application) {
        return queues[application];
    }

    /** Lets a second pass with so much CPU; returns the relative performance by CPU alone. */
    double perform(int application, Queue queue, double load, double share) {
        double arriving = queue.busy(load);
        double work = arriving + backlog[application];
        used = Math.min(share, work);
        backlog[application] = Math.min(work - used, LIMIT_SECONDS * arriving);
        return share > 0 ? queue.performance(load, share, backlog[application] / share) : 0;
    }

    /** CPU that the last one used. */
    double used() {
        return used;
    }

    /** Forgets the work of one that comes anew. */
    void clear(int application) {
        backlog[application] = 0;
    }
}
