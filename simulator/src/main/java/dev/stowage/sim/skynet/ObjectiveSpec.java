package dev.stowage.sim.skynet;

import dev.stowage.basis.Check;
import dev.stowage.policy.skynet.Gains;

/**
 * A run of applications with objectives.
 *
 * @param applications how many
 * @param servers how many, of capacity 1 in each resource
 * @param utilisation CPU that all applications need at the mean load, as a share of the servers
 * @param seconds length
 * @param controller who sizes them
 * @param loop the control loop
 * @param load how load changes
 */
public record ObjectiveSpec(
        int applications,
        int servers,
        double utilisation,
        int seconds,
        Controller controller,
        Loop loop,
        Load load) {
    /** Who sizes applications. */
    public enum Controller {
        /**
         * Nobody: those on a server share each resource equally, as without requests and limits.
         */
        NATIVE,
        /** Kubernetes' horizontal autoscaler on CPU at 80 %, over replicas of a fixed shape. */
        K8S_HPA,
        /** Kubernetes' vertical autoscaler on CPU and memory; the others are shared equally. */
        K8S_VPA,
        /** Control loops on relative performance. */
        SKYNET,
        /** Amounts are what is needed now, where the server has it: no loop, no lag in knowing. */
        ORACLE
    }

    /**
     * The control loop.
     *
     * @param gains of its PIDs
     * @param setPoint wanted relative performance
     * @param isOneByOne true to change one resource a second
     * @param managed which of CPU, memory, I/O, network it may change
     * @param periodSeconds between measurements, each over the second before
     */
    public record Loop(
            Gains gains, double setPoint, boolean isOneByOne, Managed managed, int periodSeconds) {
        /** Which resources a loop may change. */
        public enum Managed {
            /** All four. */
            ALL,
            /** CPU and memory. */
            CPU_AND_MEMORY
        }

        /** All resources, fast gains, the middle of the band, each second. */
        public static final Loop DEFAULT = new Loop(Gains.FAST, 1.1, false, Managed.ALL, 1);

        public Loop {
            Check.inRange("setPoint", setPoint, 1, 1.2);
            Check.positive("periodSeconds", periodSeconds);
        }
    }

    /**
     * How load changes.
     *
     * @param sigma spread of the logarithm of base needs
     * @param periodSeconds after which each load is drawn anew from 0.5 to 1.5
     * @param burst spread of the logarithm of short bursts
     * @param burstSeconds after which these are drawn anew
     * @param noise of a measurement
     * @param migrationSeconds without performance that a migration costs
     */
    public record Load(
            double sigma,
            int periodSeconds,
            double burst,
            int burstSeconds,
            double noise,
            int migrationSeconds) {
        /** Fitted or assumed: see docs/skynet.md. */
        public static final Load DEFAULT = new Load(0.5, 180, 0.2, 10, 0.02, 10);

        public Load {
            Check.notNegative("sigma", sigma);
            Check.positive("periodSeconds", periodSeconds);
            Check.notNegative("burst", burst);
            Check.positive("burstSeconds", burstSeconds);
            Check.notNegative("noise", noise);
            Check.notNegative("migrationSeconds", migrationSeconds);
        }
    }

    public ObjectiveSpec {
        Check.positive("applications", applications);
        Check.positive("servers", servers);
        Check.inRange("utilisation", utilisation, 0.01, 2);
        Check.positive("seconds", seconds);
    }
}
