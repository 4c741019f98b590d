package dev.stowage.plan;

import dev.stowage.plan.objective.Objective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many servers each replication needs, as far as the search has asked: it missed the objective
 * on so many and held it on so many more. Where to look next is found by presuming that more
 * servers don't hurt; what is claimed of an answer never rests on that.
 *
 * <p>Replications that missed on the most servers are asked first: so a number that is too small
 * costs a few runs, and one that is large enough mostly those that were not asked before.
 */
final class ReplicationNeeds {
    /** Replications asked at the same time; doubles while nothing is decided. */
    private static final int FIRST_BATCH = 4;

    private final RunStore store;
    private final Objective objective;
    private final int allowedMisses;
    private final int[] missedOn;
    private final int[] heldOn;

    ReplicationNeeds(RunStore store, Objective objective, SearchOptions options) {
        this.store = store;
        this.objective = objective;
        this.allowedMisses = options.allowedMisses();
        this.missedOn = new int[options.replications()];
        this.heldOn = new int[options.replications()];
        Arrays.fill(heldOn, Integer.MAX_VALUE);
    }

    /** True if no more replications than may presumably miss the objective on {@code servers}. */
    boolean presumablyHolds(int servers) {
        List<Integer> open = new ArrayList<>();
        int misses = 0;
        for (int replication = 0; replication < missedOn.length; replication++) {
            if (missedOn[replication] >= servers) {
                misses++;
            } else if (heldOn[replication] > servers) {
                open.add(replication);
            }
        }
        open.sort(Comparator.comparingInt(replication -> -missedOn[replication]));
        int batch = FIRST_BATCH;
        for (int from = 0; from < open.size() && misses <= allowedMisses; from += batch / 2) {
            misses += ask(servers, open.subList(from, Math.min(open.size(), from + batch)));
            batch <<= 1;
        }
        return misses <= allowedMisses;
    }

    /** How many of the replications presumably hold on {@code servers}; asks all that are open. */
    int held(int servers) {
        List<Integer> open =
                IntStream.range(0, missedOn.length)
                        .filter(r -> missedOn[r] < servers && heldOn[r] > servers)
                        .boxed()
                        .toList();
        ask(servers, open);
        return (int) Arrays.stream(heldOn).filter(needed -> needed <= servers).count();
    }

    /** False if a replication missed on more servers than it held on. */
    boolean isMonotone() {
        return IntStream.range(0, heldOn.length).noneMatch(r -> missedOn[r] > heldOn[r]);
    }

    /** Takes what all replications did on {@code servers} into account. */
    void askAll(int servers) {
        ask(servers, IntStream.range(0, missedOn.length).boxed().toList());
    }

    /** How many of the replications miss on {@code servers}. */
    private int ask(int servers, List<Integer> replications) {
        store.ensure(replications.stream().map(each -> new RunStore.Key(servers, each)).toList());
        int misses = 0;
        for (int replication : replications) {
            if (Evaluation.isMet(store.get(servers, replication), objective)) {
                heldOn[replication] = Math.min(heldOn[replication], servers);
            } else {
                missedOn[replication] = Math.max(missedOn[replication], servers);
                misses++;
            }
        }
        return misses;
    }
}
