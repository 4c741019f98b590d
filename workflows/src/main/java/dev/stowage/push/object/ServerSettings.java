package dev.stowage.push.object;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.json.JsonCursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A day of settings of a server, as {@code tune} writes them.
 *
 * @param networkInterface whose interrupts are delayed; null if it is not known
 * @param target of latency, as {@code p99 <= 500 us}; null if it is not known
 * @param missedHours whose settings miss it
 * @param infeasibleHours in which no setting meets it, of those that the tuner chose among
 * @param hours from midnight on, by their number; after the last one they begin again
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

    /** What ends a line of a unit or of a script, or what a terminal obeys. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");

    private static final Pattern NETWORK_INTERFACE =
            Pattern.compile("[A-Za-z0-9_.:][A-Za-z0-9_.:-]{0,14}");
    private static final double KHZ_PER_GHZ = 1e6;

    private static final String INTERFACE = "networkInterface";
    private static final String TARGET = "target";

    public ServerSettings {
        missedHours = List.copyOf(missedHours);
        infeasibleHours = List.copyOf(infeasibleHours);
        hours = hours.stream().sorted(Comparator.comparingInt(Hour::hour)).toList();
    }

    /**
     * What is set from an hour on.
     *
     * @param itrMicros delay of interrupts; null to leave it to Linux
     * @param ghz frequency, a whole number of kHz; null to leave it to Linux
     */
    public record Hour(int hour, @Nullable Double itrMicros, @Nullable Double ghz) {}

    /**
     * The settings of a file.
     *
     * @throws InputException if it holds none, an hour is twice there or missing, a value is one
     *     that no server has, or a text could end a line of a unit
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
                            ghz(each)));
        }
        if (hours.isEmpty()) {
            throw at.at("hours").bad("at least one hour");
        }
        refuseGaps(file, hours);
        return new ServerSettings(
                VERSION,
                plain(at.at("name")),
                isGiven(at, INTERFACE) ? name(at) : null,
                isGiven(at, TARGET) ? plain(at.at(TARGET)) : null,
                version == 1 ? List.of() : numbers(at.at("missedHours"), hours.size()),
                version == 1 ? List.of() : numbers(at.at("infeasibleHours"), hours.size()),
                hours);
    }

    /** True if a text is one line and commands nothing, wherever it is written. */
    public static boolean isPlain(String text) {
        return !CONTROL.matcher(text).find();
    }

    /** True for what may be the name of a network interface, and is no option of a command. */
    public static boolean isInterface(String text) {
        return NETWORK_INTERFACE.matcher(text).matches();
    }

    private static String plain(JsonCursor at) {
        String text = at.name();
        if (!isPlain(text)) {
            throw at.bad("a text of one line without control characters");
        }
        return text;
    }

    /** Hours are known by their number, not by their place in the file. */
    private static void refuseGaps(Path file, List<Hour> hours) {
        Set<Integer> seen = new TreeSet<>();
        Set<Integer> twice = new TreeSet<>();
        for (Hour each : hours) {
            if (!seen.add(each.hour())) {
                twice.add(each.hour());
            }
        }
        int last = Collections.max(seen);
        List<Integer> missing =
                IntStream.range(0, last).filter(hour -> !seen.contains(hour)).boxed().toList();
        if (!twice.isEmpty() || !missing.isEmpty()) {
            throw InputException.of(
                    file,
                    Stream.of(said("hours given twice", twice), said("hours missing", missing))
                            .filter(each -> !each.isEmpty())
                            .collect(Collectors.joining("; ")),
                    "each hour from 0 to " + last + " once",
                    null);
        }
    }

    private static String said(String what, Collection<Integer> hours) {
        return hours.isEmpty()
                ? ""
                : what
                        + ": "
                        + hours.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static List<Integer> numbers(JsonCursor at, int hours) {
        List<Integer> numbers = new ArrayList<>();
        for (JsonCursor each : at.elements()) {
            numbers.add((int) each.inRange(0, hours - 1));
        }
        return numbers;
    }

    private static String name(JsonCursor at) {
        String name = at.at(INTERFACE).name();
        if (!isInterface(name)) {
            throw at.at(INTERFACE).bad("the name of a network interface");
        }
        return name;
    }

    private static boolean isGiven(JsonCursor at, String key) {
        return at.has(key) && !at.node().get(key).isNull();
    }

    private static @Nullable Double ghz(JsonCursor at) {
        Double ghz = value(at, "ghz", 0.1, 10);
        if (ghz != null && Math.abs(ghz * KHZ_PER_GHZ - Math.rint(ghz * KHZ_PER_GHZ)) > 1e-6) {
            throw at.at("ghz").bad("a whole number of kHz, as cpufreq has them");
        }
        return ghz;
    }

    private static @Nullable Double value(JsonCursor at, String key, double least, double most) {
        return isGiven(at, key) ? at.at(key).inRange(least, most) : null;
    }
}
