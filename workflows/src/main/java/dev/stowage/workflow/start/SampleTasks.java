package dev.stowage.workflow.start;

import java.util.Locale;

/**
 * Tasks for who has none yet, in the form in which anybody can bring theirs: four hours of builds
 * and services that are not quite regular. Made up, by a rule and without chance.
 */
final class SampleTasks {
    private static final int TASKS = 480;
    private static final int[] CORES = {1, 1, 2, 4};
    private static final int GIB_PER_CORE = 4;

    private SampleTasks() {}

    /** The CSV. */
    static String csv() {
        StringBuilder text = new StringBuilder("submit_s,duration_s,cpu,memory_gib,job,class\n");
        for (int i = 0; i < TASKS; i++) {
            int cores = CORES[i * 7 % CORES.length];
            int submit = i / 4 * 120 + i % 4; // four at a time, every two minutes
            int duration = 60 + i * 37 % 23 * 20;
            String of = i % 5 == 0 ? "user-facing" : "batch";
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%d,%d,%d,%d,%d,%s\n",
                            submit,
                            duration,
                            cores,
                            cores * GIB_PER_CORE,
                            i / 4,
                            of));
        }
        return text.toString();
    }
}
