package dev.stowage.policy.admission;

import dev.stowage.policy.placement.TaskView;

/** Lets every task in; one that fits nowhere then blocks a strict queue for ever. */
final class OpenAdmission implements AdmissionPolicy {
    @Override
    public boolean admits(TaskView task, DeclaredServers servers) {
        return true;
    }
}
