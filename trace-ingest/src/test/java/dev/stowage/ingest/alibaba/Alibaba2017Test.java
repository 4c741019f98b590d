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
final class Alibaba2017Test {
    @TempDir Path folder;

    private Ingested ingest(Path... sources) throws IOException {
        return Ingested.of(TraceFormats.named("alibaba-2017"), folder, 2, sources);
    }

    @Test
    void writesTheSameBytesWithAnyNumberOfThreads() throws IOException {
        Path source = TestTraces.real("alibaba-2017");
        Ingested one = Ingested.of(TraceFormats.named("alibaba-2017"), folder, 1, source);
        TestTraces.assertSameBytes(ingest(source).output(), one.output());
    }

    @Test
    void readsTheRealTables() throws IOException {
        Path source = TestTraces.real("alibaba-2017");
        Ingested trace = ingest(source);
        // zcat server_event.csv.gz | awk -F, '$3=="softerror"' | wc -l
        assertThat(trace.books("machines")).isEqualTo("1352 = 1313 + 0 + {soft-error=39}");
        // zcat batch_task.csv.gz | awk -F, '($6=="Terminated"||$6=="Failed")&&$2<0&&$2>=$1' | wc -l
        assertThat(trace.books("tasks")).isEqualTo("40360 = 40273 + 0 + {before-start=87}");
        assertThat(trace.fact("tasks.rowsBeforeStart")).isEqualTo(29);
        String raw = " from read_csv('" + source + "/batch_task.csv.gz', header=false)";
        String kept = " where not (column5 in ('Terminated', 'Failed') and column1 < 0)";
        assertThat(
                        trace.query(
                                "tasks",
                                "count(*), sum(cpu_micro_cores), sum(submit_micros),"
                                        + " sum(duration_micros), count(*) filter (outcome ="
                                        + " 'PENDING'), count(*) filter (outcome = 'RUNNING'),"
                                        + " count(distinct job_id), count(*) filter (missing_info"
                                        + " = 3), count(*) filter (cpu_micro_cores is null)"))
                .isEqualTo(
                        TestTraces.duckDb(
                                "select sum(column4)::bigint, sum(column4 * column6 *"
                                        + " 10000)::bigint, sum(column4 * greatest(column0, 0) *"
                                        + " 1000000::bigint), sum(column4 * (column1 -"
                                        + " greatest(column0, 0)) * 1000000::bigint) filter"
                                        + " (column5 in ('Terminated', 'Failed')), sum(column4)"
                                        + " filter (column5 = 'Waiting')::bigint, sum(column4)"
                                        + " filter (column5 = 'Running')::bigint, count(distinct"
                                        + " column2), sum(column4)::bigint, sum(column4) filter"
                                        + " (column6 is null)::bigint"
                                        + raw
                                        + kept));
    }

    @Test
    void takesInstancesAndContainersWhereThereAreAny() throws IOException {
        Path tasks =
                Ingested.table(
                        folder,
                        "batch_task.csv",
                        "90,120,4,1,2,Terminated,50,0.5",
                        "-10,110,4,2,2,Terminated,,");
        Path instances =
                Ingested.table(
                        folder,
                        "batch_instance.csv",
                        "100,120,4,1,17,Terminated,1,1,1.5,0.5,0.2,0.1",
                        "100,105,,,18,Failed,1,1,1.5,0.5,0.2,0.1");
        Path containers =
                Ingested.table(
                        folder,
                        "container_event.csv",
                        "0,Create,3,17,4,0.25,0.1,1|2|3",
                        "10,Create,5,17,4,0.25,0.1,1|2|3",
                        "70,Remove,5,17,4,0.25,0.1,");
        Path usage =
                Ingested.table(
                        folder,
                        "container_usage.csv",
                        "300,3,25,10,1,1,1,1,1,1,1,1",
                        "600,99,25,10,1,1,1,1,1,1,1,1");
        Path servers =
                Ingested.table(
                        folder,
                        "server_event.csv",
                        "0,17,add,,64,0.5,1",
                        "5,17,softerror,agent_check,0,0,0",
                        "9,17,harderror,disk,0,0,0");
        Ingested trace = ingest(tasks, instances, containers, usage, servers);
        assertThat(
                        trace.query(
                                "tasks",
                                "list(outcome), list(class), list(submit_censored),"
                                        + " list(machine_id), list(duration_micros / 1000000),"
                                        + " list(cpu_used_micro_cores), list(missing_info)"))
                .containsExactly(
                        "[FINISHED, FINISHED, RUNNING, KILLED, FINISHED, FAILED]",
                        "[BATCH, BATCH, USER_FACING, USER_FACING, BATCH, BATCH]",
                        "[true, true, true, false, false, false]",
                        "[null, null, 17, 17, 17, 18]",
                        "[110.0, 110.0, null, 60.0, 20.0, 5.0]",
                        "[null, null, 1000000, null, 500000, 500000]",
                        "[3, 3, null, null, null, null]");
        assertThat(trace.books("container_usage")).isEqualTo("2 = 1 + 0 + {unknown-task=1}");
        assertThat(trace.query("machines", "list(event), list(time_micros / 1000000)"))
                .containsExactly("[ADD, REMOVE]", "[0.0, 9.0]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "90,120,4,1,2,Terminated,50; COLUMN_COUNT",
                ",120,4,1,2,Terminated,50,0.5; MISSING_VALUE",
                "90,120,,1,2,Terminated,50,0.5; MISSING_VALUE",
                "#VALUE!,120,4,1,2,Terminated,50,0.5; NOT_A_NUMBER",
                "90,120,4.5,1,2,Terminated,50,0.5; NOT_A_NUMBER",
                "90,120,1.5E+3,1,2,Terminated,50,0.5; PRECISION_LOST",
                "90,120,-4,1,2,Terminated,50,0.5; NEGATIVE",
                "90,120,4,1,2,Terminated,-50,0.5; NEGATIVE",
                "90,120,2147483648,1,2,Terminated,50,0.5; OUT_OF_RANGE",
                "90,120,4,1,2,Terminated,50,1.5; OUT_OF_RANGE",
                "90,120,4,1,0,Terminated,50,0.5; OUT_OF_RANGE",
                "90,120,4,1,1000001,Terminated,50,0.5; OUT_OF_RANGE",
                "90,120,4,1,2,Done,50,0.5; UNKNOWN_WORD",
                "90,80,4,1,2,Terminated,50,0.5; END_BEFORE_START",
                "90,0,4,1,2,Failed,50,0.5; END_BEFORE_START",
            })
    void quarantinesATaskThatCannotBe(String row, BadRow reason) throws IOException {
        Path tasks =
                Ingested.table(folder, "batch_task.csv", "90,120,4,1,2,Terminated,50,0.5", row);
        Ingested trace = ingest(tasks);
        assertThat(trace.report().manifest().quarantinedByReason())
                .isEqualTo(Map.of(reason.label(), 1L));
        assertThat(trace.books("tasks")).isEqualTo("2 = 1 + 1 + {}");
    }
}
