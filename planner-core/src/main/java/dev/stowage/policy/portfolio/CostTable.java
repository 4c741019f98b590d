package dev.stowage.policy.portfolio;

import java.util.Arrays;

/** The least price of so many units of CPU and memory, each computed when it is first asked for. */
final class CostTable {
    private static final long UNKNOWN = -1;

    private final int columns;
    private final long[] nanoUsd;
    private final Price price;

    /** Nano USD an hour of what covers so many units of each. */
    interface Price {
        long nanoUsd(int cpu, int memory);
    }

    CostTable(LevelHours levels, Price price) {
        this.columns = levels.mostMemory + 1;
        this.nanoUsd = new long[Math.multiplyExact(columns, levels.mostCpu + 1)];
        Arrays.fill(nanoUsd, UNKNOWN);
        this.price = price;
    }

    /** Nano USD an hour of so many units of each. */
    long nanoUsd(int cpu, int memory) {
        int cell = cpu * columns + memory;
        long known = nanoUsd[cell];
        if (known == UNKNOWN) {
            known = price.nanoUsd(cpu, memory);
            nanoUsd[cell] = known;
        }
        return known;
    }

    void set(int cpu, int memory, long price) {
        nanoUsd[cpu * columns + memory] = price;
    }

    /** What is paid over a demand for what is missing beside so many units. */
    double nanoUsd(LevelHours levels, long committedCpu, long committedMemory) {
        double sum = 0;
        for (int i = 0; i < levels.hours.length; i++) {
            int cpu = (int) Math.max(0, levels.cpu[i] - committedCpu);
            int memory = (int) Math.max(0, levels.memory[i] - committedMemory);
            sum += levels.hours[i] * nanoUsd(cpu, memory);
        }
        return sum;
    }
}
