package dev.stowage.rightsizing;

import dev.stowage.packing.PlacementPlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The measured use of items on the servers of a placement over time: how much of it was more than a
 * server has. Items of which nothing was measured count with their request all the time.
 *
 * <p>Hot: a sweep over the measurements in order of their start; memory grows with the servers and
 * with the measurements that overlap, not with their number.
 */
public final class UseReplay {
    private static final int CPU = 0;
    private static final int MEMORY = 1;

    private final PlacementPlan plan;
    private final SizedDimensions at;
    private final ReplicaSlots slots;
    private final int[] serverOf; // by item
    private final BitSet measured = new BitSet(); // items
    private final RunningUse running = new RunningUse();

    private final long[][] capacity; // CPU and memory, by server
    private final long[][] load;
    private final long[][] above; // time
    private final long[][] peak;
    private final long[][] peakMicros; // when
    private final int[] active;
    private final long[] since;
    private final long[] time;
    private long placed;
    private long withoutPlace;
    private long itemMicros;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    private UseReplay(PlacementPlan plan, boolean isByItem) {
        this.plan = plan;
        at = SizedDimensions.of(plan.resources());
        slots = new ReplicaSlots(plan, isByItem);
        int servers = plan.servers().size();
        capacity = new long[2][servers];
        load = new long[2][servers];
        above = new long[2][servers];
        peak = new long[2][servers];
        peakMicros = new long[2][servers];
        active = new int[servers];
        since = new long[servers];
        time = new long[servers];
        Map<String, Integer> numbers = new HashMap<>();
        for (int s = 0; s < servers; s++) {
            PlacementPlan.Server server = plan.servers().get(s);
            numbers.put(server.name(), s);
            capacity[CPU][s] = server.capacity().get(at.cpu());
            capacity[MEMORY][s] = server.capacity().get(at.memory());
        }
        serverOf =
                plan.items().stream()
                        .mapToInt(i -> numbers.getOrDefault(i.server(), ReplicaSlots.NONE))
                        .toArray();
    }

    /** Replays all measurements, in two passes. */
    public static ReplayResult of(PlacementPlan plan, MeasuredUse use) {
        UseReplay which = new UseReplay(plan, use.isByItem());
        use.visit(which::find);
        UseReplay replay = new UseReplay(plan, use.isByItem());
        replay.addUnmeasured(which.measured);
        use.visit(replay::measure);
        replay.endUntil(Long.MAX_VALUE);
        return replay.result(which.measured);
    }

    private void find(UseRow row) {
        int item = slots.item(row);
        if (item >= 0) {
            measured.set(item);
        }
    }

    private void addUnmeasured(BitSet measuredItems) {
        for (int item = 0; item < serverOf.length; item++) {
            int server = serverOf[item];
            if (server >= 0 && !measuredItems.get(item)) {
                load[CPU][server] += plan.items().get(item).demand().get(at.cpu());
                load[MEMORY][server] += plan.items().get(item).demand().get(at.memory());
            }
        }
    }

    private void measure(UseRow row) {
        int item = slots.item(row);
        int server = item < 0 ? ReplicaSlots.NONE : serverOf[item];
        if (server < 0) {
            withoutPlace++;
            return;
        }
        placed++;
        itemMicros += row.micros();
        first = Math.min(first, row.startMicros);
        last = Math.max(last, row.endMicros);
        endUntil(row.startMicros);
        long cpu = Math.max(0, row.cpuMicroCores);
        long memory = Math.max(0, row.memoryBytes);
        change(server, row.startMicros, cpu, memory);
        active[server]++;
        running.add(row.endMicros, server, cpu, memory);
    }

    private void endUntil(long micros) {
        while (running.firstEnd() <= micros && running.firstEnd() < Long.MAX_VALUE) {
            int server = running.firstServer();
            change(server, running.firstEnd(), -running.firstCpu(), -running.firstMemory());
            active[server]--;
            running.removeFirst();
        }
    }

    /** Books the time since the last change, then changes what a server carries. */
    private void change(int server, long micros, long cpu, long memory) {
        long length = active[server] == 0 ? 0 : micros - since[server];
        if (length > 0) {
            time[server] += length;
            book(CPU, server, length);
            book(MEMORY, server, length);
        }
        since[server] = micros;
        load[CPU][server] += cpu;
        load[MEMORY][server] += memory;
    }

    private void book(int resource, int server, long length) {
        long now = load[resource][server];
        above[resource][server] += now > capacity[resource][server] ? length : 0;
        if (now > peak[resource][server]) {
            peak[resource][server] = now;
            peakMicros[resource][server] = since[server];
        }
    }

    private ReplayResult result(BitSet measuredItems) {
        List<ReplayResult.Server> servers = new ArrayList<>();
        for (int s = 0; s < time.length; s++) {
            if (time[s] > 0) {
                servers.add(
                        new ReplayResult.Server(
                                plan.servers().get(s).name(), time[s], on(CPU, s), on(MEMORY, s)));
            }
        }
        return new ReplayResult(
                serverOf.length,
                measuredItems.cardinality(),
                first <= last ? first : 0,
                first <= last ? last : 0,
                itemMicros,
                placed,
                withoutPlace,
                servers);
    }

    private ReplayResult.Load on(int resource, int server) {
        return new ReplayResult.Load(
                capacity[resource][server],
                peak[resource][server],
                peakMicros[resource][server],
                above[resource][server]);
    }
}
