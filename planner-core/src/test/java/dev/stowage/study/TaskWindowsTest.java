package dev.stowage.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
            windows.task(Fate.FINISHED, i, 0, submit, start, start, start + 20 * SECOND, 0, 0);
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
        cut.task(
                Fate.PENDING,
                1,
                0,
                50_000 * SECOND,
                TaskLog.NONE,
                TaskLog.NONE,
                TaskLog.NONE,
                -1,
                0);
        TaskWindows.align(List.of(cut, all));
        assertThat(all.waits().unpaired(cut.waits())).isEqualTo(1000);
    }

    @Test
    void boundsTheSlowdownOfShortTasks() {
        TaskWindows windows = new TaskWindows(0);
        windows.task(Fate.FINISHED, 1, 0, 0, 99 * SECOND, 99 * SECOND, 100 * SECOND, 0, 0);
        windows.task(Fate.FINISHED, 2, 0, 0, 0, 0, SECOND, 0, 0);
        assertThat(windows.slowdowns().mean()).isCloseTo((10 + 1) / 2.0, within(1e-12));
    }
}
