package dev.stowage.workload.fit;

import dev.stowage.model.TaskClass;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Sketch;
import dev.stowage.stats.sample.Support;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.TraceProvenance;
import java.util.EnumMap;
import java.util.Map;

/**
 * The observations that a workload model is fitted to: per class and parameter a mergeable {@link
 * Sketch} of the values, and one of the lower bounds of those that the end of the trace cut off.
 * Memory is bounded, whatever the number of observations.
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
    private final JobSamples jobs;

    private ParameterSamples(
            TraceProvenance provenance,
            ClassSamples batch,
            ClassSamples userFacing,
            JobSamples jobs) {
        this.provenance = provenance;
        this.batch = batch;
        this.userFacing = userFacing;
        this.jobs = jobs;
    }

    /** What arrivals and the joint structure are fitted to; empty if nothing was collected. */
    JobSamples jobs() {
        return jobs;
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

    /** The same, but with what another collection says of tasks. */
    public ParameterSamples withTasksOf(ParameterSamples other) {
        return new ParameterSamples(
                provenance,
                batch.withTasksOf(other.batch),
                userFacing.withTasksOf(other.userFacing),
                jobs);
    }

    /** Jobs of this class over all jobs submitted, in [0, 1]; 0 if there are no jobs at all. */
    public double share(TaskClass taskClass) {
        long all = batch.jobs + userFacing.jobs;
        return all == 0 ? 0 : (double) of(taskClass).jobs() / all;
    }

    /** The observations of one class. */
    public static final class ClassSamples {
        private final Map<Parameter, Sketch> observed = new EnumMap<>(Parameter.class);
        private final Map<Parameter, Sketch> atLeast = new EnumMap<>(Parameter.class);
        private final Map<Parameter, Long> unknown = new EnumMap<>(Parameter.class);
        private long jobs;

        private ClassSamples() {}

        /** Jobs of the class that were submitted inside the window of the job table. */
        public long jobs() {
            return jobs;
        }

        /** Number of observations, those outside the support included. */
        public long observations(Parameter parameter) {
            Sketch sketch = observed.get(parameter);
            return sketch == null ? 0 : sketch.count() + sketch.rejected();
        }

        /** The observations inside a support; may be empty. */
        public Sample sample(Parameter parameter, Support support) {
            return observed.getOrDefault(parameter, new Sketch()).sample(support);
        }

        /**
         * How far apart observations may lie that {@link #sample} merged into one, over their
         * values; 0 if every distinct value is its own.
         */
        public double relativeResolution(Parameter parameter) {
            return observed.getOrDefault(parameter, new Sketch()).relativeResolution();
        }

        /** Lower bounds of observations that an edge of the trace cut off; may be empty. */
        public Sample lowerBounds(Parameter parameter, Support support) {
            return atLeast.getOrDefault(parameter, new Sketch()).sample(support);
        }

        /** Observations that an edge of the trace cut off, with a lower bound or without. */
        public long censored(Parameter parameter) {
            Sketch sketch = atLeast.get(parameter);
            return unknown.getOrDefault(parameter, 0L) + (sketch == null ? 0 : sketch.count());
        }

        private boolean asksForGpus() {
            Sample gpus = sample(Parameter.GPU, Parameter.GPU.support());
            return gpus.count() > 0 && gpus.max() > 0;
        }

        private ClassSamples withTasksOf(ClassSamples other) {
            ClassSamples mixed = new ClassSamples();
            mixed.jobs = jobs;
            for (Parameter parameter : Parameter.values()) {
                ClassSamples from = parameter.isOfJobTable() ? this : other;
                from.copy(parameter, mixed);
            }
            return mixed;
        }

        private void copy(Parameter parameter, ClassSamples to) {
            if (observed.containsKey(parameter)) {
                to.observed.put(parameter, sketchOf(observed, parameter));
            }
            if (atLeast.containsKey(parameter)) {
                to.atLeast.put(parameter, sketchOf(atLeast, parameter));
            }
            if (unknown.containsKey(parameter)) {
                to.unknown.put(parameter, unknown.getOrDefault(parameter, 0L));
            }
        }

        private void merge(ClassSamples other) {
            jobs += other.jobs;
            other.observed.forEach((p, sketch) -> sketchOf(observed, p).merge(sketch));
            other.atLeast.forEach((p, sketch) -> sketchOf(atLeast, p).merge(sketch));
            other.unknown.forEach((p, count) -> unknown.merge(p, count, Long::sum));
        }

        private static Sketch sketchOf(Map<Parameter, Sketch> sketches, Parameter parameter) {
            return sketches.computeIfAbsent(parameter, key -> new Sketch());
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
        private JobSamples jobs = new JobSamples();

        private Builder() {}

        /** Counts a job that was submitted inside the window of the job table. */
        public void countJob(TaskClass taskClass) {
            of(taskClass).jobs++;
        }

        /** Sets what arrivals and the joint structure are fitted to. */
        public Builder jobs(JobSamples collected) {
            jobs = collected;
            return this;
        }

        /** Adds one observation, in the unit of the parameter. */
        public void add(TaskClass taskClass, Parameter parameter, double value) {
            ClassSamples.sketchOf(of(taskClass).observed, parameter).add(value);
        }

        /**
         * Adds an observation that the end of the trace cut off: all that is known is that it is
         * longer.
         */
        public void addCensored(TaskClass taskClass, Parameter parameter, double atLeast) {
            ClassSamples.sketchOf(of(taskClass).atLeast, parameter).add(atLeast);
        }

        /** Counts an observation that an edge of the trace cut off, of which nothing is known. */
        public void countCensored(TaskClass taskClass, Parameter parameter) {
            of(taskClass).unknown.merge(parameter, 1L, Long::sum);
        }

        /**
         * Adds what another builder has collected, from another part of the same trace. The order
         * of merging changes nothing, not even a bit.
         */
        public void merge(Builder other) {
            batch.merge(other.batch);
            userFacing.merge(other.userFacing);
        }

        /**
         * The collection; the builder must not be used after. GPU requests are in it only if some
         * task asks for any.
         *
         * @param provenance with a table of jobs or tasks, which holds the window of arrivals
         */
        public ParameterSamples build(TraceProvenance provenance) {
            if (provenance.arrivals() == null) {
                throw new IllegalArgumentException(
                        "tables " + provenance.tables().keySet() + " have neither jobs nor tasks");
            }
            if (!batch.asksForGpus() && !userFacing.asksForGpus()) {
                batch.observed.remove(Parameter.GPU);
                userFacing.observed.remove(Parameter.GPU);
            }
            return new ParameterSamples(provenance, batch, userFacing, jobs);
        }

        private ClassSamples of(TaskClass taskClass) {
            return switch (taskClass) {
                case BATCH -> batch;
                case USER_FACING -> userFacing;
            };
        }
    }
}
