package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.json.Json;
import dev.stowage.plan.loss.Survive;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What an objective is to survive, in YAML: the map {@code survive} of an objective. */
final class SurviveYaml {
    static final String KEY = "survive";

    private static final long MICROS_PER_HOUR = 3_600_000_000L;
    private static final int MOST_SERVERS = 20_000; // search.max where it is not given

    private static final JsonPointer AT = JsonPointer.compile("/objective/" + KEY);

    private SurviveYaml() {}

    /** The map as it stands there. */
    private record Form(
            @Nullable Integer servers, @Nullable Integer domains, @Nullable BigDecimal forHours) {
        Survive survive() {
            return new Survive(
                    servers == null ? 0 : servers,
                    domains == null ? 0 : domains,
                    forHours == null
                            ? OptionalLong.empty()
                            : OptionalLong.of(
                                    forHours.multiply(BigDecimal.valueOf(MICROS_PER_HOUR))
                                            .longValue()));
        }
    }

    /** Of a checked scenario. */
    static Optional<Survive> of(JsonNode root) {
        JsonNode map = root.at(AT);
        return map.isMissingNode()
                ? Optional.empty()
                : Optional.of(Json.mapper().convertValue(map, Form.class).survive());
    }

    /** What a schema can't know: that something is lost, and that something is left. */
    static List<LocatedIssue> issues(LocatedYaml yaml) {
        List<LocatedIssue> issues = new ArrayList<>();
        JsonNode map = yaml.at(AT);
        if (!map.isObject()) {
            return issues;
        }
        JsonNode servers = yaml.at(AT.appendProperty("servers"));
        JsonNode domains = yaml.at(AT.appendProperty("domains"));
        if (servers.isMissingNode() && domains.isMissingNode()) {
            issues.add(
                    yaml.atValue(
                            AT,
                            new Problem(
                                    "neither servers nor domains",
                                    "how many are lost: servers, domains, or both",
                                    "Write survive: {servers: 1}.")));
        }
        JsonNode most = yaml.at(JsonPointer.compile("/search/max"));
        int max = most.isNumber() ? most.intValue() : MOST_SERVERS;
        if (servers.isNumber() && servers.intValue() >= max) {
            issues.add(
                    yaml.atValue(
                            AT.appendProperty("servers"),
                            new Problem(
                                    servers + " servers lost of at most " + max,
                                    "fewer than search.max, " + max,
                                    "Raise search.max, or lose fewer.")));
        }
        JsonNode size = yaml.at(JsonPointer.compile("/servers/serversPerDomain"));
        if (domains.isNumber() && size.isMissingNode()) {
            issues.add(
                    yaml.atValue(
                            AT.appendProperty("domains"),
                            new Problem(
                                    domains + " failure domains lost of servers that have none",
                                    "servers.serversPerDomain beside it",
                                    "Say how many servers share a failure domain, or lose"
                                            + " servers.")));
        }
        if (domains.isNumber()
                && size.isNumber()
                && domains.longValue() * size.longValue() >= max) {
            issues.add(
                    yaml.atValue(
                            AT.appendProperty("domains"),
                            new Problem(
                                    domains
                                            + " failure domains of "
                                            + size
                                            + " servers lost of at most "
                                            + max
                                            + " servers",
                                    "fewer servers than search.max, " + max,
                                    "Raise search.max, or lose fewer.")));
        }
        return issues;
    }

    /** Adds the keys that give {@code survive} when they are read. */
    static void write(Survive survive, Map<String, Object> objective) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (survive.servers() > 0) {
            map.put("servers", survive.servers());
        }
        if (survive.domains() > 0) {
            map.put("domains", survive.domains());
        }
        survive.lengthMicros()
                .ifPresent(
                        length ->
                                map.put(
                                        "forHours",
                                        ScenarioWriter.plain(
                                                BigDecimal.valueOf(length)
                                                        .divide(
                                                                BigDecimal.valueOf(MICROS_PER_HOUR),
                                                                15,
                                                                RoundingMode.CEILING))));
        objective.put(KEY, map);
    }
}
