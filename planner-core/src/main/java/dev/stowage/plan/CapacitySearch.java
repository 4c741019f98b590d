package dev.stowage.plan;

import dev.stowage.basis.Progress;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.plan.objective.Objective;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.MedianInterval;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The search for the smallest number of servers on which an objective holds, with common random
 * numbers: from the lower bound upwards in growing steps, then by bisection; then all replications
 * on the answer and on one server less. What it promises stands in {@code docs/capacity-search.md}.
 *
 * <p>Cost: all replications on two or three numbers of servers, a few on the others, about {@code 2
 * log2(gap)} numbers.
 */
public final class CapacitySearch {
    /** Smaller numbers tried before answering: even strict FIFO is not monotone in servers. */
    private static final int TRIED_BELOW = 3;

    /** Points of the headroom curve, relative to the answer. */
    private static final double[] CURVE = {0.8, 0.85, 0.9, 0.95, 1.05, 1.1, 1.2, 1.3};

    private final SearchOptions options;
    private final Objective objective;
    private final RunStore store;
    private final Map<Integer, Evaluation> evaluations = new TreeMap<>();
    private final ReplicationNeeds needs;
    private final List<String> notes = new ArrayList<>();

    private CapacitySearch(SearchOptions options, Objective objective, RunStore store) {
        this.options = options;
        this.objective = objective;
        this.store = store;
        this.needs = new ReplicationNeeds(store, objective, options);
    }

    /**
     * Searches; the result does not depend on the number of threads. With a workload without tasks
     * the answer is 0 servers; with tasks that no server can hold and no one may reject, no number
     * of servers helps, and one run shows it.
     */
    public static SearchResult search(
            SearchOptions options, Objective objective, RunFunction run, Progress progress) {
        progress.start("searching the number of servers", -1);
        try (RunStore store = new RunStore(run, options.threads(), progress)) {
            return new CapacitySearch(options, objective, store).search();
        } finally {
            progress.done();
        }
    }

    /**
     * The number of servers that is tried first: that of the bound, at least 1, at most the most.
     */
    public static int first(SearchOptions options) {
        return Math.min(options.max(), Math.max(1, options.lowerBound().servers()));
    }

    /**
     * Runs of a search that has tasks and whose answer is the {@link #first} number, at least; of
     * an exact one it is their number. A search that has to climb makes more as a rule.
     */
    public static long runsAtBound(SearchOptions options) {
        int first = first(options);
        long others =
                around(first, options.max()).stream()
                        .filter(number -> number != first && number != first - 1)
                        .count();
        return options.replications() * (first > 1 ? 2L : 1L) + others * look(options);
    }

    private SearchResult search() {
        int first = first(options);
        WorkloadFigures demand = options.lowerBound().demand();
        if (demand.tasks() == 0) {
            notes.add(SearchNotes.NO_TASKS);
            return result(0, evaluate(1), null);
        }
        if (demand.tooLarge() > objective.limit("rejected") + objective.limit("pending")) {
            notes.add(SearchNotes.tooLarge(demand));
            return result(first, look(first, look()), null);
        }
        int answer = smallest(first);
        while (true) {
            int better = smallestHolding(around(answer, options.max()), answer);
            if (better == answer) {
                break;
            }
            answer = better;
        }
        if (!options.isExact() && evaluate(answer).holds() && !isMonotone()) {
            return onFresh(answer);
        }
        Evaluation oneLess = answer > 1 ? evaluate(answer - 1) : null;
        addNotes(evaluate(answer), oneLess);
        return result(answer, evaluate(answer), oneLess);
    }

    /** False if a replication was seen to hold on some servers and to miss on more. */
    private boolean isMonotone() {
        BitSet held = new BitSet();
        for (Evaluation each : evaluations.values()) {
            for (int replication = 0; replication < each.runs().size(); replication++) {
                if (Evaluation.isMet(each.runs().get(replication), objective)) {
                    held.set(replication);
                } else if (held.get(replication)) {
                    return false;
                }
            }
        }
        return needs.isMonotone();
    }

    /**
     * Where more servers don't help each window, a number may hold on the replications of the
     * search by luck, the more of them were tried. So it has to hold on others too, of which the
     * search knows nothing; else more servers are tried on these, each at half of the risk of the
     * one before, so that all of them together err no more often than asked for.
     */
    private SearchResult onFresh(int found) {
        int servers = fewestByAll(found);
        int step = Math.max(1, servers / 32);
        int attempt = 1;
        Evaluation evaluation = onFresh(servers, attempt);
        while (!evaluation.holds() && servers < options.max()) {
            servers = (int) Math.min(options.max(), (long) servers + step);
            step = Math.max(step, step << 1);
            attempt++;
            evaluation = onFresh(servers, attempt);
        }
        Evaluation oneLess = servers > 1 ? onFresh(servers - 1, attempt) : null;
        addNotes(evaluation, oneLess);
        if (evaluation.holds()) {
            notes.add(SearchNotes.onFresh(evaluation, attempt));
        }
        evaluate(servers);
        evaluate(Math.max(1, servers - 1));
        return result(servers, evaluation, oneLess);
    }

    private Evaluation onFresh(int servers, int attempt) {
        SearchOptions strict = options.onFresh(attempt);
        List<RunSummary> runs =
                store.replications(servers, options.replications(), strict.replications());
        return new Evaluation(servers, runs, objective, strict);
    }

    /**
     * By bisection a number up to {@code most} that holds on all replications of the search. What a
     * replication did on other numbers says little here, and is not used.
     */
    private int fewestByAll(int most) {
        int low = Math.min(most, Math.max(1, options.lowerBound().servers())) - 1;
        int high = most;
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if (evaluate(middle).holds()) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /**
     * A number that holds while the next smaller one presumably does not; the maximum if that does
     * not hold.
     */
    private int smallest(int first) {
        int servers = climb(first);
        while (!evaluate(servers).holds() && servers < options.max()) {
            needs.askAll(servers); // one that held on fewer missed here
            servers = climb(servers + 1);
        }
        return servers;
    }

    /** From {@code first} upwards in growing steps until a number holds, then by bisection. */
    private int climb(int first) {
        int low = first - 1;
        int high = first;
        int step = Math.max(1, first / 32);
        while (!needs.presumablyHolds(high)) {
            if (high == options.max()) {
                return high;
            }
            low = high;
            high = (int) Math.min(options.max(), (long) high + step);
            step = Math.max(step, step << 1);
        }
        return bisect(low, high);
    }

    private int bisect(int fails, int isHolding) {
        int low = fails;
        int high = isHolding;
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if (needs.presumablyHolds(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /**
     * The numbers to look at before {@code answer} is given: those just below, and those of the
     * curve.
     */
    private static NavigableSet<Integer> around(int answer, int most) {
        NavigableSet<Integer> numbers = new TreeSet<>();
        for (int below = 1; below <= TRIED_BELOW; below++) {
            numbers.add(answer - below);
        }
        for (double factor : CURVE) {
            numbers.add((int) Math.min(most, Math.round(answer * factor)));
        }
        numbers.removeIf(number -> number < 1);
        return numbers;
    }

    /**
     * The smallest of {@code numbers} and {@code answer} that holds; {@code answer} if none does.
     * One server less gets as many replications as the answer; the others a look, for the curve.
     */
    private int smallestHolding(NavigableSet<Integer> numbers, int answer) {
        List<RunStore.Key> looks = new ArrayList<>();
        for (int number : numbers) {
            IntStream.range(0, look()).forEach(r -> looks.add(new RunStore.Key(number, r)));
        }
        store.ensure(looks);
        numbers.forEach(number -> look(number, look()));
        int smallest = answer;
        for (int number : numbers.headSet(answer, false).descendingSet()) {
            boolean isWorthIt =
                    options.isExact() || number == answer - 1 || needs.presumablyHolds(number);
            if (isWorthIt && evaluate(number).holds()) {
                smallest = number;
            }
        }
        return smallest;
    }

    /** Replications where only the headroom curve needs them: enough for its error bars. */
    private int look() {
        return look(options);
    }

    private static int look(SearchOptions options) {
        int least = MedianInterval.leastObservations(options.reliability().confidence());
        return Math.min(least, options.replications());
    }

    /** All replications on {@code servers}. */
    private Evaluation evaluate(int servers) {
        return look(servers, options.replications());
    }

    /** At least {@code count} replications on {@code servers}. */
    private Evaluation look(int servers, int count) {
        Evaluation known = evaluations.get(servers);
        if (known != null && known.runs().size() >= count) {
            return known;
        }
        List<RunSummary> runs = store.replications(servers, count);
        Evaluation evaluation = new Evaluation(servers, runs, objective, options);
        evaluations.put(servers, evaluation);
        return evaluation;
    }

    private void addNotes(Evaluation evaluation, @Nullable Evaluation oneLess) {
        int answer = evaluation.servers();
        LowerBound bound = options.lowerBound();
        if (!evaluation.holds()) {
            notes.add(SearchNotes.notMet(evaluation));
        } else if (options.isExact()
                && evaluations.values().stream()
                        .anyMatch(each -> each.servers() > answer && each.isRefuted())) {
            notes.add(SearchNotes.notMonotone(evaluations, answer));
        }
        if (evaluation.holds() && answer < bound.servers()) {
            notes.add(SearchNotes.boundBroken(bound, answer));
        }
        if (evaluation.holds() && !options.isExact()) {
            Confidence confidence =
                    evaluation.confidence(oneLess, options.reliability().confidence());
            if (!confidence.isReached()) {
                notes.add(SearchNotes.tooFew(confidence));
            } else if (oneLess != null && SearchNotes.isOpen(oneLess)) {
                notes.add(SearchNotes.open(oneLess));
            }
        }
    }

    private SearchResult result(int servers, Evaluation evaluation, @Nullable Evaluation oneLess) {
        boolean isPresumed = !options.isExact() && evaluation.holds() && isMonotone();
        List<CurvePoint> curve =
                evaluations.values().stream()
                        .map(
                                each ->
                                        isPresumed && each.servers() > servers
                                                ? above(evaluation, each)
                                                : point(each, each.runs().size()))
                        .toList();
        List<ObjectiveValue> values = evaluation.values();
        Confidence confidence = evaluation.confidence(oneLess, options.reliability().confidence());
        Optional<NeedLimits> between = evaluation.holds() ? limits(servers) : Optional.empty();
        return new SearchResult(
                servers,
                evaluation.holds(),
                values,
                CurvePoint.tooFew(curve, servers)
                        .flatMap(point -> point.deciding(values))
                        .map(confidence::decidedBy)
                        .orElse(confidence),
                curve,
                evaluation.runs().get(0),
                evaluation.servers(),
                store.size(),
                between,
                notes);
    }

    /** Limits on both sides, if they are wanted and windows are such that there are any. */
    private Optional<NeedLimits> limits(int answer) {
        if (options.between().isEmpty() || options.isExact() || !isMonotone()) {
            return Optional.empty();
        }
        needs.askAll(answer);
        NeedLimits limits =
                NeedLimits.of(
                        needs::held,
                        options.replications(),
                        answer,
                        options.max(),
                        options.reliability().share(),
                        options.between().getAsDouble());
        return needs.isMonotone() ? Optional.of(limits) : Optional.empty();
    }

    private CurvePoint point(Evaluation evaluation, int judged) {
        boolean isOnFresh = !options.isExact() && !isMonotone();
        return evaluation.curvePoint(judged, Math.min(look(), evaluation.runs().size()), isOnFresh);
    }

    /**
     * A point on more servers than the answer: what missed on the answer is run there too, what
     * held is presumed to hold.
     */
    private CurvePoint above(Evaluation answer, Evaluation more) {
        List<RunStore.Key> missed =
                IntStream.range(more.runs().size(), answer.runs().size())
                        .filter(r -> !Evaluation.isMet(answer.runs().get(r), objective))
                        .mapToObj(r -> new RunStore.Key(more.servers(), r))
                        .toList();
        store.ensure(missed);
        List<RunSummary> runs = new ArrayList<>(more.runs());
        missed.forEach(key -> runs.add(store.get(key.servers(), key.replication())));
        return point(
                new Evaluation(more.servers(), runs, objective, options),
                Math.max(runs.size(), answer.runs().size()));
    }
}
