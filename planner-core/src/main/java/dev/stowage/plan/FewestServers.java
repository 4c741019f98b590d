package dev.stowage.plan;

import dev.stowage.basis.Check;
import dev.stowage.stats.output.Reliability;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The smallest number of servers on which enough replications hold, for worlds that only say
 * whether they hold; the claim is that of {@link CapacitySearch}: by the misses that may be, which
 * are settled before the first run, with the same draws for every number, and on fresh replications
 * where a draw was seen to hold on some servers and to miss on more (ADR 20, ADR 56).
 *
 * <p>Cost: about {@code 2 log2(max)} numbers, of which those that miss end early.
 */
public final class FewestServers {
    /** Replications that are made before it is asked whether there are too many misses. */
    private static final int AT_ONCE = 8;

    /** Smaller numbers tried before answering. */
    private static final int TRIED_BELOW = 3;

    /** Fresh replications for each one of the search. */
    private static final int FRESH = 4;

    /** Says whether a draw holds; called on several threads. */
    public interface Trial {
        /**
         * Runs one.
         *
         * @param replication which draw; the same one for every number of servers
         */
        boolean holds(int servers, int replication);
    }

    /**
     * What was found.
     *
     * @param servers the smallest number that holds, or null if none up to the largest does
     * @param replications that it was judged on
     * @param held of them
     * @param heldOnOneLess of as many on one server less; null if there is none
     * @param isOnFresh true if these are replications that the search did not see
     */
    public record Answer(
            @Nullable Integer servers,
            int replications,
            int held,
            @Nullable Integer heldOnOneLess,
            boolean isOnFresh) {}

    private final Trial trial;
    private final int max;
    private final int replications;
    private final Reliability claim;
    private final ExecutorService threads;
    private final TreeMap<Integer, List<Boolean>> outcomes = new TreeMap<>();

    private FewestServers(
            Trial trial, int max, int replications, Reliability claim, ExecutorService threads) {
        this.trial = trial;
        this.max = max;
        this.replications = replications;
        this.claim = claim;
        this.threads = threads;
    }

    /**
     * Searches; the answer does not depend on the number of threads.
     *
     * @param max largest number that is tried
     * @param replications 1 where nothing is drawn, else as many as {@code claim} needs at least
     * @throws IllegalArgumentException if so few replications allow no claim
     */
    public static Answer search(
            Trial trial, int max, int replications, Reliability claim, int threadCount) {
        Check.positive("max", max);
        Check.positive("replications", replications);
        if (replications > 1 && claim.allowedMisses(replications) < 0) {
            throw new IllegalArgumentException(
                    replications
                            + " replications allow no claim, expected at least "
                            + claim.leastReplications(0));
        }
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        try {
            return new FewestServers(trial, max, replications, claim, threads).search();
        } finally {
            threads.shutdownNow();
        }
    }

    private Answer search() {
        int high = 1;
        while (!isHeld(high) && high < max) {
            high = (int) Math.min(max, 2L * high);
        }
        if (!isHeld(high)) {
            return new Answer(null, outcomes(high).size(), held(high), null, false);
        }
        int low = high / 2;
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if (isHeld(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        int answer = high;
        for (int n = high - 2; n >= Math.max(1, high - TRIED_BELOW); n--) {
            answer = isHeld(n) ? n : answer;
        }
        if (replications > 1 && !isMonotone()) {
            return onFresh(answer);
        }
        Integer less = answer > 1 ? heldOfAll(answer - 1, 0, replications) : null;
        return new Answer(answer, replications, held(answer), less, false);
    }

    private int allowed() {
        return replications == 1 ? 0 : claim.allowedMisses(replications);
    }

    private boolean isHeld(int servers) {
        List<Boolean> known = outcomes(servers);
        return known.size() == replications && known.size() - held(servers) <= allowed();
    }

    private int held(int servers) {
        return (int) outcomes(servers).stream().filter(each -> each).count();
    }

    /** All replications, or as many as it took to see that too many miss. */
    private List<Boolean> outcomes(int servers) {
        List<Boolean> known = outcomes.computeIfAbsent(servers, n -> new ArrayList<>());
        while (known.size() < replications
                && known.stream().filter(each -> !each).count() <= allowed()) {
            int next = Math.min(AT_ONCE, replications - known.size());
            known.addAll(run(servers, known.size(), next));
        }
        return known;
    }

    /** False if a draw was seen to hold on some servers and to miss on more. */
    private boolean isMonotone() {
        BitSet held = new BitSet();
        for (List<Boolean> known : outcomes.values()) {
            for (int i = 0; i < known.size(); i++) {
                if (known.get(i)) {
                    held.set(i);
                } else if (held.get(i)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Each try at half of the risk of the one before, in growing steps. */
    private Answer onFresh(int found) {
        int fresh = FRESH * replications;
        int servers = found;
        int step = Math.max(1, found / 32);
        double risk = (1 - claim.confidence()) / 2;
        while (true) {
            Reliability stricter = new Reliability(claim.share(), 1 - risk);
            int held = heldOfAll(servers, replications, fresh);
            if (fresh - held <= stricter.allowedMisses(fresh)) {
                Integer less = servers > 1 ? heldOfAll(servers - 1, replications, fresh) : null;
                return new Answer(servers, fresh, held, less, true);
            }
            if (servers == max) {
                return new Answer(null, fresh, held, null, true);
            }
            servers = Math.min(max, servers + step);
            step *= 2;
            risk /= 2;
        }
    }

    private int heldOfAll(int servers, int first, int count) {
        return (int) run(servers, first, count).stream().filter(each -> each).count();
    }

    private List<Boolean> run(int servers, int first, int count) {
        List<Future<Boolean>> futures = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            int replication = i;
            futures.add(threads.submit(() -> trial.holds(servers, replication)));
        }
        List<Boolean> held = new ArrayList<>();
        for (Future<Boolean> future : futures) {
            held.add(Finished.of(future));
        }
        return held;
    }
}
