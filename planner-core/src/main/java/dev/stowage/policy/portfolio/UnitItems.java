package dev.stowage.policy.portfolio;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import java.util.List;

/** VMs with their sizes in whole units, rounded down; those of no unit of either are left out. */
final class UnitItems {
    final List<CoverItem> items;
    final int[] cpu;
    final int[] memory;
    final long[] nanoUsd;

    UnitItems(LevelHours levels, List<CoverItem> all) {
        this.items =
                all.stream()
                        .filter(
                                item ->
                                        levels.cpuUnits(item.provides()) > 0
                                                || levels.memoryUnits(item.provides()) > 0)
                        .toList();
        this.cpu = new int[items.size()];
        this.memory = new int[items.size()];
        this.nanoUsd = new long[items.size()];
        for (int i = 0; i < cpu.length; i++) {
            Resources size = items.get(i).provides();
            cpu[i] = (int) Math.min(Integer.MAX_VALUE, levels.cpuUnits(size));
            memory[i] = (int) Math.min(Integer.MAX_VALUE, levels.memoryUnits(size));
            nanoUsd[i] = items.get(i).nanoUsdPerHour();
        }
    }

    /** True if one of them holds some of a need. */
    boolean helps(int item, int needCpu, int needMemory) {
        return (cpu[item] > 0 && needCpu > 0) || (memory[item] > 0 && needMemory > 0);
    }

    int size() {
        return cpu.length;
    }
}
