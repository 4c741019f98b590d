package dev.stowage.policy.deployment;

import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import java.util.List;

/**
 * VMs to rent together.
 *
 * @param lines kinds and counts, each kind once
 */
public record VmList(List<Cover.Line> lines) {
    public VmList {
        lines = List.copyOf(lines);
    }

    /** VMs of one kind. */
    public static VmList of(CoverItem item, long count) {
        return new VmList(List.of(new Cover.Line(item, Math.toIntExact(count))));
    }

    /** What they cost together, billionths of a USD an hour. */
    public long nanoUsdPerHour() {
        return lines.stream().mapToLong(l -> l.count() * l.item().nanoUsdPerHour()).sum();
    }

    /** What they provide together. */
    public Resources provides() {
        return new Cover(lines, 0, 0, 0).provides();
    }
}
