package dev.stowage.workflow.fleet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.json.RecordReader;
import dev.stowage.workflow.fleet.FleetManagerView.Mix;
import dev.stowage.workflow.fleet.FleetManagerView.Started;
import dev.stowage.workflow.fleet.FleetManagerView.Units;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What {@code fleet.json} says of the servers with which each manager starts; the rest of it is not
 * looked at.
 *
 * @param formatVersion of the file
 * @param name of the scenario
 * @param node name of every server
 * @param server what of it is divided
 * @param managers in the order of the file
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record FleetStart(
        int formatVersion,
        String name,
        String node,
        FleetServerView server,
        List<StartOf> managers) {
    private static final RecordReader READER =
            new RecordReader(
                    "an answer of stowage fleet with the start of each server",
                    "Make it again with this stowage: stowage fleet SCENARIO.yaml.");

    /**
     * A manager.
     *
     * @param manager its spelling
     * @param servers that it needs; null if no number was shown
     * @param mixes what is together on servers
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record StartOf(String manager, @Nullable Integer servers, List<Mix> mixes) {
        public StartOf {
            mixes = List.copyOf(mixes);
        }
    }

    /**
     * A server of a fleet.
     *
     * @param name {@code server-1} and so on, in the order of the mixes
     * @param mix what is on it
     * @param replicas names in the order of the mix: {@code xapian-3} is the third of the fleet
     */
    public record Server(String name, Mix mix, List<String> replicas) {
        public Server {
            replicas = List.copyOf(replicas);
        }
    }

    public FleetStart {
        managers = List.copyOf(managers);
    }

    /**
     * Reads it.
     *
     * @throws InputException if it is no such file, or gives away more than a server has
     */
    public static FleetStart read(Path file) {
        FleetStart read = READER.read(file, FleetStart.class);
        if (read.formatVersion != FleetResult.FORMAT_VERSION) {
            throw InputException.at(
                    file + ": formatVersion",
                    String.valueOf(read.formatVersion),
                    String.valueOf(FleetResult.FORMAT_VERSION),
                    READER.remedy());
        }
        List<Issue> issues = new ArrayList<>();
        for (StartOf manager : read.managers) {
            for (Mix mix : manager.mixes) {
                read.check(file + ": " + manager.manager + ", " + mix.replicas(), mix, issues);
            }
        }
        if (!issues.isEmpty()) {
            throw InputException.of(issues);
        }
        return read;
    }

    private void check(String place, Mix mix, List<Issue> issues) {
        atMost(place, mix, Units::cores, server.cores().value(), "cores", issues);
        atMost(place, mix, Units::cacheWays, server.cacheWays().value(), "ways", issues);
        atMost(place, mix, Units::memoryGb, server.memoryGb().value(), "GB", issues);
        atMost(place, mix, Units::diskParts, server.diskParts().value(), "disk parts", issues);
        for (Started each : mix.start().replicas()) {
            Units own = each.own() == null ? mix.start().pool() : each.own();
            if (own.cores() < 1 || own.cacheWays() < 1 || own.memoryGb() < 1) {
                issues.add(
                        new Issue(
                                place + ", " + each.service(),
                                own.cores()
                                        + " cores, "
                                        + own.cacheWays()
                                        + " ways, "
                                        + own.memoryGb()
                                        + " GB",
                                "at least one of each: Linux runs nothing on less",
                                "Put fewer replicas on a server (mostPerServer), or take another"
                                        + " manager."));
            }
        }
    }

    private static void atMost(
            String place,
            Mix mix,
            ToIntFunction<Units> of,
            double most,
            String what,
            List<Issue> issues) {
        long given = of.applyAsInt(mix.start().pool());
        boolean isNegative = given < 0;
        for (Started each : mix.start().replicas()) {
            int own = each.own() == null ? 0 : of.applyAsInt(each.own());
            isNegative |= own < 0;
            given += own;
        }
        if (given > most || isNegative) {
            issues.add(
                    new Issue(
                            place,
                            given + " " + what + " given away",
                            "at most " + most + ", which a server has, and none below 0",
                            "The file was changed after it was written: make it again."));
        }
    }

    /**
     * A manager by its spelling, or by its name where that is enough.
     *
     * @throws InputException if it is not in the answer, or the answer has no number of servers
     */
    public StartOf manager(Path file, @Nullable String asked) {
        List<StartOf> found =
                managers.stream()
                        .filter(
                                each ->
                                        each.manager.equals(asked)
                                                || each.manager
                                                        .replaceFirst("\\[.*", "")
                                                        .equals(asked))
                        .toList();
        if (found.size() != 1) {
            throw InputException.at(
                    "--manager",
                    (asked == null ? "nothing" : asked) + (found.size() > 1 ? ", of several" : ""),
                    "one of the managers of "
                            + file
                            + ": "
                            + String.join(", ", managers.stream().map(StartOf::manager).toList()),
                    "Ask for others with stowage fleet SCENARIO.yaml --managers LIST.");
        }
        StartOf only = found.get(0);
        if (only.servers == null || only.mixes.isEmpty()) {
            throw InputException.of(
                    file,
                    "no number of servers on which " + only.manager + " keeps every target",
                    "a manager with such a number",
                    "Take another manager.");
        }
        return only;
    }

    /** Every server of a manager. */
    public static List<Server> servers(StartOf manager) {
        List<Server> servers = new ArrayList<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (Mix mix : manager.mixes) {
            for (int i = 0; i < mix.servers(); i++) {
                List<String> replicas =
                        mix.start().replicas().stream()
                                .map(
                                        each ->
                                                each.service()
                                                        + "-"
                                                        + numbers.merge(
                                                                each.service(), 1, Integer::sum))
                                .toList();
                servers.add(new Server("server-" + (servers.size() + 1), mix, replicas));
            }
        }
        return servers;
    }
}
