package dev.stowage.rightsizing.replay;

import java.math.BigDecimal;
import java.util.List;

/**
 * What new requests save if they come week by week.
 *
 * @param weeklyShare of today's request that a week takes away at most
 * @param costToday of the packing of today's requests that was found
 * @param unplacedToday items without a place in it
 * @param heldBack services that would ask for less and keep what they have
 * @param weeks in their order
 */
public record StagedSaving(
        BigDecimal weeklyShare,
        BigDecimal costToday,
        int unplacedToday,
        List<String> heldBack,
        List<Week> weeks) {
    public StagedSaving {
        heldBack = List.copyOf(heldBack);
        weeks = List.copyOf(weeks);
    }

    /**
     * A week.
     *
     * @param number from 1
     * @param changed services whose requests change in it
     * @param savedMicroCores that all items ask for less than the week before; below 0 for more
     * @param savedBytes the same of memory
     * @param cost of the packing of its requests that was found, in the unit of the placement
     * @param unplaced items without a place in it
     */
    public record Week(
            int number,
            List<String> changed,
            long savedMicroCores,
            long savedBytes,
            BigDecimal cost,
            int unplaced) {
        public Week {
            changed = List.copyOf(changed);
        }
    }
}
