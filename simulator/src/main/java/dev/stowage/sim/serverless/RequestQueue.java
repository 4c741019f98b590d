package dev.stowage.sim.serverless;

/** Requests in order of arrival: a chain through {@link RequestSlots}. */
final class RequestQueue {
    private final RequestSlots slots;
    private int head = RequestSlots.NONE;
    private int tail = RequestSlots.NONE;
    private int size;

    RequestQueue(RequestSlots slots) {
        this.slots = slots;
    }

    int size() {
        return size;
    }

    void add(int slot) {
        slots.next[slot] = RequestSlots.NONE;
        if (size++ == 0) {
            head = slot;
        } else {
            slots.next[tail] = slot;
        }
        tail = slot;
    }

    int remove() {
        int slot = head;
        head = slots.next[slot];
        size--;
        return slot;
    }
}
