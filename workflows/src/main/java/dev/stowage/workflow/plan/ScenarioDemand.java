package dev.stowage.workflow.plan;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskClass;
import dev.stowage.model.Workload;
import dev.stowage.scenario.Scenario;
import dev.stowage.scenario.ScenarioFile;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.growth.Demand;
import dev.stowage.workload.growth.GrownWorkload;
import dev.stowage.workload.growth.Season;
import dev.stowage.workload.growth.SeasonalWorkload;
import dev.stowage.workload.synthesis.LoadScale;
import dev.stowage.workload.synthesis.SynthOptions;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What a scenario makes of its workload before it is planned for: load, growth and season, in that
 * order; and what that came to. Safe for use by several threads.
 */
final class ScenarioDemand {
    private final ScenarioFile file;
    private final Scenario scenario;
    private final String place;
    private final Map<String, String> facts = new ConcurrentSkipListMap<>();
    private volatile long grownJobs;
    private volatile boolean isGrowthDrawn;

    /**
     * Of the workload of a scenario.
     *
     * @param place where it stands in the file: {@code /workload}
     */
    ScenarioDemand(ScenarioFile file, Scenario scenario, String place) {
        this.file = file;
        this.scenario = scenario;
        this.place = place;
    }

    /** The options with the arrival times that reach the load, for the jobs before growth. */
    SynthOptions loaded(WorkloadModel model, Scenario.FromModel choice, SynthOptions today) {
        if (choice.load().isEmpty()) {
            return today;
        }
        Scenario.Load load = choice.load().get();
        double cores = load.servers() * scenario.server().capacity().cores();
        SynthOptions loaded =
                located("load", () -> LoadScale.solve(model, today, load.share(), cores));
        String what =
                Amounts.share(load.share())
                        + " of "
                        + Amounts.counted(load.servers(), "server")
                        + " before growth: arrival times × "
                        + loaded.arrivalScale();
        facts.put("load", what.replace('\u00a0', ' '));
        return loaded;
    }

    /** A replication of a model, of which so many jobs were drawn as the larger growth asks for. */
    Workload drawn(Workload jobs, int replication) {
        Demand demand = scenario.workload().demand();
        if (demand.largestGrowth() != 1) {
            facts.putIfAbsent("growth", factors(demand));
        }
        Demand left = demand.afterDraw();
        return inSeason(left.isGrown() ? grown(jobs, left, replication) : jobs);
    }

    /** A load that is far from that of the trace must have been asked for. */
    void requireAsAsked(PlannedLoad load) {
        if (load.isFarOff()
                && scenario.workload() instanceof Scenario.FromModel model
                && !model.isLoadChosen()) {
            throw file.problem(
                    place,
                    "a workload that asks for " + load.text(),
                    "at most twice, and at least half, of what the trace behind the model asks for",
                    "Say how much is wanted, with jobs, load, growth or arrivalScale; or take"
                            + " generator: faithful.");
        }
    }

    /** Of the number of jobs, in words. */
    String growth() {
        Demand demand = scenario.workload().demand();
        return demand.isGrown() ? "growth " + factors(demand) : "no growth";
    }

    /** True if growth changes the number of recorded jobs. */
    boolean isGrown() {
        return scenario.workload().demand().isGrown();
    }

    /** True if each replication copies or leaves out other recorded jobs. */
    boolean isGrowthDrawn() {
        return isGrowthDrawn;
    }

    /** A recorded workload by replication. */
    IntFunction<Workload> recorded(Workload jobs) {
        Demand demand = scenario.workload().demand();
        if (!demand.isGrown()) {
            Workload same = inSeason(jobs);
            return replication -> same;
        }
        GrownWorkload first = grown(jobs, demand, 0);
        isGrowthDrawn = first.isDrawn();
        Workload same = inSeason(first);
        return replication ->
                replication == 0 || !first.isDrawn()
                        ? same
                        : inSeason(first.redrawn(seed(replication)));
    }

    private GrownWorkload grown(Workload jobs, Demand demand, int replication) {
        GrownWorkload grown =
                located("growth", () -> GrownWorkload.of(jobs, demand, seed(replication)));
        if (replication == 0) {
            grownJobs = grown.after().values().stream().mapToLong(each -> each).sum();
            facts.put("growth", factors(scenario.workload().demand()) + counts(grown));
        }
        return grown;
    }

    private long seed(int replication) {
        return Seeds.mix(scenario.seed(), "forecast", replication);
    }

    private Workload inSeason(Workload jobs) {
        Season season = scenario.workload().demand().season().orElse(null);
        if (season == null) {
            return jobs;
        }
        facts.put("season", "arrivals follow the factors of the scenario");
        return located("seasonal", () -> SeasonalWorkload.of(jobs, season));
    }

    /** {@code × 1.3}, or by class. */
    static String factors(Demand demand) {
        return demand.growthBatch() == demand.growthUserFacing()
                ? "× " + Amounts.decimal(demand.growthBatch())
                : "× "
                        + Amounts.decimal(demand.growthBatch())
                        + " (batch) and × "
                        + Amounts.decimal(demand.growthUserFacing())
                        + " (user-facing)";
    }

    private static String counts(GrownWorkload grown) {
        Map<TaskClass, Long> after = grown.after();
        return grown.before().entrySet().stream()
                .filter(before -> before.getValue() > 0)
                .map(
                        before ->
                                String.format(
                                        Locale.ROOT,
                                        "%s %s jobs become %s",
                                        Figures.count(before.getValue()),
                                        before.getKey()
                                                .name()
                                                .toLowerCase(Locale.ROOT)
                                                .replace('_', '-'),
                                        Figures.count(after.getOrDefault(before.getKey(), 0L))))
                .collect(Collectors.joining(", ", ": ", ""));
    }

    /** Work whose complaint about a key of the workload is told as one of the scenario. */
    <T> T located(String key, Supplier<T> work) {
        try {
            return work.get();
        } catch (InputException e) {
            InputException.Issue issue = e.issues().get(0);
            if (!issue.place().equals(key) && !issue.place().equals("--" + key)) {
                throw e;
            }
            String remedy = issue.remedy();
            throw file.problem(
                    place + "/" + key,
                    issue.found(),
                    inScenario(issue.expected(), key),
                    remedy == null ? "" : inScenario(remedy, key));
        }
    }

    /** Advice to give an option, as the line of a scenario that does the same. */
    private static String inScenario(String text, String key) {
        return text.replace("--" + key + " ", key + ": ");
    }

    /** Jobs after growth; 0 if nothing grew yet. */
    long grownJobs() {
        return grownJobs;
    }

    /** What was changed, for the provenance of a plan. */
    Map<String, String> facts() {
        return facts;
    }
}
