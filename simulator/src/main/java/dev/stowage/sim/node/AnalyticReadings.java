package dev.stowage.sim.node;

import dev.stowage.basis.Seeds;
import dev.stowage.policy.node.Allocation;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Readings by formula: the percentile in the steady state, the backlog that is carried over, and
 * noise. A backlog grows by {@code (rho - 1) / rho} seconds a second above utilisation 1, and
 * drains by {@code (1 - rho) / rho} below.
 */
final class AnalyticReadings implements Readings {
    private static final double LEAST_RHO = 0.05;

    private final double noise;
    private final RandomGenerator[] random;
    private final double[] backlogSeconds;
    private final double[] reading;

    AnalyticReadings(List<String> names, double noise, long seed, int replication) {
        this.noise = noise;
        random = new RandomGenerator[names.size()];
        for (int i = 0; i < random.length; i++) {
            random[i] = Seeds.stream(seed, "node.noise." + i + "." + names.get(i), replication);
        }
        backlogSeconds = new double[random.length];
        reading = new double[random.length];
    }

    @Override
    public void advance(double seconds, Allocation allocation, NodePerformance node) {
        for (int service = 0; service < reading.length; service++) {
            ServiceState state = node.states[service];
            double backlog = backlogSeconds[service];
            if (backlog > 0 || state.utilisation >= 1) {
                backlog = backlog(backlog, state.utilisation, seconds);
                backlog = Math.min(state.model.backlogLimitSeconds, Math.max(0, backlog));
                backlog = state.load == 0 ? 0 : backlog;
                backlogSeconds[service] = backlog;
            }
            double error = noise == 0 ? 1 : 1 + noise * random[service].nextGaussian();
            double latency = (state.percentile + backlog) * (error <= 0 ? 0 : error);
            reading[service] = state.load == 0 ? 0 : state.model.overTarget(latency);
        }
    }

    private static double backlog(double before, double rho, double seconds) {
        return rho == NodePerformance.STARVED
                ? before + seconds
                : rho >= 1
                        ? before + seconds * (rho - 1) / rho
                        : before - seconds * (1 - rho) / Math.max(rho, LEAST_RHO);
    }

    @Override
    public double latencyOverTarget(int service) {
        return reading[service];
    }

    @Override
    public long pooledReadings() {
        return 0;
    }
}
