package dev.stowage.sim.energy;

import dev.stowage.basis.Check;
import java.util.List;

/**
 * A service on a platform: latency and power at a load, a delay of interrupts and a frequency.
 *
 * <p>A request costs {@code work (fmax / f)^exponent} and its share of an interrupt, {@code 1 / (1
 * + l D)}. A busy core takes {@code f V^2}. So a longer delay saves interrupts and lets cores sleep
 * deeper, and costs latency; a lower frequency saves power and costs utilisation.
 */
public final class EnergyModel {
    private static final double MICROS = 1e6;

    private final Platform platform;
    private final NetworkService service;

    public EnergyModel(Platform platform, NetworkService service) {
        this.platform = platform;
        this.service = service;
    }

    public Platform platform() {
        return platform;
    }

    public NetworkService service() {
        return service;
    }

    /** The delay that the driver sets by itself. */
    double dynamicItr(double perSecond) {
        return DynamicItr.micros(rate(perSecond) * service.of(RequestParameter.BYTES));
    }

    /** Requests per microsecond and core. */
    double rate(double perSecond) {
        return Check.positive("requests per second", perSecond)
                / MICROS
                / platform.of(PlatformParameter.CORES);
    }

    /** Time of a request with its share of an interrupt. */
    double serviceMicros(double rate, double ghz, double itrMicros) {
        double slower = platform.highestGhz() / ghz;
        return service.of(RequestParameter.WORK)
                        * Math.pow(slower, service.of(RequestParameter.WORK_EXPONENT))
                + service.of(RequestParameter.INTERRUPT) * slower / (1 + rate * itrMicros);
    }

    /** The server at a load. */
    public OperatingPoint at(double requestsPerSecond, double ghz, double itrMicros) {
        double rate = rate(requestsPerSecond);
        CoalescedQueue queue =
                new CoalescedQueue(rate, itrMicros, serviceMicros(rate, ghz, itrMicros));
        CoreTime time =
                queue.utilisation() < 1
                        ? CoreTime.of(queue, rate, itrMicros, platform.states())
                        : allAtWork();
        return new OperatingPoint(
                ghz,
                itrMicros,
                rate,
                service.of(RequestParameter.BASE),
                watts(time, ghz),
                queue,
                time,
                platform.states());
    }

    /** Power with all cores at work at the highest frequency. */
    double fullWatts() {
        return watts(allAtWork(), platform.highestGhz());
    }

    private CoreTime allAtWork() {
        double[] none = new double[platform.states().size()];
        return new CoreTime(1, 0, 0, none, none);
    }

    private double watts(CoreTime time, double ghz) {
        double volts = platform.volts(ghz);
        double busy =
                platform.of(PlatformParameter.CORE_WATTS)
                        * (ghz / platform.highestGhz())
                        * volts
                        * volts;
        double core = busy * (time.work() + time.leaving() + time.awake());
        List<SleepState> states = platform.states();
        for (int i = 0; i < states.size(); i++) {
            SleepState state = states.get(i);
            core += time.asleep()[i] * state.watts() * (state.followsVoltage() ? volts * volts : 1);
        }
        return platform.of(PlatformParameter.IDLE_WATTS)
                + platform.of(PlatformParameter.CORES) * core;
    }
}
