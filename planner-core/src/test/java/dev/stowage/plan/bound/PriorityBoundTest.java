package dev.stowage.plan.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.plan.objective.Objective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Bounds under priorities against plain simulations of small scenarios in which the placement, the
 * victims and, where tasks may be overtaken, the order are drawn: no number of servers below the
 * bound meets the objective in any. {@code -Dstowage.scenarios=10000} for more of them.
 */
class PriorityBoundTest {
    private static final int SCENARIOS = Integer.getInteger("stowage.scenarios", 600);
    private static final Resources SERVER = new Resources(10, 10);
    private static final ServerType TYPE = ServerType.of("s", SERVER);
    private static final long SECOND = 1_000_000;

    private record Task(long submit, long duration, int cpu, int memory, int priority) {}

    /** How tasks wait and lose their servers. */
    private record Rules(QueueOrder order, boolean keepsProgress) {
        boolean isStrict() {
            return order != QueueOrder.PREEMPTIVE;
        }

        boolean preempts() {
            return order != QueueOrder.STRICT_PRIORITY;
        }
    }

    /** Plain scans over all tasks at every second. */
    private static final class Simulated {
        private final List<Task> tasks;
        private final Rules rules;
        private final SplittableRandom random;
        private final int servers;
        private final int[] place; // -1 waits, -2 not there or done
        private final long[] left;
        private final long[] waited;

        Simulated(List<Task> tasks, int servers, Rules rules, SplittableRandom random) {
            this.tasks = tasks;
            this.servers = servers;
            this.rules = rules;
            this.random = random;
            place = new int[tasks.size()];
            left = new long[tasks.size()];
            waited = new long[tasks.size()];
            Arrays.fill(waited, -1);
            Arrays.fill(place, -2);
        }

        /** Waits to the first start, s. */
        long[] waits() {
            for (long now = 0; ; now++) {
                end();
                boolean isOver = true;
                for (int i = 0; i < tasks.size(); i++) {
                    if (tasks.get(i).submit == now) {
                        place[i] = -1;
                        left[i] = tasks.get(i).duration;
                        start(now);
                    }
                    isOver &= tasks.get(i).submit <= now;
                }
                start(now);
                if (isOver && Arrays.stream(place).allMatch(each -> each == -2)) {
                    return waited;
                }
                for (int i = 0; i < tasks.size(); i++) {
                    left[i] -= place[i] >= 0 ? 1 : 0;
                }
            }
        }

        private void end() {
            for (int i = 0; i < tasks.size(); i++) {
                if (place[i] >= 0 && left[i] == 0) {
                    place[i] = -2;
                }
            }
        }

        private void start(long now) {
            boolean isChanged = true;
            while (isChanged) {
                isChanged = false;
                for (int i : queue()) {
                    boolean isStarted = starts(i, now);
                    isChanged |= isStarted;
                    if (isStarted || rules.isStrict()) {
                        break;
                    }
                }
            }
        }

        private List<Integer> queue() {
            List<Integer> waiting = new ArrayList<>();
            for (int i = 0; i < tasks.size(); i++) {
                if (place[i] == -1) {
                    waiting.add(random.nextInt(waiting.size() + 1), i);
                }
            }
            if (rules.isStrict()) {
                waiting.sort(
                        Comparator.comparingInt((Integer i) -> -tasks.get(i).priority)
                                .thenComparingInt(i -> i));
            }
            return waiting;
        }

        private boolean starts(int i, long now) {
            int first = random.nextInt(servers);
            for (int mode = 0; mode < (rules.preempts() ? 2 : 1); mode++) {
                for (int s = 0; s < servers; s++) {
                    int server = (first + s) % servers;
                    if (fits(i, server, mode == 1)) {
                        evict(i, server);
                        place[i] = server;
                        if (waited[i] < 0) {
                            waited[i] = now - tasks.get(i).submit;
                        }
                        return true;
                    }
                }
            }
            return false;
        }

        private boolean fits(int i, int server, boolean isWithoutLower) {
            int cpu = tasks.get(i).cpu;
            int memory = tasks.get(i).memory;
            for (int other = 0; other < tasks.size(); other++) {
                boolean isLower = tasks.get(other).priority < tasks.get(i).priority;
                if (place[other] == server && !(isWithoutLower && isLower)) {
                    cpu += tasks.get(other).cpu;
                    memory += tasks.get(other).memory;
                }
            }
            return cpu <= 10 && memory <= 10;
        }

        private void evict(int i, int server) {
            while (!fits(i, server, false)) {
                int victim = random.nextInt(tasks.size());
                if (place[victim] == server && tasks.get(victim).priority < tasks.get(i).priority) {
                    place[victim] = -1;
                    left[victim] = rules.keepsProgress ? left[victim] : tasks.get(victim).duration;
                }
            }
        }
    }

    private static List<Task> drawn(SplittableRandom random) {
        List<Task> tasks = new ArrayList<>();
        int count = 2 + random.nextInt(13);
        int bands = 1 + random.nextInt(4);
        int longest = 1 + random.nextInt(20);
        for (int i = 0; i < count; i++) {
            tasks.add(
                    new Task(
                            random.nextInt(12),
                            1 + random.nextInt(longest),
                            1 + random.nextInt(10),
                            1 + random.nextInt(random.nextBoolean() ? 10 : 3),
                            random.nextInt(bands)));
        }
        tasks.sort(Comparator.comparingLong(Task::submit));
        return tasks;
    }

    @Test
    void isNeverAboveWhatASimulationHoldsOn() {
        SplittableRandom random = new SplittableRandom(31);
        long bounds = 0;
        long needed = 0;
        for (int round = 0; round < SCENARIOS; round++) {
            List<Task> tasks = drawn(random);
            Rules rules =
                    new Rules(
                            List.of(
                                            QueueOrder.STRICT_PRIORITY,
                                            QueueOrder.PREEMPTIVE_PRIORITY,
                                            QueueOrder.PREEMPTIVE)
                                    .get(round % 3),
                            random.nextBoolean());
            String statistic = List.of("max", "p90", "p50", "mean").get(random.nextInt(4));
            double limit = random.nextInt(8);
            Objective objective =
                    Objective.parse("test", Map.of("pendingSeconds", Map.of(statistic, limit)));
            int bound = LowerBound.of(workload(tasks), TYPE, objective, rules.order).servers();
            for (int servers = 1; servers < bound; servers++) {
                long[] waits = new Simulated(tasks, servers, rules, random.split()).waits();
                assertThat(value(waits, statistic))
                        .as("%s %s on %d of %d: %s", rules, objective, servers, bound, tasks)
                        .isGreaterThan(limit);
            }
            if (rules.order == QueueOrder.PREEMPTIVE_PRIORITY && statistic.equals("max")) {
                bounds += bound;
                needed += fewest(tasks, rules, limit, random);
            }
        }
        assertThat((double) needed / bounds).as("servers over their bound").isLessThan(1.3);
    }

    private static int fewest(
            List<Task> tasks, Rules rules, double limit, SplittableRandom random) {
        int servers = 1;
        while (value(new Simulated(tasks, servers, rules, random.split()).waits(), "max") > limit) {
            servers++;
        }
        return servers;
    }

    private static double value(long[] waits, String statistic) {
        long[] sorted = waits.clone();
        Arrays.sort(sorted);
        return switch (statistic) {
            case "max" -> sorted[sorted.length - 1];
            case "mean" -> Arrays.stream(sorted).average().orElseThrow();
            default -> {
                double p = Integer.parseInt(statistic.substring(1)) / 100.0;
                yield sorted[(int) Math.ceil(p * sorted.length) - 1];
            }
        };
    }

    /** Ten of each priority that fill a server each, one priority after the other. */
    @Test
    void countsWhatRunsBesideATaskThatStarts() {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            tasks.add(new Task(0, 1000, 6, 1, 2 - i / 10));
        }
        Objective max = Objective.parse("test", Map.of("pendingSeconds", Map.of("max", 60)));
        assertThat(bound(tasks, max, QueueOrder.PREEMPTIVE_PRIORITY)).isEqualTo(30);
        assertThat(bound(tasks, max, QueueOrder.PREEMPTIVE)).isEqualTo(10);
        assertThat(bound(tasks, max, QueueOrder.ANY)).isOne();
    }

    /** Short tasks, one a second: what they have to do is half a server's for 10 s each. */
    @Test
    void countsTheWorkThatIsDoneBeforeATaskStarts() {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 7200; i++) {
            tasks.add(new Task(i, 10, 10, 1, i % 3));
        }
        Objective max = Objective.parse("test", Map.of("pendingSeconds", Map.of("max", 60)));
        assertThat(bound(tasks, max, QueueOrder.PREEMPTIVE_PRIORITY)).isEqualTo(10);
    }

    private static int bound(List<Task> tasks, Objective objective, QueueOrder order) {
        return LowerBound.of(workload(tasks), TYPE, objective, order).servers();
    }

    private static Workload workload(List<Task> tasks) {
        return new Workload() {
            @Override
            public String name() {
                return "drawn";
            }

            @Override
            public TaskSource open() {
                return new Source(tasks);
            }
        };
    }

    private static final class Source implements TaskSource {
        private final List<Task> tasks;
        private int next;

        Source(List<Task> tasks) {
            this.tasks = tasks;
        }

        @Override
        @SuppressWarnings("EnumOrdinal") // what TaskBatch defines
        public boolean read(TaskBatch batch) {
            batch.size = 0;
            while (batch.size < batch.capacity() && next < tasks.size()) {
                Task task = tasks.get(next++);
                int row = batch.size++;
                batch.submitMicros[row] = task.submit * SECOND;
                batch.durationMicros[row] = task.duration * SECOND;
                batch.cpuMicroCores[row] = task.cpu;
                batch.memoryBytes[row] = task.memory;
                batch.priority[row] = task.priority;
                batch.jobId[row] = next;
                batch.outcome[row] = (byte) TaskOutcome.FINISHED.ordinal();
            }
            batch.isPlain = true;
            return batch.size > 0;
        }

        @Override
        public Map<String, Long> leftOut() {
            return Map.of();
        }

        @Override
        public void close() {}
    }
}
