package dev.stowage.sim.dynamics;

import dev.stowage.basis.PlainState;
import dev.stowage.run.RunSummary;

/** How often servers went down and came back for a reason that was generated. */
public final class OutageCounts implements PlainState {
    private long failures;
    private long repairs;
    private long maintenances;
    private long evictions;
    private long wakeUps;
    private long switchOffs;
    private double lostCoreMicros;

    /** A turn of so many servers at once. */
    void turn(boolean isUp, boolean isFailure, int servers) {
        if (!isFailure) {
            maintenances += isUp ? 0 : servers;
        } else if (isUp) {
            repairs += servers;
        } else {
            failures += servers;
        }
    }

    /** A task lost its server. */
    void evicted() {
        evictions++;
    }

    /** It begins anew: what it has done so far is lost. */
    void lost(long doneMicros, long cpuMicroCores) {
        lostCoreMicros += (double) doneMicros * cpuMicroCores / 1e6;
    }

    void wokenUp() {
        wakeUps++;
    }

    void switchedOff() {
        switchOffs++;
    }

    /** The counts; how many servers were up is for the recorder to add. */
    public RunSummary.Outages toSummary() {
        return new RunSummary.Outages(
                failures,
                repairs,
                maintenances,
                evictions,
                lostCoreMicros / 1e6,
                0,
                wakeUps,
                switchOffs,
                0,
                0);
    }
}
