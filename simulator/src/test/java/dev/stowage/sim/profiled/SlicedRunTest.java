package dev.stowage.sim.profiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.workload.OfferedServers;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.profile.workload.SlicedWorkload.Promise;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;
import dev.stowage.profile.workload.TaskApplications;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.ColumnWorkload;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlicedRunTest {
    private static final long SECOND = 1_000_000;
    private static final long GIB = Resources.BYTES_PER_GIB;
    private static final ProfileLibrary THESIS = ProfileLibrary.thesis();
    private static final PolicySpec ADMISSION =
            AdmissionPolicies.registry().parse("test", "quman-user[pi=80]");

    private static ServerFleet servers(int count) {
        return new ServerFleet.Static(
                List.of(
                        new ServerFleet.Group(
                                ServerType.of("thesis", Resources.ofCoresAndGib(48, 48)), count)));
    }

    private static SlicedWorkload sliced(List<Row> rows, Map<Long, String> byJob) {
        return new SlicedWorkload(
                new ColumnWorkload(7, rows),
                THESIS,
                TaskApplications.ByJob.of(byJob),
                Promise.of(0.8, 0, RecordedOn.SERVER),
                OfferedServers.OF_PROFILES);
    }

    private static RunSummary run(SlicedWorkload workload, int servers, String admission) {
        return Simulation.run(
                        SimulationSpec.of(workload, servers(servers))
                                .withAdmission(
                                        AdmissionPolicies.registry().parse("test", admission)))
                .summary();
    }

    /** Without SSD cache BLAST's slice for 0.8 is found again by a scan of the grid. */
    @Test
    void durationsFollowTheSlice() {
        SlicedWorkload workload =
                sliced(
                        List.of(
                                Row.of(0, 100 * SECOND, SECOND, GIB),
                                Row.of(0, 100 * SECOND, SECOND, GIB)),
                        Map.of(0L, "BLAST"));
        double best = 9;
        double pi = 0;
        for (int cores = 2; cores <= 48; cores += 2) {
            for (int gib = 2; gib <= 48; gib += 2) {
                double here = THESIS.get("BLAST").performance().at(cores / 48.0, gib / 48.0, 1);
                if (here >= 0.8 && (cores + gib) / 48.0 < best) {
                    best = (cores + gib) / 48.0;
                    pi = here;
                }
            }
        }
        RunSummary summary = run(workload, 1, "quman-user[pi=80]");
        assertThat(summary.policies()).containsEntry("fidelity", "profiled");
        double longest = summary.makespanSeconds();
        assertThat(longest).isBetween(100 / pi - 1e-5, 100 / pi + 1e-5);
        assertThat(workload.requests().applications().tasks()).containsEntry("BLAST", 1L);
        assertThat(workload.requests().applications().unnamed()).isOne();
    }

    @Test
    void whatHasNoRoomWaitsOrIsRefused() {
        List<Row> rows = new ArrayList<>();
        Map<Long, String> byJob = new java.util.HashMap<>();
        for (long job = 0; job < 9; job++) {
            rows.add(Row.of(job, 100 * SECOND, SECOND, GIB));
            byJob.put(job, "BLAST");
        }
        RunSummary waits = run(sliced(rows, byJob), 1, "quman-user[pi=80]");
        RunSummary refuses = run(sliced(rows, byJob), 1, "quman-user[pi=80,refuse=1]");
        assertThat(waits.tasks().rejected()).isZero();
        assertThat(waits.tasks().finished()).isEqualTo(9);
        assertThat(refuses.tasks().finished()).isBetween(1L, 8L);
        assertThat(refuses.tasks().finished() + refuses.tasks().rejected()).isEqualTo(9);
    }

    @Test
    void aRecordedRequestOfTheSliceKeepsItsDuration() {
        SlicedWorkload server =
                new SlicedWorkload(
                        new ColumnWorkload(
                                7, List.of(Row.of(0, 100 * SECOND, 48 * SECOND, 48 * GIB))),
                        THESIS,
                        TaskApplications.Drawn.of(Map.of("Apache", 1.0), 1),
                        Promise.of(1, 0, RecordedOn.REQUEST),
                        OfferedServers.OF_PROFILES);
        assertThat(run(server, 1, "quman-user[pi=100]").makespanSeconds())
                .isBetween(100.0, 100.00001);
    }

    @Test
    void refusesTasksWithoutProfilesAndTargetsThatNoSliceMeets() {
        assertThatThrownBy(
                        () ->
                                Simulation.run(
                                        SimulationSpec.of(
                                                        new ColumnWorkload(7, List.of()),
                                                        servers(1))
                                                .withAdmission(ADMISSION)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("quman-user")
                .hasMessageContaining("which application each job runs");
    }

    @Test
    void drawsApplicationsInTheirSharesByJobOnly() {
        TaskApplications drawn = TaskApplications.Drawn.of(Map.of("BLAST", 0.3, "TPC-H", 0.1), 7);
        int[] jobs = new int[3];
        for (long job = 0; job < 40_000; job++) {
            jobs[drawn.of(job) + 1]++;
            assertThat(drawn.of(job)).isEqualTo(drawn.of(job));
        }
        assertThat(jobs[0] / 40_000.0).as("none").isBetween(0.59, 0.61);
        assertThat(jobs[1] / 40_000.0).as("BLAST").isBetween(0.29, 0.31);
        assertThatThrownBy(() -> TaskApplications.Drawn.of(Map.of("a", 0.6, "b", 0.5), 1))
                .hasMessageContaining("expected 1 at most");
        TaskApplications thirds =
                TaskApplications.Drawn.of(Map.of("a", 1 / 3.0, "b", 1 / 3.0, "c", 1 / 3.0), 1);
        for (long job = 0; job < 10_000; job++) {
            assertThat(thirds.of(job)).isNotEqualTo(TaskApplications.NONE);
        }
    }
}
