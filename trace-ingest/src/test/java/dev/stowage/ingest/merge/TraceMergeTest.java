package dev.stowage.ingest.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.export.RandomTrace;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceMergeTest {
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib,job,class,user\n";

    @TempDir Path folder;

    private Path file(String name, String text) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        return Files.writeString(folder.resolve(name), text);
    }

    private TraceMerge.Input ingested(
            String format, Path input, Consumer<IngestRequest.Draft> change) throws IOException {
        Path output = Files.createTempDirectory(folder, "in");
        TraceFormats.registry()
                .get(format)
                .ingest(TestTraces.request(output, 2, input).with(change));
        return new TraceMerge.Input(input.getFileName().toString(), CanonicalTrace.open(output));
    }

    private TraceMerge.Input csv(String name, String rows) throws IOException {
        return ingested("csv", file(name, HEADER + rows), draft -> {});
    }

    private Path output() throws IOException {
        return Files.createTempDirectory(folder, "merged");
    }

    private IngestReport merge(Path output, TraceMerge.Input... inputs) {
        return TraceMerge.merge(List.of(inputs), output, Progress.NONE);
    }

    private static String row(int i, int job) {
        return i
                + "."
                + (i * 7 % 10)
                + ",60,"
                + (1 + i % 4)
                + ",2,"
                + job
                + ",batch,u"
                + i % 3
                + "\n";
    }

    @Test
    void halvesOfDisjointJobsGiveTheTasksOfTheWhole() throws IOException {
        StringBuilder whole = new StringBuilder();
        StringBuilder even = new StringBuilder();
        StringBuilder odd = new StringBuilder();
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            int job = random.nextInt(40);
            whole.append(row(i, job).replace("\n", "," + i + "\n"));
            (job % 2 == 0 ? even : odd).append(row(i, job).replace("\n", "," + i + "\n"));
        }
        String header = HEADER.replace("\n", ",task\n");
        TraceMerge.Input all = ingested("csv", file("all.csv", header + whole), draft -> {});
        Path output = output();
        IngestReport report =
                merge(
                        output,
                        ingested("csv", file("even.csv", header + even), draft -> {}),
                        ingested("csv", file("odd.csv", header + odd), draft -> {}));
        assertThat(output.resolve("renumbered.csv")).doesNotExist();
        assertThat(report.manifest().facts()).containsEntry("jobs.renumbered", 0L);
        assertThat(report.warnings()).isEmpty();
        MergedTables.assertHoldsTheRowsOf(List.of(all), output);
        assertThat(
                        Files.mismatch(
                                CanonicalTable.TASKS.fileIn(output),
                                CanonicalTable.TASKS.fileIn(all.trace().path())))
                .isEqualTo(-1); // no two tasks at the same time: the same file
    }

    @Test
    void jobsOfTheSameNumberDoNotMix() throws IOException {
        TraceMerge.Input a = csv("a/tasks.csv", row(1, 7) + row(2, 0) + row(3, 7));
        TraceMerge.Input b = csv("b/tasks.csv", row(2, 7) + row(5, 7) + row(6, 9));
        Path output = output();
        IngestReport report = merge(output, a, b);
        assertThat(Files.readString(output.resolve("renumbered.csv")))
                .isEqualTo("trace,what,id,becomes\ntasks.csv-2,job,7,1\n");
        assertThat(
                        TestTraces.duckDb(
                                "select list(job_id), list(submit_micros // 1000000) from '"
                                        + output.resolve("tasks.parquet")
                                        + "'"))
                .containsExactly("[7, 0, 1, 7, 1, 9]", "[1, 2, 2, 3, 5, 6]");
        MergedTables.assertHoldsTheRowsOf(
                List.of(a, new TraceMerge.Input("tasks.csv-2", b.trace())), output);
        TraceManifest manifest = report.manifest();
        assertThat(manifest.facts())
                .containsEntry("jobs.renumbered", 1L)
                .containsEntry("machines.renumbered", 0L);
        assertThat(manifest.files())
                .extracting(TraceManifest.SourceFile::name)
                .containsExactly("tasks.csv/tasks.csv", "tasks.csv-2/tasks.csv");
        assertThat(manifest.files().get(1).sha256())
                .isEqualTo(b.trace().manifest().files().get(0).sha256());
        assertThat(manifest.replayColumns()).containsExactly("user");
        assertThat(CanonicalTrace.open(output).manifest()).isEqualTo(manifest);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void anyTracesAreThereAsTheyWere(long seed) throws IOException {
        Random random = new Random(seed);
        List<TraceMerge.Input> parts = new ArrayList<>();
        int count = 2 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            Path trace = Files.createTempDirectory(folder, "random");
            int tasks = random.nextInt(40); // often another number of jobs, so other collisions
            parts.add(
                    new TraceMerge.Input(
                            "t" + i, new RandomTrace(random.nextLong(), tasks).write(trace)));
        }
        Path output = output();
        IngestReport report = TraceMerge.merge(parts, output, Progress.NONE);
        MergedTables.assertHoldsTheRowsOf(parts, output);
        long jobs =
                parts.stream()
                        .mapToLong(p -> p.trace().manifest().tables().get("jobs").rowsWritten())
                        .sum();
        assertThat(
                        TestTraces.duckDb(
                                "select count(distinct job_id) from '"
                                        + output.resolve("jobs.parquet")
                                        + "'"))
                .containsExactly(Long.toString(jobs));
        Path again = output();
        TraceMerge.merge(parts, again, Progress.NONE);
        TestTraces.assertSameBytes(output, again);
        assertThat(report.manifest().merged()).hasSize(count);
    }

    @Test
    void theBooksAreSummed() throws IOException {
        Consumer<IngestRequest.Draft> lenient =
                draft -> {
                    draft.onError = ErrorPolicy.QUARANTINE;
                    draft.maxErrorShare = 1;
                };
        TraceMerge.Input a =
                ingested("csv", file("a.csv", HEADER + row(1, 1) + row(2, 2) + "x\n"), lenient);
        TraceMerge.Input b =
                ingested(
                        "csv",
                        file("b.csv", HEADER + row(9, 3) + "10,-1,1,1,1,batch,u\n" + "11,x\n"),
                        lenient);
        Path output = output();
        TraceManifest merged = merge(output, a, b).manifest();
        TraceManifest.Table tasks = merged.tables().get("tasks");
        assertThat(tasks.rowsRead()).isEqualTo(6);
        assertThat(tasks.rowsUsed()).isEqualTo(3);
        assertThat(tasks.rowsQuarantined()).isEqualTo(3);
        assertThat(tasks.windowMicros()).isEqualTo(new TraceManifest.Window(1_700_000, 9_300_000));
        assertThat(merged.quarantinedByReason())
                .isEqualTo(Map.of("column-count", 2L, "negative", 1L));
        assertThat(Files.readAllLines(output.resolve("quarantine.csv")))
                .containsExactly(
                        "file,line,reason,text",
                        "a.csv/a.csv,4,column-count,x",
                        "b.csv/b.csv,3,negative,\"10,-1,1,1,1,batch,u\"",
                        "b.csv/b.csv,4,column-count,\"11,x\"");
        assertThat(merged.merged())
                .extracting(each -> each.manifest().provenance())
                .containsExactly(
                        a.trace().manifest().provenance(), b.trace().manifest().provenance());
    }

    @Test
    void mergingInStepsIsMergingAtOnce() throws IOException {
        TraceMerge.Input a = csv("a.csv", row(1, 1) + row(4, 2));
        TraceMerge.Input b = csv("b.csv", row(2, 1) + row(5, 1));
        TraceMerge.Input c = csv("c.csv", row(3, 2) + row(6, 5));
        Path first = output();
        merge(first, a, b);
        Path steps = output();
        merge(steps, new TraceMerge.Input("ab", CanonicalTrace.open(first)), c);
        Path once = output();
        merge(once, a, b, c);
        String tasks = "select list(submit_micros), count(distinct job_id) from '%s/tasks.parquet'";
        assertThat(TestTraces.duckDb(tasks.formatted(steps)))
                .isEqualTo(TestTraces.duckDb(tasks.formatted(once)));
        TraceManifest whole = CanonicalTrace.open(steps).manifest();
        assertThat(whole.files())
                .extracting(TraceManifest.SourceFile::name)
                .containsExactly("ab/a.csv/a.csv", "ab/b.csv/b.csv", "c.csv/c.csv");
        assertThat(whole.classRule()).isEqualTo("column class");
    }

    @Test
    void refusesTracesOfDifferentUnitsAndClassRules() throws IOException {
        TraceMerge.Input cores = csv("own.csv", row(1, 1));
        Path nodes =
                file("n/openb_node_list.csv", "sn,cpu_milli,memory_mib,gpu,model\nn1,1,1,0,\n");
        TraceMerge.Input gpu = ingested("alibaba-gpu-2023", nodes, draft -> {});
        Path meta = file("m/machine_meta.csv", "m_1,0,1,2,96,100,USING\n");
        TraceMerge.Input shares = ingested("alibaba-2018", meta, draft -> {});
        TraceMerge.Input scaled =
                ingested(
                        "alibaba-2018",
                        meta,
                        draft -> draft.machine = Resources.ofCoresAndGib(96, 512));
        Path output = output();
        for (TraceMerge.Input other : List.of(cores, gpu, scaled)) {
            assertThatThrownBy(() -> merge(output, shares, other))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("machine_meta.csv, whose requests are in shares")
                    .hasMessageContaining("--machine 48c256g");
        }
        assertThat(output).isEmptyDirectory();
        merge(output(), shares, shares);
        assertThat(merge(output(), scaled, cores).manifest().machine()).isNull();
        TraceMerge.Input priority =
                ingested(
                        "csv",
                        file("p.csv", HEADER + row(1, 1)),
                        draft -> draft.classRule = Optional.of("priority>=9"));
        assertThatThrownBy(() -> merge(output, cores, priority))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("own.csv with the class rule column class, and p.csv with");
    }

    @Test
    void saysWhatTheWholeCanNotAnswer() throws IOException {
        TraceMerge.Input own = csv("own.csv", row(1, 1));
        Path nodes =
                file("n/openb_node_list.csv", "sn,cpu_milli,memory_mib,gpu,model\nn1,1,1,0,\n");
        TraceMerge.Input gpu = ingested("alibaba-gpu-2023", nodes, draft -> {});
        Path output = output();
        assertThat(merge(output, own, gpu).warnings())
                .anyMatch(warning -> warning.startsWith("No machines in own.csv: `simulate"))
                .anyMatch(warning -> warning.startsWith("No tasks in openb_node_list.csv"));
        MergedTables.assertHoldsTheRowsOf(List.of(own, gpu), output);
        assertThat(merge(output(), own, own).warnings())
                .containsExactly("own.csv and own.csv-2 are the same trace: it is in twice.");
    }

    @Test
    void usersOfJobsStayKnownBesideUsersOfTasks() throws IOException {
        TraceMerge.Input own = csv("own.csv", row(1, 1));
        Path jobs = file("g/job_events/part-0.csv", "600000000,,5,0,alice,1,j,l\n");
        file("g/task_events/part-0.csv", "600000000,,5,0,,0,ignored,1,0,0.5,0.5,0.1,0\n");
        TraceMerge.Input google =
                ingested(
                        "google-2011",
                        jobs.getParent().getParent(),
                        draft -> draft.machine = Resources.ofCoresAndGib(48, 256));
        Path output = output();
        IngestReport report = merge(output, google, own);
        assertThat(
                        TestTraces.duckDb(
                                "select list(\"user\") from '"
                                        + output.resolve("tasks.parquet")
                                        + "'"))
                .containsExactly("[alice, u1]");
        assertThat(report.manifest().replayColumns()).isNull();
        assertThat(report.warnings())
                .anyMatch(
                        warning ->
                                warning.contains("does not use user, because it would not in g"));
    }

    @Test
    void refusesDamagedTraces() throws IOException {
        TraceMerge.Input a = csv("a.csv", row(1, 1));
        TraceMerge.Input b = csv("b.csv", row(1, 1) + row(2, 1));
        Files.copy(
                CanonicalTable.TASKS.fileIn(a.trace().path()),
                CanonicalTable.TASKS.fileIn(b.trace().path()),
                StandardCopyOption.REPLACE_EXISTING);
        Path output = output();
        assertThatThrownBy(() -> merge(output, a, b))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("found 1 rows, expected 2 rows");
        TraceMerge.Input c = csv("c.csv", row(1, 1) + row(2, 1));
        TestTraces.duckDbRun(
                "copy (select * replace (-submit_micros as submit_micros) from '"
                        + CanonicalTable.TASKS.fileIn(c.trace().path())
                        + "') to '"
                        + CanonicalTable.TASKS.fileIn(b.trace().path())
                        + "' (format parquet)");
        assertThatThrownBy(() -> merge(output(), a, b))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("rows in order of time");
    }
}
