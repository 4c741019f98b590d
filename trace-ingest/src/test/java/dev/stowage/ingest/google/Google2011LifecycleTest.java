package dev.stowage.ingest.google;

import static dev.stowage.ingest.google.MiniTrace.EVICT;
import static dev.stowage.ingest.google.MiniTrace.FAIL;
import static dev.stowage.ingest.google.MiniTrace.FINISH;
import static dev.stowage.ingest.google.MiniTrace.KILL;
import static dev.stowage.ingest.google.MiniTrace.LOST;
import static dev.stowage.ingest.google.MiniTrace.SCHEDULE;
import static dev.stowage.ingest.google.MiniTrace.SUBMIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class Google2011LifecycleTest {
    private static final String LIFE =
            "submit_micros, schedule_micros, end_micros, duration_micros, outcome, attempts,"
                    + " submit_censored, schedule_censored, end_censored";

    @TempDir Path folder;
    private MiniTrace mini;

    @BeforeEach
    void begin() {
        mini = new MiniTrace(folder);
    }

    private static String life(Object... values) {
        StringBuilder text = new StringBuilder();
        for (Object value : values) {
            text.append(text.isEmpty() ? "" : " ").append(value);
        }
        return text.toString();
    }

    private String lifeOf(int job) {
        return String.join(" ", mini.query(LIFE, "tasks", "where job_id = " + job));
    }

    private Map<String, Long> facts(IngestReport report) {
        return report.manifest().facts();
    }

    @Test
    void pairsSubmitScheduleAndFinish() {
        mini.task(601, 1, 0, SUBMIT).task(602.5, 1, 0, SCHEDULE).task(610, 1, 0, FINISH).ingest();
        assertThat(lifeOf(1))
                .isEqualTo(
                        life(
                                1000000,
                                2500000,
                                10000000,
                                7500000,
                                "FINISHED",
                                1,
                                false,
                                false,
                                false));
        assertThat(
                        mini.query(
                                "class, scheduling_class, priority, cpu_micro_cores, memory_bytes,"
                                        + " disk_bytes, machine_id, different_machines",
                                "tasks",
                                ""))
                .containsExactly(
                        "USER_FACING", "2", "9", "500000", "268435456", "107374182", "7", "false");
    }

    @Test
    void whatIsThereBeforeTheStartIsCensored() {
        mini.task(0, 1, 0, SUBMIT).task(0, 1, 0, SCHEDULE).task(605, 1, 0, FINISH);
        mini.task(0, 2, 0, SUBMIT).task(603, 2, 0, SCHEDULE).task(605, 2, 0, FINISH);
        IngestReport report = mini.ingest();
        assertThat(lifeOf(1))
                .isEqualTo(life(0, 0, 5000000, 5000000, "FINISHED", 1, true, true, false));
        assertThat(lifeOf(2))
                .isEqualTo(life(0, 3000000, 5000000, 2000000, "FINISHED", 1, true, false, false));
        assertThat(facts(report)).containsEntry("tasks.rowsBeforeStart", 3L);
    }

    @Test
    void whatIsAliveAtTheEndHasNoDurationAndIsCensored() {
        mini.task(601, 1, 0, SUBMIT).task(602, 1, 0, SCHEDULE);
        mini.task(603, 2, 0, SUBMIT);
        mini.task(604, 3, 0, SUBMIT).task(605, 3, 0, SCHEDULE).task(606, 3, 0, EVICT);
        mini.task(607, 3, 0, SUBMIT);
        mini.ingest();
        assertThat(lifeOf(1))
                .isEqualTo(life(1000000, 2000000, null, null, "RUNNING", 1, false, false, true));
        assertThat(lifeOf(2))
                .isEqualTo(life(3000000, null, null, null, "PENDING", 0, false, false, true));
        assertThat(lifeOf(3))
                .isEqualTo(life(4000000, 5000000, null, null, "PENDING", 1, false, false, true));
        TaskBatch batch = new TaskBatch(10);
        try (TaskSource source = mini.trace().workload().open()) {
            assertThat(source.read(batch)).isTrue();
            assertThat(batch.size).isEqualTo(2);
            assertThat(batch.durationMicros[0]).isEqualTo(TaskBatch.NONE);
            assertThat(source.read(batch)).isFalse();
            assertThat(source.leftOut()).isEqualTo(Map.of("neverScheduled", 1L));
        }
    }

    @Test
    void countsResubmissionsByWhatCameBefore() {
        for (int end : new int[] {EVICT, FAIL, FINISH, KILL, LOST}) {
            mini.task(601, end, 0, SUBMIT).task(602, end, 0, SCHEDULE).task(603, end, 0, end);
            mini.task(604, end, 0, SUBMIT).task(606, end, 0, SCHEDULE);
            mini.task(610, end, 0, FINISH);
        }
        IngestReport report = mini.ingest();
        for (String after : new String[] {"Evict", "Fail", "Finish", "Kill", "Lost"}) {
            assertThat(facts(report)).containsEntry("tasks.resubmittedAfter" + after, 1L);
        }
        assertThat(lifeOf(FINISH))
                .isEqualTo(
                        life(
                                1000000,
                                6000000,
                                10000000,
                                4000000,
                                "FINISHED",
                                2,
                                false,
                                false,
                                false));
        assertThat(mini.query("evictions, failures, kills", "tasks", "where job_id = " + EVICT))
                .containsExactly("1", "0", "0");
        assertThat(mini.query("evictions, failures, kills", "tasks", "where job_id = " + KILL))
                .containsExactly("0", "0", "1");
    }

    @Test
    void theLastEndDecidesTheOutcome() {
        int job = 1;
        for (int end : new int[] {EVICT, FAIL, FINISH, KILL, LOST}) {
            mini.task(601, job, 0, SUBMIT).task(602, job, 0, SCHEDULE);
            mini.task(603, job++, 0, end);
        }
        mini.ingest();
        assertThat(mini.query("string_agg(outcome, ' ' order by job_id)", "tasks", ""))
                .containsExactly("EVICTED FAILED FINISHED KILLED LOST");
    }

    @Test
    void aKillWhileWaitingHasNoDurationOfItsOwn() {
        mini.task(601, 1, 0, SUBMIT).task(602, 1, 0, KILL);
        mini.task(601, 2, 0, SUBMIT).task(602, 2, 0, SCHEDULE).task(605, 2, 0, EVICT);
        mini.task(606, 2, 0, SUBMIT).task(609, 2, 0, KILL);
        IngestReport report = mini.ingest();
        assertThat(lifeOf(1))
                .isEqualTo(life(1000000, null, 2000000, null, "KILLED", 0, false, false, false));
        assertThat(lifeOf(2))
                .isEqualTo(
                        life(1000000, 2000000, 9000000, 3000000, "KILLED", 1, false, false, false));
        assertThat(facts(report)).containsEntry("tasks.endedWhileWaitingByKill", 2L);
    }

    @Test
    void updatesChangeTheRequestAndEmptyFieldsDoNotEraseIt() {
        mini.task(601, 1, 0, SUBMIT);
        mini.taskRow("602000000,,1,0,,7,u,2,9,0.75,0.5,,");
        mini.task(603, 1, 0, SCHEDULE);
        mini.taskRow("604000000,,1,0,8,8,u,3,10,0.125,,,1");
        mini.taskRow("605000000,1,1,0,,4,u,,10,,,,");
        IngestReport report = mini.ingest();
        assertThat(
                        mini.query(
                                "cpu_micro_cores, memory_bytes, machine_id, scheduling_class,"
                                        + " priority, missing_info, different_machines,"
                                        + " duration_micros",
                                "tasks",
                                ""))
                .containsExactly("125000", "268435456", "8", "3", "10", "1", "true", "2000000");
        assertThat(facts(report))
                .containsEntry("tasks.updates", 2L)
                .containsEntry("tasks.requestChanges", 3L)
                .containsEntry("tasks.rowsWithMissingInfo", 1L)
                .containsEntry("tasks.rowsWithoutCpuRequest", 1L);
    }

    @Test
    void aTaskWithoutCpuRequestKeepsNone() {
        mini.taskRow("0,2,1,0,,0,u,3,9,,,,").task(0, 2, 0, SUBMIT);
        IngestReport report = mini.ingest();
        assertThat(
                        mini.query(
                                "cpu_micro_cores, memory_bytes, missing_info, different_machines",
                                "tasks",
                                "where job_id = 1"))
                .containsExactly("null", "null", "2", "null");
        assertThat(facts(report))
                .containsEntry("tasks.cpuRequestAbsent", 1L)
                .containsEntry("tasks.memoryRequestAbsent", 1L);
    }

    @Test
    void whatTheStateDoesNotAllowChangesNothingAndIsCounted() {
        mini.task(601, 1, 0, SUBMIT).task(602, 1, 0, SUBMIT).task(603, 1, 0, SCHEDULE);
        mini.task(604, 1, 0, SUBMIT).task(606, 1, 0, FINISH).task(607, 1, 0, KILL);
        mini.task(601, 2, 0, SCHEDULE).task(602, 2, 0, SCHEDULE).task(605, 2, 0, FINISH);
        mini.task(606, 2, 0, SCHEDULE).task(610, 2, 0, FAIL);
        mini.task(601, 3, 0, FINISH);
        IngestReport report = mini.ingest();
        assertThat(lifeOf(1))
                .isEqualTo(
                        life(
                                1000000,
                                3000000,
                                6000000,
                                3000000,
                                "FINISHED",
                                1,
                                false,
                                false,
                                false));
        assertThat(lifeOf(2))
                .isEqualTo(
                        life(1000000, 6000000, 10000000, 4000000, "FAILED", 3, true, false, false));
        assertThat(lifeOf(3))
                .isEqualTo(life(1000000, null, 1000000, null, "FINISHED", 0, true, true, false));
        assertThat(facts(report))
                .containsEntry("tasks.submitsWhileAlive", 2L)
                .containsEntry("tasks.endsAfterTheEnd", 1L)
                .containsEntry("tasks.firstEventNotSubmit", 2L)
                .containsEntry("tasks.schedulesWhileRunning", 1L)
                .containsEntry("tasks.schedulesWithoutSubmit", 1L);
    }

    @Test
    void anEventAfterTheEndLeavesTheTaskAlive() {
        mini.task(601, 1, 0, SUBMIT).task(602, 1, 0, SCHEDULE);
        mini.taskRow("9223372036854775807,,1,0,7,4,u,2,9,0.5,0.25,0.1,0");
        IngestReport report = mini.ingest();
        assertThat(lifeOf(1))
                .isEqualTo(life(1000000, 2000000, null, null, "RUNNING", 1, false, false, true));
        assertThat(report.manifest().tables().get("tasks").rowsIgnored())
                .isEqualTo(Map.of("after-end", 1L));
    }

    @Test
    void aTimeThatGoesBackWithinATaskIsQuarantined() {
        for (int i = 0; i < 200; i++) {
            mini.task(601, 1, i, SUBMIT);
        }
        mini.task(605, 1, 5, SCHEDULE).task(603, 1, 5, FINISH).task(602, 1, 6, SCHEDULE);
        IngestReport report = mini.ingest();
        assertThat(report.manifest().quarantinedByReason()).isEqualTo(Map.of("time-goes-back", 1L));
        assertThat(folder.resolve("out0/quarantine.csv"))
                .content()
                .isEqualTo(
                        "file,line,reason,text\n"
                                + "task_events/part-00000-of-00001.csv,202,time-goes-back,"
                                + "\"603000000,,1,5,7,4,u,2,9,0.5,0.25,0.1,0\"\n");
    }

    @Test
    void pairsJobsAndCountsTheirTasks() {
        mini.job(601, 1, SUBMIT).job(602, 1, SCHEDULE).job(620, 1, FINISH);
        mini.job(0, 2, SUBMIT).job(0, 2, SCHEDULE).job(610, 2, KILL);
        mini.job(611, 2, SUBMIT).job(612, 2, SCHEDULE);
        mini.task(601, 1, 0, SUBMIT).task(601, 1, 1, SUBMIT).task(605, 9, 0, SUBMIT);
        IngestReport report = mini.ingest();
        String columns =
                "submit_micros, schedule_micros, end_micros, outcome, class, tasks, \"user\", name,"
                        + " logical_name, submit_censored, schedule_censored, end_censored,"
                        + " resubmissions";
        assertThat(String.join(" ", mini.query(columns, "jobs", "where job_id = 1")))
                .isEqualTo(
                        "1000000 2000000 20000000 FINISHED BATCH 2 user name logical false false"
                                + " false 0");
        assertThat(String.join(" ", mini.query(columns, "jobs", "where job_id = 2")))
                .isEqualTo("0 0 null RUNNING BATCH 0 user name logical true true true 1");
        assertThat(facts(report))
                .containsEntry("tasks.jobsNotInJobTable", 1L)
                .containsEntry("jobs.withoutTasks", 1L)
                .containsEntry("jobs.resubmittedAfterKill", 1L);
    }

    @Test
    void theClassRuleCanBeChosen() {
        mini.task(601, 1, 0, SUBMIT).taskRow("602000000,,2,0,7,0,u,1,3,0.5,0.25,0.1,0");
        mini.job(601, 1, SUBMIT).job(601, 2, SUBMIT);
        assertThat(mini.ingest().manifest().classRule()).isEqualTo("scheduling-class>=2");
        String classes = "string_agg(class, ' ' order by job_id)";
        assertThat(mini.query(classes, "tasks", "")).containsExactly("USER_FACING BATCH");
        assertThat(mini.query(classes, "jobs", "")).containsExactly("BATCH BATCH");
        mini.ingest(request -> TestTraces.rule(request, "priority >= 3"));
        assertThat(mini.trace().manifest().classRule()).isEqualTo("priority>=3");
        assertThat(mini.query(classes, "tasks", "")).containsExactly("USER_FACING USER_FACING");
        assertThat(mini.query(classes, "jobs", "")).containsExactly("USER_FACING USER_FACING");
    }

    @Test
    void aWindowIgnoresRowsOutsideItButKeepsTheMachines() {
        mini.task(601, 1, 0, SUBMIT).task(602, 1, 0, SCHEDULE).task(610, 1, 0, FINISH);
        mini.task(611, 2, 0, SUBMIT);
        mini.machineRow("0,7,0,p,1,1").machineRow("611000000,7,1,p,1,1");
        IngestReport report =
                mini.ingest(request -> TestTraces.window(request, 2_000_000, 11_000_000));
        assertThat(report.manifest().tables().get("tasks").rowsIgnored())
                .isEqualTo(Map.of("outside-window", 2L));
        assertThat(report.manifest().tables().get("machines").rowsIgnored())
                .isEqualTo(Map.of("outside-window", 1L));
        assertThat(lifeOf(1))
                .isEqualTo(
                        life(
                                2000000,
                                2000000,
                                10000000,
                                8000000,
                                "FINISHED",
                                1,
                                true,
                                false,
                                false));
        assertThat(mini.query("count(*)", "machines", "")).containsExactly("1");
    }

    @Test
    void machinesComeGoAndChangeSize() {
        mini.machineRow("0,5,0,p,0.5,0.25").machineRow("601000000,6,0,p,,");
        mini.machineRow("602000000,5,2,p,1,0.25").machineRow("603000000,5,1,p,1,0.25");
        mini.machineRow("604000000,8,1,p,1,1").machineRow("605000000,5,0,p,0.5,0.5");
        for (int i = 0; i < 300; i++) {
            mini.machineRow("606000000," + (1000 + i) + ",0,p,1,1");
        }
        mini.machineRow("607000000,5,2,p,1.0000001,0.5").machineRow("608000000,5,2,p,0,0.5");
        mini.task(601, 1, 0, SUBMIT).taskRow("602000000,,2,0,99,0,u,1,3,0.5,0.25,0.1,0");
        IngestReport report = mini.ingest();
        assertThat(report.manifest().tables().get("machines").rowsIgnored())
                .isEqualTo(Map.of("machine-without-capacity", 1L));
        assertThat(report.manifest().quarantinedByReason()).isEqualTo(Map.of("out-of-range", 2L));
        assertThat(facts(report)).containsEntry("tasks.machinesNotInMachineTable", 2L);
        MachineEvents events = mini.trace().machineEvents().orElseThrow();
        assertThat(events.machines()).isEqualTo(301);
        assertThat(events.cpuMicroCores(0)).isEqualTo(500_000);
        assertThat(events.cpuMicroCores(1)).isEqualTo(1_000_000);
        assertThat(events.isRemoval(2)).isTrue();
        assertThat(events.memoryBytes(3)).isEqualTo(1L << 29);
        assertThat(events.timeMicros(3)).isEqualTo(5_000_000);
    }
}
