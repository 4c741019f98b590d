package dev.stowage.ingest.alibaba;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.quarantine.BadRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Instance and container tables are synthetic here, written from the schema. */
final class Alibaba2018Test {
    @TempDir Path folder;

    private Ingested ingest(Path... sources) throws IOException {
        return Ingested.of(TraceFormats.named("alibaba-2018"), folder, 2, sources);
    }

    private Path tasks(String... rows) throws IOException {
        return Ingested.table(folder, "batch_task.csv", rows);
    }

    @Test
    void writesTheSameBytesWithAnyNumberOfThreads() throws IOException {
        Path source = TestTraces.real("alibaba-2018");
        Ingested one = Ingested.of(TraceFormats.named("alibaba-2018"), folder, 1, source);
        TestTraces.assertSameBytes(ingest(source).output(), one.output());
    }

    @Test
    void readsTheRealTables() throws IOException {
        Path source = TestTraces.real("alibaba-2018");
        Ingested trace = ingest(source);
        // zcat machine_meta.csv.gz | awk -F, '$7=="USING"{m[$1]=1}END{print length(m)}': 4033;
        // all rows have 96 cores and memory 100
        assertThat(trace.books("machines")).isEqualTo("17592 = 4033 + 0 + {unchanged=13559}");
        assertThat(trace.books("tasks")).isEqualTo("27288 = 27288 + 0 + {}");
        // zcat container_usage.csv.gz | awk -F, '$1==""' | wc -l
        assertThat(trace.books("container_usage"))
                .isEqualTo("6570 = 0 + 0 + {unknown-task=3067, unnamed=3503}");
        assertThat(trace.books("machine_usage"))
                .isEqualTo("51362 = 0 + 0 + {table-not-needed=51362}");
        // python 3.11: the names by a regular expression, the last number of a name of 50
        // characters dropped, stages without open ones taken away until none is left. With those
        // numbers 8 jobs would be circular.
        assertThat(trace.report().manifest().facts())
                .containsEntry("jobs.withDependencies", 1058L)
                .containsEntry("jobs.circular", 0L)
                .containsEntry("dependencies.kept", 30846L)
                .containsEntry("dependencies.ofUnknownStages", 0L)
                .containsEntry("dependencies.startBeforeEnd", 19985L)
                .containsEntry("tasks.rowsWithNamesCut", 152L)
                .containsEntry("tasks.rowsWithoutTime", 105L)
                .containsEntry("containerUsage.rowsBeyondEightDays", 3898L);
        String raw = " from read_csv('" + source + "/batch_task.csv.gz', header=false)";
        assertThat(
                        trace.query(
                                "tasks",
                                "count(*), sum(cpu_micro_cores), sum(schedule_micros),"
                                        + " sum(duration_micros), count(*) filter (outcome ="
                                        + " 'PENDING'), count(*) filter (outcome = 'RUNNING'),"
                                        + " count(distinct job_id), count(*) filter (missing_info"
                                        + " = 3)"))
                .isEqualTo(
                        TestTraces.duckDb(
                                "select sum(i)::bigint, sum(i * column7 * 10000)::bigint, sum(i *"
                                        + " column5 * 1000000) filter (column4 <> 'Waiting'),"
                                        + " sum(i * (column6 - column5) * 1000000) filter (column4"
                                        + " in ('Terminated', 'Failed')), sum(i) filter (column4 ="
                                        + " 'Waiting')::bigint, sum(i) filter (column4 ="
                                        + " 'Running')::bigint, count(distinct column2),"
                                        + " sum(i)::bigint from (select *, coalesce(column1, 1) i"
                                        + raw
                                        + ")"));
    }

    @Test
    void keepsWhatTasksWaitForAndWhenTheyWereThere() throws IOException {
        Ingested trace =
                ingest(
                        tasks(
                                "R2_1,2,j_9,1,Terminated,100,130,50.0,0.2",
                                "M1,1,j_9,1,Terminated,110,120,100.0,0.5", // starts after R2
                                "J3_2_7,1,j_9,1,Waiting,0,0,,", // 7 is nowhere
                                "task_Nzg=,1,j_1,1,Terminated,90,95,50.0,0.2"));
        assertThat(
                        trace.query(
                                "tasks",
                                "list(job_id), list(stage), list(after_stages),"
                                        + " list(submit_micros / 1000000), list(duration_micros /"
                                        + " 1000000), list(task_index)"))
                .containsExactly(
                        "[1, 0, 0, 0, 0]",
                        "[null, 2, 2, 1, 3]",
                        "[null, 1, 1, null, 2]",
                        "[90.0, 100.0, 100.0, 100.0, 100.0]",
                        "[5.0, 30.0, 30.0, 10.0, null]",
                        "[0, 0, 1, 2, 3]");
        assertThat(trace.query("jobs", "list(name), list(outcome)"))
                .containsExactly("[j_1, j_9]", "[FINISHED, PENDING]");
        assertThat(trace.fact("dependencies.ofUnknownStages")).isEqualTo(1);
        assertThat(trace.fact("tasks.rowsSubmittedEarlierThanStarted")).isEqualTo(1);
    }

    @Test
    void takesTheDependenciesFromAJobThatWaitsForItself() throws IOException {
        Ingested trace =
                ingest(
                        tasks(
                                "M1_2,1,j_1,1,Terminated,100,130,50.0,0.2",
                                "M2_1,1,j_1,1,Terminated,100,130,50.0,0.2",
                                "M3_1,1,j_1,1,Terminated,100,130,50.0,0.2"));
        assertThat(trace.query("tasks", "list(after_stages)").get(0))
                .isEqualTo("[null, null, null]");
        assertThat(trace.fact("jobs.circular")).isEqualTo(1);
        assertThat(trace.fact("dependencies.ofCircularJobs")).isEqualTo(3);
    }

    @Test
    void takesInstancesWhereThereAreAny() throws IOException {
        Path instances =
                Ingested.table(
                        folder,
                        "batch_instance.csv",
                        "i_1,M1,j_1,1,Terminated,100,105,m_7,1,1,50,60,0.1,0.3",
                        "i_2,M1,j_1,1,Interrupted,101,102,m_8,2,2,,,,",
                        "i_3,,,1,Terminated,103,104,m_7,1,1,50,60,0.1,0.3");
        Ingested trace =
                ingest(
                        tasks(
                                "M1,2,j_1,1,Terminated,100,105,100.0,0.5",
                                "M2_1,3,j_1,1,Terminated,105,107,100.0,0.5"),
                        instances);
        assertThat(
                        trace.query(
                                "tasks",
                                "list(outcome), list(machine_id), list(cpu_micro_cores),"
                                        + " list(cpu_used_micro_cores), list(missing_info),"
                                        + " list(submit_micros / 1000000)"))
                .containsExactly(
                        "[FINISHED, KILLED, FINISHED, FINISHED, FINISHED, FINISHED]",
                        "[0, 1, 0, null, null, null]",
                        "[1000000, 1000000, null, 1000000, 1000000, 1000000]",
                        "[500000, null, 500000, null, null, null]",
                        "[null, null, null, 3, 3, 3]",
                        "[100.0, 100.0, 103.0, 105.0, 105.0, 105.0]");
        assertThat(trace.fact("tasks.expanded")).isEqualTo(3);
        assertThat(trace.fact("tasks.withoutJob")).isEqualTo(1);
        assertThat(trace.fact("tasks.retries")).isEqualTo(1);
    }

    @Test
    void followsContainersAndMachines() throws IOException {
        Path meta =
                Ingested.table(
                        folder,
                        "container_meta.csv",
                        "c_1,m_1,0,app_5,started,400,800,1.5",
                        "c_1,m_2,50,app_5,stopped,400,800,1.5",
                        "c_2,m_1,20,app_5,allocated,800,800,3");
        Path usage =
                Ingested.table(
                        folder,
                        "container_usage.csv",
                        "c_2,m_1,30,10,50,,,,0,0,-1",
                        "c_2,m_1,40,20,40,,,,0,0,101",
                        "c_9,m_1,40,20,40,,,,0,0,101");
        Path machines =
                Ingested.table(
                        folder,
                        "machine_meta.csv",
                        "m_1,0,1,2,96,100,USING",
                        "m_1,10,1,2,96,100,USING",
                        "m_1,20,1,2,48,100,USING",
                        "m_1,30,1,2,48,100,OFFLINE",
                        "m_2,0,1,2,,,USING");
        Ingested trace = ingest(meta, usage, machines);
        assertThat(
                        trace.query(
                                "tasks",
                                "list(class), list(outcome), list(duration_micros),"
                                        + " list(submit_censored), list(cpu_micro_cores),"
                                        + " list(cpu_used_micro_cores), count(distinct job_id)"))
                .containsExactly(
                        "[USER_FACING, USER_FACING]",
                        "[KILLED, RUNNING]",
                        "[50000000, null]",
                        "[true, false]",
                        "[4000000, 8000000]",
                        "[null, 1200000]",
                        "1");
        assertThat(trace.books("container_usage")).isEqualTo("3 = 2 + 0 + {unknown-task=1}");
        assertThat(trace.query("machines", "list(event), list(name)"))
                .containsExactly("[ADD, UPDATE, REMOVE]", "[m_1, m_1, m_1]");
        assertThat(trace.books("machines"))
                .isEqualTo("5 = 3 + 0 + {machine-without-capacity=1, unchanged=1}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "M1,1,j_1,1,Terminated,100,130,50.0; COLUMN_COUNT",
                "M1,1,,1,Terminated,100,130,50.0,0.2; MISSING_VALUE",
                "M1,1,j_1,1,Terminated,#VALUE!,130,50.0,0.2; NOT_A_NUMBER",
                "M1,1,j_1,1,Terminated,100,130,-50.0,0.2; NEGATIVE",
                "M1,1,j_1,1,Terminated,100,130,50.0,100.5; OUT_OF_RANGE",
                "M1,0,j_1,1,Terminated,100,130,50.0,0.2; OUT_OF_RANGE",
                "M1,1000001,j_1,1,Terminated,100,130,50.0,0.2; OUT_OF_RANGE",
                "M1,1,j_1,1,Done,100,130,50.0,0.2; UNKNOWN_WORD",
                "M1,1,j_1,1,Terminated,100,99,50.0,0.2; END_BEFORE_START",
                "M1,1,j_1,1,Failed,100,0,50.0,0.2; END_BEFORE_START",
            })
    void quarantinesATaskThatCannotBe(String row, BadRow reason) throws IOException {
        Ingested trace = ingest(tasks("M1,1,j_1,1,Terminated,100,130,50.0,0.2", row));
        assertThat(trace.report().manifest().quarantinedByReason())
                .isEqualTo(Map.of(reason.label(), 1L));
        assertThat(trace.books("tasks")).isEqualTo("2 = 1 + 1 + {}");
    }
}
