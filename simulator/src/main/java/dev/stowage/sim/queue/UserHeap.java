package dev.stowage.sim.queue;

import dev.stowage.basis.PlainState;
import java.util.Arrays;

/** Users with the share that each had when it came in, the least (share, number) first. */
final class UserHeap implements PlainState {
    private int[] users = new int[64];
    private double[] shares = new double[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int top() {
        return users[0];
    }

    void add(int user, double share) {
        if (size == users.length) {
            users = Arrays.copyOf(users, 2 * size);
            shares = Arrays.copyOf(shares, 2 * size);
        }
        int i = size++;
        while (i > 0 && isBefore(share, user, (i - 1) >>> 1)) {
            users[i] = users[(i - 1) >>> 1];
            shares[i] = shares[(i - 1) >>> 1];
            i = (i - 1) >>> 1;
        }
        users[i] = user;
        shares[i] = share;
    }

    int remove() {
        int first = users[0];
        int user = users[--size];
        double share = shares[size];
        int i = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && isBefore(shares[child + 1], users[child + 1], child)) {
                child++;
            }
            if (!isBefore(shares[child], users[child], share, user)) {
                break;
            }
            users[i] = users[child];
            shares[i] = shares[child];
            i = child;
            child = 2 * i + 1;
        }
        users[i] = user;
        shares[i] = share;
        return first;
    }

    private boolean isBefore(double share, int user, int other) {
        return isBefore(share, user, shares[other], users[other]);
    }

    static boolean isBefore(double share, int user, double otherShare, int other) {
        return share < otherShare || (share == otherShare && user < other);
    }
}
