package dev.stowage.sim.queue;

import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;

/**
 * Whether a server accepts a task that asks for more than CPU and memory once the tasks are gone
 * that are expected to end by a time. Tries it on the cluster and takes it back.
 */
final class ExpectedRoom {
    private static final int NONE = TaskSlots.NONE;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final EndOrder ends;
    private int[] lifted = new int[64]; // taken off a server for a moment

    ExpectedRoom(Dispatcher dispatcher, EndOrder ends) {
        this.dispatcher = dispatcher;
        this.ends = ends;
        slots = dispatcher.slots();
    }

    /** True if the server takes the task without what ends by then. O(tasks on the server). */
    boolean acceptsBy(long endMicros, int server, int slot) {
        int count = 0;
        for (int task = dispatcher.latestOn(server); task != NONE; task = slots.next(task)) {
            if (ends.contains(task) && ends.endMicros(task) <= endMicros) {
                if (count == lifted.length) {
                    lifted = Arrays.copyOf(lifted, 2 * count);
                }
                lifted[count++] = task;
                dispatcher.lift(task, server);
            }
        }
        boolean accepts = dispatcher.fits(server, slot);
        while (count > 0) {
            dispatcher.hold(lifted[--count], server);
        }
        return accepts;
    }
}
