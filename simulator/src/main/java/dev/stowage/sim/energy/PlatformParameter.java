package dev.stowage.sim.energy;

import dev.stowage.model.node.ParameterKey;

/** What the model knows of a server whose interrupts and frequency are set. */
public enum PlatformParameter implements ParameterKey {
    CORES("cores", "core", 1, 1024, "cores, each with a queue of its own"),
    CLOCK_CORES("clockCores", "core", 1, 1024, "cores that share a clock: the fastest one's wish"),
    LOW_VOLTS("lowVolts", "V", 0.3, 2, "voltage at the lowest frequency"),
    HIGH_VOLTS("highVolts", "V", 0.3, 2, "voltage at the highest frequency"),
    IDLE_WATTS("idleWatts", "W", 0, 1e4, "power of all but the cores"),
    CORE_WATTS("coreWatts", "W", 0, 1e3, "power of a busy core at the highest frequency"),
    LEAST_ITR("leastItrMicros", "us", 0, 1e4, "least delay of interrupts"),
    MOST_ITR("mostItrMicros", "us", 2, 1e4, "largest delay of interrupts"),
    ITR_STEP("itrStepMicros", "us", 0.1, 1e3, "step in which the delay is set");

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers and texts
    private final Form form;

    PlatformParameter(String spelling, String unit, double low, double high, String help) {
        form = new Form(spelling, unit, low, high, help);
    }

    @Override
    public Form form() {
        return form;
    }
}
