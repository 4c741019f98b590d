package dev.stowage.policy.admission;

import dev.stowage.policy.placement.TaskView;

/** Rejects a task that no declared server could hold at its largest capacity. */
final class CapacityAdmission implements AdmissionPolicy {
    @Override
    public boolean admits(TaskView task, DeclaredServers servers) {
        return servers.couldHold(task);
    }
}
