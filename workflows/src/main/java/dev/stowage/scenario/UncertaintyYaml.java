package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import dev.stowage.scenario.uncertain.Distribution;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What else a workload may be, in YAML: the map {@code uncertainty} of a scenario. */
final class UncertaintyYaml {
    private static final JsonPointer GROWTH = JsonPointer.compile("/uncertainty/growth");
    private static final JsonPointer GENERATORS = JsonPointer.compile("/uncertainty/generators");
    private static final BigDecimal MOST_GROWTH = BigDecimal.valueOf(1_000_000);

    private UncertaintyYaml() {}

    /** What a schema can't know: parameters that belong together, generators without a model. */
    static List<LocatedIssue> issues(LocatedYaml yaml) {
        List<LocatedIssue> issues = new ArrayList<>();
        JsonNode growth = yaml.at(GROWTH);
        if (Distribution.isMeant(growth)) {
            Optional<Distribution> known = Distribution.of(growth);
            if (known.isEmpty()) {
                issues.add(
                        yaml.atValue(
                                GROWTH, new Problem(growth.toString(), Distribution.FORM, null)));
            }
            known.ifPresent(given -> quantiles(yaml, given, issues));
        }
        boolean isRecorded = !yaml.at(JsonPointer.compile("/workload")).has("model");
        if (isRecorded && !yaml.at(GENERATORS).isMissingNode()) {
            issues.add(
                    yaml.atValue(
                            GENERATORS,
                            new Problem(
                                    "generators for a workload that is recorded",
                                    "workload.model beside it: only what is drawn can be drawn"
                                            + " otherwise",
                                    "Fit a model to the tasks (stowage fit), or leave it out.")));
        }
        return issues;
    }

    private static void quantiles(
            LocatedYaml yaml, Distribution growth, List<LocatedIssue> issues) {
        for (double share : Scenario.Uncertainty.QUANTILES) {
            BigDecimal factor = growth.quantile(share);
            if (factor.signum() <= 0 || factor.compareTo(MOST_GROWTH) > 0) {
                issues.add(
                        yaml.atValue(
                                GROWTH,
                                new Problem(
                                        Math.round(100 * share)
                                                + " % of it are at most "
                                                + factor.toPlainString(),
                                        "factors on the number of jobs, above 0 and at most"
                                                + " 1000000",
                                        null)));
                return;
            }
        }
    }

    /** Of a checked scenario. */
    static Scenario.Uncertainty of(JsonNode root) {
        JsonNode node = root.path("uncertainty");
        return new Scenario.Uncertainty(
                node.has("growth") ? Distribution.of(node.get("growth")) : Optional.empty(),
                node.path("generators").valueStream().map(JsonNode::textValue).toList());
    }

    static void write(Scenario.Uncertainty uncertainty, Map<String, Object> root) {
        Map<String, Object> map = new LinkedHashMap<>();
        uncertainty.growth().ifPresent(growth -> map.put("growth", growth.asWritten()));
        if (!uncertainty.generators().isEmpty()) {
            map.put("generators", uncertainty.generators());
        }
        if (!map.isEmpty()) {
            root.put("uncertainty", map);
        }
    }
}
