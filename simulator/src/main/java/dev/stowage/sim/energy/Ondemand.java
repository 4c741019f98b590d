package dev.stowage.sim.energy;

import dev.stowage.basis.Seeds;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The share of time at each frequency under Linux's {@code ondemand} governor, sample by sample: at
 * more than 80 % of a sample at work, the highest frequency; else the lowest one and the
 * utilisation's share of the range above it, rounded up to a frequency that there is. Cores that
 * share a clock run at the highest frequency that one of them wants. Work that a sample leaves
 * behind is done in the next one.
 *
 * <p>The work of a sample is normal with the mean and variance of Poisson arrivals with exponential
 * services. Source of the rule: {@code drivers/cpufreq/cpufreq_ondemand.c} of Linux 5 (up_threshold
 * 80, sampling period 10 ms).
 */
final class Ondemand {
    private static final double UP = 0.8;
    private static final double SAMPLE_MICROS = 10_000;
    private static final int SAMPLES_A_MINUTE = 6_000;
    private static final double MOST_BACKLOG = 10 * SAMPLE_MICROS;

    private Ondemand() {}

    /** Shares of some minutes, by place of the frequency. */
    static double[] shares(
            EnergyModel model, double requestsPerSecond, double itr, long seed, Percentiles by) {
        int samples = by.minutes() * SAMPLES_A_MINUTE;
        List<Double> levels = model.platform().frequenciesGhz();
        double rate = model.rate(requestsPerSecond);
        double arrivals = rate * SAMPLE_MICROS;
        double[] services =
                levels.stream().mapToDouble(ghz -> model.serviceMicros(rate, ghz, itr)).toArray();
        RandomGenerator random = Seeds.stream(seed, "ondemand", 0);
        double[] shares = new double[services.length];
        double[] backlogs = new double[(int) model.platform().of(PlatformParameter.CLOCK_CORES)];
        int level = services.length - 1;
        for (int sample = 0; sample < samples; sample++) {
            shares[level] += 1.0 / samples;
            double service = services[level];
            int wished = 0;
            for (int core = 0; core < backlogs.length; core++) {
                double came = arrivals + Math.sqrt(2 * arrivals) * random.nextGaussian();
                double work = (backlogs[core] + Math.max(0, came)) * service;
                backlogs[core] =
                        Math.min(MOST_BACKLOG, Math.max(0, work - SAMPLE_MICROS)) / service;
                wished = Math.max(wished, next(levels, Math.min(1, work / SAMPLE_MICROS)));
            }
            level = wished;
        }
        return shares;
    }

    private static int next(List<Double> levels, double load) {
        int last = levels.size() - 1;
        if (load > UP) {
            return last;
        }
        double wanted = levels.get(0) + load * (levels.get(last) - levels.get(0));
        int level = 0;
        while (levels.get(level) < wanted - 1e-9) {
            level++;
        }
        return level;
    }
}
