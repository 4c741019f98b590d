package dev.stowage.push.object;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.json.JsonCursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A day of settings of a server, as {@code tune} writes them.
 *
 * @param networkInterface whose interrupts are delayed; null if it is not known
 * @param target of latency, as {@code p99 <= 500 us}; null if it is not known
 * @param missedHours whose settings miss it
 * @param infeasibleHours in which no setting meets it
 * @param hours from midnight on; after the last one they begin again
 */
public record ServerSettings(
        int formatVersion,
        String name,
        @Nullable String networkInterface,
        @Nullable String target,
        List<Integer> missedHours,
        List<Integer> infeasibleHours,
        List<Hour> hours) {
    /** Name of its file. */
    public static final String FILE = "settings.json";

    /** Version of its form; files of version 1 say nothing of targets. */
    public static final int VERSION = 2;

    private static final String INTERFACE = "networkInterface";
    private static final String TARGET = "target";

    public ServerSettings {
        missedHours = List.copyOf(missedHours);
        infeasibleHours = List.copyOf(infeasibleHours);
        hours = List.copyOf(hours);
    }

    /**
     * What is set from an hour on.
     *
     * @param itrMicros delay of interrupts; null to leave it to Linux
     * @param ghz frequency; null to leave it to Linux
     */
    public record Hour(int hour, @Nullable Double itrMicros, @Nullable Double ghz) {}

    /**
     * The settings of a file.
     *
     * @throws InputException if it holds none
     */
    public static ServerSettings read(Path file) {
        JsonNode root;
        try {
            root = Json.mapper().readTree(Files.readAllBytes(file));
        } catch (IOException e) {
            throw InputException.of(file, "no JSON", "settings of stowage tune", null).causedBy(e);
        }
        JsonCursor at =
                JsonCursor.of(file.toString(), root)
                        .only(
                                "formatVersion",
                                "name",
                                INTERFACE,
                                TARGET,
                                "missedHours",
                                "infeasibleHours",
                                "hours");
        long version = at.at("formatVersion").count();
        if (version != 1 && version != VERSION) {
            throw at.at("formatVersion").bad("the number " + VERSION + " or 1");
        }
        List<Hour> hours = new ArrayList<>();
        for (JsonCursor each : at.at("hours").elements()) {
            each.only("hour", "itrMicros", "ghz");
            hours.add(
                    new Hour(
                            (int) each.at("hour").inRange(0, 23),
                            value(each, "itrMicros", 0, 1e4),
                            value(each, "ghz", 0.001, 100)));
        }
        if (hours.isEmpty()) {
            throw at.at("hours").bad("at least one hour");
        }
        return new ServerSettings(
                VERSION,
                at.at("name").name(),
                isGiven(at, INTERFACE) ? name(at) : null,
                isGiven(at, TARGET) ? at.at(TARGET).name() : null,
                version == 1 ? List.of() : numbers(at.at("missedHours")),
                version == 1 ? List.of() : numbers(at.at("infeasibleHours")),
                hours);
    }

    private static List<Integer> numbers(JsonCursor at) {
        List<Integer> numbers = new ArrayList<>();
        for (JsonCursor each : at.elements()) {
            numbers.add((int) each.inRange(0, 23));
        }
        return numbers;
    }

    private static String name(JsonCursor at) {
        String name = at.at(INTERFACE).name();
        if (!name.matches("[A-Za-z0-9_.:-]{1,15}")) {
            throw at.at(INTERFACE).bad("the name of a network interface");
        }
        return name;
    }

    private static boolean isGiven(JsonCursor at, String key) {
        return at.has(key) && !at.node().get(key).isNull();
    }

    private static @Nullable Double value(JsonCursor at, String key, double least, double most) {
        return isGiven(at, key) ? at.at(key).inRange(least, most) : null;
    }
}
