package dev.stowage.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.run.TaskEntry;
import dev.stowage.run.TaskLog;
import dev.stowage.run.TaskLog.Fate;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskWindowsTest {
    private static final long SECOND = 1_000_000;

    /**
     * A task every ten seconds that waits {@code wait} and runs 20 s, up to number {@code count}.
     */
    private static TaskWindows run(int count, long wait) {
        TaskWindows windows = new TaskWindows(100 * SECOND);
        for (int i = 0; i < count; i++) {
            long submit = (100 + 10L * i) * SECOND;
            long start = submit + wait * SECOND + i % 2 * SECOND;
            windows.task(finished(submit, start, start + 20 * SECOND));
        }
        return windows;
    }

    @Test
    void pairsTasksByTheTimeOfTheirSubmit() {
        TaskWindows slow = run(10_000, 30);
        TaskWindows fast = run(10_000, 10);
        TaskWindows.align(List.of(slow, fast));
        assertThat(slow.waits().mean()).isCloseTo(30.5, within(1e-9));
        assertThat(slow.slowdowns().mean()).isCloseTo(50.5 / 20, within(1e-9));
        assertThat(slow.waits().unpaired(fast.waits())).isZero();
    }

    @Test
    void countsTheTasksWithoutAPair() {
        TaskWindows all = run(10_000, 30);
        TaskWindows cut = run(9_000, 10);
        cut.task(pending(50_000 * SECOND));
        TaskWindows.align(List.of(cut, all));
        assertThat(all.waits().unpaired(cut.waits())).isEqualTo(1000);
    }

    @Test
    void boundsTheSlowdownOfShortTasks() {
        TaskWindows windows = new TaskWindows(0);
        windows.task(finished(0, 99 * SECOND, 100 * SECOND));
        windows.task(finished(0, 0, SECOND));
        assertThat(windows.slowdowns().mean()).isCloseTo((10 + 1) / 2.0, within(1e-12));
    }

    private static TaskEntry finished(long submit, long start, long end) {
        TaskEntry entry = pending(submit);
        entry.fate = Fate.FINISHED;
        entry.firstStartMicros = start;
        entry.lastStartMicros = start;
        entry.endMicros = end;
        return entry;
    }

    private static TaskEntry pending(long submit) {
        TaskEntry entry = new TaskEntry();
        entry.fate = Fate.PENDING;
        entry.submitMicros = submit;
        entry.firstStartMicros = TaskLog.NONE;
        entry.lastStartMicros = TaskLog.NONE;
        entry.endMicros = TaskLog.NONE;
        return entry;
    }
}
