package dev.stowage.workflow.fleet;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.basis.InputException;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.scenario.fleet.FleetScenario;
import dev.stowage.sim.fleet.FleetSearch;
import dev.stowage.sim.fleet.FleetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code fleet.json} says: how many servers each manager needs. The same bytes for the same
 * input and seed.
 *
 * @param formatVersion of the file
 * @param name of the scenario
 * @param node name of every server
 * @param server what of it is divided
 * @param durationSeconds of a run
 * @param violatedShare share of its time that a replica may be above its target
 * @param replicas of all services
 * @param replications runs of every server
 * @param seed of all random numbers
 * @param lowerBound servers that no manager can do without; null where nothing is known
 * @param baseline the manager that others are compared with: requests, or the first
 * @param managers in the order asked for
 * @param sources where the parameters of the node and of the services come from
 * @param notes what the reader has to know
 * @param scenario where it comes from
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record FleetResult(
        int formatVersion,
        String name,
        String node,
        FleetServerView server,
        double durationSeconds,
        double violatedShare,
        int replicas,
        int replications,
        long seed,
        @Nullable Integer lowerBound,
        String baseline,
        List<FleetManagerView> managers,
        List<Sources> sources,
        List<String> notes,
        @JsonIgnore FleetScenario scenario) {
    /** Name of the file. */
    public static final String FILE = "fleet.json";

    static final int FORMAT_VERSION = 1;

    /**
     * How many parameters come from where.
     *
     * @param of the node, or a service
     * @param counts by source
     */
    public record Sources(String of, Map<String, Integer> counts) {
        public Sources {
            counts = Map.copyOf(counts);
        }
    }

    public FleetResult {
        managers = List.copyOf(managers);
        sources = List.copyOf(sources);
        notes = List.copyOf(notes);
    }

    /** Searches under all managers of {@code choice}. */
    public static FleetResult of(FleetScenario scenario, FleetChoice choice) {
        requireRequests(scenario, choice);
        FleetSpec spec = scenario.spec();
        FleetSearch search =
                new FleetSearch(
                        spec,
                        new FleetSearch.Terms(
                                choice.gridSteps(),
                                choice.replications(),
                                choice.claim(),
                                choice.seed(),
                                choice.threads()));
        List<FleetSearch.Found> found = new ArrayList<>();
        for (FleetChoice.Asked each : choice.managers()) {
            found.add(
                    each.manager() == null
                            ? search.byRequests(each.runs())
                            : search.fewest(each.manager()));
        }
        int baseline = baseline(choice);
        FleetViews views = new FleetViews(scenario, search, choice, found, baseline);
        var bound = search.bound();
        return new FleetResult(
                FORMAT_VERSION,
                scenario.name(),
                spec.node().name(),
                FleetServerView.of(
                        spec.node(), spec.batch().stream().map(BatchProfile::name).toList()),
                spec.durationSeconds(),
                spec.violatedShare(),
                spec.services().stream().mapToInt(FleetSpec.Service::replicas).sum(),
                choice.replications(),
                choice.seed(),
                bound.isPresent() ? bound.getAsInt() : null,
                choice.managers().get(baseline).spelling(),
                views.all(),
                sources(spec),
                scenario.notes(),
                scenario);
    }

    private static int baseline(FleetChoice choice) {
        for (int i = 0; i < choice.managers().size(); i++) {
            if (choice.managers().get(i).manager() == null) {
                return i;
            }
        }
        return 0;
    }

    private static void requireRequests(FleetScenario scenario, FleetChoice choice) {
        boolean areAsked = choice.managers().stream().anyMatch(each -> each.manager() == null);
        for (FleetSpec.Service each : scenario.spec().services()) {
            FleetSpec.Requests requests = each.requests();
            if (areAsked && requests == null) {
                throw InputException.at(
                        scenario.name(),
                        "no requests of " + each.name(),
                        "requests of every service, for the manager requests",
                        "Add requests: {cores: N, memoryGb: N}, or leave requests out of"
                                + " --managers.");
            }
            if (areAsked
                    && requests != null
                    && (requests.cores() > scenario.spec().node().of(NodeParameter.CORES)
                            || requests.memoryGb()
                                    > scenario.spec().node().of(NodeParameter.MEMORY_GB))) {
                throw InputException.at(
                        scenario.name(),
                        "requests of " + each.name() + " that are larger than a server",
                        "at most what a server has",
                        null);
            }
        }
    }

    private static List<Sources> sources(FleetSpec spec) {
        List<Sources> all = new ArrayList<>();
        Map<String, Integer> node = new TreeMap<>();
        for (NodeParameter key : NodeParameter.values()) {
            count(node, spec.node().parameters().parameter(key).source());
        }
        all.add(new Sources("node " + spec.node().name(), node));
        for (FleetSpec.Service each : spec.services()) {
            Map<String, Integer> own = new TreeMap<>();
            for (ServiceParameter key : ServiceParameter.values()) {
                count(own, each.profile().parameters().parameter(key).source());
            }
            all.add(new Sources(each.name(), own));
        }
        return all;
    }

    private static void count(Map<String, Integer> counts, ParameterSource source) {
        counts.merge(source.spelling(), 1, Integer::sum);
    }

    /** The view of the baseline. */
    @JsonIgnore
    public FleetManagerView baselineView() {
        return managers.stream()
                .filter(each -> each.manager().equals(baseline))
                .findFirst()
                .orElseThrow();
    }

    /** The name of a manager, with its parameters only if another one has the same name. */
    public String label(FleetManagerView view) {
        String plain = plain(view);
        return managers.stream().filter(each -> plain(each).equals(plain)).count() == 1
                ? plain
                : view.manager();
    }

    private static String plain(FleetManagerView view) {
        return view.manager().replaceFirst("\\[.*", "");
    }

    /** True if some manager was shown to keep every target. */
    @JsonIgnore
    public boolean isMet() {
        return managers.stream().anyMatch(FleetManagerView::isShown);
    }
}
