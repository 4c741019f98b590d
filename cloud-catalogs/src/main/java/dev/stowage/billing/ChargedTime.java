package dev.stowage.billing;

import dev.stowage.model.cloud.BillingMonths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many VMs of one kind are charged at each time, and how many of those are of no use. */
final class ChargedTime {
    private final TreeMap<Long, Change> changes = new TreeMap<>();

    /** Changes of both numbers at one time. */
    private static final class Change {
        private long charged;
        private long idle;
    }

    /**
     * A time without changes that lies in one month.
     *
     * @param month in which it lies
     * @param fromSeconds its start
     * @param toSeconds its end, exclusive
     * @param charged VMs that are charged
     * @param idle those among them that are of no use
     */
    record Step(int month, long fromSeconds, long toSeconds, long charged, long idle) {
        long seconds() {
            return toSeconds - fromSeconds;
        }

        /** This at another time of the same month. */
        Step between(long from, long to) {
            return new Step(month, from, to, charged, idle);
        }

        /** This with other numbers of VMs. */
        Step of(long chargedVms, long idleVms) {
            return new Step(month, fromSeconds, toSeconds, chargedVms, idleVms);
        }
    }

    /** VMs charged from one time to another, and idle in the last part of it. */
    void add(int count, long fromSeconds, long idleFromSeconds, long toSeconds) {
        if (fromSeconds == toSeconds) {
            return;
        }
        change(fromSeconds).charged += count;
        change(toSeconds).charged -= count;
        change(Math.min(idleFromSeconds, toSeconds)).idle += count;
        change(toSeconds).idle -= count;
    }

    private Change change(long seconds) {
        return changes.computeIfAbsent(seconds, at -> new Change());
    }

    /** All times with VMs, in order. */
    List<Step> steps(BillingMonths months) {
        List<Step> steps = new ArrayList<>();
        long from = 0;
        long charged = 0;
        long idle = 0;
        for (Map.Entry<Long, Change> change : changes.entrySet()) {
            if (charged > 0) {
                cut(steps, months, new Step(0, from, change.getKey(), charged, idle));
            }
            from = change.getKey();
            charged += change.getValue().charged;
            idle += change.getValue().idle;
        }
        return steps;
    }

    private static void cut(List<Step> steps, BillingMonths months, Step step) {
        long from = step.fromSeconds();
        while (from < step.toSeconds()) {
            int month = months.at(from);
            long to = Math.min(step.toSeconds(), months.beginSeconds(month + 1));
            steps.add(new Step(month, from, to, step.charged(), step.idle()));
            from = to;
        }
    }
}
