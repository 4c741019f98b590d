package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.json.Json;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.scenario.KnownNames;
import dev.stowage.scenario.ScenarioFile;
import dev.stowage.scenario.ScenarioReader;
import dev.stowage.workflow.plan.ScenarioRun;
import dev.stowage.workflow.plan.SharedWork;
import dev.stowage.workflow.sweep.figure.FigureNames;
import dev.stowage.workflow.sweep.figure.FigureReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** {@code plan}: its settings are those of a scenario, and the catalogue of prices. */
public final class PlanQuestion implements Question {
    private static final String CATALOG = "catalog";

    /** Settings that decide nothing about a simulation, only what is made of it. */
    private static final List<String> NOT_SIMULATED =
            List.of("name", "objective", "search", "clouds", "packing", CATALOG);

    /** Simulated jobs a second of one thread, about: of the quickstart in 2026. */
    private static final double JOBS_A_SECOND = 300_000;

    /** Numbers of servers that a search tries with all replications, about. */
    private static final int TRIED = 5;

    private static final int USUAL_JOBS = 10_000;
    private static final int USUAL_REPLICATIONS = 61;

    private final Prices prices;
    private final SharedWork shared;
    private final Map<List<String>, VmCatalogue> catalogues = new ConcurrentHashMap<>();
    private final List<String> settings;
    private final UnaryOperator<ObjectNode> defaults = ScenarioReader.defaults();

    /**
     * Where prices come from.
     *
     * @param open the catalogue of names and paths; the shipped one for none
     * @param files the files of an imported catalogue by its name
     */
    public record Prices(
            Function<List<String>, VmCatalogue> open,
            Function<List<String>, Map<String, Path>> files) {}

    /**
     * The question.
     *
     * @param shared what cells have in common
     */
    public PlanQuestion(Prices prices, SharedWork shared) {
        this.prices = prices;
        this.shared = shared;
        List<String> all = new ArrayList<>(ScenarioReader.paths());
        all.add(CATALOG);
        settings = List.copyOf(all);
    }

    @Override
    public String name() {
        return "plan";
    }

    @Override
    public List<String> settings() {
        return settings;
    }

    @Override
    public boolean isFree(String path) {
        return path.startsWith("servers.type.attributes.");
    }

    /** A growth that is no whole number chooses by seed which recorded jobs are submitted again. */
    @Override
    public boolean isExact(ObjectNode settings, Path file, Map<String, String> figures) {
        return "true".equals(figures.get("confidence.exact"))
                && isWhole(settings.path("workload").path("growth"));
    }

    private static boolean isWhole(JsonNode growth) {
        return growth.isContainerNode()
                ? growth.valueStream().allMatch(PlanQuestion::isWhole)
                : growth.isMissingNode()
                        || (growth.isNumber()
                                && growth.doubleValue() == Math.rint(growth.doubleValue()));
    }

    @Override
    public ObjectNode whole(ObjectNode settings) {
        ObjectNode scenario = settings.deepCopy();
        JsonNode catalog = scenario.remove(CATALOG);
        ObjectNode whole = defaults.apply(scenario);
        return catalog == null ? whole : whole.set(CATALOG, catalog);
    }

    @Override
    public List<Issue> issues(ObjectNode settings, Path file) {
        try {
            scenario(settings, file, catalogue(settings, file));
            return List.of();
        } catch (InputException e) {
            return e.issues().stream().map(issue -> unplaced(issue, file)).toList();
        }
    }

    /** The lines of a cell are nowhere to be seen: only its paths are. */
    private static Issue unplaced(Issue issue, Path file) {
        String place =
                issue.place()
                        .replaceFirst("^" + Pattern.quote(file.toString()) + "(:\\d+)*:? *", "");
        return new Issue(
                place.isEmpty() ? "base" : place, issue.found(), issue.expected(), issue.remedy());
    }

    @Override
    public Map<String, Path> inputs(ObjectNode settings, Path file) {
        return new TreeMap<>(prices.files().apply(catalogs(settings, file)));
    }

    @Override
    public String answer(ObjectNode settings, Path file, int threads) {
        VmCatalogue catalogue = catalogue(settings, file);
        ScenarioFile scenario = scenario(settings, file, catalogue);
        return ScenarioRun.sharing(shared, scenario, catalogue, threads).plan().planJson();
    }

    /** Cells with the same simulations. */
    @Override
    public String family(ObjectNode settings, Path file) {
        ObjectNode simulated = settings.deepCopy();
        simulated.remove(NOT_SIMULATED);
        if (simulated.path("servers").path("type") instanceof ObjectNode type) {
            type.remove("monthlyUsd");
        }
        return Cell.canonical(simulated);
    }

    /** Simulated jobs, about. */
    @Override
    public double work(ObjectNode settings) {
        JsonNode workload = settings.path("workload");
        double jobs = given(workload.path("jobs"), USUAL_JOBS);
        double growth = given(workload.path("growth"), 1);
        boolean isDrawn = workload.has("model");
        double runs = isDrawn ? given(settings.at("/search/replications"), USUAL_REPLICATIONS) : 1;
        return jobs * growth * runs * TRIED;
    }

    private static double given(JsonNode value, double otherwise) {
        return value.isNumber() ? value.doubleValue() : otherwise;
    }

    @Override
    public double usualSeconds() {
        return 1 / JOBS_A_SECOND;
    }

    @Override
    public Optional<String> capacity() {
        return Optional.of("servers");
    }

    /** Figures of a plan that nothing meets are those of the number at which the search stopped. */
    @Override
    public Optional<String> shortfall(Map<String, String> figures) {
        return "false".equals(figures.get("met"))
                ? Optional.of("nothing that was tried is enough")
                : Optional.empty();
    }

    @Override
    public boolean isVerdict(String figure) {
        return figure.equals("met") || figure.endsWith(".met");
    }

    @Override
    public List<String> answerFigures() {
        return List.of("servers", "met", "cost.monthlyUsd");
    }

    /**
     * Those of {@code plan.json}; {@code servers} is the number of servers, and {@code planned} are
     * the metrics of that number on the curve. The rest of the curve is left out: its points are
     * other numbers of servers in each cell.
     */
    @Override
    public Map<String, String> figures(String answer) {
        Map<String, String> all = FigureReader.figures(answer);
        Map<String, String> figures = new LinkedHashMap<>();
        all.keySet().stream()
                .filter(key -> key.startsWith("servers["))
                .findFirst()
                .ifPresent(key -> figures.put("servers", literal(all, key)));
        figures.put("met", literal(all, "met"));
        all.forEach(
                (key, literal) -> {
                    int end = key.indexOf("].");
                    if (!key.startsWith("curve[") && !key.startsWith("servers[")) {
                        figures.putIfAbsent(key, literal);
                    } else if (key.startsWith("curve[")
                            && literal(all, key.substring(0, end) + "].servers")
                                    .equals(figures.get("servers"))) {
                        figures.put("planned." + key.substring(end + 2), literal);
                    }
                });
        return figures;
    }

    @Override
    public Optional<FigureNames> figureNames() {
        return Optional.of(
                FigureNames.of(List.of(CapacityPlan.class))
                        .without("servers")
                        .with("servers")
                        .moved("curve", "planned"));
    }

    private static String literal(Map<String, String> all, String key) {
        String literal = all.get(key);
        if (literal == null) {
            throw new IllegalStateException("an answer without " + key);
        }
        return literal;
    }

    private static ScenarioFile scenario(ObjectNode settings, Path file, VmCatalogue catalogue) {
        ObjectNode scenario = settings.deepCopy();
        scenario.remove(CATALOG);
        return new ScenarioReader(KnownNames.installed(catalogue)).read(file, Json.text(scenario));
    }

    private VmCatalogue catalogue(ObjectNode settings, Path file) {
        return catalogues.computeIfAbsent(catalogs(settings, file), prices.open());
    }

    private static List<String> catalogs(ObjectNode settings, Path file) {
        JsonNode given = settings.path(CATALOG);
        List<JsonNode> each = given.isArray() ? given.valueStream().toList() : List.of(given);
        return each.stream()
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .map(text -> Contents.existing(text, file).map(Path::toString).orElse(text))
                .toList();
    }
}
