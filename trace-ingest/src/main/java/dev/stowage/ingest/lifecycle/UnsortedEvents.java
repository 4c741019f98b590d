package dev.stowage.ingest.lifecycle;

import java.util.Arrays;

/**
 * Events of tasks (or jobs) in any order, with what their rows say besides: kept until all are
 * there, then paired in order of time.
 *
 * <p>Events of one task at one time come in the order in which they can happen to it: what the
 * state that it is in allows first, so that a task that is evicted and submitted again in one
 * instant waits afterwards, and one that is submitted and finishes in one instant is finished. Of
 * equal events the one that was added first comes first. So the order in which events are added
 * matters only for equal ones.
 *
 * <p>Hot: primitive columns, 17 bytes an event and 8 for each value.
 */
public final class UnsortedEvents {
    private static final int FIRST_CAPACITY = 1 << 10;

    private static final LifecycleEvent[] WHEN_GONE = {
        LifecycleEvent.SUBMIT,
        LifecycleEvent.QUEUE,
        LifecycleEvent.ENABLE,
        LifecycleEvent.SCHEDULE,
        LifecycleEvent.UPDATE_PENDING,
        LifecycleEvent.UPDATE_RUNNING,
        LifecycleEvent.EVICT,
        LifecycleEvent.FAIL,
        LifecycleEvent.FINISH,
        LifecycleEvent.KILL,
        LifecycleEvent.LOST
    };
    private static final LifecycleEvent[] WHEN_WAITING = {
        LifecycleEvent.QUEUE,
        LifecycleEvent.ENABLE,
        LifecycleEvent.UPDATE_PENDING,
        LifecycleEvent.SCHEDULE,
        LifecycleEvent.UPDATE_RUNNING,
        LifecycleEvent.EVICT,
        LifecycleEvent.FAIL,
        LifecycleEvent.FINISH,
        LifecycleEvent.KILL,
        LifecycleEvent.LOST,
        LifecycleEvent.SUBMIT
    };
    private static final LifecycleEvent[] WHEN_RUNNING = {
        LifecycleEvent.UPDATE_RUNNING,
        LifecycleEvent.EVICT,
        LifecycleEvent.FAIL,
        LifecycleEvent.FINISH,
        LifecycleEvent.KILL,
        LifecycleEvent.LOST,
        LifecycleEvent.SUBMIT,
        LifecycleEvent.QUEUE,
        LifecycleEvent.ENABLE,
        LifecycleEvent.UPDATE_PENDING,
        LifecycleEvent.SCHEDULE
    };

    /** Told of the events in order. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * An event has been taken into the lifecycle of its task.
         *
         * @param row of the task in the lifecycles
         * @param event number of the event, in the order in which they were added
         */
        void event(int row, int event);
    }

    private final KeyIndex keys = new KeyIndex();
    private final Lifecycles lifecycles = new Lifecycles();
    private int[] key = new int[FIRST_CAPACITY];
    private long[] time = new long[FIRST_CAPACITY];
    private byte[] kind = new byte[FIRST_CAPACITY];
    private boolean[] isBefore = new boolean[FIRST_CAPACITY];
    private final long[][] values;
    private int size;

    /**
     * Holds no event.
     *
     * @param width values that each event has besides
     */
    public UnsortedEvents(int width) {
        values = new long[width][FIRST_CAPACITY];
    }

    /** Number of events. */
    public int size() {
        return size;
    }

    /**
     * Adds an event; {@link #set} gives its values.
     *
     * @param isBeforeStart true if the source only says that it happened before the trace starts
     * @return its number
     */
    public int add(
            long job, int index, LifecycleEvent event, long timeMicros, boolean isBeforeStart) {
        if (size == time.length) {
            grow();
        }
        key[size] = keys.findOrAdd(job, index);
        time[size] = timeMicros;
        kind[size] = (byte) event.code();
        isBefore[size] = isBeforeStart;
        return size++;
    }

    /** Gives an event a value. */
    public void set(int event, int column, long value) {
        values[column][event] = value;
    }

    /** A value of an event. */
    public long value(int event, int column) {
        return values[column][event];
    }

    /** What an event is. */
    public LifecycleEvent kind(int event) {
        return LifecycleEvent.of(kind[event]);
    }

    /** True if the source only says that the event happened before the trace starts. */
    public boolean isBeforeStart(int event) {
        return isBefore[event];
    }

    /** The lifecycles as far as they are paired. */
    public Lifecycles paired() {
        return lifecycles;
    }

    /** Pairs all events, task by task in order of first appearance. O(n log n) at most. */
    public Lifecycles pair(Visitor visitor) {
        int[] byKey = byKey();
        int from = 0;
        while (from < size) {
            int to = from + 1;
            while (to < size && key[byKey[to]] == key[byKey[from]]) {
                to++;
            }
            sortByTime(byKey, from, to);
            pair(byKey, from, to, visitor);
            from = to;
        }
        return lifecycles;
    }

    /** Numbers of the events, those of one key together: a counting sort. */
    private int[] byKey() {
        int[] next = new int[keys.size() + 1];
        for (int i = 0; i < size; i++) {
            next[key[i] + 1]++;
        }
        for (int i = 1; i < next.length; i++) {
            next[i] += next[i - 1];
        }
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[next[key[i]]++] = i;
        }
        return order;
    }

    /** Stable; O(n) if sorted already. */
    private void sortByTime(int[] order, int from, int to) {
        boolean isSorted = true;
        for (int i = from + 1; i < to; i++) {
            isSorted &= time[order[i - 1]] <= time[order[i]];
        }
        if (!isSorted) {
            sort(Arrays.copyOfRange(order, from, to), order, from, from, to);
        }
    }

    /** Merge sort of {@code target[from, to)}, whose copy {@code source} begins at {@code base}. */
    private void sort(int[] source, int[] target, int base, int from, int to) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        sort(source, target, base, from, middle);
        sort(source, target, base, middle, to);
        System.arraycopy(target, from, source, from - base, to - from);
        int left = from - base;
        int right = middle - base;
        for (int i = from; i < to; i++) {
            boolean takeLeft =
                    right >= to - base
                            || (left < middle - base && time[source[left]] <= time[source[right]]);
            target[i] = takeLeft ? source[left++] : source[right++];
        }
    }

    private void pair(int[] order, int from, int to, Visitor visitor) {
        int first = from;
        while (first < to) {
            int last = first + 1;
            while (last < to && time[order[last]] == time[order[first]]) {
                last++;
            }
            if (last == first + 1) {
                accept(order[first], visitor);
            } else {
                pairInstant(Arrays.copyOfRange(order, first, last), visitor);
            }
            first = last;
        }
    }

    /** Pairs the events of one task at one time. */
    private void pairInstant(int[] events, Visitor visitor) {
        int[][] byKind = new int[LifecycleEvent.values().length][];
        int[] taken = new int[byKind.length];
        for (int kindCode = 0; kindCode < byKind.length; kindCode++) {
            int code = kindCode;
            byKind[kindCode] = Arrays.stream(events).filter(e -> kind[e] == code).toArray();
        }
        for (int left = events.length; left > 0; left--) {
            for (LifecycleEvent candidate : preferred(key[events[0]])) {
                int code = candidate.code();
                if (taken[code] < byKind[code].length) {
                    accept(byKind[code][taken[code]++], visitor);
                    break;
                }
            }
        }
    }

    /** Rows of the lifecycles are numbered as the keys are: task by task. */
    private LifecycleEvent[] preferred(int row) {
        if (row >= lifecycles.size()) {
            return WHEN_GONE;
        }
        return switch (lifecycles.outcome(row)) {
            case RUNNING -> WHEN_RUNNING;
            case PENDING -> WHEN_WAITING;
            default -> WHEN_GONE;
        };
    }

    private void accept(int event, Visitor visitor) {
        int row =
                lifecycles.accept(
                        keys.job(key[event]),
                        keys.index(key[event]),
                        kind(event),
                        time[event],
                        isBefore[event]);
        visitor.event(row, event);
    }

    private void grow() {
        int capacity = Math.addExact(size, size >> 1);
        key = Arrays.copyOf(key, capacity);
        time = Arrays.copyOf(time, capacity);
        kind = Arrays.copyOf(kind, capacity);
        isBefore = Arrays.copyOf(isBefore, capacity);
        for (int i = 0; i < values.length; i++) {
            values[i] = Arrays.copyOf(values[i], capacity);
        }
    }
}
