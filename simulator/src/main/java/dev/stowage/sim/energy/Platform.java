package dev.stowage.sim.energy;

import dev.stowage.model.node.ParameterSet;
import dev.stowage.tuning.Knob;
import dev.stowage.tuning.KnobGrid;
import java.util.List;

/**
 * A server whose interrupts and frequency can be set.
 *
 * @param frequenciesGhz that differ, rising
 * @param states sleep states by rising residency
 * @param parameters all others
 */
public record Platform(
        String name,
        List<Double> frequenciesGhz,
        List<SleepState> states,
        ParameterSet<PlatformParameter> parameters) {
    public Platform {
        frequenciesGhz = List.copyOf(frequenciesGhz);
        states = List.copyOf(states);
        frequency(frequenciesGhz);
        for (int i = 1; i < states.size(); i++) {
            if (states.get(i).residencyMicros() < states.get(i - 1).residencyMicros()) {
                throw new IllegalArgumentException(
                        "residency of "
                                + states.get(i).name()
                                + " is below that of a lighter state");
            }
        }
    }

    /** The value of a parameter. */
    public double of(PlatformParameter key) {
        return parameters.of(key);
    }

    /** The highest frequency. */
    public double highestGhz() {
        return frequenciesGhz.get(frequenciesGhz.size() - 1);
    }

    private static Knob frequency(List<Double> values) {
        return new Knob("frequency", values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Delay of interrupts (us) and frequency (GHz), every distinct pair. */
    public KnobGrid grid() {
        return new KnobGrid(List.of(itr(), frequency(frequenciesGhz)));
    }

    /** The delays of interrupts that it can have. */
    public Knob itr() {
        return Knob.steps(
                "itr",
                of(PlatformParameter.LEAST_ITR),
                of(PlatformParameter.MOST_ITR),
                of(PlatformParameter.ITR_STEP));
    }

    /** Voltage over the highest one. */
    double volts(double ghz) {
        double low = frequenciesGhz.get(0);
        double high = highestGhz();
        double place = high == low ? 1 : (ghz - low) / (high - low);
        double lowVolts = of(PlatformParameter.LOW_VOLTS);
        double highVolts = of(PlatformParameter.HIGH_VOLTS);
        return (lowVolts + (highVolts - lowVolts) * place) / highVolts;
    }
}
