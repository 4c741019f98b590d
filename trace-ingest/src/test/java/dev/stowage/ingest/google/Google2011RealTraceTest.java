package dev.stowage.ingest.google;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.extraction.ParameterExtraction;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.inspection.TraceInspection;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.fit.ParameterSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real pieces of the trace of 2011. What is expected comes from DuckDB over the raw CSV, within
 * the test, or is pinned with the command that gave it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class Google2011RealTraceTest {
    /** One row per task, paired by window functions instead of a state machine. */
    private static final String TASKS =
            "with e as (select column00::bigint t, column02::bigint job, column03::bigint i,"
                    + " column05::int ev, row_number() over () n from read_csv('RAW', header=false,"
                    + " all_varchar=true, parallel=false)), s as (select job, i, min(t) filter (ev"
                    + " = 0) submit, max(t) filter (ev = 1) schedule, max(t) filter (ev between 2"
                    + " and 6) fin, arg_max(ev, n) final, count(*) filter (ev = 1) attempts,"
                    + " count(*) filter (ev = 2) evictions, count(*) filter (ev = 3) failures,"
                    + " count(*) filter (ev = 5) kills from e group by job, i) ";

    private Path folder;
    private Path source;
    private Path output;
    private IngestReport report;

    @BeforeAll
    void ingest(@TempDir Path temporary) throws IOException {
        folder = temporary;
        source = TestTraces.real("google-2011");
        output = Files.createDirectories(folder.resolve("g.trace"));
        report = TraceFormats.named("google-2011").ingest(TestTraces.request(output, 2, source));
    }

    private String raw(String table) {
        return source.resolve(table) + "/*.csv.gz";
    }

    private List<String> raw(String table, String select) {
        return TestTraces.duckDb(
                "select "
                        + select
                        + " from read_csv('"
                        + raw(table)
                        + "', header=false, all_varchar=true)");
    }

    private List<String> canonical(String table, String select) {
        return TestTraces.duckDb(
                "select " + select + " from '" + output.resolve(table + ".parquet") + "'");
    }

    @Test
    void everyRowIsUsedQuarantinedOrIgnored() {
        Map<String, TraceManifest.Table> tables = report.manifest().tables();
        Map<String, String> sources =
                Map.of(
                        "machines", "machine_events",
                        "jobs", "job_events",
                        "tasks", "task_events",
                        "usage", "task_usage");
        assertThat(tables).containsOnlyKeys(sources.keySet());
        sources.forEach(
                (table, name) ->
                        assertThat(String.valueOf(tables.get(table).rowsRead()))
                                .isEqualTo(raw(name, "count(*)").get(0)));
        assertThat(report.manifest().quarantinedByReason()).isEmpty();
        // zcat machine_events/*.gz | awk -F, '$3==0 && $5==""' | wc -l
        assertThat(tables.get("machines").rowsIgnored())
                .isEqualTo(Map.of("machine-without-capacity", 32L));
        assertThat(report.manifest().files()).hasSize(103);
        assertThat(report.manifest().files())
                .filteredOn(file -> file.table().equals("task_usage"))
                .singleElement()
                .extracting(TraceManifest.SourceFile::bytes)
                .isEqualTo(2520L);
    }

    @Test
    void countsWhatTheTraceIsKnownFor() {
        // per task in file order (python 3: last event before each SUBMIT): {2: 3547, 3: 115,
        // 4: 69, 5: 456}; SUBMIT rows with a machine: 40822; rows without / with zero CPU: 97, 204
        assertThat(report.manifest().facts())
                .containsEntry("tasks.resubmittedAfterEvict", 3547L)
                .containsEntry("tasks.resubmittedAfterFail", 115L)
                .containsEntry("tasks.resubmittedAfterFinish", 69L)
                .containsEntry("tasks.resubmittedAfterKill", 456L)
                .containsEntry("tasks.endedWhileWaitingByKill", 66L)
                .containsEntry("tasks.submitsWithMachine", 40822L)
                .containsEntry("tasks.rowsWithoutCpuRequest", 97L)
                .containsEntry("tasks.rowsWithZeroCpuRequest", 204L)
                .containsEntry("tasks.rowsBeforeStart", 162387L)
                .containsEntry("tasks.machinesNotInMachineTable", 2L)
                .containsEntry("tasks.jobsNotInJobTable", 0L)
                .containsEntry("jobs.resubmittedAfterFail", 1L)
                .containsEntry("machines.distinct", 12583L);
    }

    @Test
    void tasksArePairedAsAnIndependentQueryPairsThem() {
        List<String> expected =
                TestTraces.duckDb(
                        TASKS.replace("RAW", raw("task_events"))
                                + "select count(*), "
                                + "sum(greatest(submit - 600000000, 0)), sum(greatest(schedule -"
                                + " 600000000, 0)), sum(case when final between 2 and 6 then greatest(fin -"
                                + " 600000000, 0) end), sum(attempts), sum(evictions),"
                                + " sum(failures), sum(kills), count(*) filter (final = 4),"
                                + " count(*) filter (final = 5), count(*) filter (final = 3),"
                                + " count(*) filter (final = 1), count(*) filter (final = 0),"
                                + " count(*) filter (submit = 0), sum(case when final between 2 and"
                                + " 6 and fin > schedule then fin - greatest(schedule, 600000000)"
                                + " end) from s");
        List<String> found =
                canonical(
                        "tasks",
                        "count(*), sum(submit_micros), sum(schedule_micros), sum(end_micros),"
                                + " sum(attempts), sum(evictions), sum(failures), sum(kills),"
                                + " count(*) filter (outcome = 'FINISHED'), count(*) filter"
                                + " (outcome = 'KILLED'), count(*) filter (outcome = 'FAILED'),"
                                + " count(*) filter (outcome = 'RUNNING'), count(*) filter (outcome"
                                + " = 'PENDING'), count(*) filter (submit_censored),"
                                + " sum(duration_micros)");
        assertThat(found.subList(0, 14)).isEqualTo(expected.subList(0, 14));
        assertThat(found.get(0)).isEqualTo("106730");
        assertThat(canonical("tasks", "sum(end_micros - schedule_micros)").get(0))
                .isEqualTo(expected.get(14));
    }

    @Test
    void jobsMachinesAndUsageAgreeWithTheRawRows() {
        assertThat(canonical("jobs", "count(*), sum(tasks)"))
                .containsExactly(raw("job_events", "count(distinct column2)").get(0), "106730");
        assertThat(canonical("machines", "count(*), count(distinct machine_id)"))
                .isEqualTo(
                        raw(
                                "machine_events",
                                "count(*) filter (column4 is not null), count(distinct column1)"
                                        + " filter (column4 is not null)"));
        assertThat(
                        canonical(
                                "usage",
                                "count(*), sum(cpu_micro_cores), sum(memory_bytes),"
                                        + " sum(disk_io_time)::decimal(18,9)"))
                .isEqualTo(
                        raw(
                                "task_usage",
                                "count(*), sum(trunc(column05::decimal(38,18) * 1000000)::bigint),"
                                        + " sum(trunc(column06::decimal(28,10) *"
                                        + " 1073741824)::bigint),"
                                        + " sum(column11::double)::decimal(18,9)"));
    }

    @Test
    void requestsAreTruncatedExactly() {
        // the last request given of each task, as decimals
        String expected =
                "with e as (select *, row_number() over () n from read_csv('RAW', header=false,"
                        + " all_varchar=true, parallel=false)), s as (select column02, column03,"
                        + " arg_max(column09::decimal(38,18), n) filter (column09 is not null) c,"
                        + " arg_max(column10::decimal(28,16), n) filter (column10 is not null) m"
                        + " from e group by all) select sum(trunc(c * 1000000)::bigint),"
                        + " sum(trunc(m::decimal(28,12) * 1073741824)::bigint) from s";
        assertThat(canonical("tasks", "sum(cpu_micro_cores), sum(memory_bytes)"))
                .isEqualTo(TestTraces.duckDb(expected.replace("RAW", raw("task_events"))));
    }

    @Test
    void theSameBytesForEveryNumberOfThreads() throws IOException {
        Path one = Files.createDirectories(folder.resolve("one.trace"));
        TraceFormats.named("google-2011").ingest(TestTraces.request(one, 1, source));
        TestTraces.assertSameBytes(output, one);
        Path four = Files.createDirectories(folder.resolve("four.trace"));
        TraceFormats.named("google-2011").ingest(TestTraces.request(four, 4, source));
        TestTraces.assertSameBytes(output, four);
    }

    @Test
    void replaysEveryTaskThatWasScheduled() {
        CanonicalTrace trace = CanonicalTrace.open(output);
        TaskBatch batch = new TaskBatch(1000);
        long tasks = 0;
        long cpu = 0;
        long last = 0;
        try (TaskSource source = trace.workload().open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    assertThat(batch.submitMicros[i]).isGreaterThanOrEqualTo(last);
                    last = batch.submitMicros[i];
                    cpu += batch.cpuMicroCores[i];
                }
                tasks += batch.size;
            }
            assertThat(source.leftOut()).isEqualTo(Map.of("neverScheduled", 106730 - tasks));
        }
        assertThat(List.of("" + tasks, "" + cpu))
                .isEqualTo(
                        TestTraces.duckDb(
                                "select count(*), sum(cpu_micro_cores) from '"
                                        + output.resolve("tasks.parquet")
                                        + "' where attempts > 0"));
        MachineEvents machines = trace.machineEvents().orElseThrow();
        assertThat(machines.machines()).isEqualTo(12583);
    }

    @Test
    void inspectionAddsUp() {
        TraceInspection inspection = TraceInspection.of(CanonicalTrace.open(output));
        assertThat(inspection.tasksByOutcome().values().stream().mapToLong(n -> n).sum())
                .isEqualTo(106730);
        assertThat(inspection.tasksByClass())
                .containsEntry(
                        "USER_FACING",
                        Long.parseLong(
                                canonical("tasks", "count(*) filter (scheduling_class >= 2)")
                                        .get(0)));
        List<String> median =
                canonical("tasks", "quantile_disc(duration_micros, 0.5), max(duration_micros)");
        TraceInspection.Quantiles durations = inspection.quantiles().get("task duration, s");
        assertThat(durations.p50())
                .isCloseTo(
                        Long.parseLong(median.get(0)) / 1e6,
                        org.assertj.core.data.Percentage.withPercentage(0.2));
        assertThat(durations.max()).isEqualTo(Long.parseLong(median.get(1)) / 1e6);
    }

    @Test
    void extractsParametersByTheWindowsOfTheTables() {
        ParameterSamples samples =
                ParameterExtraction.extract(CanonicalTrace.open(output), Progress.NONE);
        ParameterSamples.ClassSamples batch = samples.of(TaskClass.BATCH);
        String isBatch = "class = 'BATCH' and ";
        assertThat(
                        List.of(
                                "" + batch.observations(Parameter.JOB_ARRIVAL),
                                "" + batch.censored(Parameter.JOB_ARRIVAL),
                                "" + batch.observations(Parameter.JOB_DURATION)))
                .isEqualTo(
                        canonical(
                                "jobs",
                                "count(*) filter ("
                                        + isBatch
                                        + "not submit_censored), count(*)"
                                        + " filter ("
                                        + isBatch
                                        + "submit_censored), count(*)"
                                        + " filter ("
                                        + isBatch
                                        + "outcome = 'FINISHED' and not"
                                        + " schedule_censored)"));
        String inWindow =
                " from '"
                        + output.resolve("jobs.parquet")
                        + "' j join '"
                        + output.resolve("tasks.parquet")
                        + "' t using (job_id) where j.class ="
                        + " 'BATCH' and not j.submit_censored and j.submit_micros <= 5011086317";
        assertThat(
                        List.of(
                                "" + batch.observations(Parameter.CPU),
                                "" + batch.observations(Parameter.TASK_DURATION)))
                .isEqualTo(
                        TestTraces.duckDb(
                                "select count(t.cpu_micro_cores), count(*) filter (t.outcome ="
                                        + " 'FINISHED' and not t.schedule_censored)"
                                        + inWindow));
        assertThat("" + batch.observations(Parameter.TASKS_PER_JOB))
                .isEqualTo(
                        TestTraces.duckDb(
                                        "select count(distinct job_id)"
                                                + inWindow
                                                + " and t.outcome = 'FINISHED' and not"
                                                + " t.schedule_censored")
                                .get(0));
        assertThat(samples.provenance().tables().get("tasks").toSeconds()).isEqualTo(5011.086317);
    }
}
