package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.DecimalText;
import dev.stowage.model.FailureModel;
import dev.stowage.model.IdleOff;
import dev.stowage.model.Lifetime;
import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.ServerDynamics;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How servers go down and come back, as it stands in YAML: the keys {@code failures}, {@code
 * domainFailures}, {@code maintenance}, {@code idleOff} and {@code keepProgress} of a map.
 */
final class DynamicsYaml {
    private static final long MICROS_PER_HOUR = 3_600_000_000L;
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final double WAKE_SECONDS = 60;

    private DynamicsYaml() {}

    // --- reading ---

    /** What a checked map says; {@link ServerDynamics#NONE} if it has none of the keys. */
    static ServerDynamics of(JsonNode map) {
        List<MaintenanceWindow> windows = new ArrayList<>();
        map.path("maintenance").forEach(window -> windows.add(window(window)));
        return new ServerDynamics(
                failures(map.path("failures")),
                failures(map.path("domainFailures")),
                windows,
                idleOff(map.path("idleOff")),
                map.path("keepProgress").booleanValue());
    }

    private static Optional<FailureModel> failures(JsonNode map) {
        if (map.isMissingNode()) {
            return Optional.empty();
        }
        double upSeconds = seconds(map.get("mttfHours"));
        return Optional.of(
                new FailureModel(
                        map.has("shape")
                                ? Lifetime.Weibull.ofMean(map.get("shape").doubleValue(), upSeconds)
                                : new Lifetime.Exponential(upSeconds),
                        new Lifetime.Exponential(seconds(map.get("mttrHours")))));
    }

    private static MaintenanceWindow window(JsonNode map) {
        return new MaintenanceWindow(
                map.get("firstServer").intValue(),
                map.path("servers").asInt(1),
                micros(map.get("startHours"), MICROS_PER_HOUR),
                micros(map.get("lengthHours"), MICROS_PER_HOUR),
                map.has("everyHours") ? micros(map.get("everyHours"), MICROS_PER_HOUR) : 0);
    }

    private static Optional<IdleOff> idleOff(JsonNode map) {
        if (map.isMissingNode()) {
            return Optional.empty();
        }
        return Optional.of(
                new IdleOff(
                        micros(map.get("afterSeconds"), MICROS_PER_SECOND),
                        map.has("wakeSeconds")
                                ? micros(map.get("wakeSeconds"), MICROS_PER_SECOND)
                                : (long) (WAKE_SECONDS * MICROS_PER_SECOND),
                        map.path("offWatts").asDouble(0),
                        map.path("startsOff").booleanValue()));
    }

    private static double seconds(JsonNode hours) {
        return (double) micros(hours, MICROS_PER_HOUR) / MICROS_PER_SECOND;
    }

    private static long micros(JsonNode number, long unit) {
        return DecimalText.truncate(ScenarioBinding.plain(number), unit);
    }

    // --- what a schema can't know ---

    /**
     * Windows that come again before they are over, or that name servers that there are not. Looks
     * only at values of the right type.
     *
     * @param path where the map stands
     * @param servers how many there are; any number if a window may name more
     */
    static List<LocatedIssue> issues(LocatedYaml yaml, JsonPointer path, long servers) {
        List<LocatedIssue> issues = new ArrayList<>();
        JsonNode windows = yaml.at(path.appendProperty("maintenance"));
        for (int i = 0; windows.isArray() && i < windows.size(); i++) {
            JsonPointer place = path.appendProperty("maintenance").appendIndex(i);
            JsonNode window = windows.get(i);
            JsonNode length = window.path("lengthHours");
            JsonNode every = window.path("everyHours");
            if (length.isNumber()
                    && every.isNumber()
                    && every.decimalValue().compareTo(length.decimalValue()) <= 0) {
                issues.add(
                        yaml.atValue(
                                place.appendProperty("everyHours"),
                                new Problem(
                                        every.asText(),
                                        "above lengthHours, " + length.asText(),
                                        "A window is over before it comes again.")));
            }
            long last = window.path("firstServer").asLong() + window.path("servers").asLong(1) - 1;
            if (window.path("firstServer").isNumber() && last >= servers) {
                issues.add(
                        yaml.atValue(
                                place.appendProperty("firstServer"),
                                new Problem(
                                        "servers up to " + last,
                                        "servers 0 to " + (servers - 1),
                                        "They are numbered from 0, one group after the other.")));
            }
        }
        return issues;
    }

    // --- writing ---

    /** Adds to a map the keys that give {@code dynamics} when they are read. */
    static void write(ServerDynamics dynamics, Map<String, Object> map) {
        dynamics.failures().ifPresent(model -> map.put("failures", failures(model)));
        dynamics.domainFailures().ifPresent(model -> map.put("domainFailures", failures(model)));
        if (!dynamics.maintenance().isEmpty()) {
            map.put(
                    "maintenance",
                    dynamics.maintenance().stream().map(DynamicsYaml::window).toList());
        }
        dynamics.idleOff().ifPresent(rule -> map.put("idleOff", idleOff(rule)));
        if (dynamics.keepsProgress()) {
            map.put("keepProgress", true);
        }
    }

    private static Map<String, Object> failures(FailureModel model) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("mttfHours", hours(model.timeToFailure()));
        map.put("mttrHours", hours(model.timeToRepair()));
        if (model.timeToFailure() instanceof Lifetime.Weibull weibull) {
            map.put("shape", ScenarioWriter.decimal(weibull.shape()));
        }
        return map;
    }

    private static Map<String, Object> window(MaintenanceWindow window) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("firstServer", window.firstServer());
        map.put("servers", window.servers());
        map.put("startHours", per(window.startMicros(), MICROS_PER_HOUR));
        map.put("lengthHours", per(window.lengthMicros(), MICROS_PER_HOUR));
        if (window.everyMicros() > 0) {
            map.put("everyHours", per(window.everyMicros(), MICROS_PER_HOUR));
        }
        return map;
    }

    private static Map<String, Object> idleOff(IdleOff rule) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("afterSeconds", per(rule.idleMicros(), MICROS_PER_SECOND));
        map.put("wakeSeconds", per(rule.wakeMicros(), MICROS_PER_SECOND));
        map.put("offWatts", ScenarioWriter.decimal(rule.offWatts()));
        map.put("startsOff", rule.startsOff());
        return map;
    }

    private static BigDecimal hours(Lifetime lifetime) {
        return per(Math.round(lifetime.meanSeconds() * MICROS_PER_SECOND), MICROS_PER_HOUR);
    }

    /** Rounded up at a digit that is far below a microsecond: cut off, it gives the same. */
    private static BigDecimal per(long micros, long unit) {
        return ScenarioWriter.plain(
                BigDecimal.valueOf(micros)
                        .divide(BigDecimal.valueOf(unit), 15, RoundingMode.CEILING));
    }
}
