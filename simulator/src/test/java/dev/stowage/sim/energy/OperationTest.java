package dev.stowage.sim.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.sim.energy.response.ResponseTimes;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What settings come to, against closed forms and requests simulated one by one. */
class OperationTest {
    /** No work of interrupts, no base latency: a core of 10 us a request. */
    private static EnergyModel plain(double serviceMicros) {
        String text =
                """
                platforms:
                  flat:
                    frequenciesGhz: [1]
                    sleepStates: []
                    cores: [1, ours]
                    clockCores: [1, ours]
                    lowVolts: [1, ours]
                    highVolts: [1, ours]
                    idleWatts: [1, ours]
                    coreWatts: [1, ours]
                    leastItrMicros: [0, ours]
                    mostItrMicros: [2, ours]
                    itrStepMicros: [1, ours]
                services:
                  echo:
                    peakPerSecond: [1, ours]
                    workMicros: [%s, ours]
                    workExponent: [1, ours]
                    interruptMicros: [0, ours]
                    baseMicros: [0, ours]
                    bytes: [1, ours]
                """
                        .formatted(serviceMicros);
        try {
            return EnergyLibrary.of("own.yaml", new YAMLMapper().readTree(text))
                    .model("flat", "echo");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static EnergyModel memcached() {
        return EnergyLibrary.shipped().model("e5-2690", "memcached");
    }

    /** Without delay and sleep, responses are exponential with rate (1 - rho) / s. */
    @Test
    void isMm1WithoutDelay() {
        EnergyModel model = plain(10);
        for (double rho : new double[] {0.05, 0.5, 0.8, 0.9, 0.95, 0.99, 0.998}) {
            Operation found = Operation.of(model.at(rho * 1e5, 1, 0), Percentiles.EXACT);
            double mean = 10 / (1 - rho);
            assertThat(found.p99Micros() / (mean * Math.log(100)))
                    .as("p99 at " + rho)
                    .isCloseTo(1, within(0.001));
            assertThat(found.p90Micros() / (mean * Math.log(10)))
                    .as("p90 at " + rho)
                    .isCloseTo(1, within(0.001));
        }
        assertThat(Operation.of(model.at(1e5, 1, 0), Percentiles.EXACT).isSteady()).isFalse();
    }

    /** A delay that is short beside a service hardly matters, whatever the lattice. */
    @Test
    void takesDelaysThatAreNoWholeStep() {
        for (double service : new double[] {3, 7, 40, 300, 1e5}) {
            for (double delay : new double[] {1, 2}) {
                EnergyModel model = plain(service);
                double[] seen =
                        new Core(0.5e6 / service, delay, service, List.of(), 0)
                                .responses(1_000_000);
                Operation found =
                        Operation.of(model.at(0.5e6 / service, 1, delay), Percentiles.EXACT);
                assertThat(found.p99Micros() / percentile(seen, 0.99))
                        .as(service + " us, " + delay + " us")
                        .isCloseTo(1, within(0.02));
                assertThat(found.p90Micros() / percentile(seen, 0.9))
                        .as(service + " us, " + delay + " us")
                        .isCloseTo(1, within(0.01));
            }
        }
    }

    /** Settings drawn over the whole grid of a server with sleep states; power beside them. */
    @Test
    void isThatOfSimulatedRequests() {
        EnergyModel model = memcached();
        SplittableRandom random = new SplittableRandom(29);
        double worst = 0;
        double watts = 0;
        double mean = 0;
        int all = 0;
        while (all < 40) {
            double load = 20_000 + 800_000 * random.nextDouble();
            double ghz = Math.round(10 * (1.2 + 1.7 * random.nextDouble())) / 10.0;
            double delay = 2 + 2 * random.nextInt(all % 2 == 0 ? 150 : 499);
            OperatingPoint point = model.at(load, ghz, delay);
            if (point.utilisation() > 0.85) {
                continue;
            }
            Core core =
                    new Core(
                            1e6 * point.rate(),
                            delay,
                            point.serviceMicros(),
                            List.copyOf(model.platform().states()),
                            random.nextLong());
            double[] seen = core.responses(1_000_000);
            Operation found = Operation.of(point, Percentiles.EXACT);
            for (double share : new double[] {0.9, 0.99}) {
                double ours = share == 0.9 ? found.p90Micros() : found.p99Micros();
                worst = Math.max(worst, Math.abs(ours / (40 + percentile(seen, share)) - 1));
            }
            double off = Math.abs(point.watts() / core.watts(model, ghz) - 1);
            watts = Math.max(watts, off);
            mean += off / 40;
            all++;
        }
        assertThat(worst).as("percentiles of a million requests").isLessThan(0.025);
        assertThat(watts).as("power").isLessThan(0.08);
        assertThat(mean).as("power in the mean").isLessThan(0.015);
    }

    /** What leaves settings out of a search: no law is below that of cores that wake at once. */
    @Test
    void isNowhereBelowThatOfCoresThatWakeAtOnce() {
        SplittableRandom random = new SplittableRandom(4);
        for (String platform : EnergyLibrary.shipped().platforms().keySet()) {
            EnergyModel model = EnergyLibrary.shipped().model(platform, "memcached-specialised");
            List<Double> ghz = model.platform().frequenciesGhz();
            for (int i = 0; i < 40; i++) {
                double load = 750_000 * Math.pow(random.nextDouble(), 2) + 100;
                double delay = 2 + 2 * random.nextInt(i % 2 == 0 ? 50 : 499);
                int level = random.nextInt(ghz.size());
                ResponseTimes.Law law =
                        ResponseTimes.of(model.at(load, ghz.get(level), delay).core());
                int faster = level + random.nextInt(ghz.size() - level);
                ResponseTimes.Law floor =
                        ResponseTimes.awake(model.at(load, ghz.get(faster), delay).core());
                if (law != null) {
                    assertThat(floor).isNotNull();
                    for (double share : new double[] {0.9, 0.99}) {
                        assertThat(0.995 * floor.percentile(share))
                                .isLessThanOrEqualTo(law.percentile(share));
                    }
                }
            }
        }
    }

    private static double percentile(double[] sorted, double share) {
        return sorted[(int) (share * sorted.length)];
    }

    /** A core that serves requests one by one; shares nothing with the model. */
    private static final class Core {
        private final double rate;
        private final double delay;
        private final double service;
        private final List<SleepState> states;
        private final SplittableRandom random;
        private final double[] asleep;
        private double busy;
        private double end;

        Core(double perSecond, double delay, double service, List<SleepState> states, long seed) {
            rate = perSecond / 1e6;
            this.delay = delay;
            this.service = service;
            this.states = states;
            random = new SplittableRandom(seed);
            asleep = new double[states.size()];
        }

        private double exponential() {
            return -Math.log(1 - random.nextDouble());
        }

        double[] responses(int count) {
            double[] responses = new double[count];
            double now = 0;
            double interrupt = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < count; i++) {
                now += exponential() / rate;
                if (now > interrupt) {
                    interrupt = now + delay;
                    if (interrupt > end) {
                        end = interrupt + exitAfter(interrupt - end);
                    }
                }
                double work = service * exponential();
                busy += work;
                end += work;
                responses[i] = end - now;
            }
            double[] kept = Arrays.copyOfRange(responses, count / 50, count);
            Arrays.sort(kept);
            return kept;
        }

        /** Time to leave the state in which a gap was spent. */
        private double exitAfter(double gap) {
            int state = -1;
            for (int i = 0; i < states.size(); i++) {
                state = gap >= states.get(i).residencyMicros() ? i : state;
            }
            if (state < 0) {
                busy += gap; // awake
                return 0;
            }
            asleep[state] += gap;
            busy += states.get(state).exitMicros();
            return states.get(state).exitMicros();
        }

        double watts(EnergyModel model, double ghz) {
            Platform platform = model.platform();
            double volts = platform.volts(ghz) * platform.volts(ghz);
            double core =
                    busy
                            * platform.of(PlatformParameter.CORE_WATTS)
                            * (ghz / platform.highestGhz())
                            * volts;
            for (int i = 0; i < asleep.length; i++) {
                SleepState state = states.get(i);
                core += asleep[i] * state.watts() * (state.followsVoltage() ? volts : 1);
            }
            return platform.of(PlatformParameter.IDLE_WATTS)
                    + platform.of(PlatformParameter.CORES) * core / end;
        }
    }
}
