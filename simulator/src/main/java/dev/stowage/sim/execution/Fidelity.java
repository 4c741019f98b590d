package dev.stowage.sim.execution;

import dev.stowage.policy.PolicySpec;
import dev.stowage.sim.cluster.Overcommit;
import java.util.List;
import java.util.Map;

/**
 * How closely a run follows what tasks do on their servers, and how much of the servers the
 * scheduler gives away.
 *
 * @param mode what decides how long a placed task runs
 * @param overcommit by how much more than their capacity may be reserved on servers
 * @param reserve what the scheduler sets aside for a task
 * @param usageModel what a task uses if nothing was measured, one of {@link UsageModels}; only
 *     where tasks contend
 * @param outOfMemory what becomes of a task for which there is no memory, one of {@link
 *     OutOfMemory}; only where tasks contend
 */
public record Fidelity(
        Mode mode,
        Overcommit overcommit,
        Reserve reserve,
        PolicySpec usageModel,
        PolicySpec outOfMemory) {

    /** What decides how long a placed task runs. */
    public enum Mode {
        /** Its recorded duration. */
        REPLAY("replay"),
        /** Its recorded duration, and longer while its server has less CPU than its tasks use. */
        CONTENDED("contended");

        private final String text;

        Mode(String text) {
            this.text = text;
        }

        /** As on the command line. */
        public String text() {
            return text;
        }

        /** All of them, as on the command line. */
        public static List<String> names() {
            return List.of(REPLAY.text, CONTENDED.text);
        }

        /** The mode that is spelled so. */
        public static Mode of(String text) {
            return switch (text) {
                case "replay" -> REPLAY;
                case "contended" -> CONTENDED;
                default -> throw new IllegalArgumentException("no fidelity named " + text);
            };
        }
    }

    /** Recorded durations, requests reserved as they are, nothing overcommitted. */
    public static final Fidelity REPLAY =
            new Fidelity(
                    Mode.REPLAY,
                    Overcommit.NONE,
                    Reserve.REQUEST,
                    new PolicySpec("request", Map.of()),
                    new PolicySpec("kill", Map.of()));

    /** The same, but tasks contend. */
    public static final Fidelity CONTENDED =
            new Fidelity(
                    Mode.CONTENDED,
                    REPLAY.overcommit,
                    REPLAY.reserve,
                    REPLAY.usageModel,
                    REPLAY.outOfMemory);

    /** True if tasks contend. */
    public boolean isContended() {
        return mode == Mode.CONTENDED;
    }

    /** The same with another overcommit. */
    public Fidelity withOvercommit(double cpuFactor, double memoryFactor) {
        Overcommit other = new Overcommit(cpuFactor, memoryFactor);
        return new Fidelity(mode, other, reserve, usageModel, outOfMemory);
    }

    /** The same with another rule of what is set aside. */
    public Fidelity withReserve(Reserve other) {
        return new Fidelity(mode, overcommit, other, usageModel, outOfMemory);
    }

    /** The same with another model of use. */
    public Fidelity withUsageModel(PolicySpec other) {
        return new Fidelity(mode, overcommit, reserve, other, outOfMemory);
    }

    /** The same with another rule for want of memory. */
    public Fidelity withOutOfMemory(PolicySpec other) {
        return new Fidelity(mode, overcommit, reserve, usageModel, other);
    }

    /** True if it draws random numbers, so that replications differ. */
    public boolean isRandom() {
        return isContended() && UsageModels.registry().entry(usageModel).isRandom();
    }

    /**
     * True if the tasks of a server may use more memory than it has, so that some are killed. False
     * only if none can.
     *
     * @param isUseMeasured true if the use of some task is known, which may be above its request
     */
    public boolean mayRunOutOfMemory(boolean isUseMeasured) {
        return isContended()
                && (isUseMeasured
                        || overcommit.memoryFactor() > 1
                        || !reserve.equals(Reserve.REQUEST)
                        || UsageModels.mayExceedMemory(usageModel));
    }

    /** Adds what differs from a plain replay to the policies that a summary names. */
    public void describe(Map<String, String> policies) {
        policies.put("fidelity", mode.text());
        if (overcommit.cpuFactor() != 1) {
            policies.put("cpuOvercommit", Double.toString(overcommit.cpuFactor()));
        }
        if (overcommit.memoryFactor() != 1) {
            policies.put("memoryOvercommit", Double.toString(overcommit.memoryFactor()));
        }
        if (!reserve.equals(Reserve.REQUEST)) {
            policies.put("reserve", reserve.toString());
        }
        if (isContended()) {
            policies.put("usageModel", usageModel.toString());
            policies.put("outOfMemory", outOfMemory.toString());
        }
    }
}
