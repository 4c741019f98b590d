package dev.stowage.workflow.node;

import dev.stowage.basis.InputException;
import dev.stowage.basis.NearestName;
import dev.stowage.sim.stacked.ServerKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The load of a service on a server with two kinds of cores.
 *
 * @param share of the largest load alone, above 0 and at most 1
 * @param from second in which it comes; null if it is there from the start
 * @param until second in which it leaves; null if it stays
 */
public record PimLoad(double share, @Nullable Double from, @Nullable Double until) {
    private static final String WHERE = "SERVICE=LOAD";
    private static final String NODES = "--compare-nodes";
    private static final int MOST_ON_LARGEST = 4;
    private static final Pattern FORM =
            Pattern.compile("([^=]+)=([0-9.eE+-]+)(?:@([0-9.]+)?-([0-9.]+)?)?");

    /** The load at a second; 0 while the service is not there. */
    double at(double seconds) {
        return (from == null || seconds >= from) && (until == null || seconds < until) ? share : 0;
    }

    /** Reads {@code imgdnn=0.4} and {@code xapian=0.3@20-60}, at least two of them. */
    public static Map<String, PimLoad> parse(List<String> texts) {
        Map<String, PimLoad> loads = new LinkedHashMap<>();
        for (String text : texts) {
            Matcher matcher = FORM.matcher(text);
            Double share = matcher.matches() ? number(matcher.group(2)) : null;
            Double from = share == null ? null : number(matcher.group(3));
            Double until = share == null ? null : number(matcher.group(4));
            boolean isWindow = until == null || (from == null ? 0 : from) < until;
            if (share == null || !(share > 0 && share <= 1) || !isWindow) {
                throw InputException.at(
                        WHERE,
                        "\"" + text + "\"",
                        "a name and a share of its largest load, above 0 and at most 1, as in"
                                + " imgdnn=0.4, and the seconds in which it comes and leaves, as in"
                                + " imgdnn=0.4@20-60, @20- or @-60",
                        null);
            }
            if (loads.put(matcher.group(1), new PimLoad(share, from, until)) != null) {
                throw InputException.at(
                        WHERE, matcher.group(1) + " twice", "each service once", null);
            }
        }
        if (loads.size() < 2) {
            throw InputException.at(
                    WHERE, loads.size() + " service", "2 to 6 that share the server", null);
        }
        if (loads.values().stream().allMatch(each -> each.at(0) == 0)) {
            throw InputException.at(
                    WHERE, "no service at the start", "at least one without @SECONDS-", null);
        }
        return loads;
    }

    /**
     * Reads the name of a server with stacks. Divisions are enumerated, so that the largest takes
     * at most 4 services.
     *
     * @param services that share it
     */
    public static ServerKind server(String text, int services) {
        List<String> known =
                Arrays.stream(ServerKind.values())
                        .filter(each -> each.stacks() > 0)
                        .map(ServerKind::spelling)
                        .toList();
        if (!known.contains(text)) {
            throw InputException.at(
                    "--server",
                    "\"" + text + "\"",
                    "one of " + String.join(", ", known),
                    NearestName.question(text, known).orElse(null));
        }
        ServerKind server =
                Arrays.stream(ServerKind.values())
                        .filter(each -> each.spelling().equals(text))
                        .findFirst()
                        .orElseThrow();
        refuseMany(server, services, "--server");
        return server;
    }

    private static void refuseMany(ServerKind server, int services, String where) {
        if (server == ServerKind.PIM_16_64 && services > MOST_ON_LARGEST) {
            throw InputException.at(
                    where,
                    services + " services on " + server.spelling(),
                    "at most " + MOST_ON_LARGEST + ": every division of its cores is tried",
                    "Give fewer services, or choose pim-8-32.");
        }
    }

    private static @Nullable Double number(@Nullable String text) {
        try {
            return text == null ? null : Double.valueOf(text);
        } catch (NumberFormatException e) {
            return Double.NaN; // refused by every comparison
        }
    }

    /** Reads {@code pim,ordinary}, at least two kinds of servers. */
    public static List<ServerKind> kinds(String text, int services) {
        Map<String, ServerKind> known = new LinkedHashMap<>();
        for (ServerKind each : ServerKind.values()) {
            known.put(each.spelling(), each);
        }
        String expected = "two or more of " + String.join(", ", known.keySet()) + ", by commas";
        List<ServerKind> kinds = new ArrayList<>();
        for (String name : text.split(",", -1)) {
            ServerKind kind = known.get(name.strip());
            if (kind == null) {
                throw InputException.at(
                        NODES,
                        "\"" + name + "\"",
                        expected,
                        NearestName.question(name, List.copyOf(known.keySet())).orElse(null));
            }
            if (kinds.contains(kind)) {
                throw InputException.at(NODES, name + " twice", "each kind once", null);
            }
            refuseMany(kind, services, NODES);
            kinds.add(kind);
        }
        if (kinds.size() < 2) {
            throw InputException.at(NODES, "\"" + text + "\"", expected, null);
        }
        return kinds;
    }
}
