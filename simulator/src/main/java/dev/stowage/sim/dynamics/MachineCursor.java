package dev.stowage.sim.dynamics;

import dev.stowage.basis.PlainState;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.ServerFleet;
import dev.stowage.sim.engine.LadderQueue;

/**
 * The machine events of a fleet in the order in which they apply: by time; within an instant first
 * those that add capacity, then those that take some away; then in order of the source. An event
 * that adds what an earlier one of the same machine and instant took keeps its place behind it, so
 * that a machine ends an instant as its source says.
 */
public final class MachineCursor implements PlainState {
    private final transient MachineEvents events;
    private final int[] order;
    private final boolean[] isDown;
    private int next;

    private MachineCursor(MachineEvents events) {
        this.events = events;
        int n = events.size();
        order = new int[n];
        isDown = new boolean[n];
        classify();
        int from = 0;
        while (from < n) {
            int to = from;
            while (to < n && events.timeMicros(to) == events.timeMicros(from)) {
                to++;
            }
            int place = from;
            for (int phase = 0; phase < 2; phase++) {
                for (int event = from; event < to; event++) {
                    if (isDown[event] == (phase == 1)) {
                        order[place++] = event;
                    }
                }
            }
            from = to;
        }
    }

    public static MachineCursor of(ServerFleet fleet) {
        return new MachineCursor(
                fleet instanceof ServerFleet.Recorded recorded
                        ? recorded.events()
                        : new MachineEvents(0, new long[0], new int[0], new long[0], new long[0]));
    }

    private void classify() {
        long[] cpu = new long[events.machines()];
        long[] memory = new long[events.machines()];
        long[] lastDown = new long[events.machines()];
        java.util.Arrays.fill(lastDown, Long.MIN_VALUE);
        for (int event = 0; event < events.size(); event++) {
            int machine = events.machine(event);
            boolean isShrink =
                    events.cpuMicroCores(event) < cpu[machine]
                            || events.memoryBytes(event) < memory[machine];
            isDown[event] = isShrink || lastDown[machine] == events.timeMicros(event);
            if (isShrink) {
                lastDown[machine] = events.timeMicros(event);
            }
            cpu[machine] = events.cpuMicroCores(event);
            memory[machine] = events.memoryBytes(event);
        }
    }

    /** Time of the next event; {@link LadderQueue#NONE} if there is none. */
    public long nextMicros() {
        return timeMicros(next);
    }

    /** True if the next event happens at {@code nowMicros} and adds capacity. */
    boolean hasUpAt(long nowMicros) {
        return nextMicros() == nowMicros && !isDown[order[next]];
    }

    /** True if the next event happens at {@code nowMicros}. */
    boolean hasAnyAt(long nowMicros) {
        return nextMicros() == nowMicros;
    }

    void advance() {
        next++;
    }

    /** Place of the next event in the order. */
    int position() {
        return next;
    }

    /** Time of the event at a place in the order; {@link LadderQueue#NONE} behind the last. */
    long timeMicros(int position) {
        return position < order.length ? events.timeMicros(order[position]) : LadderQueue.NONE;
    }

    /** Time of the last event of all; {@link Long#MIN_VALUE} if there is none. */
    long lastMicros() {
        return order.length == 0 ? Long.MIN_VALUE : timeMicros(order.length - 1);
    }

    int machine(int position) {
        return events.machine(order[position]);
    }

    long cpuMicroCores(int position) {
        return events.cpuMicroCores(order[position]);
    }

    long memoryBytes(int position) {
        return events.memoryBytes(order[position]);
    }
}
