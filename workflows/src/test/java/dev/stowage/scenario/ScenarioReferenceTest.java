package dev.stowage.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.catalog.Catalogues;
import dev.stowage.plan.objective.Objective;
import dev.stowage.workload.synthesis.Generators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keeps {@code docs/scenario.md} true. After a change of the schema: {@code mvn -pl cli -am test
 * -Dtest=ScenarioReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dstowage.regenerate=true}.
 */
final class ScenarioReferenceTest {
    private static final Path DOCUMENT = Path.of("docs/scenario.md");
    private static final JsonNode SCHEMA = ScenarioSchema.load().document();

    private static final String EXAMPLE =
            """
            name: June                       # title of the report
            workload: {model: google-2011, jobs: 20000, growth: 1.3, arrivalScale: 0.05}
            # or {trace: june.trace}, or {csv: tasks.csv}
            servers: {type: {name: r740, cpu: 48, memoryGiB: 256, idleWatts: 200, peakWatts: 400, monthlyUsd: 310}}
            policies: {placement: best-fit, admission: capacity, queue: fifo}
            objective: {pendingSeconds: {p99: 60}, cpuAllocated: {p95: 0.9}}
            search: {replications: 61, reliability: 0.9, confidence: 0.95}
            clouds: {providers: [aws, gcp, azure], policies: [always-on]}
            seed: 42
            """;

    private static final String INTRODUCTION =
            """
            # Scenario files

            A scenario is what `stowage plan` is asked: a workload, a kind of server, an objective. It is YAML; only `workload` (or `workloads`), `servers` and `objective`
            must be there. The tables below are written by a test (`ScenarioReferenceTest`) from the JSON Schema,
            `workflows/src/main/resources/dev/stowage/schema/scenario.schema.json`; do not edit this page by hand.

            ```yaml
            EXAMPLE```

            - Relative paths start at the folder of the scenario.
            - `plan` writes the scenario as it understood it, with every default filled in (but `jobs`, which is the trace's), to `scenario.yaml` beside the plan;
              planning that file again gives the same plan.
            - A model is drawn as `synth`, `simulate` and `compare` draw it: as many jobs as its trace has, over the trace's window, with seed 42, unless the scenario says otherwise.
              The plan says what the draws ask for on average (the mean of the first five), and what the tasks of the trace asked for. More than twice as much in each of these, or less than half, is
              refused unless `jobs`, `load`, `growth`, `arrivalScale` or a factor on durations asked for another load.
            - Everything wrong with a file is reported at once, each problem with its line and column; the exit code is then 3.
            - All bounds are upper bounds. `pendingSeconds` covers started tasks and those still waiting. Every objective has `rejected: 0` and `pending: 0`
              unless it sets them, with `contended` fidelity `oomKilled: 0`, and where neighbours
              decide how fast a task runs `standingStill: 0`.
            - Numbers are plain decimals; sizes are converted exactly. Anchors, tags and a key given twice are refused.

            - What `simulate` can do by options about queue, servers and fidelity, a scenario says under `policies`, `servers` and `fidelity`; docs/simulation.md has the
              meaning. Servers that fail draw random numbers, so such a run is repeated `replications` times. Maintenance names servers by number; of those that a tried number of
              servers lacks nothing happens.

            - A forecast changes the workload in this order. `load` scales the arrival times of a model's jobs so that today's load is met; a load that no scale reaches is
              refused with those that are reached. `growth` changes the number of jobs: of a model so many more are drawn (of the class that grows less, some are left out
              again); of n recorded jobs of a class `round(n * growth)` remain, whole jobs with all their tasks, each as often as the whole part of the factor says
              and some once more. Which ones is drawn anew in each replication, so the plan claims a share of these draws and does not hang on one of them; where nothing is left
              to draw (a whole factor, or a rest that is none or all of the jobs) one run is exact ([ADR 83](adr/0083-growth-drawn-in-each-replication.md)). A copy is submitted with its job, so bursts grow as all else does: cautious; a model draws new ones.
              Which factor a history of demand asks for says `stowage forecast` ([forecast.md](forecast.md#next)).
              `seasonal` bends the clock: an hour with n jobs and the factor f gets `n * f` of all jobs, in proportion, to one job (jobs of one instant stay together). Their number
              and their order stay, and so do durations; a season that is in the workload already stays in it, times the factors. The plan says under `provenance` what came of it.

            ```yaml
            workload:
              trace: june.trace                       # or csv, or model
              growth: {BATCH: 1.3, USER_FACING: 1.1}
              seasonal: {dayOfWeek: [1, 1, 1, 1, 1.4, 0.6, 0.5], startDay: wednesday}
            ```

            - `survive` under `objective` is N + k: the objective holds with servers lost ([what is searched](capacity-search.md#servers-lost-n--k)).
            - `parts` under `objective` are bounds for a class, a band of priorities, whole jobs or deadlines ([what is measured](capacity-search.md#parts-of-the-tasks)).
            - `types` and `existing` under `servers` ask for the cheapest mix of several kinds ([how it is found](capacity-search.md#several-kinds-of-servers)):

            ```yaml
            servers:
              types:
                - {name: r640, cpu: 12, memoryGiB: 48, monthlyUsd: 60, max: 0}
                - {name: r760, cpu: 48, memoryGiB: 192, monthlyUsd: 110, purchaseUsd: 15000, years: 5}
              existing:
                - {type: r640, count: 6, mayRetire: true}
                - {type: r640, count: 20, retireBy: 2027-03}
                # or an inventory {csv: fleet.csv}, or machines {trace: cluster.trace, monthlyUsd: 60}
            ```

            - `energy` under `servers` counts the energy of a mix in its cost; `minimise: power` or `minimise: carbon` asks for the mix with the least of that.
            - `schedule` under `servers`, with `leadWeeks` of types, says from when servers can be ordered and by when they are needed; with `stages` for several days, quarters say.
            - `budget` under `servers` asks for the best mix for so much money a month.

            - `workloads` instead of `workload` is a list of them on the same servers; the plan says what sharing saves, and who misses first
              ([how](capacity-search.md#several-workloads-on-the-same-servers)).

            Not there yet, and refused rather than ignored: objectives of a tag of jobs.
            """;

    @TempDir private Path folder;

    @Test
    void saysInTheDocumentWhatTheSchemaSays() throws IOException {
        String reference = reference();
        if (Boolean.getBoolean("stowage.regenerate")) {
            Files.writeString(DOCUMENT, reference);
        }
        assertThat(DOCUMENT).hasContent(reference);
    }

    @Test
    void givesAnExampleThatIsAScenario() throws IOException {
        Path file = folder.resolve("june.yaml");
        Files.writeString(file, EXAMPLE);
        KnownNames names = KnownNames.installed(Catalogues.reference());
        assertThat(new ScenarioReader(names).read(file).scenario().name()).isEqualTo("June");
    }

    @Test
    void boundsExactlyTheMetricsThatAnObjectiveKnows() {
        List<String> metrics = new ArrayList<>();
        for (Map.Entry<String, JsonNode> metric :
                SCHEMA.at("/properties/objective/properties").properties()) {
            if (ObjectiveYaml.OTHER_KEYS.contains(metric.getKey())) {
                continue; // no metric of all tasks
            }
            JsonNode statistics =
                    new SchemaTables(SCHEMA).resolved(metric.getValue()).path("properties");
            if (statistics.isMissingNode()) {
                metrics.add(metric.getKey());
            }
            statistics.fieldNames().forEachRemaining(s -> metrics.add(metric.getKey() + "." + s));
        }
        assertThat(metrics).containsExactlyInAnyOrderElementsOf(Objective.metrics());
    }

    @Test
    void offersExactlyTheGeneratorsThatThereAre() {
        List<String> expected = new ArrayList<>(List.of(Scenario.AUTO));
        expected.addAll(Generators.names());
        List<String> generators = new ArrayList<>();
        SCHEMA.at("/properties/workload/properties/generator/enum")
                .forEach(name -> generators.add(name.asText()));
        assertThat(generators).containsExactlyElementsOf(expected);
    }

    @Test
    void describesEveryKey() {
        assertThat(undescribed("", SCHEMA)).isEmpty();
    }

    private static List<String> undescribed(String path, JsonNode rule) {
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, JsonNode> property :
                new SchemaTables(SCHEMA).resolved(rule).path("properties").properties()) {
            String name = path + "." + property.getKey();
            boolean isOfAnother =
                    property.getValue().path("$ref").asText().startsWith("#/properties/");
            if (!isOfAnother && !property.getValue().hasNonNull("description")) {
                missing.add(name);
            }
            missing.addAll(undescribed(name, property.getValue()));
            missing.addAll(undescribed(name + "[]", property.getValue().path("items")));
        }
        return missing;
    }

    private static String reference() {
        StringBuilder text = new StringBuilder(INTRODUCTION.replace("EXAMPLE", EXAMPLE));
        text.append("\n## Keys\n");
        new SchemaTables(SCHEMA).print(text);
        return text.toString();
    }
}
