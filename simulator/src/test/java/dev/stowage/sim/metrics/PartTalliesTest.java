package dev.stowage.sim.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.stowage.model.TaskClass;
import dev.stowage.run.PartFigures;
import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskLog.Fate;
import dev.stowage.run.TaskPart;
import dev.stowage.run.TaskPart.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PartTalliesTest {
    private static final long HOUR = 3_600_000_000L;

    private static TaskPart part(
            Optional<TaskClass> taskClass, OptionalInt from, OptionalInt to, Deadline due) {
        return new TaskPart(
                taskClass,
                from,
                to,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(due));
    }

    @Test
    void isDueAtTheNextTimeOfDayThatIsNotTooSoon() {
        Deadline six = new Deadline(6 * HOUR, 24 * HOUR, 0);
        assertThat(six.after(0)).isEqualTo(6 * HOUR);
        assertThat(six.after(6 * HOUR)).isEqualTo(6 * HOUR);
        assertThat(six.after(6 * HOUR + 1)).isEqualTo(30 * HOUR);
        Deadline withLead = new Deadline(6 * HOUR, 24 * HOUR, 2 * HOUR);
        assertThat(withLead.after(4 * HOUR)).isEqualTo(6 * HOUR);
        assertThat(withLead.after(4 * HOUR + 1)).isEqualTo(30 * HOUR);
        assertThatThrownBy(() -> new Deadline(24 * HOUR, 24 * HOUR, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesItsTasks() {
        assertThat(TaskPart.ALL.text()).isEmpty();
        assertThat(
                        part(
                                        Optional.of(TaskClass.BATCH),
                                        OptionalInt.of(5),
                                        OptionalInt.empty(),
                                        new Deadline(HOUR / 2, 24 * HOUR, HOUR))
                                .text())
                .isEqualTo("class=batch,priority>=5,by=30min,every=24h,lead=1h");
    }

    /** Equal to sums over a list of all tasks, job by job. */
    @Test
    void equalsAListOfAllTasks() {
        Random random = new Random(31);
        for (int round = 0; round < 50; round++) {
            List<TaskEntry> tasks = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                tasks.add(drawn(random));
            }
            TaskPart batch =
                    part(
                            Optional.of(TaskClass.BATCH),
                            OptionalInt.of(2),
                            OptionalInt.of(7),
                            new Deadline(HOUR, 3 * HOUR, HOUR / 4));
            PartTallies tallies =
                    new PartTallies(List.of(batch, TaskPart.ALL), TaskPart.Names.NONE);
            tasks.forEach(tallies::task);
            Map<String, PartFigures> figures = tallies.figures();
            assertThat(figures.keySet()).containsExactly(batch.text(), "");
            List<TaskEntry> ofPart =
                    tasks.stream()
                            .filter(t -> t.taskClass == 0 && t.priority >= 2 && t.priority <= 7)
                            .toList();
            check(figures.get(batch.text()), ofPart, tasks, batch.deadline());
            check(figures.get(""), tasks, tasks, Optional.empty());
        }
    }

    private static TaskEntry drawn(Random random) {
        TaskEntry task = new TaskEntry();
        task.jobId = random.nextInt(40);
        task.taskClass = random.nextInt(2);
        task.priority = random.nextInt(10);
        task.submitMicros = random.nextLong(10 * HOUR);
        task.fate =
                random.nextInt(10) > 0
                        ? Fate.FINISHED
                        : List.of(Fate.values()).get(random.nextInt(Fate.values().length));
        boolean isStarted = task.fate != Fate.REJECTED && task.fate != Fate.PENDING;
        task.firstStartMicros = isStarted ? task.submitMicros + random.nextLong(HOUR) : -1;
        boolean isEnded = task.fate == Fate.FINISHED || task.fate == Fate.KILLED;
        task.endMicros = isEnded ? task.firstStartMicros + random.nextLong(HOUR) : -1;
        return task;
    }

    private static void check(
            PartFigures figures,
            List<TaskEntry> tasks,
            List<TaskEntry> all,
            Optional<Deadline> deadline) {
        Map<Long, List<TaskEntry>> jobs = new TreeMap<>();
        List<Double> waits = new ArrayList<>();
        for (TaskEntry task : tasks) {
            jobs.computeIfAbsent(task.jobId, id -> new ArrayList<>()).add(task);
            if (task.fate == Fate.PENDING) {
                waits.add(Double.POSITIVE_INFINITY);
            } else if (task.fate != Fate.REJECTED) {
                waits.add((task.firstStartMicros - task.submitMicros) / 1e6);
            }
        }
        List<Double> times = new ArrayList<>();
        int late = 0;
        for (List<TaskEntry> job : jobs.values()) {
            long first =
                    all.stream()
                            .filter(t -> t.jobId == job.get(0).jobId)
                            .mapToLong(t -> t.submitMicros)
                            .min()
                            .orElseThrow();
            boolean isDone =
                    job.stream().allMatch(t -> t.fate == Fate.FINISHED || t.fate == Fate.KILLED);
            long last = job.stream().mapToLong(t -> t.endMicros).max().orElseThrow();
            times.add(isDone ? (last - first) / 1e6 : Double.POSITIVE_INFINITY);
            if (deadline.isPresent()) {
                long due = deadline.get().byMicros();
                while (due < first + deadline.get().leadMicros()) {
                    due += deadline.get().everyMicros();
                }
                late += isDone && last <= due ? 0 : 1;
            }
        }
        assertThat(figures.pendingSeconds().p95()).isEqualTo(quantile(waits, 0.95));
        assertThat(figures.pendingSeconds().count()).isEqualTo(waits.size());
        assertThat(figures.jobSeconds().p90()).isEqualTo(quantile(times, 0.9));
        assertThat(figures.jobSeconds().count()).isEqualTo(times.size());
        assertThat(figures.lateJobs())
                .isCloseTo(jobs.isEmpty() ? 0 : (double) late / jobs.size(), offset(1e-12));
    }

    private static double quantile(List<Double> values, double p) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.ceil(p * sorted.size()) - 1);
    }
}
