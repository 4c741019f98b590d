package dev.stowage.workload;

import dev.stowage.basis.Check;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statistical model of a workload: the share of each class and a density for each parameter of
 * it. Immutable.
 *
 * <p>Source: thesis (Sfakianakis 2023), section 3.2.
 *
 * @param name what it is called
 * @param provenance where it comes from
 * @param classes the classes that the trace has, at least one
 * @param arrivals when jobs arrive; null in models that only independent draws are made from
 * @param joint which values go together; null in models that only independent draws are made from
 */
public record WorkloadModel(
        String name,
        ModelProvenance provenance,
        Map<TaskClass, ClassModel> classes,
        @Nullable Arrivals arrivals,
        @Nullable JointModel joint) {
    /** Version of the file form: with arrivals and joint structure. */
    public static final int FORMAT_VERSION = 2;

    /** Version of the file form of a model that has neither; still read and written. */
    static final int MARGINALS_ONLY = 1;

    /**
     * What tasks of the trace behind it ask for that drawn ones don't, one sentence each.
     *
     * @param drawn what these have
     */
    public List<String> undrawn(Set<TaskColumn> drawn) {
        return provenance.trace().undrawn(drawn);
    }

    /** A model of independent parameters. */
    public WorkloadModel(
            String name, ModelProvenance provenance, Map<TaskClass, ClassModel> classes) {
        this(name, provenance, classes, null, null);
    }

    /** True if it has what the faithful generator needs. */
    public boolean isFaithful() {
        return arrivals != null && joint != null;
    }

    /**
     * The same with the arrivals of those jobs only whose tasks the trace knows; for comparing with
     * a trace that knows the tasks of a share of its jobs.
     */
    public WorkloadModel ofKnownJobs() {
        return arrivals == null || joint == null
                ? this
                : new WorkloadModel(name, provenance, classes, arrivals.ofKnownJobs(joint), joint);
    }

    /**
     * The model of one class.
     *
     * @param share share of the jobs that are of this class, in [0, 1]
     * @param jobs jobs of the class in the trace
     * @param parameters densities; absent where the trace has no such data
     */
    public record ClassModel(double share, long jobs, Map<Parameter, ParameterModel> parameters) {
        public ClassModel {
            Check.inRange("share", share, 0, 1);
            Check.notNegative("jobs", jobs);
            EnumMap<Parameter, ParameterModel> copy = new EnumMap<>(Parameter.class);
            copy.putAll(parameters);
            parameters = Collections.unmodifiableMap(copy);
        }

        /** The density of one parameter, if the trace had it. */
        public Optional<ParameterModel> parameter(Parameter parameter) {
            return Optional.ofNullable(parameters.get(parameter));
        }
    }

    public WorkloadModel {
        Check.notBlank("name", name);
        if (classes.isEmpty()) {
            throw new IllegalArgumentException("classes is empty, expected at least one");
        }
        EnumMap<TaskClass, ClassModel> copy = new EnumMap<>(TaskClass.class);
        copy.putAll(classes);
        classes = Collections.unmodifiableMap(copy);
    }

    /** The model as JSON text, the same text for the same model, with a final line feed. */
    public String toJson() {
        return ModelWriter.write(this);
    }

    /** Writes {@link #toJson()} into a file, replacing it. */
    public void writeJson(Path file) throws IOException {
        Files.write(file, toJson().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Length of the window that job arrivals were observed in, s; if the job table is empty, until
     * the end of the task table.
     */
    public double windowSeconds() {
        return provenance.trace().windowSeconds();
    }

    /** Start of that window, seconds since the start of the trace. */
    public double windowStartSeconds() {
        return arrivalTable().fromSeconds();
    }

    private TraceProvenance.Table arrivalTable() {
        TraceProvenance.Table table = provenance.trace().arrivals();
        if (table == null) {
            throw new IllegalStateException("the model does not say the window of its arrivals");
        }
        return table;
    }

    /** Jobs of the trace, all classes. */
    public long jobs() {
        return classes.values().stream().mapToLong(ClassModel::jobs).sum();
    }
}
