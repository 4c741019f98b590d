package dev.stowage.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackingOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Packing in YAML: the map {@code packing} of a scenario, and head-room. */
final class PackingYaml {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long LOOKS = 1_000_000;

    private PackingYaml() {}

    /** What a checked scenario says under {@code packing}; empty if nothing. */
    static Optional<Scenario.Packing> of(JsonNode root) {
        JsonNode node = root.path("packing");
        if (node.isMissingNode()) {
            return Optional.empty();
        }
        String search = node.path("search").asText("full").toUpperCase(Locale.ROOT);
        return Optional.of(
                new Scenario.Packing(
                        node.has("atSeconds")
                                ? OptionalDouble.of(node.get("atSeconds").doubleValue())
                                : OptionalDouble.empty(),
                        headRoom(node.path("headroom")),
                        new PackingOptions(
                                PackingOptions.Search.valueOf(search),
                                workLimit(node),
                                node.has("steps")
                                        ? OptionalLong.of(node.get("steps").longValue())
                                        : OptionalLong.empty(),
                                solveTime(node),
                                root.path("seed").asLong(),
                                OptionalInt.empty())));
    }

    /** That of {@code pack} where nothing limits the search. */
    private static OptionalLong workLimit(JsonNode node) {
        if (node.has("work")) {
            return OptionalLong.of(node.get("work").longValue() * LOOKS);
        }
        return node.has("steps") || node.has("solveTimeSeconds")
                ? OptionalLong.empty()
                : PackingOptions.DEFAULT.workLimit();
    }

    private static Optional<Duration> solveTime(JsonNode node) {
        return node.has("solveTimeSeconds")
                ? Optional.of(
                        Duration.ofNanos(
                                (long)
                                        (node.get("solveTimeSeconds").doubleValue()
                                                * NANOS_PER_SECOND)))
                : Optional.empty();
    }

    /** A share, or a map of shares; none where it is missing. */
    static HeadRoom headRoom(JsonNode node) {
        Map<String, Double> shares = new HashMap<>();
        node.properties().forEach(e -> shares.put(e.getKey(), e.getValue().doubleValue()));
        return new HeadRoom(shares, node.isNumber() ? node.doubleValue() : 0);
    }

    /** As a scenario writes it. */
    static Map<String, Object> map(Scenario.Packing packing) {
        Map<String, Object> map = new LinkedHashMap<>();
        packing.atSeconds().ifPresent(at -> map.put("atSeconds", BigDecimal.valueOf(at)));
        HeadRoom headRoom = packing.headRoom();
        if (!headRoom.shares().isEmpty()) {
            map.put("headroom", new TreeMap<>(headRoom.shares()));
        } else {
            map.put("headroom", BigDecimal.valueOf(headRoom.others()));
        }
        PackingOptions options = packing.options();
        map.put("search", options.search().name().toLowerCase(Locale.ROOT));
        options.workLimit().ifPresent(work -> map.put("work", work / LOOKS));
        options.stepLimit().ifPresent(steps -> map.put("steps", steps));
        options.solveTime()
                .ifPresent(
                        time ->
                                map.put(
                                        "solveTimeSeconds",
                                        BigDecimal.valueOf(time.toNanos() / NANOS_PER_SECOND)));
        return map;
    }
}
