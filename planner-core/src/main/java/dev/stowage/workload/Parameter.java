package dev.stowage.workload;

import dev.stowage.stats.sample.Support;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of the workload model, each fitted per class.
 *
 * <p>Source: thesis (Sfakianakis 2023), table 3.2; requests are its T_R; priority is ours.
 */
public enum Parameter {
    /** Submit time of a job since the start of the trace, s. */
    JOB_ARRIVAL("jobArrivalSeconds", "J_AT", "s", Support.Kind.POSITION, 0),
    /** Tasks of a job that finished. */
    TASKS_PER_JOB("tasksPerJob", "J_N", "tasks", Support.Kind.COUNT, 1),
    /** Submit time of a task since the submit of its job, s (the thesis has time stamps). */
    TASK_ARRIVAL("taskArrivalSeconds", "T_AT", "s", Support.Kind.MAGNITUDE, 0),
    /** From schedule to finish of the attempt that finished, s. */
    TASK_DURATION("taskDurationSeconds", "T_D", "s", Support.Kind.MAGNITUDE, 0),
    /** From the first schedule of a job to its finish, s. */
    JOB_DURATION("jobDurationSeconds", "J_D", "s", Support.Kind.MAGNITUDE, 0),
    /** CPU request of a task, cores. */
    CPU("cpuCores", "T_R.cpu", "cores", Support.Kind.MAGNITUDE, 0),
    /** Memory request of a task, GiB. */
    MEMORY("memoryGib", "T_R.memory", "GiB", Support.Kind.MAGNITUDE, 0),
    /** GPU request of a task, 0 if it asks for none; absent where no task asks for any. */
    GPU("gpus", "T_R.gpu", "GPUs", Support.Kind.MAGNITUDE, 0),
    /** Priority of a task, larger is more important. */
    PRIORITY("priority", "priority", "level", Support.Kind.LEVEL, Double.NEGATIVE_INFINITY);

    /** Those without which there is nothing to generate. */
    public static final List<Parameter> NEEDED =
            List.of(JOB_ARRIVAL, TASKS_PER_JOB, TASK_DURATION, JOB_DURATION);

    private final String key;
    private final String symbol;
    private final String unit;
    private final Support.Kind kind;
    private final double low;

    Parameter(String key, String symbol, String unit, Support.Kind kind, double low) {
        this.key = key;
        this.symbol = symbol;
        this.unit = unit;
        this.kind = kind;
        this.low = low;
    }

    /** Name in a model file: {@code taskDurationSeconds}. */
    public String key() {
        return key;
    }

    /** Symbol in the literature: {@code T_D}. */
    public String symbol() {
        return symbol;
    }

    /** Unit of the values. */
    public String unit() {
        return unit;
    }

    /** True if the job table tells it, whether the tasks of a job are known or not. */
    public boolean isOfJobTable() {
        return this == JOB_ARRIVAL || this == JOB_DURATION;
    }

    /** Where the values can lie. */
    public Support support() {
        return new Support(low, Double.POSITIVE_INFINITY, kind);
    }

    /** The parameter of that key, if there is one. */
    public static Optional<Parameter> ofKey(String key) {
        for (Parameter parameter : values()) {
            if (parameter.key.equals(key)) {
                return Optional.of(parameter);
            }
        }
        return Optional.empty();
    }
}
