package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stowage compare} from the outside. */
class CompareTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    /** Jobs of one to five tasks, an hour of them, every third job user-facing. */
    private Path csv(String name, long seed, double durationFactor) throws IOException {
        Random random = new Random(seed);
        StringBuilder rows =
                new StringBuilder("submit_s,duration_s,cpu,memory_gib,job,class,priority\n");
        for (int job = 0; job < 600; job++) {
            int tasks = 1 + random.nextInt(5);
            double duration = durationFactor * 60 * Math.exp(random.nextGaussian());
            for (int task = 0; task < tasks; task++) {
                rows.append(6 * job).append(',').append("%.3f".formatted(duration)).append(',');
                rows.append(1 + random.nextInt(3)).append(",2,j").append(job);
                rows.append(job % 3 == 0 ? ",user-facing,9\n" : ",batch,1\n");
            }
        }
        Path csv = directory.resolve(name);
        Files.writeString(csv, rows);
        return csv;
    }

    private static JsonNode compare(Object... args) throws IOException {
        List<Object> all = new ArrayList<>(List.of("compare"));
        all.addAll(List.of(args));
        all.add("--json");
        JsonNode result = JSON.readTree(Stowage.run(all.toArray()).exits(0).out());
        assertThat(Schemas.problems("similarity.schema.json", result)).isEmpty();
        return result;
    }

    private static JsonNode parameter(JsonNode result, String taskClass, String key) {
        for (JsonNode each : result.get("parameters")) {
            if (each.get("class").asText().equals(taskClass)
                    && each.get("parameter").asText().equals(key)) {
                return each;
            }
        }
        throw new AssertionError(taskClass + " " + key + " is not in " + result);
    }

    @Test
    void findsNoDifferenceBetweenAWorkloadAndItself() throws IOException {
        Path csv = csv("a.csv", 1, 1);
        JsonNode same = compare(csv, csv);
        for (JsonNode each : same.get("parameters")) {
            assertThat(each.at("/distance/ks").asDouble(-1)).as(each.toString()).isZero();
            assertThat(each.at("/distance/similarity").asDouble()).isEqualTo(1);
        }
        assertThat(same.at("/rankCorrelations/largestDifference/value").asDouble(-1)).isZero();
        assertThat(same.at("/replay/trace")).isEqualTo(same.at("/replay/workload"));
        assertThat(same.at("/replay/trace/cpuMean").asDouble()).isBetween(0.3, 0.6);
        assertThat(same.at("/replay/trace/tasks").asLong()).isGreaterThan(1_000);
        Stowage.run(
                        "compare",
                        csv,
                        csv,
                        "--tolerance",
                        "ks=0,rank=0,dispersion=0,utilisation=0,pending=0")
                .exits(0);
    }

    @Test
    void seesLongerTasksInTheirParameterAndOnTheCluster() throws IOException {
        Path one = csv("a.csv", 1, 1);
        Path longer = csv("b.csv", 2, 2);
        JsonNode result = compare(one, longer, "--servers", "60x8c64g");
        assertThat(parameter(result, "BATCH", "taskDurationSeconds").at("/distance/ks").asDouble())
                .isBetween(0.2, 0.4);
        assertThat(parameter(result, "BATCH", "tasksPerJob").at("/distance/ks").asDouble())
                .isLessThan(0.1);
        assertThat(result.at("/replay/servers").asText()).isEqualTo("60x8c64g");
        assertThat(result.at("/replay/workload/cpuMean").asDouble())
                .isBetween(
                        1.5 * result.at("/replay/trace/cpuMean").asDouble(),
                        2.5 * result.at("/replay/trace/cpuMean").asDouble());
    }

    /** Eight minutes of every hour, for eight days, so steps of a thousandth are too long. */
    @Test
    void measuresPeaksOfMinutesInAWindowOfDays() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        StringBuilder later = new StringBuilder(rows).append("0,1,0.5,1\n");
        for (int hour = 0; hour < 200; hour++) {
            rows.append(3600 * hour).append(",480,8,32\n");
            later.append(3600 * hour + 300).append(",480,8,32\n");
        }
        Path csv = directory.resolve("peaks.csv");
        Path shifted = directory.resolve("later.csv");
        Files.writeString(csv, rows);
        Files.writeString(shifted, later);
        JsonNode replay = compare(csv, shifted, "--servers", "1x8c64g").get("replay");
        for (String side : List.of("trace", "workload")) {
            assertThat(replay.get(side).get("cpuP99").asDouble()).as(side).isEqualTo(1);
            assertThat(replay.get(side).get("memoryP99").asDouble()).as(side).isEqualTo(0.5);
            assertThat(replay.get(side).get("cpuMean").asDouble())
                    .isEqualTo(480 / 3600.0, within(0.001));
        }
    }

    @Test
    void comparesAModelAsTheTraceThatSynthWrites() throws IOException {
        Path csv = csv("a.csv", 1, 1);
        Path trace = directory.resolve("a.trace");
        Path model = directory.resolve("a.json");
        Path drawn = directory.resolve("w.trace");
        Stowage.run("ingest", "csv", csv, "-o", trace).exits(0);
        Stowage.run("fit", trace, "-o", model).exits(0);
        Stowage.run("synth", model, "-o", drawn, "--seed=7", "--jobs=600", "--generator=faithful")
                .exits(0);
        JsonNode ofModel = compare(trace, model, "--seed", "7");
        JsonNode ofTrace = compare(trace, drawn, "--seed", "7");
        assertThat(ofModel.at("/workload/drawnBy").asText()).startsWith("faithful");
        assertThat(ofModel.at("/workload/jobs").asInt()).isEqualTo(600);
        for (JsonNode each : List.of(ofModel, ofTrace)) {
            ((ObjectNode) each.get("workload")).remove(List.of("name", "drawnBy"));
        }
        assertThat(ofModel).isEqualTo(ofTrace);
    }

    /** Jobs of the built-in model end in every way. */
    @Test
    void comparesJobsThatDidNotFinishAsTheTraceThatSynthWrites() throws IOException {
        Path csv = csv("a.csv", 1, 1);
        Path drawn = directory.resolve("w.trace");
        Stowage.run("synth", "google-2011", "-o", drawn, "--seed", "7", "--jobs", "600").exits(0);
        JsonNode ofModel = compare(csv, "google-2011", "--seed", "7", "--jobs", "600");
        JsonNode ofTrace = compare(csv, drawn, "--seed", "7");
        JsonNode duration = parameter(ofModel, "BATCH", "jobDurationSeconds");
        assertThat(duration.at("/workload/count").asInt()).isBetween(30, 550);
        assertThat(ofTrace.get("parameters")).isEqualTo(ofModel.get("parameters"));
    }

    @Test
    void endsWithOneAndNamesWhatIsOutsideTolerance() throws IOException {
        Path one = csv("a.csv", 1, 1);
        Path longer = csv("b.csv", 2, 2);
        Stowage.Result check = Stowage.run("compare", one, longer, "--tolerance", "0.1").exits(1);
        assertThat(check.out())
                .contains("outside tolerance: ks of batch taskDurationSeconds is 0.2")
                .contains("outside tolerance: ks of user-facing taskDurationSeconds is 0.2")
                .doesNotContain("ks of batch tasksPerJob");
        Stowage.run("compare", one, longer, "--tolerance", "ks=50%").exits(0);
        for (String bad : new String[] {"much", "ks=x", "size=1", "ks=1,ks=2", "ks=-1", ""}) {
            assertThat(Stowage.run("compare", one, one, "--tolerance", bad).exits(2).err())
                    .as(bad)
                    .contains("--tolerance", "expected");
        }
    }

    @Test
    void failsWhereAClassIsOnOneSideOnlyAndSaysSo() throws IOException {
        Path both = csv("a.csv", 1, 1);
        Path batch = directory.resolve("batch.csv");
        Files.write(
                batch,
                Files.readAllLines(both).stream()
                        .filter(line -> !line.contains("user-facing"))
                        .toList());
        JsonNode result = compare(both, batch);
        JsonNode missing = parameter(result, "USER_FACING", "cpuCores");
        assertThat(missing.get("distance").isNull()).isTrue();
        assertThat(missing.get("workload").isNull()).isTrue();
        assertThat(missing.get("note").asText()).isEqualTo("batch.csv has no jobs of this class");
        assertThat(Stowage.run("compare", both, batch, "--tolerance", "ks=0.9").exits(1).out())
                .contains("outside tolerance: ks of user-facing cpuCores is 1, tolerated 0.9");
    }

    @Test
    void saysWhereThereAreTooFewValuesToJudgeBy() throws IOException {
        Path csv = directory.resolve("few.csv");
        Files.writeString(
                csv, "submit_s,duration_s,cpu,memory_gib\n0,10,1,1\n5,20,1,1\n9,30,2,1\n");
        JsonNode result = compare(csv, csv);
        assertThat(parameter(result, "BATCH", "cpuCores").get("note").asText())
                .isEqualTo("fewer than 30 values");
        assertThat(Stowage.run("compare", csv, csv, "--tolerance", "0.05").exits(1).out())
                .contains("not checked: ks of batch cpuCores: fewer than 30 values")
                .contains("0 of 0 checks hold");
    }

    /**
     * Dispersions of the first submit of each job in {@code job_events}, counted from the raw files
     * with NumPy 2.4.6: {@code c = bincount((t - 600e6) // scale); c.var(ddof=1) / c.mean()}.
     */
    @Test
    void findsTheBurstsOfTheRealTrace() throws IOException {
        Path source = Shared.require("traces/google-2011");
        Path trace = directory.resolve("g.trace");
        Stowage.run("ingest", "google-2011", source, "-o", trace, "-q").exits(0);
        JsonNode result = compare(trace, "google-2011");
        assertThat(result.at("/trace/jobs").asInt()).isEqualTo(128_664);
        double[] dispersions = {3.17198, 5.68993, 17.81793, 54.46772};
        for (int i = 0; i < dispersions.length; i++) {
            assertThat(result.at("/arrivals/" + i + "/trace").asDouble())
                    .isCloseTo(dispersions[i], within(1e-3 * dispersions[i]));
        }
        assertThat(parameter(result, "BATCH", "jobArrivalSeconds").at("/distance/ks").asDouble())
                .isLessThan(0.01);
        assertThat(result.at("/replay/workloadJobShare").asDouble()).isBetween(0.4, 0.6);
    }

    /** The pieces tell the tasks of the first 84 minutes, and there of every other job. */
    @Test
    void comparesTasksOverTheTimeAndTheShareOfJobsThatTheTraceTellsThemOf() throws IOException {
        Path source = Shared.require("traces/google-2011");
        Path trace = directory.resolve("g.trace");
        Path model = directory.resolve("g.json");
        Stowage.run("ingest", "google-2011", source, "-o", trace, "-q").exits(0);
        Stowage.run("fit", trace, "-o", model, "-q").exits(0);
        JsonNode result = compare(trace, model, "--seed", 1);
        assertThat(result.at("/replay/traceJobShare").asDouble()).isEqualTo(1);
        assertThat(result.at("/replay/workloadJobShare").asDouble())
                .isCloseTo(444 / 914., within(1e-9));
        for (String taskClass : List.of("BATCH", "USER_FACING")) {
            JsonNode duration = parameter(result, taskClass, "taskDurationSeconds");
            assertThat(duration.at("/workload/max").asDouble()).isLessThan(5012);
            JsonNode job = parameter(result, taskClass, "jobDurationSeconds");
            assertThat(job.at("/distance/ks").asDouble()).isLessThan(0.01);
        }
        for (String figure : List.of("cpuMean", "memoryMean")) {
            double recorded = result.at("/replay/trace/" + figure).asDouble();
            assertThat(result.at("/replay/workload/" + figure).asDouble())
                    .isCloseTo(recorded, within(0.02));
        }
    }

    @Test
    void saysOverSeveralWorkloadsTheMedianAndTheRangeOfEachFigure() throws IOException {
        Path csv = csv("a.csv", 1, 1);
        JsonNode one = compare(csv, "google-2011", "--jobs", "400");
        assertThat(one.has("replications")).isFalse();
        JsonNode three = compare(csv, "google-2011", "--jobs", "400", "--replications", "3");
        JsonNode figures = three.at("/replications/figures");
        ((ObjectNode) three).remove("replications");
        assertThat(three).isEqualTo(one); // the tables are of the first workload
        int told = 0;
        for (JsonNode each : figures) {
            JsonNode apart = each.get("apart");
            if (apart.isObject() && apart.get("median").isNumber()) {
                told++;
                assertThat(apart.get("median").asDouble())
                        .as("%s", each)
                        .isGreaterThanOrEqualTo(apart.get("least").asDouble())
                        .isLessThanOrEqualTo(
                                apart.get("greatest").asDouble(Double.POSITIVE_INFINITY));
            }
        }
        assertThat(told).isGreaterThan(15);
    }

    @Test
    void holdsMediansToTolerancesAndPrintsTheRange() throws IOException {
        Path csv = csv("a.csv", 1, 1);
        Path trace = directory.resolve("a.trace");
        Path model = directory.resolve("a.json");
        Stowage.run("ingest", "csv", csv, "-o", trace).exits(0);
        Stowage.run("fit", trace, "-o", model).exits(0);
        // draws of all jobs of a small trace are alike
        JsonNode result = compare(trace, model, "--replications", 3, "--jobs", 90);
        double median = 0;
        double greatest = 0;
        for (JsonNode each : result.at("/replications/figures")) {
            if (each.get("tolerance").asText().equals("ks")) {
                median = Math.max(median, each.at("/apart/median").asDouble());
                greatest = Math.max(greatest, each.at("/apart/greatest").asDouble());
            }
        }
        assertThat(greatest).isGreaterThan(median);
        String between = String.format(Locale.ROOT, "ks=%.6f", (median + greatest) / 2);
        Stowage.Result held = repeated(trace, model, "--tolerance", between).exits(0);
        assertThat(held.out()).contains("Over 3 workloads", "apart, median", "KS batch cpuCores");
        String below = String.format(Locale.ROOT, "ks=%.6f", median / 2);
        repeated(trace, model, "--tolerance", below).exits(1);
        Path page = directory.resolve("r.html");
        repeated(trace, model, "--report", page).exits(0);
        assertThat(Files.readString(page)).contains("workloads of the model; all other tables");
    }

    private static Stowage.Result repeated(Path trace, Path model, String option, Object value) {
        return Stowage.run(
                "compare", trace, model, "--replications", 3, "--jobs", 90, option, value);
    }

    @Test
    void refusesWhatCannotBeCompared() throws IOException {
        Path csv = csv("a.csv", 1, 1);
        Path empty = directory.resolve("empty.csv");
        Files.writeString(empty, "submit_s,duration_s,cpu,memory_gib\n");
        Stowage.run("compare", csv, empty).exits(3).says("empty.csv", "no jobs");
        Stowage.run("compare", empty, csv).exits(3).says("empty.csv", "no jobs");
        Stowage.run("compare", csv, directory.resolve("none.trace"))
                .exits(3)
                .says("none.trace", "no such file or folder");
        Stowage.run("compare", csv, csv, "--jobs", "5").exits(2).says("--jobs", "model");
        Stowage.run("compare", csv, csv, "--servers", "trace").exits(3).says("machine table");
        Stowage.run("compare", csv, csv, "--servers", "many").exits(2).says("--servers");
        Stowage.run("compare", csv).exits(2).says("WORKLOAD");
        Stowage.run("compare", csv, csv, "--replications", "2").exits(2).says("recorded", "model");
        Stowage.run("compare", csv, "google-2011", "--replications", "0").exits(2).says("from 1");
    }

    /** Tasks of five seconds every minute: on typical servers none of them ever waits. */
    @Test
    void findsServersOnWhichBothSidesWaitAndCountsNoEmptyTestAsAPass() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib,job\n");
        StringBuilder bursts = new StringBuilder(rows);
        for (int job = 0; job < 400; job++) {
            rows.append(60 * job).append(",5,1,1,").append(job).append('\n');
            bursts.append(60 * (job - job % 3)).append(",5,1,1,").append(job).append('\n');
        }
        Path calm = directory.resolve("calm.csv");
        Files.writeString(calm, rows);
        Path bursty = directory.resolve("bursty.csv");
        Files.writeString(bursty, bursts);

        Stowage.Result empty =
                Stowage.run("compare", calm, calm, "--tolerance", "pending=10%").exits(1);
        assertThat(empty.out())
                .startsWith("Not within tolerance: 0 of 0 checks hold; 2 had nothing to test.")
                .contains("it is 0 on both sides, so nothing was tested");

        JsonNode result = compare(bursty, bursty, "--tolerance", "pending=10%");
        assertThat(result.at("/replay/trace/pendingP99Seconds").asDouble()).isPositive();
        assertThat(result.at("/replay/chosenBecause").asText()).contains("nothing waited");
        assertThat(result.at("/tolerance/met").asBoolean()).isTrue();
    }

    /**
     * A calm day and then 300 tasks at once that stay: at any usual load most of them never start.
     */
    @Test
    void takesAsManyServersAsARushAtTheEndNeeds() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib,job\n");
        for (int job = 0; job < 100; job++) {
            rows.append(800 * job).append(",10,1,1,").append(job).append('\n');
        }
        for (int job = 100; job < 400; job++) {
            rows.append(80_000 + job / 10.0).append(",10000,1,1,").append(job).append('\n');
        }
        Path rush = Files.writeString(directory.resolve("rush.csv"), rows);

        JsonNode replay = compare(rush, rush).get("replay");

        assertThat(replay.at("/trace/waitingAtTheEnd").asInt(-1)).isBetween(0, 100);
        assertThat(replay.at("/trace/pendingP99Seconds").asDouble()).isPositive();
        assertThat(replay.at("/chosenBecause").asText())
                .contains("more than a quarter of the tasks never started")
                .doesNotContain("no other load");
    }

    @Test
    void beginsWithTheVerdict() throws IOException {
        Path csv = csv("a.csv", 1, 1);
        assertThat(Stowage.run("compare", csv, csv, "--tolerance", "ks=0.1").exits(0).out())
                .startsWith("Within tolerance: ");
        assertThat(Stowage.run("compare", csv, csv("b.csv", 1, 3)).exits(0).out())
                .startsWith("The distributions are furthest apart in ")
                .contains("nothing was checked");
    }
}
