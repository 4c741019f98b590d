package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad rows that a trace left out are named by every command whose answer rests on it. */
class LeftOutRowsTest {
    private static final String LEFT = "2 bad rows of 482 in the source are left out of the trace";

    private static final String LEFT_POD = "1 bad row of 3 in the source is left out of the trace";

    @TempDir private Path directory;
    private Path trace;

    /** Twenty days, a task an hour, and two rows that nobody can read. */
    @BeforeEach
    void ingest() throws IOException {
        StringBuilder csv = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int hour = 0; hour < 480; hour++) {
            csv.append(
                    String.format(
                            Locale.ROOT,
                            "%d,%d,%d,1\n",
                            hour * 3600,
                            1800 + hour % 24 * 300,
                            1 + hour % 24 / 12));
        }
        csv.append("1728000,60,x,64\n1728000,60,y,64\n");
        Path file = Files.writeString(directory.resolve("bad.csv"), csv);
        trace = directory.resolve("bad.trace");
        Stowage.run("ingest", "csv", file, "--on-error=quarantine", "-o", trace).exits(0);
    }

    private static String words(Stowage.Result result) {
        return (result.out() + " " + result.err()).replaceAll("\\s+", " ");
    }

    @Test
    void inAPlacementWhichIsOptimalForWhatIsInTheTrace() throws IOException {
        String pod =
                "{'kind':'Pod','metadata':{'name':'%s','creationTimestamp':'2026-01-01T00:00:00Z'},"
                        + "'spec':{'nodeName':'n','containers':[{'resources':{'requests':{'cpu':"
                        + "'%s'}}}]},'status':{'phase':'Running'}}";
        String node =
                "{'kind':'Node','metadata':{'name':'n','creationTimestamp':'2026-01-01T00:00:00Z'},"
                        + "'status':{'allocatable':{'cpu':'8','memory':'16Gi','pods':'9'},"
                        + "'capacity':{'cpu':'8','memory':'16Gi','pods':'9'}}}";
        String items = node + "," + pod.formatted("p", "1") + "," + pod.formatted("q", "many");
        Path snapshot =
                Files.writeString(
                        directory.resolve("k.json"),
                        ("{'apiVersion':'v1','items':[" + items + "]}").replace('\'', '"'));
        Path pods = directory.resolve("k.trace");
        Stowage.run("ingest", "kubernetes", snapshot, "--max-errors=60%", "-o", pods).exits(0);
        Path placement = directory.resolve("bad.placement");
        Stowage.Result packed = Stowage.run("pack", pods, "--servers=4x8c16g", "-o", placement);
        assertThat(words(packed.exits(0)))
                .contains(LEFT_POD, "No placement of what is in the trace can do with fewer than 1")
                .doesNotContain("No placement can do with");
        assertThat(words(Stowage.run("report", placement).exits(0))).contains(LEFT_POD);

        Path usage = directory.resolve("use.csv");
        Files.writeString(usage, "service,start_s,end_s,cpu,memory_gib\np,0,60,0.2,0.1\n");
        Path sized = directory.resolve("sized.placement");
        Stowage.Result right =
                Stowage.run(
                        "pack",
                        pods,
                        "--servers=4x8c16g",
                        "--right-size",
                        "--usage",
                        usage,
                        "-o",
                        sized);
        String bound = "With requests as they were no placement of what is in the trace can do";
        assertThat(words(right.exits(0))).contains(bound).doesNotContain("no placement can do");
        assertThat(Files.readString(sized.resolve("report.html"))).contains(bound);
    }

    /** One of five rows: the line that names the columns is none. */
    @Test
    void countedAmongTheRowsThatHoldData() throws IOException {
        StringBuilder csv = new StringBuilder("interval_start,interval_end,pod,namespace,node");
        csv.append(",container_name,cpu_request_container_sum,memory_request_container_sum");
        csv.append(",cpu_usage_container_sum,memory_usage_container_sum\n\n");
        for (int i = 0; i < 5; i++) {
            csv.append("2023-06-02 00:00:01 +0000 UTC,2023-06-02 00:15:00 +0000 UTC,web-");
            csv.append(i)
                    .append(",shop,n1,web,")
                    .append(i == 3 ? "x" : "1")
                    .append(",1048576,1,1048576\n");
        }
        Path file = Files.writeString(directory.resolve("containers.csv"), csv);
        Path out = directory.resolve("five.trace");
        Stowage.run("ingest", "openshift", file, "--max-errors=19%", "-o", out)
                .exits(3)
                .says("1 bad row of 5");
        Stowage.run("ingest", "openshift", file, "--max-errors=20%", "-o", out).exits(0);
        assertThat(words(Stowage.run("inspect", out).exits(0)))
                .contains("1 bad row of 5 read is left out (20.0 %)");
    }

    @Test
    void inAPlanThatNoneCanBeSmallerThanForWhatIsInTheTrace() throws IOException {
        Path scenario =
                Files.writeString(
                        directory.resolve("bad.yaml"),
                        """
                        workload: {trace: bad.trace}
                        servers: {type: {name: small, cpu: 2, memoryGiB: 4}}
                        objective: {pendingSeconds: {max: 0}}
                        clouds: {providers: []}
                        """);
        Path plan = directory.resolve("bad.plan");
        assertThat(words(Stowage.run("plan", scenario, "-o", plan).exits(0)))
                .contains(LEFT, "no plan for what is in the trace can be smaller")
                .doesNotContain("no plan can be smaller");
    }

    @Test
    void inAForecastAFittedModelAndACloudsCost() {
        Path forecast = directory.resolve("bad.forecast");
        assertThat(words(Stowage.run("forecast", trace, "-o", forecast))).contains(LEFT);
        Path model = directory.resolve("bad.json");
        Path page = directory.resolve("fit.html");
        assertThat(words(Stowage.run("fit", trace, "-o", model, "--report", page).exits(0)))
                .contains(LEFT);
        assertThat(page).content().contains(LEFT);
        assertThat(words(Stowage.run("inspect", model).exits(0))).contains(LEFT);
        Path cloud = directory.resolve("bad.cloud");
        assertThat(words(Stowage.run("cloud", trace, "--providers=aws", "-o", cloud)))
                .contains(LEFT);
    }

    @Test
    void inAComparison() {
        assertThat(words(Stowage.run("compare", trace, trace).exits(0))).contains(LEFT);
    }
}
