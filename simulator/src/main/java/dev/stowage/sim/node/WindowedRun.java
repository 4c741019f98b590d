package dev.stowage.sim.node;

import java.util.Arrays;
import java.util.List;

/**
 * What a run of a node came to, and what of that was in each window of time.
 *
 * @param summary of the whole run
 * @param windows in order of time, at least one
 */
public record WindowedRun(NodeRun.Summary summary, List<Window> windows) {
    public WindowedRun {
        windows = List.copyOf(windows);
    }

    /**
     * A window.
     *
     * @param violationShare share of the intervals in which a service was above its target or had
     *     no reading, by service
     * @param effectiveUtilisation mean of the sum of loads, counted only while all targets are met
     * @param watts mean power
     */
    public record Window(List<Double> violationShare, double effectiveUtilisation, double watts) {
        public Window {
            violationShare = List.copyOf(violationShare);
        }
    }

    /** The largest share of a window in which a service was above its target. */
    public double worstWindow(int service) {
        return windows.stream()
                .mapToDouble(each -> each.violationShare().get(service))
                .max()
                .orElseThrow();
    }

    /** Adds up intervals by window. */
    static final class Tally {
        private final int ofWindow;
        private final int[][] missed;
        private final double[] loadMet;
        private final double[] watts;
        private final int[] counts;

        Tally(int services, int intervals, int ofWindow) {
            this.ofWindow = ofWindow;
            int count = (intervals + ofWindow - 1) / ofWindow;
            missed = new int[count][services];
            loadMet = new double[count];
            watts = new double[count];
            counts = new int[count];
        }

        void add(int interval, double[] loads, double[] latencyOverTarget, double power) {
            int window = interval / ofWindow;
            double sum = 0;
            boolean areMet = true;
            for (int service = 0; service < loads.length; service++) {
                boolean isMet = latencyOverTarget[service] <= 1;
                missed[window][service] += isMet ? 0 : 1;
                areMet &= isMet;
                sum += loads[service];
            }
            loadMet[window] += areMet ? sum : 0;
            watts[window] += power;
            counts[window]++;
        }

        WindowedRun run(NodeRun.Summary summary) {
            Window[] windows = new Window[counts.length];
            for (int i = 0; i < windows.length; i++) {
                double count = counts[i];
                windows[i] =
                        new Window(
                                Arrays.stream(missed[i]).mapToObj(each -> each / count).toList(),
                                loadMet[i] / count,
                                watts[i] / count);
            }
            return new WindowedRun(summary, List.of(windows));
        }
    }
}
