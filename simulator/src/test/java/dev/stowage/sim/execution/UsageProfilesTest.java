package dev.stowage.sim.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sim.UsedWorkload;
import dev.stowage.sim.UsedWorkload.Row;
import dev.stowage.sim.UsedWorkload.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UsageProfilesTest {
    private static final long AHEAD = 10;

    @SafeVarargs
    private static UsageProfiles profiles(List<Window>... tasks) {
        List<Row> rows = new ArrayList<>();
        for (List<Window> windows : tasks) {
            rows.add(new Row(0, 1, 0, 0, 0, 0, 0, windows));
        }
        return new UsageProfiles(new UsedWorkload(rows).usage().orElseThrow(), AHEAD);
    }

    private static List<Long> starts(UsageProfiles profiles, int profile) {
        List<Long> starts = new ArrayList<>();
        int row = profiles.first(profile);
        while (row != UsageProfiles.NONE) {
            starts.add(profiles.startMicros(row));
            row = profiles.next(row);
        }
        return starts;
    }

    @Test
    void readsNoFartherAheadThanItMust() {
        UsageProfiles profiles =
                profiles(List.of(new Window(5, 1, 2), new Window(15, 3, 4), new Window(16, 5, 6)));
        int task = profiles.claim(0, 0);
        assertThat(starts(profiles, task)).isEmpty();
        profiles.advance(5);
        assertThat(starts(profiles, task)).containsExactly(5L, 15L);
        assertThat(profiles.isAtEnd()).isFalse();
        profiles.advance(6);
        assertThat(starts(profiles, task)).containsExactly(5L, 15L, 16L);
        assertThat(profiles.cpuMicroCores(profiles.first(task))).isEqualTo(1);
        assertThat(profiles.memoryBytes(profiles.first(task))).isEqualTo(2);
    }

    @Test
    void keepsWhatIsMeasuredOfATaskThatIsStillToComeAndDropsWhatNobodyClaims() {
        UsageProfiles profiles =
                profiles(List.of(new Window(7, 1, 1)), List.of(new Window(8, 2, 2)));
        profiles.advance(0);
        assertThat(profiles.size()).isEqualTo(2);
        assertThat(starts(profiles, profiles.claim(1, 0))).containsExactly(8L);
        profiles.advance(7);
        assertThat(profiles.size()).as("task 0 may come in at 7 still").isEqualTo(2);
        profiles.advance(8);
        assertThat(profiles.size()).as("task 0 did not come").isEqualTo(1);
    }

    @Test
    void agreesWithAMapUnderRandomTasks() {
        for (long seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<Row> rows = new ArrayList<>();
            long submit = 0;
            for (int task = 0; task < 300; task++) {
                submit += random.nextInt(3);
                List<Window> windows = new ArrayList<>();
                long start = submit + random.nextInt(8);
                for (int i = random.nextInt(4); i > 0; i--) {
                    windows.add(new Window(start, random.nextInt(100), random.nextInt(100)));
                    start += random.nextInt(20);
                }
                rows.add(new Row(submit, 1, 0, 0, 0, 0, 0, windows));
            }
            UsedWorkload workload = new UsedWorkload(rows);
            if (workload.usage().isEmpty()) {
                continue;
            }
            UsageProfiles profiles = new UsageProfiles(workload.usage().orElseThrow(), AHEAD);
            Map<Integer, Integer> present = new HashMap<>();
            for (int task = 0; task < rows.size(); task++) {
                long now = rows.get(task).submit();
                profiles.advance(now);
                present.put(task, profiles.claim(task, 0));
                if (random.nextInt(3) > 0) { // some leave
                    int leaving = random.nextInt(task + 1);
                    Integer profile = present.remove(leaving);
                    if (profile != null) {
                        profiles.release(profile);
                    }
                }
                present.forEach(
                        (number, profile) ->
                                assertThat(starts(profiles, profile))
                                        .isEqualTo(
                                                rows.get(number).windows().stream()
                                                        .map(Window::start)
                                                        .filter(start -> start <= now + AHEAD)
                                                        .toList()));
            }
        }
    }
}
