package dev.stowage.option;

import dev.stowage.basis.InputException;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.scenario.ServersFile;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The servers of a run as one types them: {@code 100x48c256g}, several groups joined by commas, a
 * YAML file of groups, or {@code trace}.
 */
public final class ServersSpec {
    /** The machines of the trace that is replayed. */
    public static final String TRACE = "trace";

    public static final String EXPECTED =
            "COUNTxCOREScGIBg as in 100x48c256g or 10x0.5c0.5g (several joined by commas),"
                    + " a YAML file of groups, or trace";

    private static final int MAX_SERVERS = 10_000_000;
    private static final Pattern GROUP = Pattern.compile("([0-9]{1,9})x(.+)");

    private ServersSpec() {}

    /** True if {@code text} names a file rather than groups. */
    public static boolean isFile(String text) {
        return text.endsWith(".yaml") || text.endsWith(".yml") || text.contains("/");
    }

    /** What {@code --servers} names: groups, or a file of them. */
    public static ServersFile read(String text) {
        return isFile(text)
                ? ServersFile.read(Path.of(text))
                : new ServersFile(
                        OptionException.reading(() -> groups("--servers", text)),
                        ServerDynamics.NONE);
    }

    /**
     * Groups of servers, each type named after its size.
     *
     * @throws InputException if the text is not of that form
     */
    static ServerFleet.Static groups(String place, String text) {
        List<ServerFleet.Group> groups = new ArrayList<>();
        long servers = 0;
        for (String part : text.split("[,+]", -1)) {
            ServerFleet.Group group = group(place, part.strip());
            groups.add(group);
            servers += group.count();
        }
        if (servers > MAX_SERVERS) {
            throw InputException.at(
                    place,
                    Figures.count(servers) + " servers",
                    "at most " + Figures.count(MAX_SERVERS),
                    null);
        }
        return new ServerFleet.Static(groups);
    }

    private static ServerFleet.Group group(String place, String text) {
        Matcher matcher = GROUP.matcher(text);
        if (!matcher.matches()) {
            throw InputException.at(place, "\"" + text + "\"", EXPECTED, null);
        }
        int count = Integer.parseInt(matcher.group(1));
        if (count == 0) {
            throw InputException.at(place, "0 servers in \"" + text + "\"", "at least 1", null);
        }
        String size = matcher.group(2);
        return new ServerFleet.Group(ServerType.of(size, Quantities.size(place, size)), count);
    }
}
