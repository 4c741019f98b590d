package dev.stowage.sim.engine;

import dev.stowage.basis.PlainState;
import java.util.Arrays;

/** How many tasks run of each priority. */
public final class RunningPriorities implements PlainState {
    private int[] priorities = new int[16]; // ascending
    private long[] running = new long[16];
    private int distinct;

    public void noteStarted(int priority) {
        int i = Arrays.binarySearch(priorities, 0, distinct, priority);
        if (i < 0) {
            i = -i - 1;
            insert(i, priority);
        }
        running[i]++;
    }

    private void insert(int i, int priority) {
        if (distinct == priorities.length) {
            priorities = Arrays.copyOf(priorities, 2 * distinct);
            running = Arrays.copyOf(running, 2 * distinct);
        }
        System.arraycopy(priorities, i, priorities, i + 1, distinct - i);
        System.arraycopy(running, i, running, i + 1, distinct - i);
        priorities[i] = priority;
        running[i] = 0;
        distinct++;
    }

    /** Of a task that was started. */
    public void noteStopped(int priority) {
        int i = Arrays.binarySearch(priorities, 0, distinct, priority);
        if (--running[i] == 0) {
            distinct--;
            System.arraycopy(priorities, i + 1, priorities, i, distinct - i);
            System.arraycopy(running, i + 1, running, i, distinct - i);
        }
    }

    /** True if nothing of lower priority runs. */
    public boolean isLowest(int priority) {
        return distinct == 0 || priorities[0] >= priority;
    }

    /** The least of those that run; asked for only where something does. */
    public int lowest() {
        return priorities[0];
    }
}
