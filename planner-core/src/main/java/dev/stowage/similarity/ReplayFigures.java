package dev.stowage.similarity;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * What a cluster made of one side.
 *
 * @param tasks tasks that reached the cluster
 * @param rejected those that no server could ever hold
 * @param waiting those that still waited at the end
 * @param cpu allocated share of the CPU in each of equal steps of time
 * @param memory allocated share of the memory in each step
 * @param gpus mean allocated share of the GPUs; empty if none were replayed
 * @param pendingP50 median time from submit to first start of the tasks, those that still wait
 *     included with what they have waited so far, s
 * @param pendingP99 the time that 1 % of the tasks exceed, s
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not compared
public record ReplayFigures(
        long tasks,
        long rejected,
        long waiting,
        double[] cpu,
        double[] memory,
        OptionalDouble gpus,
        double pendingP50,
        double pendingP99) {
    /** Mean over time. */
    public static double mean(double[] levels) {
        return Arrays.stream(levels).average().orElse(0);
    }

    /** What 1 % of the steps exceed: the least level that at least 99 % of them do not. */
    public static double p99(double[] levels) {
        double[] sorted = levels.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(0.99 * sorted.length) - 1];
    }
}
