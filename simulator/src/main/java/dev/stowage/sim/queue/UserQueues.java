package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;

/** For each user the slots of its tasks that wait, in order of submit: lists over the slots. */
final class UserQueues implements PlainState {
    private static final int NONE = TaskSlots.NONE;

    private final TaskSlots slots;
    private int[] first = none(64); // by user
    private int[] last = none(64);
    private int[] next = none(1024); // by slot
    private int[] previous = none(1024);
    private int size;
    private int lowest; // users below have no task

    UserQueues(TaskSlots slots) {
        this.slots = slots;
    }

    private static int[] none(int length) {
        int[] values = new int[length];
        Arrays.fill(values, NONE);
        return values;
    }

    int size() {
        return size;
    }

    boolean isEmpty(int user) {
        return user >= first.length || first[user] == NONE;
    }

    /** The first task of a user who has one. */
    int first(int user) {
        return first[user];
    }

    /** Adds a task that was submitted after all others of its user. */
    void addLast(int user, int slot) {
        reserve(user, slot);
        insertBehind(user, last[user], slot);
    }

    /** Adds a task that was evicted, at its place; it is among the first. */
    void addEvicted(int user, int slot) {
        reserve(user, slot);
        int before = NONE;
        int after = first[user];
        while (after != NONE && slots.submitSequence(after) < slots.submitSequence(slot)) {
            before = after;
            after = next[after];
        }
        insertBehind(user, before, slot);
    }

    private void insertBehind(int user, int before, int slot) {
        int after = before == NONE ? first[user] : next[before];
        next[slot] = after;
        previous[slot] = before;
        if (before == NONE) {
            first[user] = slot;
        } else {
            next[before] = slot;
        }
        if (after == NONE) {
            last[user] = slot;
        } else {
            previous[after] = slot;
        }
        lowest = Math.min(lowest, user);
        size++;
    }

    private void reserve(int user, int slot) {
        if (user >= first.length) {
            int length = Math.max(user + 1, Math.multiplyExact(first.length, 2));
            first = grown(first, length);
            last = grown(last, length);
        }
        if (slot >= next.length) {
            int length = Math.max(slot + 1, Math.multiplyExact(next.length, 2));
            next = grown(next, length);
            previous = grown(previous, length);
        }
    }

    private static int[] grown(int[] values, int length) {
        int[] larger = Arrays.copyOf(values, length);
        Arrays.fill(larger, values.length, length, NONE);
        return larger;
    }

    void removeFirst(int user) {
        int slot = first[user];
        first[user] = next[slot];
        if (next[slot] == NONE) {
            last[user] = NONE;
        } else {
            previous[next[slot]] = NONE;
        }
        size--;
    }

    void removeLast(int user) {
        int slot = last[user];
        last[user] = previous[slot];
        if (previous[slot] == NONE) {
            first[user] = NONE;
        } else {
            next[previous[slot]] = NONE;
        }
        size--;
    }

    /** Takes out the first task of the lowest-numbered user; at least one must wait. */
    int removeAny() {
        while (first[lowest] == NONE) {
            lowest++;
        }
        int slot = first[lowest];
        removeFirst(lowest);
        return slot;
    }
}
