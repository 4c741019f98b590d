package dev.stowage.sim;

import dev.stowage.model.MachineEvents;
import dev.stowage.model.PowerModel;
import dev.stowage.model.ServerFleet;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Machine tables of oracles: machines that come, go and change their size. */
final class RandomMachines {
    private RandomMachines() {}

    static ServerFleet of(
            SplittableRandom random,
            int mostMachines,
            int mostEvents,
            int horizon,
            long scale,
            PowerModel power) {
        int machines = 1 + random.nextInt(mostMachines);
        int events = machines + random.nextInt(mostEvents);
        long[] times = new long[events];
        int[] machine = new int[events];
        long[] cpu = new long[events];
        long[] memory = new long[events];
        for (int i = 0; i < events; i++) {
            boolean isFirst = i < machines;
            times[i] = isFirst && random.nextBoolean() ? 0 : random.nextInt(horizon) * scale;
            machine[i] = isFirst ? i : random.nextInt(machines);
            boolean isRemoval = random.nextInt(3) == 0;
            cpu[i] = isRemoval ? 0 : random.nextInt(14);
            memory[i] = isRemoval ? 0 : random.nextInt(14);
        }
        Arrays.sort(times);
        return new ServerFleet.Recorded(
                "events", new MachineEvents(machines, times, machine, cpu, memory), power);
    }
}
