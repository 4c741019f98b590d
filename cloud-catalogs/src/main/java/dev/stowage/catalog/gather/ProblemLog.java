package dev.stowage.catalog.gather;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Rows that are not offers, counted by reason. Those that are no fault of a list are only counted
 * and told to the listener, because a list of all systems and tenancies has millions; the others
 * are kept, up to {@link #MOST_KEPT}.
 */
public final class ProblemLog implements Consumer<Problem> {
    /** Most faults that are kept one by one. */
    public static final int MOST_KEPT = 100_000;

    private final Map<Reason, Long> counts = new EnumMap<>(Reason.class);
    private final List<Problem> faults = new ArrayList<>();
    private final Consumer<Problem> listener;

    /** One that tells {@code listener} of each row too. */
    public ProblemLog(Consumer<Problem> listener) {
        this.listener = listener;
    }

    @Override
    public void accept(Problem problem) {
        counts.merge(problem.reason(), 1L, Long::sum);
        listener.accept(problem);
        if (!problem.reason().isOrdinary() && faults.size() < MOST_KEPT) {
            faults.add(problem);
        }
    }

    /** Rows by reason, in the order of the reasons. */
    public Map<Reason, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** Rows that are a fault of the list, the first ones if there are very many. */
    public List<Problem> faults() {
        return Collections.unmodifiableList(faults);
    }

    /** Number of rows told of so far. */
    public long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
