package dev.stowage.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.stowage.basis.Progress;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerType;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.objective.Objective;
import dev.stowage.run.RunSummary;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CapacityPlanTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final ServerType TYPE =
            new ServerType(
                    "r740", new Resources(10, 10), PowerModel.DEFAULT, OptionalDouble.of(310));

    private static JsonNode schema(String name) throws IOException {
        try (InputStream in =
                CapacityPlan.class.getResourceAsStream("/dev/stowage/schema/" + name)) {
            return MAPPER.readTree(in);
        }
    }

    private static List<String> problems(JsonNode document) throws IOException {
        Schema schema =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(schema("plan.schema.json"));
        return schema.validate(document).stream().map(Object::toString).toList();
    }

    /** A plan of a naive workload, so that every figure in it is one that the planner makes. */
    private static CapacityPlan plan(double waitSeconds, boolean priced) {
        List<NaiveCluster.Task> tasks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            tasks.add(new NaiveCluster.Task(i * 1_000_000L, 30_000_000L, 1 + i % 6, 2));
        }
        NaiveCluster cluster = new NaiveCluster(tasks, TYPE.capacity());
        Objective objective =
                Objective.parse("test", Map.of("pendingSeconds", Map.of("p99", waitSeconds)));
        LowerBound bound = LowerBound.of(cluster.workload(), TYPE, objective);
        SearchResult found =
                CapacitySearch.search(
                        SearchOptions.of(bound, 100),
                        objective,
                        (servers, replication) -> cluster.run(servers, Math::min),
                        Progress.NONE);
        CapacityPlan.CloudOption cloud =
                new CapacityPlan.CloudOption(
                        "aws",
                        "us-east-1",
                        "always-on",
                        new BigDecimal("840.96"),
                        0.1,
                        "m5.large",
                        1,
                        new BigDecimal("0.096"),
                        new BigDecimal("70.08"),
                        2,
                        8,
                        "price list",
                        "2026-07-20");
        return new CapacityPlan(
                CapacityPlan.FORMAT_VERSION,
                "test",
                List.of(new CapacityPlan.PlannedServers("r740", found.servers(), 48, 256)),
                found.objective(),
                found.met(),
                bound,
                bound.gap(found.servers()),
                found.confidence(),
                found.curve(),
                List.of(new CapacityPlan.Otherwise("growth", "1.3", 0.5, 7, true)),
                priced ? OwnCost.of(TYPE, found.servers(), Optional.empty()).orElseThrow() : null,
                List.of(cloud),
                null,
                null,
                null,
                null,
                priced
                        ? new CapacityPlan.BusiestMoment(60, 4, 0, 3, 2, BigDecimal.ONE, "cpu", 1.0)
                        : null,
                bound.demand(),
                found.summary().policies(),
                42,
                List.of(
                        new CapacityPlan.Assumption(
                                "price of a server, USD a month",
                                "310",
                                CapacityPlan.Assumption.Kind.ASSUMED,
                                "scenario")),
                found.notes(),
                new CapacityPlan.Provenance(
                        "stowage", "0.1.0", Map.of("workload", "naive"), found.runs()));
    }

    @Test
    void isWrittenAsItsSchemaSays() throws IOException {
        JsonNode written = MAPPER.valueToTree(plan(5, true));
        assertThat(problems(MAPPER.readTree(written.toString()))).isEmpty();
        JsonNode unpriced = MAPPER.valueToTree(plan(5, false));
        assertThat(problems(MAPPER.readTree(unpriced.toString()))).isEmpty();
        assertThat(unpriced.get("cost").isNull()).isTrue();
    }

    @Test
    void hasTheFieldsThatReadersRelyOn() {
        JsonNode written = MAPPER.valueToTree(plan(5, true));
        assertThat(written.fieldNames())
                .toIterable()
                .contains(
                        "servers",
                        "objective",
                        "met",
                        "lowerBound",
                        "gap",
                        "confidence",
                        "curve",
                        "cost",
                        "clouds",
                        "provenance");
        assertThat(written.at("/servers/0").fieldNames())
                .toIterable()
                .containsExactly("type", "count", "cores", "memoryGiB");
        assertThat(written.at("/objective/0").fieldNames())
                .toIterable()
                .contains("metric", "bound", "value", "met");
        assertThat(written.at("/lowerBound").fieldNames())
                .toIterable()
                .containsExactly("servers", "method", "components");
        assertThat(written.at("/curve/0").fieldNames())
                .toIterable()
                .startsWith("servers")
                .containsAll(Runs.metrics())
                .doesNotContain("metrics");
        assertThat(written.at("/clouds/0").fieldNames())
                .toIterable()
                .startsWith("provider", "region", "policy", "totalUsd", "gapToBound");
    }

    @Test
    void boundsItsOwnAnswer() {
        CapacityPlan plan = plan(5, true);
        int servers = plan.servers().get(0).count();
        assertThat(plan.met()).isTrue();
        assertThat(plan.lowerBound().servers()).isBetween(2, servers);
        assertThat(plan.gap())
                .isEqualTo(
                        (double) (servers - plan.lowerBound().servers())
                                / plan.lowerBound().servers());
    }

    @Test
    void writesTheSameBytesForTheSamePlan() throws IOException {
        assertThat(MAPPER.writeValueAsString(plan(5, true)))
                .isEqualTo(MAPPER.writeValueAsString(plan(5, true)));
    }

    /** An eviction in the eighth of ten replications, where six are averaged. */
    @Test
    void countsEvictionsOfAllReplications() {
        List<RunSummary> runs = new ArrayList<>();
        for (int replication = 0; replication < 10; replication++) {
            runs.add(Runs.evicting(3, replication == 7 ? 2 : 0));
        }
        assertThat(CurvePoint.Evictions.of(runs))
                .isEqualTo(new CurvePoint.Evictions(10, 1, 2, 40, 0.25, 0.975));
        assertThat(CurvePoint.Evictions.of(runs.subList(0, 6))).isNull();
        assertThat(CurvePoint.Evictions.of(List.of(Runs.waiting(3, 5)))).isNull();
    }

    @Test
    void writesAnInfiniteWaitAsTheWordThatTheSchemaAllows() throws IOException {
        CurvePoint blocked =
                new CurvePoint(
                        1,
                        1,
                        0,
                        false,
                        1,
                        Map.of("pendingSeconds.p99", Double.POSITIVE_INFINITY),
                        Map.of(),
                        Map.of(),
                        null);
        assertThat(MAPPER.writeValueAsString(blocked))
                .contains("\"pendingSeconds.p99\":\"Infinity\"");
    }

    @Test
    void isRefusedByItsSchemaWithAMissingOrAnUnknownField() throws IOException {
        ObjectNode written = MAPPER.valueToTree(plan(5, true));
        written.remove("gap");
        assertThat(problems(written)).isNotEmpty();
        written.put("gap", 0.1);
        assertThat(problems(MAPPER.readTree(written.toString()))).isEmpty();
        written.put("surprise", 1);
        assertThat(problems(written)).isNotEmpty();
    }

    @Test
    void hasASchemaForSummariesToo() throws IOException {
        assertThat(schema("summary.schema.json").at("/required").toString())
                .contains("tasks", "pendingSeconds", "utilisation", "energyKWh");
    }
}
