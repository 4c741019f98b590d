package dev.stowage.workload.fit;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.stats.DensityFit;
import dev.stowage.stats.DensityFitter;
import dev.stowage.stats.sample.KaplanMeier;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import dev.stowage.workload.Censoring;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.ModelProvenance;
import dev.stowage.workload.ModelReader;
import dev.stowage.workload.ModelWriter;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.ParameterModel;
import dev.stowage.workload.Survival;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.WorkloadModel;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fits a workload model to the parameters of a trace. */
public final class ModelFitter {
    /** What jobs that are drawn as they were recorded ask for besides CPU and memory. */
    private static final Set<TaskColumn> OF_JOBS =
            Set.of(TaskColumn.GPU, TaskColumn.DISK, TaskColumn.NETWORK, TaskColumn.CONSTRAINTS);

    private ModelFitter() {}

    /**
     * The model of the samples. Says its progress in parameters. The cost is independent of the
     * number of observations. A class that lacks a parameter that generation needs is left out,
     * which a note in the provenance says. The model is the one that its file form reads back to.
     *
     * @throws InputException if no class is left
     */
    public static WorkloadModel fit(
            ParameterSamples samples, FitOptions options, Progress progress) {
        List<String> notes = new ArrayList<>(samples.provenance().notes());
        noteShortTasks(samples.provenance(), notes);
        List<TaskClass> usable = usable(samples, notes);
        progress.start("fit", (long) usable.size() * Parameter.values().length);
        Map<TaskClass, WorkloadModel.ClassModel> classes = new EnumMap<>(TaskClass.class);
        long jobs = usable.stream().mapToLong(c -> samples.of(c).jobs()).sum();
        long done = 0;
        for (TaskClass taskClass : usable) {
            Map<Parameter, ParameterModel> fitted = new EnumMap<>(Parameter.class);
            for (Parameter parameter : Parameter.values()) {
                fit(samples, taskClass, parameter, options)
                        .ifPresent(model -> fitted.put(parameter, model));
                progress.advanceTo(++done);
            }
            long ofClass = samples.of(taskClass).jobs();
            double share = (double) ofClass / jobs;
            classes.put(taskClass, new WorkloadModel.ClassModel(share, ofClass, fitted));
        }
        progress.done();
        whyWithoutJobs(samples, classes)
                .ifPresent(
                        why ->
                                notes.add(
                                        "The model has no arrivals and no joint structure, so that"
                                                + " only the generator paper can draw from it: "
                                                + why
                                                + "."));
        boolean isWithJobs = whyWithoutJobs(samples, classes).isEmpty();
        notes.addAll(samples.provenance().undrawn(isWithJobs ? OF_JOBS : Set.of(TaskColumn.GPU)));
        ModelProvenance provenance = provenance(samples.provenance(), notes, options);
        String text =
                ModelWriter.write(withJobs(options.modelName(), provenance, classes, samples));
        return ModelReader.read(options.modelName(), text);
    }

    /** With arrivals and joint structure, if there are whole jobs to fit them to. */
    private static WorkloadModel withJobs(
            String name,
            ModelProvenance provenance,
            Map<TaskClass, WorkloadModel.ClassModel> classes,
            ParameterSamples samples) {
        WorkloadModel marginals = new WorkloadModel(name, provenance, classes);
        if (whyWithoutJobs(samples, classes).isPresent()) {
            return marginals;
        }
        double end = taskEnd(samples, marginals.windowStartSeconds());
        return new WorkloadModel(
                name,
                provenance,
                classes,
                ArrivalFit.fit(arrivals(samples, classes), marginals.windowSeconds(), end),
                JointFit.fit(prototypes(samples, classes), end));
    }

    /** Why there are no whole jobs to fit arrivals and joint structure to; empty if there are. */
    private static Optional<String> whyWithoutJobs(
            ParameterSamples samples, Map<TaskClass, WorkloadModel.ClassModel> classes) {
        TraceProvenance.Table window = samples.provenance().arrivals();
        if (window == null || !(samples.provenance().windowSeconds() > 0)) {
            return Optional.of(
                    "the window of the trace has no length, since all jobs are submitted at one"
                            + " moment");
        }
        if (!(taskEnd(samples, window.fromSeconds()) > 0)) {
            return Optional.of("the trace has no tasks inside the window of its jobs");
        }
        return arrivals(samples, classes).isEmpty()
                        || prototypes(samples, classes).stream().allMatch(JobPrototype::isStanding)
                ? Optional.of("the trace has no job whose tasks it has")
                : Optional.empty();
    }

    /** End of the task table, s after the start of the window. */
    private static double taskEnd(ParameterSamples samples, double windowStart) {
        TraceProvenance.Table tasks = samples.provenance().tables().get(TraceProvenance.TASKS);
        return tasks == null ? 0 : tasks.toSeconds() - windowStart;
    }

    private static List<JobPrototype> prototypes(
            ParameterSamples samples, Map<TaskClass, WorkloadModel.ClassModel> classes) {
        return samples.jobs().prototypes().stream()
                .filter(job -> classes.containsKey(job.taskClass()))
                .toList();
    }

    private static Map<TaskClass, double[]> arrivals(
            ParameterSamples samples, Map<TaskClass, WorkloadModel.ClassModel> classes) {
        Map<TaskClass, double[]> arrivals = samples.jobs().arrivals();
        arrivals.keySet().retainAll(classes.keySet());
        return arrivals;
    }

    /** The classes that can be generated; says of the others why not. */
    private static List<TaskClass> usable(ParameterSamples samples, List<String> notes) {
        List<TaskClass> usable = new ArrayList<>();
        for (TaskClass taskClass : TaskClass.values()) {
            List<String> missing = missing(samples, taskClass);
            long jobs = samples.of(taskClass).jobs();
            if (jobs > 0 && missing.isEmpty()) {
                usable.add(taskClass);
            } else {
                notes.add(
                        taskClass
                                + " is left out: "
                                + jobs
                                + (missing.isEmpty()
                                        ? " jobs."
                                        : " jobs, no observation of "
                                                + String.join(", ", missing)
                                                + "."));
            }
        }
        if (usable.isEmpty()) {
            throw InputException.at(
                    samples.provenance().trace(),
                    "no class of jobs with all of J_AT, J_N, T_D and J_D ("
                            + String.join(" ", notes)
                            + ")",
                    "jobs that were submitted, scheduled and finished inside the trace",
                    "Ingest the job and the task events of the same time span.");
        }
        return usable;
    }

    /** Tables of one trace can cover different windows, and a short one cuts long tasks off. */
    private static void noteShortTasks(TraceProvenance trace, List<String> notes) {
        TraceProvenance.Table jobs = trace.tables().get(TraceProvenance.JOBS);
        TraceProvenance.Table tasks = trace.tables().get(TraceProvenance.TASKS);
        if (jobs != null && tasks != null && tasks.lengthSeconds() < 0.9 * jobs.lengthSeconds()) {
            notes.add(
                    String.format(
                            Locale.ROOT,
                            "The task table covers %.0f s, the job table %.0f s: J_N, T_AT, T_D and"
                                    + " requests come from the shorter window, where no longer"
                                    + " task can have finished; J_AT and J_D from the longer.",
                            tasks.lengthSeconds(),
                            jobs.lengthSeconds()));
        }
    }

    private static ModelProvenance provenance(
            TraceProvenance trace, List<String> notes, FitOptions options) {
        return new ModelProvenance(
                new TraceProvenance(
                        trace.trace(),
                        trace.format(),
                        trace.attribution(),
                        trace.classRule(),
                        trace.machine(),
                        trace.tables(),
                        trace.files(),
                        trace.asked(),
                        notes),
                options.settings(),
                options.censoring(),
                options.productVersion());
    }

    /** The parameters that nothing was observed of, with what is known of them all the same. */
    private static List<String> missing(ParameterSamples samples, TaskClass taskClass) {
        List<String> missing = new ArrayList<>();
        for (Parameter parameter : Parameter.NEEDED) {
            if (sample(samples, taskClass, parameter).count() == 0) {
                long censored = samples.of(taskClass).censored(parameter);
                missing.add(
                        censored == 0
                                ? parameter.symbol()
                                : parameter.symbol() + " (all " + censored + " censored)");
            }
        }
        return missing;
    }

    private static Optional<ParameterModel> fit(
            ParameterSamples samples,
            TaskClass taskClass,
            Parameter parameter,
            FitOptions options) {
        Sample observed = sample(samples, taskClass, parameter);
        if (observed.count() == 0) {
            return Optional.empty();
        }
        KaplanMeier estimate = estimate(samples, taskClass, parameter, observed);
        Sample sample = fitted(observed, estimate, options.censoring());
        DensityFit fit =
                new DensityFitter(options.settings()).fit(sample, support(samples, parameter));
        return Optional.of(
                new ParameterModel(
                        observed.count(),
                        samples.of(taskClass).censored(parameter),
                        observed.rejected(),
                        sample.min(),
                        sample.max(),
                        note(fit.note(), sample != observed),
                        fit.density(),
                        fit.candidates(),
                        estimate == null ? null : Survival.of(estimate)));
    }

    private static String note(String ofFit, boolean isEstimate) {
        String said = isEstimate ? "fitted to the Kaplan-Meier estimate" : "";
        return ofFit.isEmpty() || said.isEmpty() ? said + ofFit : said + "; " + ofFit;
    }

    /** Null unless observations were cut off at known lengths. */
    private static @Nullable KaplanMeier estimate(
            ParameterSamples samples, TaskClass taskClass, Parameter parameter, Sample observed) {
        Sample cutOff = samples.of(taskClass).lowerBounds(parameter, support(samples, parameter));
        return cutOff.count() == 0 ? null : KaplanMeier.of(observed, cutOff);
    }

    private static Sample fitted(
            Sample observed, @Nullable KaplanMeier estimate, Censoring censoring) {
        return estimate == null || censoring == Censoring.NAIVE ? observed : estimate.weighted();
    }

    /** What a parameter was, or would be, fitted to; may be empty. */
    static Sample fitted(
            ParameterSamples samples,
            TaskClass taskClass,
            Parameter parameter,
            Censoring censoring) {
        Sample observed = sample(samples, taskClass, parameter);
        return observed.count() == 0
                ? observed
                : fitted(observed, estimate(samples, taskClass, parameter, observed), censoring);
    }

    private static Sample sample(
            ParameterSamples samples, TaskClass taskClass, Parameter parameter) {
        return samples.of(taskClass).sample(parameter, support(samples, parameter));
    }

    /** Arrivals can't lie outside the window of the table that they come from. */
    static Support support(ParameterSamples samples, Parameter parameter) {
        TraceProvenance.Table table = samples.provenance().arrivals();
        if (parameter != Parameter.JOB_ARRIVAL || table == null || !(table.lengthSeconds() > 0)) {
            return parameter.support();
        }
        return new Support(table.fromSeconds(), table.toSeconds(), Support.Kind.POSITION);
    }
}
