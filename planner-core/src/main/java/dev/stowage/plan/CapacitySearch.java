package dev.stowage.plan;

import dev.stowage.model.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The search for the smallest number of servers on which an objective holds: from the lower bound
 * upwards in growing steps, then bisection, with common random numbers. What it promises about runs
 * that are not monotone in the number of servers stands in {@code docs/capacity-search.md}.
 *
 * <p>Cost: one run per replication and number of servers tried, about {@code 2 log2(gap)} numbers.
 */
public final class CapacitySearch {
    /** Smaller numbers tried before answering: strict FIFO is not monotone in servers. */
    private static final int TRIED_BELOW = 3;

    /**
     * Replications at the first look at a number of servers, and further ones at each next look.
     */
    private static final int FIRST_LOOK = 3;

    private static final int NEXT_LOOK = 2;

    /** Points of the headroom curve, relative to the answer. */
    private static final double[] CURVE = {0.8, 0.85, 0.9, 0.95, 1.05, 1.1, 1.2, 1.3};

    private final SearchOptions options;
    private final Objective objective;
    private final RunStore store;
    private final Map<Integer, Evaluation> evaluations = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();

    private CapacitySearch(SearchOptions options, Objective objective, RunStore store) {
        this.options = options;
        this.objective = objective;
        this.store = store;
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

    private SearchResult search() {
        int first = Math.min(options.max(), Math.max(1, options.lowerBound().servers()));
        WorkloadFigures demand = options.lowerBound().demand();
        if (demand.tasks() == 0) {
            notes.add(SearchNotes.NO_TASKS);
            return result(0, evaluate(1));
        }
        if (demand.tooLarge() > objective.limit("rejected") + objective.limit("pending")) {
            notes.add(SearchNotes.tooLarge(demand));
            return result(first, evaluate(first));
        }
        int answer = bisect(first);
        while (true) {
            int better = smallestHolding(around(answer), answer);
            if (better == answer) {
                break;
            }
            answer = better;
        }
        addNotes(answer);
        return result(answer, evaluate(answer));
    }

    /**
     * A number that holds while the next smaller one tried does not; the maximum if that does not
     * hold.
     */
    private int bisect(int first) {
        int low = first - 1;
        int high = first;
        int step = Math.max(1, first / 32);
        while (!evaluate(high).met()) {
            if (high == options.max()) {
                return high;
            }
            low = high;
            high = (int) Math.min(options.max(), (long) high + step);
            step = Math.max(step, step << 1);
        }
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if (evaluate(middle).met()) {
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
    private NavigableSet<Integer> around(int answer) {
        NavigableSet<Integer> numbers = new TreeSet<>();
        for (int below = 1; below <= TRIED_BELOW; below++) {
            numbers.add(answer - below);
        }
        for (double factor : CURVE) {
            numbers.add((int) Math.min(options.max(), Math.round(answer * factor)));
        }
        numbers.removeIf(number -> number < 1);
        return numbers;
    }

    /**
     * The smallest of {@code numbers} and {@code answer} that holds; {@code answer} if none does.
     */
    private int smallestHolding(NavigableSet<Integer> numbers, int answer) {
        List<RunStore.Key> firstLooks = new ArrayList<>();
        for (int number : numbers) {
            for (int replication = 0; replication < firstLook(); replication++) {
                firstLooks.add(new RunStore.Key(number, replication));
            }
        }
        store.ensure(firstLooks);
        int smallest = answer;
        for (int number : numbers.descendingSet()) {
            if (evaluate(number).met() && (number < smallest)) {
                smallest = number;
            }
        }
        return smallest;
    }

    private int firstLook() {
        return Math.min(FIRST_LOOK, options.replications());
    }

    /** Replications on {@code servers} until they decide or there are enough of them. */
    private Evaluation evaluate(int servers) {
        Evaluation known = evaluations.get(servers);
        if (known != null) {
            return known;
        }
        int count = firstLook();
        Evaluation evaluation = look(servers, count);
        while (!evaluation.isDecided() && count < options.replications()) {
            count = Math.min(options.replications(), count + NEXT_LOOK);
            evaluation = look(servers, count);
        }
        evaluations.put(servers, evaluation);
        return evaluation;
    }

    private Evaluation look(int servers, int count) {
        return Evaluation.of(servers, store.replications(servers, count), objective, options);
    }

    private void addNotes(int answer) {
        Evaluation evaluation = evaluate(answer);
        LowerBound bound = options.lowerBound();
        if (!evaluation.met()) {
            notes.add(SearchNotes.notMet(evaluation, options));
        } else if (evaluations.entrySet().stream()
                .anyMatch(entry -> entry.getKey() > answer && !entry.getValue().met())) {
            notes.add(SearchNotes.notMonotone(evaluations, answer));
        }
        if (evaluation.met() && answer < bound.servers()) {
            notes.add(SearchNotes.boundBroken(bound, answer));
        }
        Boolean tight = evaluation.confidence().tightEnough();
        if (tight != null && !tight) {
            notes.add(SearchNotes.notTight(evaluation.confidence(), options));
        }
    }

    private SearchResult result(int servers, Evaluation evaluation) {
        return new SearchResult(
                servers,
                evaluation.met(),
                evaluation.values(),
                evaluation.confidence(),
                evaluations.values().stream().map(each -> each.curvePoint(options)).toList(),
                evaluation.runs().get(0),
                evaluation.servers(),
                store.size(),
                notes);
    }
}
