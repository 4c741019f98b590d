package dev.stowage.sim.execution;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.InputException;
import dev.stowage.model.TaskBatch;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.cluster.Levels;
import dev.stowage.sim.engine.Execution;
import dev.stowage.sim.engine.LadderQueue;
import dev.stowage.sim.engine.TaskSlots;
import dev.stowage.sim.metrics.Recorder;
import java.util.Arrays;
import java.util.List;

/**
 * Fidelity {@code contended}: processor sharing. Each running task demands the CPU that it uses;
 * while the demands on a server exceed its CPU, all its tasks run at the rate capacity / demand, so
 * that each gets its proportional share and never more than its demand. A task ends when it has run
 * for its duration at full speed; its end is rounded up to a microsecond. Tasks of one instant end
 * in the order of their starts, whatever server they are on.
 *
 * <p>Hot: virtual time ({@link VirtualTimes}) makes a start or an end cost O(log n) in the n tasks
 * of the server. One real event a server stands in the ladder queue: that of the first entry of its
 * heap. When a change only delays it, it stays and is looked at again when it is met; when a change
 * brings it forward, it is replaced and the old one is dropped when it is met. Guarded by {@code
 * ContendedBenchmark}.
 */
public final class ContendedExecution implements Execution, VirtualHeaps.Validity {
    private static final long NEVER = LadderQueue.NONE;
    private static final long NO_KEY = -1;

    // key of an attempt: its number above, the slot, and whether the entry is a tick
    private static final int TICK_BITS = 1;
    private static final long TICK = 1;
    private static final int SLOT_BITS = 28;
    private static final long SLOT_MASK = (1L << SLOT_BITS) - 1;

    // key of a real event: its number above the server
    private static final int SERVER_BITS = 28;
    private static final long SERVER_MASK = (1L << SERVER_BITS) - 1;

    // a row by slot
    private static final int ROW_BITS = 3;
    private static final int KEY = 0; // of the attempt that runs, or NO_KEY
    private static final int ZERO_MICROS = 1; // virtual time at which it would have begun anew
    private static final int ZERO_FRACTION = 2;
    private static final int FULL = 3; // its duration when it came in
    private static final int HAS_TICK = 4; // 1 while an entry of the heap changes its use

    private static final int OUT_OF_MEMORY = 5; // how often it lost its server for want of memory

    private final TaskSlots slots;
    private final Recorder recorder;
    private final TaskUse use;
    private final Cluster cluster;
    private final Levels levels;
    private final VirtualTimes times;
    private final VirtualHeaps heaps;
    private final MemoryUse memory;
    private final LadderQueue events = new LadderQueue();
    private final long[] eventKey; // by server: the real event that counts, or NO_KEY
    private final long[] eventMicros; // its time
    private final boolean[] isExact; // false if it may be too early by now
    private long[] rows = new long[1024 << ROW_BITS];
    private long attempts;
    private long eventsMade;
    private long ends; // attempts that run and will end

    private long[] due = new long[64]; // attempts that end now
    private int dueFrom;
    private int dueTo;
    private long[] ticks = new long[64]; // attempts whose use changes now
    private int tickCount;

    public ContendedExecution(TaskSlots slots, Cluster cluster, TaskUse use, Recorder recorder) {
        this.slots = slots;
        this.recorder = recorder;
        this.use = use;
        this.cluster = cluster;
        levels = cluster.levels();
        int servers = cluster.size();
        times = new VirtualTimes(servers);
        heaps = new VirtualHeaps(servers, this);
        memory = new MemoryUse(servers);
        eventKey = new long[servers];
        eventMicros = new long[servers];
        isExact = new boolean[servers];
        Arrays.fill(eventKey, NO_KEY);
        Arrays.fill(eventMicros, NEVER);
        for (int server = 0; server < servers; server++) {
            times.setCapacity(server, cluster.capacityMicroCores(server));
            memory.setCapacity(server, cluster.capacityBytes(server));
        }
    }

    /** Which servers use more memory than they have. */
    MemoryUse memory() {
        return memory;
    }

    /** Attempts that run and will end. */
    long ends() {
        return ends;
    }

    /** Takes what is known of a task that was given a slot. */
    void admitted(int slot, TaskBatch batch, int row) {
        int at = slot << ROW_BITS;
        if (at >= rows.length) {
            rows = Arrays.copyOf(rows, Math.max(at + (1 << ROW_BITS), rows.length * 2));
        }
        rows[at + KEY] = NO_KEY;
        rows[at + OUT_OF_MEMORY] = 0;
        rows[at + FULL] = slots.durationMicros(slot);
        use.admitted(slot, batch, row);
    }

    /** The task was killed and has left for good. */
    void left(int slot) {
        use.left(slot);
    }

    /** Tasks of which no use was known when they came in. */
    long unknownUses() {
        return use.unknown();
    }

    /** Counts that the task loses its server for want of memory: how often by now. */
    long countOutOfMemory(int slot) {
        return ++rows[(slot << ROW_BITS) + OUT_OF_MEMORY];
    }

    // --- changes ---

    @Override
    public void start(int slot, int server, long nowMicros) {
        long duration = slots.durationMicros(slot);
        long key = ((attempts++ << SLOT_BITS) | slot) << TICK_BITS;
        int at = slot << ROW_BITS;
        long progress = duration == TaskBatch.NONE ? 0 : rows[at + FULL] - duration;
        times.advance(server, nowMicros);
        long zero = times.micros(server) - progress;
        long fraction = times.fraction(server);
        rows[at + KEY] = key;
        rows[at + ZERO_MICROS] = zero;
        rows[at + ZERO_FRACTION] = fraction;
        rows[at + HAS_TICK] = 0;
        long nextChange = use.begin(slot, progress, nowMicros);
        add(slot, server, use.cpuMicroCores(slot), use.memoryBytes(slot));
        if (duration != TaskBatch.NONE) {
            requireEnd(slot, nowMicros, duration);
            heaps.add(server, zero + rows[at + FULL], fraction, key);
            ends++;
        }
        addTick(at, server, nextChange);
        followStart(server, key);
    }

    private void addTick(int at, int server, long offset) {
        if (offset != NEVER) {
            rows[at + HAS_TICK] = 1;
            heaps.add(
                    server,
                    rows[at + ZERO_MICROS] + offset,
                    rows[at + ZERO_FRACTION],
                    rows[at + KEY] | TICK);
        }
    }

    private void requireEnd(int slot, long now, long duration) {
        long end = now + duration;
        if (end < now || end == NEVER) {
            throw InputException.at(
                    "job " + slots.jobId(slot) + ", task " + slots.taskIndex(slot),
                    "an end at " + now + " + " + duration + " microseconds",
                    "less than 2^63 microseconds",
                    null);
        }
    }

    private void add(int slot, int server, long cpuMicroCores, long memoryBytes) {
        if (cpuMicroCores >= VirtualTimes.DEMAND_LIMIT - times.demandMicroCores(server)
                || memoryBytes >= Long.MAX_VALUE - memory.usedBytes(server)) {
            throw InputException.at(
                    "job " + slots.jobId(slot) + ", task " + slots.taskIndex(slot),
                    "a use of " + cpuMicroCores / 1e6 + " cores and " + memoryBytes + " bytes",
                    "less than 2^62 in sum on one server",
                    null);
        }
        change(server, cpuMicroCores, memoryBytes);
    }

    /** Changes what is used on a server that was advanced to now. */
    private void change(int server, long cpuMicroCores, long memoryBytes) {
        levels.cpuUsedMicroCores -= times.usedMicroCores(server);
        times.addDemand(server, cpuMicroCores);
        levels.cpuUsedMicroCores += times.usedMicroCores(server);
        cluster.use(server, times.usedMicroCores(server));
        levels.memoryUsedBytes += memoryBytes;
        memory.add(server, memoryBytes);
    }

    @Override
    public void cut(int slot, int server, long nowMicros) {
        times.advance(server, nowMicros);
        boolean isAtFullSpeed = times.isAtFullSpeed(server);
        leave(slot, server, slots.durationMicros(slot) == TaskBatch.NONE ? 0 : 1);
        if (isAtFullSpeed) {
            isExact[server] = false;
        } else {
            schedule(server);
        }
    }

    /** Takes an attempt off, whose end stands in the heap still if {@code endsInHeap} is 1. */
    private void leave(int slot, int server, int endsInHeap) {
        int at = slot << ROW_BITS;
        if (slots.durationMicros(slot) != TaskBatch.NONE) {
            ends--;
        }
        rows[at + KEY] = NO_KEY;
        heaps.addVoid(server, endsInHeap + (int) rows[at + HAS_TICK]);
        change(server, -use.cpuMicroCores(slot), -use.memoryBytes(slot));
    }

    @Override
    public void resized(int server, long cpuMicroCores, long memoryBytes, long nowMicros) {
        times.advance(server, nowMicros);
        levels.cpuUsedMicroCores -= times.usedMicroCores(server);
        times.setCapacity(server, cpuMicroCores);
        levels.cpuUsedMicroCores += times.usedMicroCores(server);
        cluster.use(server, times.usedMicroCores(server));
        memory.setCapacity(server, memoryBytes);
        schedule(server);
    }

    @Override
    public boolean wouldKill(int server, long memoryBytes) {
        return memory.usedBytes(server) > memoryBytes;
    }

    /** Changes the use of the tasks for which it is time, in the order of their starts. */
    void applyTicks(long nowMicros) {
        if (tickCount == 0) {
            return;
        }
        Arrays.sort(ticks, 0, tickCount);
        for (int i = 0; i < tickCount; i++) {
            if (isValid(ticks[i])) {
                tick((int) (ticks[i] >>> TICK_BITS & SLOT_MASK), nowMicros);
            }
        }
        tickCount = 0;
    }

    private void tick(int slot, long now) {
        int server = slots.server(slot);
        times.advance(server, now);
        long cpu = use.cpuMicroCores(slot);
        long bytes = use.memoryBytes(slot);
        int at = slot << ROW_BITS;
        // virtual time may be a fraction of a microsecond beyond the change: never twice the same
        long nextChange = use.step(slot, now);
        add(slot, server, use.cpuMicroCores(slot) - cpu, use.memoryBytes(slot) - bytes);
        addTick(at, server, nextChange);
        schedule(server);
    }

    // --- real events ---

    private void followStart(int server, long key) {
        if ((heaps.hasNext(server) && (heaps.key(server) & ~TICK) == key)
                || eventKey[server] == NO_KEY) {
            schedule(server);
        } else if (!times.isAtFullSpeed(server)) {
            isExact[server] = false;
        }
    }

    /** Sees to it that the real event of a server is no later than its first entry. */
    private void schedule(int server) {
        long micros = firstMicros(server);
        if (micros == NEVER) {
            eventKey[server] = NO_KEY;
            eventMicros[server] = NEVER;
        } else if (micros >= eventMicros[server]) {
            isExact[server] = micros == eventMicros[server];
        } else {
            addEvent(server, micros);
        }
    }

    private long firstMicros(int server) {
        return heaps.hasNext(server)
                ? times.realMicros(server, heaps.micros(server), heaps.fraction(server))
                : NEVER;
    }

    private void addEvent(int server, long micros) {
        long key = (eventsMade++ << SERVER_BITS) | server;
        eventKey[server] = key;
        eventMicros[server] = micros;
        isExact[server] = true;
        events.add(micros, key);
    }

    @Override
    public long nextMicros() {
        while (true) {
            long micros = events.peekTime();
            if (micros == NEVER) {
                return NEVER;
            }
            long key = events.peekKey();
            int server = (int) (key & SERVER_MASK);
            if (eventKey[server] == key) {
                if (isExact[server]) {
                    return micros;
                }
                long first = firstMicros(server);
                if (first == micros) {
                    isExact[server] = true;
                    return micros;
                }
                eventKey[server] = NO_KEY;
                eventMicros[server] = NEVER;
                events.poll();
                if (first != NEVER) {
                    addEvent(server, first);
                }
            } else {
                events.poll();
            }
        }
    }

    @Override
    public int pollEnd(long nowMicros) {
        if (dueFrom == dueTo && !collect(nowMicros)) {
            return NONE;
        }
        return (int) (due[dueFrom++] >>> TICK_BITS & SLOT_MASK);
    }

    /** Collects all attempts that end now, on all servers; false if there is none. */
    private boolean collect(long nowMicros) {
        dueFrom = 0;
        dueTo = 0;
        while (nextMicros() == nowMicros) {
            int server = (int) (events.poll() & SERVER_MASK);
            eventKey[server] = NO_KEY;
            eventMicros[server] = NEVER;
            times.advance(server, nowMicros);
            while (heaps.hasNext(server)
                    && times.hasReached(server, heaps.micros(server), heaps.fraction(server))) {
                long key = heaps.key(server);
                heaps.removeTop(server);
                take(key, server, nowMicros);
            }
            schedule(server);
        }
        if (dueTo > 1) {
            Arrays.sort(due, 0, dueTo);
        }
        return dueTo > 0;
    }

    private void take(long key, int server, long now) {
        int slot = (int) (key >>> TICK_BITS & SLOT_MASK);
        if ((key & TICK) == 0) {
            recorder.ran(now - slots.sinceMicros(slot), slots.durationMicros(slot));
            leave(slot, server, 0);
            use.left(slot);
            due = with(due, dueTo++, key);
        } else {
            rows[(slot << ROW_BITS) + HAS_TICK] = 0;
            ticks = with(ticks, tickCount++, key);
        }
    }

    private static long[] with(long[] keys, int at, long key) {
        long[] room = at < keys.length ? keys : Arrays.copyOf(keys, 2 * at);
        room[at] = key;
        return room;
    }

    @Override
    public boolean isValid(long key) {
        return rows[(int) (key >>> TICK_BITS & SLOT_MASK) << ROW_BITS] == (key & ~TICK);
    }

    @Override
    public long leftMicros(int slot, int server, long nowMicros) {
        if (slots.durationMicros(slot) == TaskBatch.NONE) {
            return TaskBatch.NONE;
        }
        times.advance(server, nowMicros);
        int at = slot << ROW_BITS;
        return times.leftMicros(
                server, rows[at + ZERO_MICROS] + rows[at + FULL], rows[at + ZERO_FRACTION]);
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(times, heaps, memory, events, use);
    }
}
