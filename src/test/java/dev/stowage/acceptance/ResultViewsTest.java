package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.json.RecordReader;
import dev.stowage.report.cloud.CloudResult;
import dev.stowage.report.cloud.CloudText;
import dev.stowage.report.plan.PlanDocument;
import dev.stowage.report.plan.PlanText;
import dev.stowage.report.similarity.SimilarityText;
import dev.stowage.report.simulate.ComparisonText;
import dev.stowage.report.simulate.ReplicationsText;
import dev.stowage.report.simulate.RunText;
import dev.stowage.report.trace.ApplicationsText;
import dev.stowage.terminal.Style;
import dev.stowage.workflow.applications.ApplicationsAnswer;
import dev.stowage.workflow.compare.SimilarityAnswer;
import dev.stowage.workflow.simulate.ComparisonView;
import dev.stowage.workflow.simulate.ReplicationsView;
import dev.stowage.workflow.simulate.RunView;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each result is one record: its JSON is that record, and its text is printed from it. Every figure
 * that is changed changes the text, but for those named here; every key that is missing is refused.
 */
class ResultViewsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final RecordReader READER = new RecordReader("a result", null);
    private static final String[] SMALL_MODEL = {
        "google-2011", "--jobs", "30", "--servers", "3x2c8g", "--seed", "7"
    };

    private static final String MEASUREMENTS = "measurements";
    private static final Set<String> WRITING = Set.of("simulate", "cloud", "plan");

    @TempDir private Path directory;

    /**
     * A kind of result.
     *
     * @param onlyInTheFile figures that the text leaves out, to be short; {@code spec.*} are those
     *     of {@code spec} that it leaves out
     * @param mayBeMissing keys that are left out where there is nothing to say
     * @param command prints one with {@code --json}
     */
    record Kind<T>(
            Class<T> view,
            BiConsumer<T, PrintWriter> text,
            Set<String> onlyInTheFile,
            Set<String> mayBeMissing,
            List<String> command) {
        @Override
        public String toString() {
            return view.getSimpleName();
        }

        /** The entry that says so of a figure that the text leaves out, or the figure. */
        String leftOut(String path) {
            String group = path.replaceFirst("[.].*", ".*");
            return onlyInTheFile.contains(group) ? group : path;
        }

        String text(JsonNode json) {
            StringWriter text = new StringWriter();
            PrintWriter out = new PrintWriter(text);
            this.text.accept(READER.parse(Path.of("result.json"), json.toString(), view), out);
            out.flush();
            return text.toString();
        }
    }

    static Stream<Kind<?>> kinds() {
        Style plain = new Style(false);
        return Stream.of(
                new Kind<>(
                        RunView.class,
                        (view, out) -> new RunText(view, plain).print(out),
                        Set.of(
                                "pendingSeconds.p95",
                                "queuedSeconds.*", // shown where a task was evicted
                                "steadyState.pendingSeconds.mean",
                                "steadyState.pendingSeconds.observations",
                                "steadyState.pendingSeconds.dropped",
                                "steadyState.responseSeconds.mean",
                                "steadyState.responseSeconds.observations",
                                "steadyState.responseSeconds.dropped",
                                "rejectedByReason.capacity",
                                "rejectedByReason.quota",
                                "rejectedByReason.queueFull"),
                        Set.of(),
                        command("simulate", SMALL_MODEL)),
                new Kind<>(
                        ReplicationsView.class,
                        (view, out) -> new ReplicationsText(view, plain).print(out),
                        Set.of("metrics[].values[]"),
                        Set.of(),
                        command(
                                "simulate",
                                SMALL_MODEL,
                                "--half-width=9%",
                                "--max-replications=8")),
                new Kind<>(
                        ComparisonView.class,
                        (view, out) -> new ComparisonText(view, plain).print(out),
                        Set.of(
                                "unpairedTasks",
                                "metrics[].alternatives[].median",
                                "metrics[].alternatives[].lower",
                                "metrics[].alternatives[].upper",
                                "metrics[].alternatives[].fromLeast.median",
                                "metrics[].alternatives[].fromLeast.level"),
                        Set.of(),
                        command(
                                "simulate",
                                SMALL_MODEL,
                                "--replications=8",
                                "--compare=first-fit,random")),
                new Kind<>(
                        CloudResult.class,
                        (view, out) -> new CloudText(view, plain).print(out),
                        Set.of(
                                "advice.threshold",
                                "advice.to.usd",
                                "alternatives[].egressUsd",
                                "alternatives[].interruptions",
                                "alternatives[].listUsd",
                                "alternatives[].mix[].most",
                                "alternatives[].mostChangesInADay",
                                "alternatives[].mostVms",
                                "alternatives[].mix[].started",
                                "alternatives[].mix[].usd",
                                "alternatives[].mix[].usdPerHour",
                                "alternatives[].mix[].vmHours",
                                "alternatives[].providerSwitches",
                                "alternatives[].unused.memory",
                                "alternatives[].vmHours.used",
                                "catalogue.providers[].minimumSeconds",
                                "catalogue.providers[].quantumSeconds",
                                "catalogue.providers[].regions",
                                "commitments.best.boundUsd",
                                "commitments.best.lines[].usdPerHour",
                                "demand.*",
                                "formatVersion",
                                "recommendation.best.aboveBest",
                                "recommendation.best.moves",
                                "spec.*",
                                "types.customFamilies"),
                        Set.of(
                                "commitments",
                                "recommendation",
                                "optimal",
                                "bound",
                                "explanation",
                                "alternatives[].gapToBound"),
                        List.of(
                                "cloud",
                                "gradual",
                                "--providers=aws,gcp",
                                "--commitment=1",
                                "--explain=m7g.xlarge",
                                "--policies=fixed,type-adaptive,simple,optimal,offline-optimum",
                                "--families=m7g,n2")),
                new Kind<>(
                        SimilarityAnswer.class,
                        (view, out) -> new SimilarityText(view, plain).print(out),
                        Set.of(
                                "parameters[].distance.ksPValue",
                                "parameters[].pearson.size",
                                "parameters[].pearson.subsets",
                                "parameters[].trace.mean",
                                "parameters[].trace.p50",
                                "parameters[].trace.p99",
                                "parameters[].workload.mean",
                                "parameters[].workload.p50",
                                "parameters[].workload.p99",
                                "replay.fromSeconds",
                                "replications.figures[].apart.infinite",
                                "replications.figures[].apart.told",
                                "replications.figures[].trace.greatest",
                                "replications.figures[].trace.infinite",
                                "replications.figures[].trace.least",
                                "replications.figures[].trace.told",
                                "replications.figures[].workload.infinite",
                                "replications.figures[].workload.told",
                                "seed",
                                "trace.taskCoverage",
                                "workload.taskCoverage"),
                        Set.of("replications"),
                        List.of(
                                "compare",
                                "google-2011",
                                "google-2011",
                                "--jobs=60",
                                "--replications=2",
                                "--tolerance=ks=0.05,pending=10%")),
                new Kind<>(
                        ApplicationsAnswer.class,
                        (view, out) -> new ApplicationsText(view, plain).print(out),
                        Set.of(
                                "applications[].features[].high",
                                "applications[].features[].low",
                                "components[].loadings.maxCpuCores",
                                "components[].loadings.meanCpuCores",
                                "features[].mean",
                                "features[].observations",
                                "unused[].observations"),
                        Set.of(),
                        List.of("applications", MEASUREMENTS)),
                new Kind<>(
                        PlanDocument.class,
                        (view, out) -> new PlanText(view, plain).print(out),
                        Set.of(
                                "clouds[].coveredCores",
                                "clouds[].coveredGib",
                                "clouds[].gapToBound",
                                "clouds[].hourlyUsd",
                                "clouds[].monthlyUsd",
                                "confidence.*",
                                "cost.monthlyUsd",
                                "cost.perServerMonthlyUsd",
                                "cost.servers",
                                "servers[].cores",
                                "servers[].memoryGiB"),
                        Set.of(),
                        List.of("plan", "examples/night-batch.yaml")));
    }

    private static List<String> command(String name, String[] start, String... more) {
        List<String> command = new ArrayList<>(List.of(name));
        command.addAll(List.of(start));
        command.addAll(List.of(more));
        return command;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void showsEveryFigure(Kind<?> kind) throws IOException {
        ObjectNode result = result(kind);
        String before = kind.text(result);
        Map<String, Boolean> isShown = new TreeMap<>();
        for (Place place : places(result, "", new ArrayList<>())) {
            JsonNode value = place.value();
            if (value.isNumber() && !isShown.getOrDefault(place.path(), false)) {
                place.set(
                        value.isIntegralNumber()
                                ? JsonNodeFactory.instance.numberNode(3 * value.asLong() + 77)
                                : JsonNodeFactory.instance.numberNode(3 * value.asDouble() + 77));
                isShown.merge(place.path(), !kind.text(result).equals(before), Boolean::logicalOr);
                place.set(value);
            }
        }
        Set<String> left = new TreeSet<>();
        isShown.forEach((path, shown) -> left.add(shown ? "" : kind.leftOut(path)));
        left.remove("");
        assertThat(left).isEqualTo(new TreeSet<>(kind.onlyInTheFile()));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void refusesAResultWithoutAKey(Kind<?> kind) throws IOException {
        ObjectNode result = result(kind);
        Set<String> tried = new TreeSet<>();
        for (Place place : places(result, "", new ArrayList<>())) {
            if (place.owner() instanceof ObjectNode owner
                    && place.isComponent()
                    && !kind.mayBeMissing().contains(place.path())
                    && tried.add(place.path())) {
                JsonNode value = owner.remove(place.key());
                assertThat(catchThrowable(() -> kind.text(result)))
                        .as("without %s", place.path())
                        .isInstanceOf(InputException.class)
                        .hasMessageContaining(place.key());
                owner.set(place.key(), value);
            }
        }
        assertThat(tried).hasSizeGreaterThan(10);
    }

    private ObjectNode result(Kind<?> kind) throws IOException {
        List<Object> line = new ArrayList<>(kind.command());
        line.replaceAll(each -> each.equals(MEASUREMENTS) ? measurements() : each);
        if (WRITING.contains(kind.command().get(0))) {
            line.addAll(List.of("-o", directory.resolve("out")));
        }
        line.addAll(List.of("--json", "-q"));
        String text = Stowage.run(line.toArray()).out();
        Object view = READER.parse(Path.of("result.json"), text, kind.view());
        return (ObjectNode) JSON.readTree(Json.text(view)); // without what nobody reads again
    }

    private Path measurements() {
        StringBuilder rows = new StringBuilder("meanCpuCores,maxCpuCores,diskSpaceGib\n");
        for (int i = 1; i <= 100; i++) {
            rows.append(i / 50.0).append(',').append(i / 40.0).append(",-1\n");
        }
        try {
            return Files.writeString(directory.resolve("m.csv"), rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A value of a document: in what, under which key or index, by a path without indices. */
    private record Place(ContainerNode<?> owner, String key, String path) {
        JsonNode value() {
            return owner instanceof ArrayNode array
                    ? array.get(Integer.parseInt(key))
                    : owner.get(key);
        }

        void set(JsonNode value) {
            if (owner instanceof ArrayNode array) {
                array.set(Integer.parseInt(key), value);
            } else {
                ((ObjectNode) owner).set(key, value);
            }
        }

        /** False for the entries of maps, which hold what there is. */
        boolean isComponent() {
            return !path.matches("(.*[.])?(policies|utilisation|leftOut|loadings)[.][^.]*")
                    && !path.matches("demand[.](timing|increment|.*Seconds|base.*|step.*|seed)");
        }
    }

    private static List<Place> places(ContainerNode<?> node, String path, List<Place> places) {
        if (node instanceof ArrayNode) {
            for (int i = 0; i < node.size(); i++) {
                add(new Place(node, String.valueOf(i), path + "[]"), places);
            }
        } else {
            for (Map.Entry<String, JsonNode> entry : List.copyOf(node.properties())) {
                String key = entry.getKey();
                add(new Place(node, key, path.isEmpty() ? key : path + "." + key), places);
            }
        }
        return places;
    }

    private static void add(Place place, List<Place> places) {
        places.add(place);
        if (place.value() instanceof ContainerNode<?> inner) {
            places(inner, place.path(), places);
        }
    }
}
