package dev.stowage.scenario.tune;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.scenario.LocatedYaml;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import dev.stowage.scenario.ScenarioSchema;
import dev.stowage.scenario.load.LoadFiles;
import dev.stowage.sim.energy.EnergyLibrary;
import dev.stowage.sim.energy.EnergyModel;
import dev.stowage.sim.energy.NetworkService;
import dev.stowage.sim.energy.Platform;
import dev.stowage.sim.energy.RequestParameter;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server to tune, in a YAML file, for {@code stowage tune NODE.yaml}:
 *
 * <pre>{@code
 * platform: e5-2690
 * service: memcached
 * interface: eth0
 * load: {requestsPerSecond: [150000, 150000, 200000]}
 * }</pre>
 *
 * @param name what results call it
 * @param model the service on its platform
 * @param networkInterface whose interrupts are delayed; null if it is not known
 * @param requestsPerSecond of each hour from midnight on, above 0
 * @param notes what is taken for granted of the load
 */
public record TuneScenario(
        String name,
        EnergyModel model,
        @Nullable String networkInterface,
        List<Double> requestsPerSecond,
        List<String> notes) {
    private static final String RESOURCE = "/dev/stowage/schema/tune.schema.json";
    private static final int HOURS = 24;
    private static final double HOUR = 3600;

    public TuneScenario {
        requestsPerSecond = List.copyOf(requestsPerSecond);
        notes = List.copyOf(notes);
    }

    /**
     * What {@code file} says.
     *
     * @throws dev.stowage.basis.InputException with every issue of the file
     */
    public static TuneScenario read(Path file, String defaultName) {
        LocatedYaml yaml = LocatedYaml.read(file, "a platform, its service and a load in YAML");
        LocatedIssue.refuse(ScenarioSchema.load(RESOURCE).issues(yaml));
        JsonNode root = yaml.root();
        EnergyLibrary library = library(yaml);
        List<LocatedIssue> issues = new ArrayList<>();
        Platform platform = named(yaml, "platform", library.platforms(), issues);
        NetworkService service = named(yaml, "service", library.services(), issues);
        LocatedIssue.refuse(issues);
        if (platform == null || service == null) {
            throw new IllegalStateException("refused before");
        }
        List<String> notes = new ArrayList<>();
        List<Double> loads = loads(yaml, service, issues, notes);
        LocatedIssue.refuse(issues);
        return new TuneScenario(
                root.has("name")
                        ? root.get("name").textValue()
                        : defaultName.replaceAll("[\\p{Cc}\\u2028\\u2029]", "_"),
                new EnergyModel(platform, service),
                root.has("interface") ? root.get("interface").textValue() : null,
                loads,
                notes);
    }

    private static EnergyLibrary library(LocatedYaml yaml) {
        if (!yaml.root().has("profiles")) {
            return EnergyLibrary.shipped();
        }
        Path file = yaml.file().resolveSibling(yaml.root().get("profiles").textValue());
        LocatedYaml own = LocatedYaml.read(file, "platforms and network services in YAML");
        return EnergyLibrary.shipped().overriddenBy(EnergyLibrary.of(file.toString(), own.root()));
    }

    private static <T> @Nullable T named(
            LocatedYaml yaml, String key, Map<String, T> all, List<LocatedIssue> issues) {
        String name = yaml.root().get(key).textValue();
        T found = all.get(name);
        if (found == null) {
            issues.add(
                    yaml.atValue(
                            JsonPointer.valueOf("/" + key),
                            new Problem(
                                    "\"" + name + "\"",
                                    "one of " + String.join(", ", all.keySet()),
                                    "Give its parameters in a file and name that under profiles;"
                                            + " see docs/energy.md.")));
        }
        return found;
    }

    private static List<Double> loads(
            LocatedYaml yaml,
            NetworkService service,
            List<LocatedIssue> issues,
            List<String> notes) {
        JsonNode load = yaml.root().get("load");
        List<Double> loads = new ArrayList<>();
        if (load.has("requestsPerSecond")) {
            load.get("requestsPerSecond").forEach(each -> loads.add(each.doubleValue()));
            return loads;
        }
        stepIssue(yaml, load.get("trace")).ifPresent(issues::add);
        if (!issues.isEmpty()) {
            return loads;
        }
        LoadFiles.Found found =
                LoadFiles.of(yaml.file(), load, HOURS * HOUR, "a trace of 24 hours or more", false);
        LoadCurve.Points curve = found.points();
        notes.addAll(found.notes());
        String source = load.has("csv") ? "/load/csv" : "/load/trace";
        if (load.has("csv") && !isWholeDay(curve)) {
            issues.add(yaml.atValue(JsonPointer.valueOf(source), partOfADay(curve)));
            return loads;
        }
        for (int hour = 0; hour < HOURS; hour++) {
            double mean = curve.mean(HOUR * hour, HOUR * (hour + 1));
            if (!(mean > 0)) {
                issues.add(
                        yaml.atValue(
                                JsonPointer.valueOf(source),
                                new Problem(
                                        "no load in hour " + hour,
                                        "a mean above 0 in each of 24 hours",
                                        "Give the hours with load as requestsPerSecond.")));
            }
            loads.add(mean * service.of(RequestParameter.PEAK));
        }
        return loads;
    }

    /** Hours are means of whole steps, each by the most in it. */
    private static Optional<LocatedIssue> stepIssue(LocatedYaml yaml, @Nullable JsonNode trace) {
        if (trace == null || !trace.has("stepSeconds")) {
            return Optional.empty();
        }
        double speed = trace.has("speed") ? trace.get("speed").doubleValue() : 1;
        long step = trace.get("stepSeconds").longValue();
        double steps = HOUR * speed / step;
        return steps >= 1 - 1e-9 && Math.abs(steps - Math.rint(steps)) < 1e-6
                ? Optional.empty()
                : Optional.of(
                        yaml.atValue(
                                JsonPointer.valueOf("/load/trace/stepSeconds"),
                                new Problem(
                                        step + " s at a speed of " + Figures.number(speed),
                                        "steps that divide an hour of the day ("
                                                + Figures.number(HOUR * speed)
                                                + " s of the trace)",
                                        "The load of a step is the most in it: 60 or 300 s give"
                                                + " the mean of an hour closely.")));
    }

    /** The first and the last row are within the first and the last hour, and none outside. */
    private static boolean isWholeDay(LoadCurve.Points curve) {
        double[] seconds = curve.seconds();
        double last = seconds[seconds.length - 1];
        return seconds[0] >= 0
                && seconds[0] < HOUR
                && last >= (HOURS - 1) * HOUR
                && last < HOURS * HOUR;
    }

    private static Problem partOfADay(LoadCurve.Points curve) {
        double[] seconds = curve.seconds();
        return new Problem(
                "loads from second "
                        + Figures.number(seconds[0])
                        + " to second "
                        + Figures.number(seconds[seconds.length - 1]),
                "rows from the first to the last of 24 hours, in seconds from midnight (0 to"
                        + " 86,399)",
                "Give one day, or the hours that there are as requestsPerSecond.");
    }
}
