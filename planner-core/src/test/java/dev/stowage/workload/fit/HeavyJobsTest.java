package dev.stowage.workload.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.Spread;
import dev.stowage.workload.TaskDemands;
import dev.stowage.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeavyJobsTest {
    private static final double WINDOW = 1000;
    private static final int NONE = JobPrototype.NO_SESSION;

    private static TaskGroup tasks(int count, TaskOutcome outcome, double cores, double gib) {
        return new TaskGroup(
                count,
                outcome,
                0,
                cores,
                gib,
                TaskDemands.NONE,
                Spread.constant(10),
                Spread.constant(0));
    }

    private static JobPrototype job(double at, double weight, int session, TaskGroup tasks) {
        return new JobPrototype(TaskClass.BATCH, at, false, weight, session, List.of(tasks));
    }

    /** Jobs of a task of 10 s on a core each. */
    private static List<JobPrototype> alike(int size) {
        return new ArrayList<>(
                IntStream.range(0, size)
                        .mapToObj(i -> job(i, 1, NONE, tasks(1, TaskOutcome.FINISHED, 1, 1)))
                        .toList());
    }

    private static int[] sessions(List<JobPrototype> jobs) {
        return HeavyJobs.inSessions(jobs, WINDOW).stream()
                .mapToInt(JobPrototype::session)
                .toArray();
    }

    private static int[] ofSessions(List<JobPrototype> jobs) {
        int[] sessions = sessions(jobs);
        return IntStream.range(0, sessions.length).filter(i -> sessions[i] != NONE).toArray();
    }

    @Test
    void theHeaviestTwentiethAreSessionsByThemselvesIfMostOfTheLoadIsTheirs() {
        List<JobPrototype> jobs = alike(60);
        jobs.set(7, job(7, 1, NONE, tasks(40, TaskOutcome.FINISHED, 1, 1)));
        jobs.set(50, job(50, 1, NONE, tasks(30, TaskOutcome.FINISHED, 1, 1)));
        jobs.set(20, job(20, 1, 4, tasks(2, TaskOutcome.FINISHED, 1, 1))); // third; of a session
        int[] sessions = sessions(jobs);
        assertThat(ofSessions(jobs)).containsExactly(7, 20, 50);
        assertThat(sessions[7]).isEqualTo(5);
        assertThat(sessions[20]).isEqualTo(4);
        assertThat(sessions[50]).isEqualTo(6);
    }

    @Test
    void noJobIsHeavyWhereTheHeaviestHoldHalfOrLess() {
        List<JobPrototype> jobs = alike(40);
        jobs.set(7, job(7, 1, NONE, tasks(20, TaskOutcome.FINISHED, 1, 1)));
        jobs.set(8, job(8, 1, NONE, tasks(18, TaskOutcome.FINISHED, 1, 1))); // 38 of 76
        assertThat(HeavyJobs.inSessions(jobs, WINDOW)).isSameAs(jobs);
        jobs.set(8, job(8, 1, NONE, tasks(19, TaskOutcome.FINISHED, 1, 1)));
        assertThat(ofSessions(jobs)).containsExactly(7, 8);
        assertThat(HeavyJobs.inSessions(List.of(), WINDOW)).isEmpty();
    }

    @Test
    void anyResourceMakesAJobHeavy() {
        List<JobPrototype> jobs = alike(40);
        jobs.set(30, job(30, 1, NONE, tasks(1, TaskOutcome.FINISHED, 0.01, 100)));
        assertThat(ofSessions(jobs)).contains(30).hasSize(2);
    }

    @Test
    void whatNobodySawEndLastsUntilTheEndOfTheWindowAndWhatNeverRanAsksForNothing() {
        List<JobPrototype> jobs = alike(40);
        jobs.set(1, job(1, 1, NONE, tasks(1, TaskOutcome.RUNNING, 1, 1))); // 999 s
        jobs.set(39, job(39, 1, NONE, tasks(4, TaskOutcome.PENDING, 9, 9)));
        jobs.set(38, job(38, 1, NONE, tasks(2, TaskOutcome.FINISHED, 1, 1)));
        assertThat(ofSessions(jobs)).containsExactly(1, 38);
    }

    @Test
    void jobsThatStandForOthersAndStandingOnesStayWhatTheyAre() {
        List<JobPrototype> jobs = alike(40);
        jobs.set(3, job(3, 2, NONE, tasks(90, TaskOutcome.FINISHED, 1, 1)));
        jobs.set(4, job(4, 1, NONE, tasks(9, TaskOutcome.FINISHED, 1, 1)));
        jobs.add(
                new JobPrototype(
                        TaskClass.BATCH,
                        0,
                        true,
                        1,
                        NONE,
                        List.of(tasks(900, TaskOutcome.FINISHED, 1, 1))));
        assertThat(ofSessions(jobs)).isEmpty(); // 99 of 227: a job of weight 2 is two jobs
        jobs.set(4, job(4, 1, NONE, tasks(40, TaskOutcome.FINISHED, 1, 1)));
        assertThat(ofSessions(jobs)).containsExactly(4);
    }
}
