package dev.stowage.rightsizing.evidence;

/**
 * The mean use of one replica of a service over its history, in slots of one hour, or of more where
 * a history is longer than 90 days.
 *
 * <p>Hot: one call a measurement.
 */
final class SlotUse {
    static final long HOUR = 3_600_000_000L;
    private static final int MOST_SLOTS = 90 * 24;

    private final long firstMicros;
    private final long slotMicros;
    private final double[] amounts; // times their length
    private final double[] lengths;

    SlotUse(long firstMicros, long lastMicros) {
        this.firstMicros = Math.floorDiv(firstMicros, HOUR) * HOUR;
        long hours = (lastMicros - this.firstMicros + HOUR - 1) / HOUR;
        slotMicros = HOUR * Math.max(1, (hours + MOST_SLOTS - 1) / MOST_SLOTS);
        int slots = (int) ((hours * HOUR + slotMicros - 1) / slotMicros);
        amounts = new double[slots];
        lengths = new double[slots];
    }

    void add(long startMicros, long endMicros, long amount) {
        for (long at = startMicros; at < endMicros; ) {
            long slot = (at - firstMicros) / slotMicros;
            long end = Math.min(endMicros, firstMicros + (slot + 1) * slotMicros);
            amounts[(int) slot] += (double) amount * (end - at);
            lengths[(int) slot] += end - at;
            at = end;
        }
    }

    int slots() {
        return amounts.length;
    }

    /** Start of a slot. */
    long startMicros(int slot) {
        return firstMicros + slot * slotMicros;
    }

    /** The slot in which a moment lies; the history must hold it. */
    int slotOf(long micros) {
        return (int) Math.floorDiv(micros - firstMicros, slotMicros);
    }

    double slotsPerDay() {
        return 24.0 * HOUR / slotMicros;
    }

    /** The mean of a slot; NaN if nothing was measured in it. */
    double mean(int slot) {
        return lengths[slot] > 0 ? amounts[slot] / lengths[slot] : Double.NaN;
    }
}
