package dev.stowage.sim.energy;

import dev.stowage.model.node.ParameterKey;

/** What the model knows of the requests of a network service. */
public enum RequestParameter implements ParameterKey {
    PEAK("peakPerSecond", "1/s", 1, 1e9, "load that 1 stands for"),
    WORK("workMicros", "us", 0.01, 1e8, "mean work of a request at the highest frequency"),
    WORK_EXPONENT("workExponent", "1", 0, 1.5, "work grows with this power of the frequency lost"),
    INTERRUPT("interruptMicros", "us", 0, 1e3, "work of an interrupt at the highest frequency"),
    BASE("baseMicros", "us", 0, 1e8, "latency outside of the cores"),
    BYTES("bytes", "B", 1, 1e7, "bytes received for a request");

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers and texts
    private final Form form;

    RequestParameter(String spelling, String unit, double low, double high, String help) {
        form = new Form(spelling, unit, low, high, help);
    }

    @Override
    public Form form() {
        return form;
    }
}
