package dev.stowage.workflow.simulate;

import dev.stowage.basis.Progress;
import dev.stowage.json.Json;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.plan.RunStore;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.profile.workload.OfferedServers;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.study.ComparisonStudy;
import dev.stowage.study.ReplicationStudy;
import dev.stowage.study.StudyOptions;
import dev.stowage.study.TaskWindows;
import dev.stowage.words.Figures;
import dev.stowage.workflow.profile.ProfiledTasks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** More than one run of {@code simulate}: replications, or alternatives compared. */
public final class StudyRun {
    private final WorkloadInput input;
    private final SimulationSpec spec;
    private final Optional<ProfiledTasks> profiled;
    private final StudyOptions options;
    private final Progress progress;

    private final List<String> notes = new ArrayList<>();

    /**
     * Prepares a study.
     *
     * @param spec what all runs have in common
     * @param profiled for runs under admission {@link AdmissionPolicies#QUMAN_USER}
     */
    public StudyRun(
            WorkloadInput input,
            SimulationSpec spec,
            Optional<ProfiledTasks> profiled,
            StudyOptions options) {
        this.input = input;
        this.progress = spec.progress();
        this.spec = spec.withThreads(1).withProgress(Progress.NONE);
        this.profiled = profiled;
        this.options = options;
        if (!input.isRandom()) {
            notes.addAll(input.workload().notes());
        }
    }

    /**
     * Says what each application is given in these runs.
     *
     * @throws InputException if no task has a profile
     */
    private void noteSlices(List<SimulationSpec> specs) {
        List<SimulationSpec> sliced = specs.stream().filter(this::isSliced).toList();
        for (SimulationSpec each : sliced) {
            ProfiledTasks tasks = profiled.orElseThrow();
            String of = sliced.size() < 2 ? "" : each.admission() + ": ";
            tasks.notes(given(input.replications().apply(0), each, 0).requests())
                    .forEach(note -> notes.add(of + note));
        }
        sliced.stream()
                .flatMap(each -> profiled.orElseThrow().isolationNotes(each.servers()).stream())
                .distinct()
                .forEach(notes::add);
        if (!sliced.isEmpty() && profiled.orElseThrow().isDrawn()) {
            notes.add(
                    "Which application a job runs is drawn anew in each replication, in the shares"
                            + " of the file.");
        }
    }

    /** What a reader should know about how the study was made, one sentence each. */
    public List<String> notes() {
        return notes;
    }

    /** Replications; a single one if they would not differ. */
    public ReplicationStudy replicate() {
        noteSlices(List.of(spec));
        StudyOptions chosen = options;
        if (!isRandom(spec)) {
            notes.add(
                    "The workload is recorded and the policies draw nothing at random: every"
                            + " replication would be the same, so there is one, and it is exact.");
            chosen = options.single();
        }
        return ReplicationStudy.of(replication -> run(spec, replication), chosen, progress);
    }

    /**
     * A comparison; over replications if {@code isReplicated} or tasks are drawn, else over tasks.
     */
    public ComparisonStudy compare(
            List<Alternatives.Alternative> alternatives, boolean isReplicated) {
        List<SimulationSpec> specs =
                alternatives.stream().map(alternative -> alternative.applyTo(spec)).toList();
        noteSlices(specs);
        boolean isRandom = specs.stream().anyMatch(this::isRandom);
        if (input.isRandom() || (isReplicated && isRandom)) {
            return ComparisonStudy.overReplications(
                    specs.size(),
                    (alternative, replication) -> run(specs.get(alternative), replication),
                    options,
                    progress);
        }
        if (isReplicated) {
            notes.add(
                    "The workload is recorded and the policies draw nothing at random: replications"
                            + " would be the same, so tasks are compared instead.");
        } else if (isRandom) {
            notes.add(
                    "Some policies draw at random and were run once: --replications N shows how much"
                            + " is luck.");
        }
        return compareTasks(specs);
    }

    private ComparisonStudy compareTasks(List<SimulationSpec> specs) {
        long origin = firstSubmitMicros(input.workload());
        List<TaskWindows> tasks = specs.stream().map(each -> new TaskWindows(origin)).toList();
        progress.start("comparing", specs.size());
        try (RunStore store =
                new RunStore(
                        (alternative, replication) ->
                                run(
                                        specs.get(alternative).withTaskLog(tasks.get(alternative)),
                                        replication),
                        options.threads(),
                        progress)) {
            List<RunSummary> runs =
                    store.allReplications(specs.size(), 1).stream().map(one -> one.get(0)).toList();
            ComparisonStudy study =
                    ComparisonStudy.overTasks(runs, tasks, options.metric(), options.level());
            if (study.unpairedTasks() > 0) {
                notes.add(
                        Figures.count(study.unpairedTasks())
                                + " tasks started in some alternatives only; each mean is of the"
                                + " tasks that started there.");
            }
            return study;
        } finally {
            progress.done();
        }
    }

    private RunSummary run(SimulationSpec base, int replication) {
        Workload tasks = input.replications().apply(replication);
        Workload given = isSliced(base) ? given(tasks, base, replication) : tasks;
        return Simulation.run(
                        base.with(draft -> draft.workload = given)
                                .withSeed(base.seed(), replication))
                .summary();
    }

    private SlicedWorkload given(Workload tasks, SimulationSpec base, int replication) {
        return profiled.orElseThrow()
                .of(
                        tasks,
                        new ProfiledTasks.Draw(base.seed(), replication),
                        base.admission(),
                        OfferedServers.of(base.servers()));
    }

    private boolean isSliced(SimulationSpec each) {
        return profiled.filter(tasks -> tasks.changes(each.admission(), each.servers()))
                .isPresent();
    }

    /** True if replications differ. */
    private boolean isRandom(SimulationSpec each) {
        return input.isRandom()
                || each.isRandom()
                || (isSliced(each) && profiled.orElseThrow().isDrawn());
    }

    private static long firstSubmitMicros(Workload workload) {
        try (TaskSource source = workload.open()) {
            TaskBatch batch = new TaskBatch(1);
            return source.read(batch) ? batch.submitMicros[0] : 0;
        }
    }

    /** Writes the summary of each replication into {@code folder}. */
    public static void writeSummaries(List<RunSummary> runs, Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int i : IntStream.range(0, runs.size()).toArray()) {
            Json.write(RunView.of(runs.get(i)), folder.resolve("replication-" + i + ".json"));
        }
    }
}
