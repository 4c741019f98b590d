package dev.stowage.sim.energy.study;

import dev.stowage.sim.energy.EnergyModel;
import dev.stowage.sim.energy.PlatformParameter;
import dev.stowage.sim.energy.RequestParameter;

/**
 * One message there and back at a time, as NetPIPE does: a core waits for packets of 1,500 bytes at
 * 10 Gbit/s, takes what has come at each interrupt, and sleeps between them. The last packets wait
 * for what is left of the delay. Everything of it is ours; it is here for one published shape only.
 *
 * @param micros of a round trip
 * @param joules of it, of one core and its share of the rest
 */
record ClosedLoop(double micros, double joules) {
    private static final double PACKET_BYTES = 1500;
    private static final double BYTES_PER_MICRO = 1250;
    private static final double PACKET_MICROS = 0.4; // work, at the highest frequency
    private static final double SLEEP_SHARE = 0.3; // of the power of a busy core

    static ClosedLoop of(EnergyModel model, double bytes, double ghz, double delay) {
        return of(model, bytes, ghz, delay, model.service().of(RequestParameter.INTERRUPT));
    }

    /** With another cost of an interrupt. */
    static ClosedLoop of(
            EnergyModel model, double bytes, double ghz, double delay, double interruptMicros) {
        double slower = model.platform().highestGhz() / ghz;
        double wire = bytes / BYTES_PER_MICRO;
        double interrupts = 1 + Math.floor(wire / Math.max(delay, 1));
        double left = interrupts * Math.max(delay, 1) - wire; // of the delay, after the last packet
        double work =
                slower
                        * (interrupts * interruptMicros
                                + PACKET_MICROS * Math.ceil(bytes / PACKET_BYTES));
        double micros = 2 * (Math.max(wire, work) + Math.min(left, delay) + work / interrupts);
        double busy = model.platform().of(PlatformParameter.CORE_WATTS) / Math.pow(slower, 2);
        double rest =
                model.platform().of(PlatformParameter.IDLE_WATTS)
                        / model.platform().of(PlatformParameter.CORES);
        double active = Math.min(1, 2 * work / micros);
        double watts = rest + busy * (active + SLEEP_SHARE * (1 - active));
        return new ClosedLoop(micros, watts * micros / 1e6);
    }
}
