package dev.stowage.sim.energy;

import dev.stowage.basis.Check;

/**
 * A sleep state of a core.
 *
 * @param name as the kernel has it
 * @param exitMicros time to leave it, at the power of a busy core
 * @param residencyMicros gap from which on it is entered
 * @param watts of a core in it
 * @param followsVoltage true if its power follows the square of the voltage
 */
public record SleepState(
        String name,
        double exitMicros,
        double residencyMicros,
        double watts,
        boolean followsVoltage) {
    public SleepState {
        Check.notBlank("name", name);
        Check.notNegative("exitMicros", exitMicros);
        Check.inRange("residencyMicros", residencyMicros, exitMicros, 1e9);
        Check.notNegative("watts", watts);
    }
}
