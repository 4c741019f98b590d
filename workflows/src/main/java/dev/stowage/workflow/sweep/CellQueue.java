package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * The order of cells: longest first, and of cells that do the same work one before the others, so
 * that they find it done instead of waiting for it side by side. Safe for use by several threads.
 */
final class CellQueue {
    private final int threads;
    private final int families;
    private final List<Task> tasks = new ArrayList<>();
    private final Queue<Task> first = new ArrayDeque<>();
    private final Map<String, List<Task>> others = new HashMap<>();
    private final Queue<Task> ready = new ArrayDeque<>();
    private int held;
    private boolean isStopped;

    /**
     * A cell to be answered.
     *
     * @param cell its place in the sweep
     * @param family what it shares its work with
     * @param work how much there is to do, relative to others
     * @param threads that it may use
     */
    record Task(int cell, String family, double work, int threads) {}

    /** The cells at some places of a sweep. */
    CellQueue(Sweep sweep, List<Integer> cells, int threads) {
        this.threads = threads;
        for (int cell : cells) {
            ObjectNode settings = sweep.cells().get(cell).settings();
            Question question = sweep.question();
            tasks.add(
                    new Task(
                            cell,
                            question.family(settings, sweep.baseFile()),
                            question.work(settings),
                            1));
        }
        tasks.sort(Comparator.comparingDouble(Task::work).reversed());
        for (Task task : tasks) {
            List<Task> family = others.get(task.family());
            if (family == null) {
                others.put(task.family(), new ArrayList<>());
                first.add(task);
            } else {
                family.add(task);
                held++;
            }
        }
        families = first.size();
    }

    /** The work of all cells together. */
    double work() {
        return tasks.stream().mapToDouble(Task::work).sum();
    }

    /** The work of the first cell of each family: about what there is to do if none was done. */
    double differentWork() {
        return first.stream().mapToDouble(Task::work).sum();
    }

    /** The next cell; waits for one that may begin. Empty if all have begun. */
    synchronized Optional<Task> next() {
        while (first.isEmpty() && ready.isEmpty() && held > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
        Task begun = first.poll();
        if (begun != null) {
            return Optional.of(
                    new Task(
                            begun.cell(),
                            begun.family(),
                            begun.work(),
                            Math.max(1, threads / families)));
        }
        return Optional.ofNullable(ready.poll());
    }

    /** Gives out no more cells, because the sweep can't go on. */
    synchronized void stop() {
        first.clear();
        ready.clear();
        held = 0;
        isStopped = true;
        notifyAll();
    }

    /** A cell is done: those that share its work may begin. */
    synchronized void finished(Task task) {
        List<Task> family = others.put(task.family(), List.of());
        if (family != null && !isStopped) {
            ready.addAll(family);
            held -= family.size();
        }
        notifyAll();
    }
}
