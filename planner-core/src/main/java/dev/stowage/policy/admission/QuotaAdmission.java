package dev.stowage.policy.admission;

import dev.stowage.basis.Check;
import dev.stowage.policy.placement.TaskView;

/**
 * Rejects a task that no declared server could hold, and one with which its user would hold more
 * than a share of the declared capacity: by dominant share, the larger one of the shares of CPU and
 * memory, in queued and running tasks. Tasks of unknown users count as one user's.
 */
final class QuotaAdmission implements AdmissionPolicy {
    private final double share;

    /**
     * @param percent the largest share, percent
     */
    QuotaAdmission(int percent) {
        share = Check.positive("percent", percent) / 100.0;
    }

    @Override
    public boolean admits(TaskView task, DeclaredServers servers) {
        return servers.couldHold(task) && servers.shareWith(task) <= share;
    }

    @Override
    public boolean asksForShares() {
        return true;
    }
}
