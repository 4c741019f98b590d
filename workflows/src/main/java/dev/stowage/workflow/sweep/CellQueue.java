package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The order of cells. Cells that share their work are a family: one thread answers them one after
 * the other, so that what they share is at hand and nobody waits for it. The families with the most
 * work come first, and in each the longest cells. A thread without a family helps with the one that
 * has the most left. Safe for use by several threads.
 */
final class CellQueue {
    private final int threads;
    private final List<Task> tasks = new ArrayList<>();
    private final Map<String, Family> families = new LinkedHashMap<>();
    private int running;

    /**
     * A cell to be answered.
     *
     * @param cell its place in the sweep
     * @param family what it shares its work with
     * @param work how much there is to do, relative to others
     * @param threads that it may use
     */
    record Task(int cell, String family, double work, int threads) {}

    /** Cells that share their work. */
    private static final class Family {
        private final Deque<Task> left = new ArrayDeque<>();
        private boolean hasBegun;

        double work() {
            return left.stream().mapToDouble(Task::work).sum();
        }
    }

    /** The cells at some places of a sweep. */
    CellQueue(Sweep sweep, List<Integer> cells, int threads) {
        this.threads = threads;
        Question question = sweep.question();
        for (int cell : cells) {
            ObjectNode settings = sweep.cells().get(cell).settings();
            String family = question.family(settings, sweep.baseFile());
            tasks.add(new Task(cell, family, question.work(settings), 1));
        }
        tasks.sort(Comparator.comparingDouble(Task::work).reversed());
        for (Task task : tasks) {
            families.computeIfAbsent(task.family(), name -> new Family()).left.add(task);
        }
    }

    /** The work of all cells together. */
    double work() {
        return tasks.stream().mapToDouble(Task::work).sum();
    }

    /** The work of the longest cell of each family: about what there is to do if none was done. */
    double differentWork() {
        return families.values().stream().mapToDouble(each -> each.left.getFirst().work()).sum();
    }

    /**
     * The next cell; empty if all have begun.
     *
     * @param family that the asking thread was at; empty for none
     */
    synchronized Optional<Task> next(String family) {
        Family own = families.get(family);
        Optional<Family> chosen =
                own != null && !own.left.isEmpty() ? Optional.of(own) : mostWork();
        return chosen.map(this::begin);
    }

    private Optional<Family> mostWork() {
        return families.values().stream()
                .filter(each -> !each.left.isEmpty())
                .max(
                        Comparator.comparing((Family each) -> !each.hasBegun)
                                .thenComparingDouble(Family::work));
    }

    /** A cell has threads to itself where there are more of them than cells. */
    private Task begin(Family family) {
        family.hasBegun = true;
        running++;
        int left = families.values().stream().mapToInt(each -> each.left.size()).sum();
        Task task = family.left.remove();
        int share = Math.max(1, threads / (left + running - 1));
        return new Task(task.cell(), task.family(), task.work(), share);
    }

    /** Gives out no more cells, because the sweep can't go on. */
    synchronized void stop() {
        families.values().forEach(each -> each.left.clear());
    }

    /** A cell is done. */
    synchronized void finished() {
        running--;
    }
}
