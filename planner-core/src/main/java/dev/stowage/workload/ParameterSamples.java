package dev.stowage.workload;

import dev.stowage.model.TaskClass;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The observations that a workload model is fitted to: per class and parameter a column of values,
 * with the number of observations that the edges of the trace cut off.
 *
 * <p>Job arrival and duration come from the job table; tasks per job and all task parameters from
 * jobs that have task rows and were submitted inside the window of the task table. A value that the
 * trace does not have is left out, never 0. Values may be NaN or infinite: the fit rejects and
 * counts them.
 */
public final class ParameterSamples {
    private final TraceProvenance provenance;
    private final ClassSamples batch;
    private final ClassSamples userFacing;

    private ParameterSamples(
            TraceProvenance provenance, ClassSamples batch, ClassSamples userFacing) {
        this.provenance = provenance;
        this.batch = batch;
        this.userFacing = userFacing;
    }

    /** Where the observations come from, with the window of each table. */
    public TraceProvenance provenance() {
        return provenance;
    }

    /** Observations of one class; empty columns if the trace has no such jobs. */
    public ClassSamples of(TaskClass taskClass) {
        return switch (taskClass) {
            case BATCH -> batch;
            case USER_FACING -> userFacing;
        };
    }

    /** Jobs of this class over all jobs submitted, in [0, 1]; 0 if there are no jobs at all. */
    public double share(TaskClass taskClass) {
        long all = batch.jobs + userFacing.jobs;
        return all == 0 ? 0 : (double) of(taskClass).jobs() / all;
    }

    /** The observations of one class. */
    public static final class ClassSamples {
        private final Map<Parameter, Column> columns = new EnumMap<>(Parameter.class);
        private final Map<Parameter, Long> censored = new EnumMap<>(Parameter.class);
        private long jobs;

        private ClassSamples() {}

        /** Jobs of the class that were submitted inside the window of the job table. */
        public long jobs() {
            return jobs;
        }

        /** Values in the order of the trace; a copy; may be empty. */
        public double[] values(Parameter parameter) {
            Column column = columns.get(parameter);
            return column == null ? new double[0] : column.values();
        }

        /** Observations left out because an edge of the trace cut them off. */
        public long censored(Parameter parameter) {
            return censored.getOrDefault(parameter, 0L);
        }
    }

    /** Values that grow at the end. */
    private static final class Column {
        private double[] values = new double[1024];
        private int size;

        void add(double value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size + (size >> 1));
            }
            values[size++] = value;
        }

        double[] values() {
            return Arrays.copyOf(values, size);
        }
    }

    /** Starts an empty collection. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects observations in one pass; not safe for use by several threads. */
    public static final class Builder {
        private final ClassSamples batch = new ClassSamples();
        private final ClassSamples userFacing = new ClassSamples();

        private Builder() {}

        /** Counts a job that was submitted inside the window of the job table. */
        public void countJob(TaskClass taskClass) {
            of(taskClass).jobs++;
        }

        /** Adds one observation, in the unit of the parameter. */
        public void add(TaskClass taskClass, Parameter parameter, double value) {
            of(taskClass).columns.computeIfAbsent(parameter, key -> new Column()).add(value);
        }

        /** Counts an observation that an edge of the trace cut off. */
        public void countCensored(TaskClass taskClass, Parameter parameter) {
            of(taskClass).censored.merge(parameter, 1L, Long::sum);
        }

        /**
         * The collection; the builder must not be used after.
         *
         * @param provenance with a table of jobs or tasks, which holds the window of arrivals
         */
        public ParameterSamples build(TraceProvenance provenance) {
            if (provenance.arrivals() == null) {
                throw new IllegalArgumentException(
                        "tables " + provenance.tables().keySet() + " have neither jobs nor tasks");
            }
            return new ParameterSamples(provenance, batch, userFacing);
        }

        private ClassSamples of(TaskClass taskClass) {
            return switch (taskClass) {
                case BATCH -> batch;
                case USER_FACING -> userFacing;
            };
        }
    }
}
