package dev.stowage.workflow.node;

import dev.stowage.basis.InputException;
import dev.stowage.basis.NearestName;
import dev.stowage.sim.stacked.Colocation;
import dev.stowage.sim.stacked.PimCloudRun;
import dev.stowage.sim.stacked.StackedLibrary;
import dev.stowage.sim.stacked.StackedManager;
import dev.stowage.sim.stacked.StackedModel;
import dev.stowage.sim.stacked.StackedService;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Services on a server with CPU cores and cores beside the memory: who divides it how well, and how
 * PIMCloud's controller gets there.
 *
 * @param services by falling preference for CPU cores
 * @param managers each at its best in the steady state
 * @param ordinary factor on all loads that four CPU cores alone hold, shared or divided
 * @param controller PIMCloud's, from its start
 */
public record PimResult(
        int formatVersion,
        long seed,
        double seconds,
        List<Service> services,
        List<Manager> managers,
        double ordinary,
        Controller controller) {
    private static final int FORMAT_VERSION = 1;

    /** Name of the file in a directory of such a result. */
    public static final String FILE = "pim.json";

    /**
     * A service.
     *
     * @param load share of its largest load alone on all cores
     * @param preference PIM cores that a CPU core is worth to it
     */
    public record Service(String name, double load, double preference) {}

    /**
     * A manager.
     *
     * @param factor on all loads that it holds at most
     * @param holds true if it is at least 1
     */
    public record Manager(String name, String description, double factor, boolean holds) {}

    /**
     * The controller.
     *
     * @param holds false if in the end nothing could help a service that violates its target
     * @param changedSeconds when it changed the division last
     * @param undone removals that violated a target and were undone
     * @param violations share of the readings above the target in the second half, by service
     */
    public record Controller(
            boolean holds,
            double changedSeconds,
            int undone,
            List<Double> violations,
            List<PimCloudRun.Interval> timeline) {
        public Controller {
            violations = List.copyOf(violations);
            timeline = List.copyOf(timeline);
        }
    }

    public PimResult {
        services = List.copyOf(services);
        managers = List.copyOf(managers);
    }

    /** How many ordinary servers of four CPU cores hold what one under PIMCloud does. */
    public double replaces() {
        return managers.get(managers.size() - 1).factor() / ordinary;
    }

    /**
     * Runs it.
     *
     * @param loads shares of the largest load alone, above 0 and at most 1, by the name of a
     *     service
     * @throws InputException if a service is unknown
     */
    public static PimResult of(Map<String, Double> loads, double seconds, long seed) {
        StackedLibrary library = StackedLibrary.shipped();
        StackedModel model = new StackedModel(library);
        Colocation mix =
                new Colocation(
                        model, loads.keySet().stream().map(name -> find(library, name)).toList());
        double[] shares =
                mix.services().stream().mapToDouble(each -> loads.get(each.name())).toArray();
        List<Manager> managers = new ArrayList<>();
        for (StackedManager each : StackedManager.values()) {
            double factor = mix.largestFactor(each, shares);
            managers.add(new Manager(each.spelling(), each.description(), factor, factor >= 1));
        }
        PimCloudRun run = PimCloudRun.of(model, mix.services(), at -> shares, seconds, true, seed);
        return new PimResult(
                FORMAT_VERSION,
                seed,
                seconds,
                IntStream.range(0, shares.length)
                        .mapToObj(i -> service(mix.services().get(i), shares[i]))
                        .toList(),
                managers,
                mix.largestFactorOnCpus(shares),
                new Controller(
                        run.isFeasible(),
                        run.changedSeconds(),
                        run.failed().size(),
                        IntStream.range(0, shares.length)
                                .mapToObj(i -> run.violations(i, seconds / 2))
                                .toList(),
                        run.intervals()));
    }

    private static Service service(StackedService each, double load) {
        return new Service(each.name(), load, each.preference());
    }

    private static StackedService find(StackedLibrary library, String name) {
        List<String> known = library.services().stream().map(StackedService::name).toList();
        if (!known.contains(name)) {
            throw InputException.at(
                    "SERVICE=LOAD",
                    "the service \"" + name + "\"",
                    "one of " + String.join(", ", known),
                    NearestName.question(name, known).orElse(null));
        }
        return library.service(name);
    }

    /** Reads {@code imgdnn=0.4}, any number of them. */
    public static Map<String, Double> loads(List<String> texts) {
        Map<String, Double> loads = new LinkedHashMap<>();
        for (String text : texts) {
            String[] parts = text.split("=", 2);
            double load = Double.NaN;
            try {
                load = Double.parseDouble(parts[parts.length - 1]);
            } catch (NumberFormatException e) {
                load = Double.NaN; // said below
            }
            if (parts.length != 2 || !(load > 0 && load <= 1)) {
                throw InputException.at(
                        "SERVICE=LOAD",
                        "\"" + text + "\"",
                        "a name and a share of its largest load, above 0 and at most 1, as in"
                                + " imgdnn=0.4",
                        null);
            }
            if (loads.put(parts[0], load) != null) {
                throw InputException.at(
                        "SERVICE=LOAD", parts[0] + " twice", "each service once", null);
            }
        }
        if (loads.size() < 2) {
            throw InputException.at(
                    "SERVICE=LOAD",
                    loads.size() + " service",
                    "2 to 6 that share the server",
                    null);
        }
        return loads;
    }
}
