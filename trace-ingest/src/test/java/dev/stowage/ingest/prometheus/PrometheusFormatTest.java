package dev.stowage.ingest.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.IngestedTrace;
import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers made up here; what a trace must say of them is worked out beside each. */
class PrometheusFormatTest {
    private static final String LABELS = "'namespace':'shop','pod':'web-1','container':'app'";
    private static final String REQUESTS = "kube_pod_container_resource_requests";
    private static final String CPU = "container_cpu_usage_seconds_total";
    private static final String MEMORY = "container_memory_working_set_bytes";

    @TempDir private Path folder;
    private int files;

    private Path answer(String... series) throws IOException {
        return file(
                "{'status':'success','data':{'resultType':'matrix','result':["
                        + String.join(",", series)
                        + "]}}");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(
                folder.resolve("answer-" + files++ + ".json"), text.replace('\'', '"'));
    }

    private static String series(String metric, String labels, String... samples) {
        StringBuilder text = new StringBuilder("{'metric':{'__name__':'" + metric + "'," + labels);
        text.append("},'values':[");
        for (int i = 0; i < samples.length; i++) {
            String[] sample = samples[i].split("=", -1);
            text.append(i == 0 ? "" : ",").append("[" + sample[0] + ",'" + sample[1] + "']");
        }
        return text + "]}";
    }

    private IngestedTrace ingest(Path... inputs) {
        return IngestedTrace.of(new PrometheusFormat(), folder, request -> request, inputs);
    }

    /**
     * A pod with two containers from 1000 s to 1180 s of answers that go on to 1300 s: requests
     * 0.25 + 0.5 cores. Its first counter grows by 6 s, starts anew at 3 s and grows by 12 s in 60
     * s each: 0.1, 0.05 and 0.2 cores; the other one by 6 s twice.
     */
    @Test
    void makesTasksAndTheirUseOfSeries() throws IOException {
        String other = LABELS.replace("app", "log");
        Path file =
                answer(
                        series(
                                REQUESTS,
                                LABELS + ",'resource':'cpu','node':'n1'",
                                "1000=0.25",
                                "1060=0.25",
                                "1120=0.25",
                                "1180=0.25"),
                        series(
                                REQUESTS,
                                other + ",'resource':'cpu','node':'n1'",
                                "1000=0.5",
                                "1060=0.5",
                                "1120=0.5",
                                "1180=0.5"),
                        series(
                                REQUESTS,
                                LABELS + ",'resource':'memory','node':'n1'",
                                "1000=1.073741824e9"),
                        series(
                                REQUESTS,
                                LABELS + ",'resource':'example_com_fpga','node':'n1'",
                                "1000=2"),
                        series(
                                REQUESTS,
                                LABELS + ",'resource':'nvidia_com_gpu','node':'n1'",
                                "1000=1"),
                        series(
                                CPU,
                                LABELS + ",'cpu':'total','id':'/a'",
                                "1000=100",
                                "1060=106",
                                "1120=3",
                                "1180=15"),
                        series(
                                CPU,
                                other + ",'cpu':'total','id':'/b'",
                                "1000=1",
                                "1060=7",
                                "1120=13"),
                        series(
                                CPU,
                                LABELS.replace("app", "") + ",'id':'/pod'",
                                "1000=0",
                                "1060=600",
                                "1120=1200"),
                        series(
                                CPU,
                                LABELS.replace("app", "POD") + ",'id':'/p'",
                                "1000=0",
                                "1060=600"),
                        series(CPU, "'id':'/'", "1000=0", "1060=6000"),
                        series(
                                MEMORY,
                                LABELS + ",'id':'/a'",
                                "1000=100",
                                "1060=300",
                                "1120=200",
                                "1180=250"),
                        series(
                                "kube_pod_owner",
                                "'namespace':'shop','pod':'web-1','owner_kind':'Job','owner_name':'web'",
                                "1000=1"),
                        series(
                                REQUESTS,
                                "'namespace':'shop','pod':'old','container':'c','resource':'cpu','node':'n2'",
                                "1000=1",
                                "1060=1",
                                "1120=1",
                                "1180=1",
                                "1240=1",
                                "1300=1"),
                        series(
                                "kube_node_status_allocatable",
                                "'node':'n1','resource':'cpu'",
                                "1000=4"),
                        series(
                                "kube_node_status_allocatable",
                                "'node':'n1','resource':'memory'",
                                "1000=8589934592"),
                        series(
                                "kube_node_status_allocatable",
                                "'node':'n1','resource':'pods'",
                                "1000=110"),
                        series(
                                "kube_node_status_allocatable",
                                "'node':'n1','resource':'example_com_fpga'",
                                "1000=4"),
                        series("node_load1", "'node':'n1'", "1000=4"));
        assertThat(TraceFormats.recognise(List.of(file)).format().name())
                .isEqualTo("prometheus-range");
        IngestedTrace trace = ingest(file);

        assertThat(
                        trace.query(
                                "tasks",
                                "submit_micros, end_micros, duration_micros, outcome, class,"
                                        + " cpu_micro_cores, memory_bytes, gpu_micros,"
                                        + " constraints, memory_used_bytes",
                                "where machine_id is not null"))
                .isEqualTo(
                        List.of(
                                "0",
                                "240000000", // a step after its last sample
                                "240000000",
                                "FINISHED",
                                "BATCH",
                                "750000",
                                "1073741824",
                                "1000000",
                                "resource example_com_fpga>=2",
                                "300"));
        assertThat(
                        trace.query(
                                "usage",
                                "list(start_micros order by start_micros), list(cpu_micro_cores"
                                        + " order by start_micros), list(memory_bytes order by"
                                        + " start_micros)"))
                .containsExactly(
                        "[0, 60000000, 120000000]", "[200000, 150000, 200000]", "[300, 200, 250]");
        assertThat(trace.query("machines", "cpu_micro_cores, memory_bytes"))
                .isEqualTo(List.of("4000000", "8589934592"));
        Map<String, Long> facts = trace.report().manifest().facts();
        assertThat(facts)
                .containsEntry("usage.counterResets", 1L)
                .containsEntry("series.ofOtherMetrics", 1L)
                .containsEntry("tasks.aliveAtEnd", 1L)
                .containsEntry("tasks.aliveAtStart", 2L);
        assertThat(trace.report().manifest().replayColumns()).contains("resources", "gpu");
        assertThat(trace.report().warnings().toString()).contains("node_load1");
    }

    /** Windows of a long time come as several answers; two Prometheus say the same twice. */
    @Test
    void joinsAnswersAndSaysGapsRepeatsAndSteps() throws IOException {
        String request = LABELS + ",'resource':'cpu'";
        IngestedTrace trace =
                ingest(
                        answer(series(CPU, LABELS + ",'instance':'a'", "300=40", "360=46")),
                        answer(
                                series(
                                        CPU,
                                        LABELS + ",'instance':'b'",
                                        "0=10",
                                        "60=16",
                                        "120=22",
                                        "60=17"),
                                series(
                                        REQUESTS, request, "0=1", "60=1", "120=2", "300=2",
                                        "360=2")));
        Map<String, Long> facts = trace.report().manifest().facts();
        assertThat(facts)
                .containsEntry("samples.outOfOrder", 1L)
                .containsEntry("samples.repeated", 1L)
                .containsEntry("samples.contradicting", 1L)
                .containsEntry("usage.gaps", 1L)
                .containsEntry("samples.timesWithoutAny", 1L)
                .containsEntry("tasks.requestsChanged", 1L);
        assertThat(trace.query("usage", "count(*), min(cpu_micro_cores), max(cpu_micro_cores)"))
                .isEqualTo(List.of("3", "100000", "100000"));
        assertThat(trace.query("tasks", "cpu_micro_cores")).isEqualTo(List.of("2000000"));
        assertThat(trace.report().warnings().toString())
                .contains("1970-01-01T00:02:00Z to 1970-01-01T00:05:00Z", "kube_pod_owner")
                .contains("In the whole source a counter", "1.5 steps 1 time:");
    }

    @Test
    void setsAsideWhatItCannotTellAndRefusesWhatIsNoAnswer() throws IOException {
        Path bad =
                answer(
                        series(REQUESTS, LABELS + ",'resource':'cpu'", "0=1", "60=1"),
                        series(REQUESTS, LABELS + ",'resource':'memory'", "0=-1"),
                        series(REQUESTS, "'container':'c','resource':'cpu'", "0=1"),
                        series(CPU, LABELS, "0=abc"),
                        series(CPU, LABELS, "0=NaN"),
                        "{'metric':{'namespace':'a','pod':'b'},'values':[[0,'1']]}",
                        "{'metric':{'__name__':'"
                                + CPU
                                + "',"
                                + LABELS
                                + "},'histograms':[[0,{}]]}");
        IngestedTrace trace =
                IngestedTrace.of(
                        new PrometheusFormat(),
                        folder,
                        r -> r.with(draft -> draft.maxErrorShare = 1),
                        bad);
        assertThat(trace.report().manifest().quarantinedByReason())
                .containsEntry("negative", 1L)
                .containsEntry("missing-value", 3L)
                .containsEntry("not-a-number", 1L);
        assertThat(trace.report().manifest().facts()).containsEntry("samples.notANumber", 1L);

        Path failed = file("{'status':'error','errorType':'bad_data','error':'parse error'}");
        assertThatThrownBy(() -> ingest(failed))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("parse error");
        Path broken = file("{'status':'success','data':{'resultType':'matrix','result':[{");
        assertThatThrownBy(() -> ingest(broken))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("broken JSON");
    }

    /** Real answers, of processes and not of pods: nothing is taken for a pod. */
    @Test
    void saysThatRealAnswersOfOtherMetricsHoldNoPod() {
        Path real = TestTraces.realData("prometheus-range/prom-query-range-big.json.gz");
        assertThat(TraceFormats.recognise(List.of(real)).format().name())
                .isEqualTo("prometheus-range");
        assertThatThrownBy(() -> ingest(real))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("neither a task nor a machine");
    }
}
