package dev.stowage.policy.portfolio;

import java.util.List;

/**
 * How spot VMs were found to be taken back. The data is that of Wu and others, "Can't Be Late:
 * Optimizing Spot Instance Savings under Deadlines", NSDI 2024
 * (github.com/skypilot-org/spot-traces).
 *
 * @param trace name of its file
 * @param type VM type
 * @param zone where
 * @param vmHours for how long VMs ran, all together
 * @param takenBack how many were taken back
 * @param availability share of the time in which those that were asked for ran
 */
public record SpotMeasurement(
        String trace,
        String type,
        String zone,
        double vmHours,
        int takenBack,
        double availability) {
    private static final double NONE_SEEN = 3; // 95 %: Poisson with none seen

    /**
     * Chance that another VM went within the same five minutes, of four that ran: (pairs that went
     * together) / (pairs with one that went), in the trace of four VMs. It is the only one of
     * several VMs at a time.
     */
    public static final double TOGETHER = 0.353;

    /** All traces that we have; the first is the one with several VMs. */
    public static final List<SpotMeasurement> ALL =
            List.of(
                    new SpotMeasurement(
                            "preemption_4-node_aws-08-03-2023_us-east-1f_v100_1.json",
                            "p3.2xlarge",
                            "aws us-east-1f",
                            420.0,
                            195,
                            0.3439),
                    new SpotMeasurement(
                            "availability_1-node_aws-02-15-2023_us-east-1a_v100_1.json",
                            "p3.2xlarge",
                            "aws us-east-1a",
                            182.0,
                            253,
                            0.1667),
                    new SpotMeasurement(
                            "availability_1-node_aws-10-26-2022_us-west-2a_k80_8.json",
                            "p2.16xlarge",
                            "aws us-west-2a",
                            211.8,
                            135,
                            0.3263),
                    new SpotMeasurement(
                            "preemption_1-node_gcp-04-30-2023_us-central1-a_c3-88.json",
                            "c3-highcpu-88",
                            "gcp us-central1-a",
                            45.6,
                            0,
                            0.9998));

    /** Times an hour that a running VM is taken back. */
    public double perHour() {
        return takenBack / vmHours;
    }

    /** What the rate may be at most, at 95 %; where none was taken back. */
    public double atMostPerHour() {
        return takenBack > 0 ? perHour() : NONE_SEEN / vmHours;
    }
}
