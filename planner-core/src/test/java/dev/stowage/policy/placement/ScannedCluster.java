package dev.stowage.policy.placement;

import java.util.stream.IntStream;

/** A cluster of four kinds of state in plain arrays that answers by scanning: for policy tests. */
final class ScannedCluster implements ClusterView {
    record Task(long cpuMicroCores, long memoryBytes) implements TaskView {
        @Override
        public long jobId() {
            return 0;
        }
    }

    private final long[] capacity;
    private final long[] cpu;
    private final long[] memory;

    /** Servers of one capacity in both dimensions each; 0 = down. */
    ScannedCluster(long... capacity) {
        this.capacity = capacity.clone();
        cpu = new long[capacity.length];
        memory = new long[capacity.length];
    }

    void place(int server, Task task) {
        cpu[server] += task.cpuMicroCores();
        memory[server] += task.memoryBytes();
    }

    @Override
    public int size() {
        return capacity.length;
    }

    @Override
    public boolean fits(int server, TaskView task) {
        return capacity[server] > 0
                && capacity[server] - cpu[server] >= task.cpuMicroCores()
                && capacity[server] - memory[server] >= task.memoryBytes();
    }

    @Override
    public double dominantShare(int server) {
        return capacity[server] == 0
                ? 0
                : (double) Math.max(cpu[server], memory[server]) / capacity[server];
    }

    @Override
    public double dominantShareWith(int server, TaskView task) {
        return (double)
                        Math.max(
                                cpu[server] + task.cpuMicroCores(),
                                memory[server] + task.memoryBytes())
                / capacity[server];
    }

    private IntStream fitting(TaskView task) {
        return IntStream.range(0, size()).filter(server -> fits(server, task));
    }

    @Override
    public int firstFit(TaskView task) {
        return firstFitFrom(0, task);
    }

    @Override
    public int firstFitFrom(int from, TaskView task) {
        return fitting(task).filter(server -> server >= from).findFirst().orElse(NONE);
    }

    @Override
    public int mostLoadedFit(TaskView task) {
        return fitting(task)
                .reduce((a, b) -> dominantShare(b) > dominantShare(a) ? b : a)
                .orElse(NONE);
    }

    @Override
    public int leastLoadedFit(TaskView task) {
        return fitting(task)
                .reduce((a, b) -> dominantShare(b) < dominantShare(a) ? b : a)
                .orElse(NONE);
    }

    @Override
    public int best(TaskView task, ServerScore score) {
        return fitting(task)
                .reduce((a, b) -> score(b, score) > score(a, score) ? b : a)
                .orElse(NONE);
    }

    @Override
    public double score(int server, ServerScore score) {
        return score.score(
                capacity[server] - cpu[server],
                capacity[server] - memory[server],
                capacity[server],
                capacity[server]);
    }

    @Override
    public int countFits(TaskView task) {
        return (int) fitting(task).count();
    }

    @Override
    public int fit(int k, TaskView task) {
        return fitting(task).skip(k).findFirst().orElseThrow();
    }
}
