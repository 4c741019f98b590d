package dev.stowage.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.model.MergedWorkload.Member;
import dev.stowage.workload.MadeWorkload;
import dev.stowage.workload.MadeWorkload.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MergedWorkloadTest {
    private static MadeWorkload drawn(Random random) {
        MadeWorkload made = new MadeWorkload();
        long at = 0;
        for (int i = random.nextInt(30); i > 0; i--) {
            at += random.nextInt(3);
            if (random.nextBoolean()) {
                made.addOf(random.nextInt(3), random.nextInt(9), at);
            } else {
                made.add(random.nextInt(9), i, at, random.nextInt(2));
            }
        }
        return made;
    }

    /** Against a sort of all tasks, of 500 drawn cases: no task is lost, none is there twice. */
    @Test
    void hasAllTasksOfAllInOrderOfTime() {
        Random random = new Random(1);
        for (int n = 0; n < 500; n++) {
            List<Member> members = new ArrayList<>();
            List<Task> expected = new ArrayList<>();
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                long start = random.nextInt(10) * (long) random.nextInt(2);
                members.add(new Member("w" + i, drawn(random), start));
                for (Task task : MadeWorkload.read(members.get(i).tasks())) {
                    expected.add(
                            new Task(
                                    task.job() * count + i,
                                    task.index(),
                                    task.submitMicros() + start,
                                    task.taskClass(),
                                    0));
                }
            }
            expected.sort(Comparator.comparingLong(Task::submitMicros)); // stable
            List<Task> merged = MadeWorkload.read(MergedWorkload.of(members));
            assertThat(merged.stream().map(MergedWorkloadTest::withoutUser))
                    .containsExactlyElementsOf(expected);
            for (Task task : merged) {
                int of = MergedWorkload.memberOf(task.job(), count);
                assertThat(expected).contains(withoutUser(task));
                assertThat(of).isBetween(0, count - 1);
            }
        }
    }

    private static Task withoutUser(Task task) {
        return new Task(task.job(), task.index(), task.submitMicros(), task.taskClass(), 0);
    }

    @Test
    void oneAloneIsItself() {
        MadeWorkload made = new MadeWorkload().addOf(2, 7, 4);
        assertThat(MergedWorkload.of(List.of(new Member("web", made, 0)))).isSameAs(made);
        Workload later = MergedWorkload.of(List.of(new Member("web", made, 5)));
        assertThat(later.name()).isEqualTo("made");
        assertThat(MadeWorkload.read(later).get(0).job()).isEqualTo(7);
        assertThat(MadeWorkload.read(later).get(0).submitMicros()).isEqualTo(9);
    }

    @Test
    void keepsUsersOfDifferentWorkloadsApartUnlessTheyHaveOneName() {
        MadeWorkload web = new MadeWorkload().addOf(0, 1, 0).addOf(1, 2, 1);
        MadeWorkload night = new MadeWorkload().addOf(0, 1, 2);
        Workload both =
                MergedWorkload.of(
                        List.of(new Member("web", web, 0), new Member("night", night, 0)));
        assertThat(MadeWorkload.read(both).stream().map(Task::user)).containsExactly(0, 1, 2);
        try (TaskSource source = both.open()) {
            TaskBatch batch = new TaskBatch(8);
            while (source.read(batch)) {
                assertThat(source.users()).containsExactly("web/0", "web/1", "night/0");
            }
            assertThat(source.leftOut()).containsEntry("neverScheduled", 4L);
        }
    }

    @Test
    void refusesNumbersOfJobsThatDoNotFit() {
        MadeWorkload made = new MadeWorkload().add(Long.MAX_VALUE / 2, 0, 0, 0);
        Workload both =
                MergedWorkload.of(List.of(new Member("a", made, 0), new Member("b", made, 0)));
        assertThatThrownBy(() -> MadeWorkload.read(both))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Number the jobs of that workload anew");
    }
}
