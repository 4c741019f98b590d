package dev.stowage.similarity;

/** What is known of a whole job, for correlations: means over its tasks. */
public enum JointParameter {
    /** 0 for batch jobs, 1 for user-facing ones. */
    CLASS("class"),
    /** Priority, larger is more important. */
    PRIORITY("priority"),
    /** Tasks, whatever became of them. */
    TASKS("tasksPerJob"),
    /** Mean duration of the tasks that finished, s. */
    DURATION("taskDurationSeconds"),
    /** Mean CPU request, cores. */
    CPU("cpuCores"),
    /** Mean memory request, GiB. */
    MEMORY("memoryGib"),
    /** Mean GPU request, 0 if none; absent where no job asks for any. */
    GPU("gpus");

    private final String key;

    JointParameter(String key) {
        this.key = key;
    }

    /** Name in results: {@code taskDurationSeconds}. */
    public String key() {
        return key;
    }
}
