package dev.stowage.sim.queue.kube;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;
import java.util.List;

/**
 * The tasks that wait: how often each has failed, when it was last tried, and its rank, which says
 * which of two tasks of one priority was tried first when both were tried last. Tasks whose backoff
 * still grows are in a list, the others in {@link RestedPods}.
 *
 * <p>Ranks stand for the time stamps of kube-scheduler, which every try sets anew. When all tasks
 * are tried, those that are tried before the rested ones get ranks in front of them, those behind
 * get ranks behind, and those that are tried among them keep theirs; the rested ones keep theirs
 * too, and so nothing has to be done for them.
 */
final class WaitingPods implements PlainState {
    /** The backoff of a task that is active. */
    static final long ACTIVE = Long.MIN_VALUE;

    private static final long SECOND = 1_000_000;
    private static final long LONGEST_BACKOFF = 10 * SECOND; // podMaxBackoffSeconds

    /** Failures after which the backoff grows no more: 1, 2, 4, 8 and 10 s. */
    private static final int MOST_FAILURES = 5;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final RestedPods rested;

    // by slot
    private long[] rank = new long[1024];
    private long[] triedMicros = new long[1024];
    private byte[] failures = new byte[1024];
    private int[] positionOf = new int[1024];

    private int[] listed = new int[64];
    private int listedCount;

    // ranks that are taken, by place in a list of priorities
    private int[] priorities = new int[4];
    private long[] front = new long[4];
    private long[] back = new long[4];
    private int distinct;

    private long restedMicros = Long.MIN_VALUE / 2; // when the rested ones were last tried

    private transient int[] order = new int[64];
    private transient int[] scratch = new int[64];
    private transient long[] window = new long[1024]; // by slot
    private transient long[] ranked = new long[64];
    private transient int[] here = new int[64];

    WaitingPods(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
        slots = dispatcher.slots();
        rested = new RestedPods(slots);
    }

    RestedPods rested() {
        return rested;
    }

    int size() {
        return listedCount + rested.size();
    }

    int listed() {
        return listedCount;
    }

    int listed(int i) {
        return listed[i];
    }

    /** True if it was not tried since it came in or lost its server. */
    boolean isFresh(int slot) {
        return failures[slot] == 0;
    }

    long rank(int slot) {
        return rank[slot];
    }

    /** Adds a task that is active and will be tried. */
    void addFresh(int slot, long nowMicros) {
        add(slot, nowMicros, 0);
    }

    /** Adds a task that was just tried for the first time. */
    void addRefused(int slot, long nowMicros) {
        add(slot, nowMicros, 1);
    }

    private void add(int slot, long nowMicros, int failed) {
        if (slot >= rank.length) {
            int length = Math.max(slot + 1, Math.multiplyExact(rank.length, 2));
            rank = Arrays.copyOf(rank, length);
            triedMicros = Arrays.copyOf(triedMicros, length);
            failures = Arrays.copyOf(failures, length);
            positionOf = Arrays.copyOf(positionOf, length);
        }
        failures[slot] = (byte) failed;
        triedMicros[slot] = nowMicros;
        rank[slot] = rankBehind(slot);
        list(slot);
    }

    private void list(int slot) {
        if (listedCount == listed.length) {
            listed = Arrays.copyOf(listed, 2 * listedCount);
        }
        positionOf[slot] = listedCount;
        listed[listedCount++] = slot;
    }

    private long rankBehind(int slot) {
        int level = level(slots.priority(slot)); // may make the arrays longer
        return ++back[level];
    }

    private int level(int priority) {
        for (int i = 0; i < distinct; i++) {
            if (priorities[i] == priority) {
                return i;
            }
        }
        if (distinct == priorities.length) {
            priorities = Arrays.copyOf(priorities, 2 * distinct);
            front = Arrays.copyOf(front, 2 * distinct);
            back = Arrays.copyOf(back, 2 * distinct);
        }
        priorities[distinct] = priority;
        return distinct++;
    }

    /** Takes a task off the list. */
    void unlist(int slot) {
        int position = positionOf[slot];
        int last = listed[--listedCount];
        listed[position] = last;
        positionOf[last] = position;
    }

    // --- a pass over all of them ---

    /**
     * Puts the listed tasks in the order in which they are tried.
     *
     * @param isMoved true if an event moves all of them, false to try those that are fresh
     * @return how many are tried; see {@link #ordered}
     */
    int order(boolean isMoved, long nowMicros) {
        if (order.length < listedCount) {
            order = new int[2 * listedCount];
            scratch = new int[2 * listedCount];
        }
        if (window.length < rank.length) {
            window = new long[rank.length];
        }
        int count = 0;
        for (int i = 0; i < listedCount; i++) {
            int slot = listed[i];
            if (isMoved || failures[slot] == 0) {
                window[slot] = window(failures[slot], triedMicros[slot], nowMicros);
                order[count++] = slot;
            }
        }
        sort(count);
        return count;
    }

    int ordered(int i) {
        return order[i];
    }

    /** Whole second in which the backoff of an ordered task ends; {@link #ACTIVE} if it is over. */
    long window(int slot) {
        return window[slot];
    }

    /** The same of all rested tasks. */
    long restedWindow(long nowMicros) {
        return window(MOST_FAILURES, restedMicros, nowMicros);
    }

    /** As {@code getBackoffTime} and {@code isPodBackingoff} of kube-scheduler. */
    private static long window(int failed, long tried, long now) {
        if (failed == 0) {
            return ACTIVE;
        }
        long backoff = failed >= MOST_FAILURES ? LONGEST_BACKOFF : SECOND << (failed - 1);
        long end = Math.floorDiv(tried + backoff, SECOND);
        return end < Math.floorDiv(now, SECOND) ? ACTIVE : end;
    }

    private void sort(int count) {
        for (int width = 1; width < count; width *= 2) {
            for (int from = 0; from < count; from += 2 * width) {
                merge(from, Math.min(from + width, count), Math.min(from + 2 * width, count));
            }
            int[] sorted = scratch;
            scratch = order;
            order = sorted;
        }
    }

    private void merge(int from, int middle, int end) {
        int left = from;
        int right = middle;
        for (int i = from; i < end; i++) {
            boolean isLeft =
                    left < middle && (right == end || !isBefore(order[right], order[left]));
            scratch[i] = isLeft ? order[left++] : order[right++];
        }
    }

    private boolean isBefore(int slot, int other) {
        return isBefore(slot, window[other], slots.priority(other), rank[other]);
    }

    /** True if an ordered task is tried before one of that window, priority and rank. */
    boolean isBefore(int slot, long otherWindow, int otherPriority, long otherRank) {
        if (window[slot] != otherWindow) {
            return window[slot] < otherWindow;
        }
        int priority = slots.priority(slot);
        return priority != otherPriority ? priority > otherPriority : rank[slot] < otherRank;
    }

    /**
     * The first {@code count} of the ordered tasks, but for those that are {@link TaskSlots#NONE},
     * were tried and failed, as were all that are rested if {@code isMoved}.
     */
    void failed(int count, boolean isMoved, long nowMicros) {
        long middle = isMoved ? restedWindow(nowMicros) : ACTIVE;
        for (int i = count - 1; i >= 0; i--) {
            int slot = order[i];
            if (slot != TaskSlots.NONE && window[slot] < middle) {
                int level = level(slots.priority(slot)); // may make the arrays longer
                rank[slot] = --front[level];
            }
        }
        for (int i = 0; i < count; i++) {
            int slot = order[i];
            if (slot != TaskSlots.NONE) {
                if (window[slot] > middle) {
                    rank[slot] = rankBehind(slot);
                }
                triedMicros[slot] = nowMicros;
                failures[slot] = (byte) Math.min(MOST_FAILURES, failures[slot] + 1);
                if (failures[slot] == MOST_FAILURES && !dispatcher.looksBeyondServers(slot)) {
                    rest(slot);
                }
            }
        }
        if (isMoved) {
            restedMicros = nowMicros;
        }
    }

    /** Notes that an ordered task has started. */
    void started(int i) {
        unlist(order[i]);
        order[i] = TaskSlots.NONE;
    }

    /** Takes out some task, at the end of a run; there must be one. */
    int removeAny() {
        if (listedCount > 0) {
            int slot = listed[listedCount - 1];
            unlist(slot);
            return slot;
        }
        int band = 0;
        while (rested.size(band) == 0) {
            band++;
        }
        int position = rested.first(band, 0);
        int slot = rested.slotAt(band, position);
        rested.remove(band, position);
        return slot;
    }

    private void rest(int slot) {
        if (!rested.hasPlace(slots.priority(slot), rank[slot])) {
            rankAnew(slots.priority(slot));
        }
        unlist(slot);
        rested.add(slot, rank[slot]);
    }

    /** Gives all tasks of a priority ranks that lie side by side, in the order that they have. */
    private void rankAnew(int priority) {
        int band = rested.band(priority);
        int restedHere = rested.size(band);
        int most = listedCount + restedHere;
        if (ranked.length < 2 * most) {
            ranked = new long[4 * most];
            here = new int[2 * most];
        }
        int count = 0;
        for (int at = rested.first(band, 0);
                at != RestedPods.NONE;
                at = rested.first(band, at + 1)) {
            here[count++] = rested.slotAt(band, at);
        }
        for (int i = 0; i < listedCount; i++) {
            if (slots.priority(listed[i]) == priority) {
                here[count++] = listed[i];
            }
        }
        for (int i = 0; i < count; i++) {
            ranked[i] = rank[here[i]];
        }
        Arrays.sort(ranked, 0, count);
        long lowest = -(count / 2);
        for (int i = 0; i < count; i++) {
            rank[here[i]] = lowest + Arrays.binarySearch(ranked, 0, count, rank[here[i]]);
        }
        int level = level(priority);
        front[level] = lowest;
        back[level] = lowest + count;
        rested.reset(band, count);
        for (int i = 0; i < restedHere; i++) {
            rested.add(here[i], rank[here[i]]);
        }
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(rested);
    }
}
