package dev.stowage.plan;

import dev.stowage.basis.Progress;
import dev.stowage.plan.bound.PooledMix;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.mix.MixSearch;
import dev.stowage.plan.objective.Objective;
import dev.stowage.run.RunSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest mix of kinds of servers on which an objective holds, with common random numbers and
 * the claim of {@link CapacitySearch}. Many mixes are tried on the same replications, so where
 * these are random the answer has to hold on others that the search did not see; else servers are
 * added, each time at half of the risk of the time before (ADR 56).
 */
public final class MixPlanner {
    /** Tasks that all trials may replay together. */
    private static final long TASKS_OF_ALL_TRIALS = 60_000_000;

    private static final int FIRST_BATCH = 4;
    private static final int LEAST_TRIALS = 40;
    private static final int MOST_TRIALS = 20_000;

    /** One simulation of the workload on a mix. Must be thread-safe and deterministic. */
    public interface MixRun {
        /** Runs it. */
        RunSummary run(int[] counts, int replication);

        /** Simulations that one run makes at most, about, each of all tasks. */
        default int simulations() {
            return 1;
        }
    }

    /**
     * What was found.
     *
     * @param search as of one kind; its servers are those of all kinds together
     * @param mixes the search over mixes
     * @param counts the answer, by kind
     */
    @SuppressWarnings("ArrayRecordComponent") // as trials take them
    public record Result(SearchResult search, MixSearch.Found mixes, int[] counts) {}

    private final List<Kind> kinds;
    private final SearchOptions options;
    private final Objective objective;
    private final RunStore store;
    private final Map<Integer, int[]> mixes;
    private final List<String> notes = new ArrayList<>();

    private MixPlanner(
            List<Kind> kinds,
            SearchOptions options,
            Objective objective,
            RunStore store,
            Map<Integer, int[]> mixes) {
        this.kinds = kinds;
        this.options = options;
        this.objective = objective;
        this.store = store;
        this.mixes = mixes;
    }

    /**
     * Searches; the result does not depend on the number of threads.
     *
     * @param budget what a mix may have at most of what there is to be the least of, millionths:
     *     then the answer is the best mix that was found for that, and not the cheapest
     * @throws IllegalArgumentException if the budget buys no server
     */
    public static Result search(
            List<Kind> kinds,
            PooledMix bound,
            SearchOptions options,
            Objective objective,
            OptionalLong budget,
            MixRun run,
            Progress progress) {
        return planned(
                kinds,
                options,
                objective,
                run,
                progress,
                planner -> planner.search(bound, budget, run.simulations()));
    }

    /** The search over mixes alone: nothing is held to replications that it did not see. */
    public static MixSearch.Found explore(
            List<Kind> kinds,
            PooledMix bound,
            SearchOptions options,
            Objective objective,
            MixRun run,
            Progress progress) {
        return planned(
                kinds,
                options,
                objective,
                run,
                progress,
                planner ->
                        MixSearch.search(
                                kinds,
                                bound,
                                options.lowerBound().servers(),
                                planner::outcome,
                                planner.mostTrials(bound, run.simulations())));
    }

    /** What {@code search} finds with runs that are kept while it looks. */
    private static <T> T planned(
            List<Kind> kinds,
            SearchOptions options,
            Objective objective,
            MixRun run,
            Progress progress,
            Function<MixPlanner, T> search) {
        progress.start("searching the mix of servers", -1);
        Map<Integer, int[]> mixes = new ConcurrentHashMap<>();
        RunFunction numbered = (number, replication) -> run.run(mix(mixes, number), replication);
        try (RunStore store = new RunStore(numbered, options.threads(), progress)) {
            return search.apply(new MixPlanner(kinds, options, objective, store, mixes));
        } finally {
            progress.done();
        }
    }

    private static int[] mix(Map<Integer, int[]> mixes, int number) {
        int[] counts = mixes.get(number);
        if (counts == null) {
            throw new IllegalStateException("no mix has the number " + number);
        }
        return counts;
    }

    private Result search(PooledMix bound, OptionalLong budget, int simulations) {
        int most = mostTrials(bound, simulations);
        int servers = options.lowerBound().servers();
        MixSearch.Found found =
                budget.isEmpty()
                        ? MixSearch.search(kinds, bound, servers, this::outcome, most)
                        : MixSearch.search(
                                kinds, bound, servers, this::outcome, most, budget.getAsLong());
        if (budget.isPresent() && found.bought() == null) {
            throw new IllegalArgumentException("a budget that buys no server: " + budget);
        }
        MixSearch.Tried best = budget.isPresent() ? found.bought() : found.best();
        int[] counts =
                best == null ? kinds.stream().mapToInt(Kind::most).toArray() : best.numbers();
        boolean isFresh = best != null && best.outcome().holds() && !options.isExact();
        Evaluation evaluation =
                isFresh ? onFresh(counts, budget.isEmpty()) : evaluation(counts, options, 0);
        if (!evaluation.holds()) {
            notes.add(unmet(best, budget.isPresent()));
        }
        int judged = evaluation.runs().size();
        SearchResult result =
                new SearchResult(
                        evaluation.servers(),
                        evaluation.holds(),
                        evaluation.values(),
                        evaluation.confidence(null, options.reliability().confidence()),
                        List.of(evaluation.curvePoint(judged, judged, false)),
                        evaluation.runs().get(0),
                        evaluation.servers(),
                        store.size(),
                        Optional.empty(),
                        notes);
        return new Result(result, found, counts);
    }

    private int mostTrials(PooledMix bound, int simulations) {
        long work = Math.max(1, bound.tasks()) * options.replications() * simulations;
        return (int) Math.max(LEAST_TRIALS, Math.min(MOST_TRIALS, TASKS_OF_ALL_TRIALS / work));
    }

    private static String unmet(MixSearch.@Nullable Tried best, boolean isBudget) {
        if (best == null) {
            return "No mix that was tried holds the objective; the figures are those of all servers"
                    + " that there may be.";
        }
        return isBudget && !best.outcome().holds()
                ? "No mix within the budget that was tried holds the objective; the figures are"
                        + " those of the best of them."
                : "No mix holds on replications that the search did not see.";
    }

    private int number(int[] counts) {
        return mixes.entrySet().stream()
                .filter(each -> Arrays.equals(each.getValue(), counts))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(
                        () -> {
                            int next = mixes.size();
                            mixes.put(next, counts.clone());
                            return next;
                        });
    }

    /** As many replications as it takes to see that too many miss. */
    private MixSearch.Outcome outcome(int[] counts) {
        if (Arrays.stream(counts).sum() == 0) {
            return new MixSearch.Outcome(false, Double.POSITIVE_INFINITY);
        }
        int number = number(counts);
        int made = Math.min(FIRST_BATCH, options.replications());
        while (true) {
            List<RunSummary> runs = store.replications(number, made);
            boolean isDecided = made == options.replications();
            long misses = runs.stream().filter(run -> !objective.isMet(run)).count();
            if (isDecided || misses > options.allowedMisses()) {
                return new MixSearch.Outcome(
                        misses <= options.allowedMisses(), objective.strain(runs.get(0)));
            }
            made = Math.min(options.replications(), 2 * made);
        }
    }

    private Evaluation evaluation(int[] counts, SearchOptions judged, int from) {
        return new Evaluation(
                Arrays.stream(counts).sum(),
                store.replications(number(counts), from, judged.replications()),
                objective,
                judged);
    }

    private Evaluation onFresh(int[] counts, boolean mayGrow) {
        int attempt = 1;
        int step = 1;
        while (true) {
            SearchOptions strict = options.onFresh(attempt);
            Evaluation evaluation = evaluation(counts, strict, options.replications());
            int more = evaluation.holds() || !mayGrow ? -1 : roomiest(counts);
            if (more < 0) {
                notes.add(
                        "Many mixes were tried on the same replications, so the answer was held to "
                                + strict.replications()
                                + " that the search did not see (try "
                                + attempt
                                + " there).");
                return evaluation;
            }
            counts[more] = (int) Math.min(kinds.get(more).most(), (long) counts[more] + step);
            step *= 2;
            attempt++;
        }
    }

    /** The kind of the mix with the cheapest CPU of which there may be more; else any; else -1. */
    private int roomiest(int[] counts) {
        return IntStream.range(0, counts.length)
                .filter(i -> counts[i] < kinds.get(i).most())
                .boxed()
                .min(
                        Comparator.comparing((Integer i) -> counts[i] == 0)
                                .thenComparingDouble(
                                        i ->
                                                (double) kinds.get(i).weight()
                                                        / kinds.get(i)
                                                                .server()
                                                                .capacity()
                                                                .cpuMicroCores()))
                .orElse(-1);
    }
}
