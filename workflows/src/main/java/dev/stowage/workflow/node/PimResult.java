package dev.stowage.workflow.node;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.basis.InputException;
import dev.stowage.basis.NearestName;
import dev.stowage.sim.stacked.Colocation;
import dev.stowage.sim.stacked.Cores;
import dev.stowage.sim.stacked.NodeComparison;
import dev.stowage.sim.stacked.Pages;
import dev.stowage.sim.stacked.PimCloudRun;
import dev.stowage.sim.stacked.ServerKind;
import dev.stowage.sim.stacked.StackedLibrary;
import dev.stowage.sim.stacked.StackedManager;
import dev.stowage.sim.stacked.StackedModel;
import dev.stowage.sim.stacked.StackedService;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Services on a server with CPU cores and cores beside the memory: who divides it how well, and how
 * PIMCloud's controller gets there.
 *
 * @param server that is divided
 * @param services by falling preference for CPU cores
 * @param managers each at its best in the steady state
 * @param nodes kinds of servers that the mix could stand on; the first is what the others are
 *     compared with
 * @param controller PIMCloud's, from its start
 */
public record PimResult(
        int formatVersion,
        long seed,
        double seconds,
        Server server,
        List<Service> services,
        List<Manager> managers,
        List<Node> nodes,
        Controller controller) {
    private static final int FORMAT_VERSION = 5;

    /** Name of the file in a directory of such a result. */
    public static final String FILE = "pim.json";

    /**
     * A server with stacks.
     *
     * @param cores of both kinds
     */
    public record Server(String name, String description, Cores cores) {}

    /**
     * A service.
     *
     * @param load share of its largest load alone
     * @param alone that load, over the one on four CPU cores
     * @param aloneOn the cores on which it is reached; others of the server are of no use to it
     * @param preference PIM cores that a CPU core is worth to it
     * @param pages what its accesses go to
     * @param from second in which it comes; null if it is there from the start
     * @param until second in which it leaves; null if it stays
     */
    public record Service(
            String name,
            double load,
            double alone,
            Cores aloneOn,
            double preference,
            Pages pages,
            @Nullable Double from,
            @Nullable Double until) {}

    /**
     * A kind of server.
     *
     * @param factor on all loads that one holds at most, with the whole mix on it
     * @param servers that the mix needs, with all services on each or each on its own, whichever is
     *     fewer
     * @param replaces how many do the work of one of the first kind
     * @param lower of it, by a jackknife of the fit
     * @param upper of it
     */
    public record Node(
            String name,
            String description,
            double factor,
            double servers,
            double replaces,
            double lower,
            double upper) {
        static Node of(NodeComparison.Kind kind) {
            return new Node(
                    kind.kind().spelling(),
                    kind.kind().description(),
                    kind.factor(),
                    kind.servers(),
                    kind.replaces(),
                    kind.lower(),
                    kind.upper());
        }
    }

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
     * @param holds true if every service meets its target in the model at the end of the run, or in
     *     its last interval if it leaves, without the noise of readings
     * @param gaveUp true if in the end it found nothing that could help a service above its target
     * @param changedSeconds when it changed the division last
     * @param undone removals that violated a target and were undone
     * @param violations by service, share of the readings above the target in the second half of
     *     the time in which it is there; null if it was never read
     */
    public record Controller(
            boolean holds,
            boolean gaveUp,
            double changedSeconds,
            int undone,
            List<@Nullable Double> violations,
            List<PimCloudRun.Interval> timeline) {
        public Controller {
            violations = Collections.unmodifiableList(violations);
            timeline = List.copyOf(timeline);
        }
    }

    public PimResult {
        services = List.copyOf(services);
        managers = List.copyOf(managers);
        nodes = List.copyOf(nodes);
    }

    /**
     * Runs it.
     *
     * @param loads by the name of a service
     * @param kinds to compare
     * @param server that the managers divide
     * @throws InputException if a service is unknown
     */
    public static PimResult of(
            Map<String, PimLoad> loads,
            ServerKind server,
            List<ServerKind> kinds,
            double seconds,
            long seed) {
        StackedLibrary library = StackedLibrary.shipped();
        StackedModel model = new StackedModel(library, server);
        Colocation mix =
                new Colocation(
                        model, loads.keySet().stream().map(name -> find(library, name)).toList());
        double[] shares =
                mix.services().stream().mapToDouble(each -> load(loads, each).share()).toArray();
        List<Manager> managers = new ArrayList<>();
        for (StackedManager each : StackedManager.values()) {
            double factor = mix.largestFactor(each, shares);
            managers.add(new Manager(each.spelling(), each.description(), factor, factor >= 1));
        }
        PimCloudRun run =
                PimCloudRun.of(
                        model,
                        mix.services(),
                        at ->
                                mix.services().stream()
                                        .mapToDouble(each -> load(loads, each).at(at))
                                        .toArray(),
                        seconds,
                        true,
                        seed);
        Map<String, Double> whole = new LinkedHashMap<>();
        loads.forEach((name, load) -> whole.put(name, load.share()));
        return new PimResult(
                FORMAT_VERSION,
                seed,
                seconds,
                new Server(server.spelling(), server.description(), server.cores()),
                IntStream.range(0, shares.length)
                        .mapToObj(i -> service(mix, i, load(loads, mix.services().get(i))))
                        .toList(),
                managers,
                NodeComparison.of(library, kinds, server, whole).stream().map(Node::of).toList(),
                new Controller(
                        run.isMet(),
                        !run.isFeasible() && !run.isMet(),
                        run.changedSeconds(),
                        run.failed().size(),
                        IntStream.range(0, shares.length).mapToObj(run::lateViolations).toList(),
                        run.intervals()));
    }

    /** Services that no manager can give more: it raises them to what they hold alone. */
    public @JsonIgnore List<String> atTheirMost() {
        double most = managers.stream().mapToDouble(Manager::factor).max().orElse(0);
        return services.stream()
                .filter(each -> most * each.load() >= 1 - 1e-6)
                .map(Service::name)
                .toList();
    }

    /** True if all services are there for the whole run. */
    public @JsonIgnore boolean isConstant() {
        return services.stream().allMatch(each -> each.from() == null && each.until() == null);
    }

    private static PimLoad load(Map<String, PimLoad> loads, StackedService service) {
        return Objects.requireNonNull(loads.get(service.name()), service.name());
    }

    private static Service service(Colocation mix, int place, PimLoad load) {
        StackedService each = mix.services().get(place);
        return new Service(
                each.name(),
                load.share(),
                mix.alone(place),
                mix.aloneOn(place),
                each.preference(),
                each.pages(),
                load.from(),
                load.until());
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
}
