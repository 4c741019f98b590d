package dev.stowage.packing.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.Progress;
import dev.stowage.json.Json;
import dev.stowage.model.AttributePredicate;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PackedResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Instances with attributes, affinity and anti-affinity, held to what CP-SAT and HiGHS found and
 * proved; {@code bench/packing/oracle} made them, and its versions and command are in the file.
 */
class RuledInstancesTest {
    /**
     * All of them with all the work of a command: {@code -Dstowage.packing.work=2000000000}, some
     * minutes. Otherwise every third.
     */
    private static final long WORK = Long.getLong("stowage.packing.work", 5_000_000);

    @Test
    void isNeverBetterThanTheOptimumAndProvesNothingElse() throws IOException {
        JsonNode file =
                Json.mapper().readTree(getClass().getResourceAsStream("ruled-instances.json"));
        boolean isWhole = WORK >= PackingOptions.DEFAULT_WORK;
        List<Integer> open = new ArrayList<>();
        int tried = 0;
        for (JsonNode instance : file.required("instances")) {
            if (!isWhole && instance.required("seed").intValue() % 3 > 0) {
                continue;
            }
            tried++;
            int seed = instance.required("seed").intValue();
            PackedResult found =
                    PackingSolver.solve(
                            problem(instance),
                            PackingOptions.DEFAULT.withWork(WORK),
                            Progress.NONE);
            assertThat(found.packing().violations()).as("seed %d", seed).isEmpty();
            boolean isProven = found.isOptimal();
            for (String oracle : List.of("cpSat", "highs")) {
                isProven |= compare(seed, instance.required(oracle), found);
            }
            if (!isProven) {
                open.add(seed);
            }
        }
        assertThat(file.required("instances").size()).isEqualTo(50);
        double most = isWhole ? 0.1 : 0.7;
        assertThat(open.size()).as("open: %s", open).isLessThanOrEqualTo((int) (most * tried));
    }

    /** True if there is no packing, and none was found. */
    private static boolean compare(int seed, JsonNode oracle, PackedResult found) {
        String status = oracle.required("status").textValue();
        boolean isComplete = found.packing().unplaced().isEmpty();
        if (status.equalsIgnoreCase("infeasible")) {
            assertThat(isComplete).as("seed %d is impossible", seed).isFalse();
            return true;
        }
        JsonNode cost = oracle.required("cost");
        if (!cost.isNull()) {
            assertThat(found.bound().value())
                    .as("bound of seed %d", seed)
                    .isLessThanOrEqualTo(cost.decimalValue());
            assertThat(found.infeasibilities().stream().anyMatch(i -> i.isProven()))
                    .as("seed %d is possible", seed)
                    .isFalse();
        }
        if (isComplete && !oracle.required("bound").isNull()) {
            assertThat(found.packing().cost())
                    .as("cost of seed %d", seed)
                    .isGreaterThanOrEqualTo(oracle.required("bound").decimalValue());
        }
        return false;
    }

    private static PackingProblem problem(JsonNode instance) {
        List<PackServer> servers = new ArrayList<>();
        for (JsonNode each : instance.required("servers")) {
            ResourceVector has = amounts(each.required("has"));
            TreeMap<String, String> attributes = new TreeMap<>();
            attributes.put("disk", each.required("disk").textValue());
            BigDecimal cost = each.required("cost").decimalValue();
            String zone = each.required("zone").textValue();
            servers.add(
                    new PackServer("s" + servers.size(), "t", zone, has, has, cost, attributes));
        }
        List<PackItem> items = new ArrayList<>();
        for (JsonNode each : instance.required("items")) {
            List<AttributePredicate> needs =
                    each.required("needsSsd").booleanValue()
                            ? List.of(
                                    new AttributePredicate(
                                            "disk", AttributePredicate.Operator.EQUAL, "ssd"))
                            : List.of();
            items.add(
                    new PackItem(
                            "i" + items.size(),
                            amounts(each.required("asks")),
                            OptionalInt.empty(),
                            false,
                            0,
                            needs));
        }
        List<PackRule> rules = new ArrayList<>();
        instance.required("rules").forEach(rule -> rules.add(rule("r" + rules.size(), rule)));
        return new PackingProblem(
                List.of(PackingResource.CPU, PackingResource.MEMORY), servers, items, rules);
    }

    private static PackRule rule(String name, JsonNode rule) {
        List<Integer> members =
                StreamSupport.stream(rule.required("members").spliterator(), false)
                        .map(JsonNode::intValue)
                        .toList();
        PackRule.Scope scope = PackRule.Scope.valueOf(rule.required("scope").textValue());
        return rule.required("kind").textValue().equals("together")
                ? new PackRule.Together(name, members, scope)
                : new PackRule.Spread(name, members, scope, rule.required("most").intValue());
    }

    private static ResourceVector amounts(JsonNode list) {
        return ResourceVector.of(
                StreamSupport.stream(list.spliterator(), false)
                        .mapToLong(JsonNode::longValue)
                        .toArray());
    }
}
