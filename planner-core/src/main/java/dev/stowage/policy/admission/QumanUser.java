package dev.stowage.policy.admission;

import dev.stowage.policy.placement.TaskView;

/**
 * Admission of QuMan, by users or by providers: tasks come with the least slice that meets their
 * target, or with the least that any has ({@code SlicedWorkload}); one whose slice no server could
 * hold is rejected, and one whose slice is not free waits, or is refused. Source: Sfakianakis 2023,
 * section 2.3.1; the thesis says both.
 */
final class QumanUser implements AdmissionPolicy {
    private final boolean refuses;

    QumanUser(boolean refuses) {
        this.refuses = refuses;
    }

    @Override
    public boolean admits(TaskView task, DeclaredServers servers) {
        return servers.couldHold(task);
    }

    @Override
    public boolean refusesToWait() {
        return refuses;
    }
}
