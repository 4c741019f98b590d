package dev.stowage.cli.simulate;

import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.DrawingCommand;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.Interruption;
import dev.stowage.cli.session.Names;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.cli.session.SynthesisOptions;
import dev.stowage.model.TaskColumn;
import dev.stowage.output.InputNames;
import dev.stowage.output.OutputTarget;
import dev.stowage.plan.SearchOptions;
import dev.stowage.policy.PolicySpec;
import dev.stowage.report.ReportPage;
import dev.stowage.report.simulate.ComparisonText;
import dev.stowage.report.simulate.ReplicationsText;
import dev.stowage.report.simulate.RunText;
import dev.stowage.report.simulate.SchedulersFewestText;
import dev.stowage.report.simulate.SchedulersText;
import dev.stowage.report.simulate.StudyFiles;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.RunResult;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.study.ComparisonStudy;
import dev.stowage.study.ReplicationStudy;
import dev.stowage.study.StudyOptions;
import dev.stowage.workflow.Simulate;
import dev.stowage.workflow.simulate.Alternatives;
import dev.stowage.workflow.simulate.Alternatives.Alternative;
import dev.stowage.workflow.simulate.ComparisonView;
import dev.stowage.workflow.simulate.RecordedRun;
import dev.stowage.workflow.simulate.RecordingChoice;
import dev.stowage.workflow.simulate.ReplicationsView;
import dev.stowage.workflow.simulate.RunView;
import dev.stowage.workflow.simulate.SchedulerStudy;
import dev.stowage.workflow.simulate.SchedulersFewest;
import dev.stowage.workflow.simulate.SchedulersView;
import dev.stowage.workflow.simulate.ServerChoice;
import dev.stowage.workflow.simulate.StudyRun;
import dev.stowage.workflow.simulate.SynthesisChoice;
import dev.stowage.workflow.simulate.WorkloadInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage simulate}: replays a workload on servers. */
@Command(
        name = "simulate",
        customSynopsis = "stowage simulate WORKLOAD --servers SPEC [-o NAME.run] [OPTIONS]",
        description = "Replay a workload on servers.",
        footer = {
            "  stowage simulate june.trace --servers 100x48c256g",
            "  stowage simulate tasks.csv --servers 10x4c16g,2x8c64g -o two-kinds.run",
            "  stowage simulate google.trace --servers trace --placement power-of-d[d=3]",
            "  stowage simulate google-2011 --jobs 500 --servers 40x2c8g --replications 20",
            "  stowage simulate june.trace --servers 90x48c256g --compare best-fit,least-load",
            "  stowage simulate shop.yaml --servers 20x32c256g --controller skynet,hpa,native"
        })
public final class SimulateCommand implements Callable<Integer>, CheckedCommand, DrawingCommand {
    @Parameters(
            paramLabel = "WORKLOAD",
            description =
                    "A trace, a model to draw from, or a CSV of tasks with the header"
                            + " submit_s,duration_s,cpu,memory_gib and, if you like,"
                            + " job,class,priority,…; with --controller, services in YAML")
    private Path workload = Path.of("");

    @Option(
            names = "--servers",
            required = true,
            order = 1,
            paramLabel = "SPEC",
            description =
                    "Count x cores x GiB as in 100x48c256g or 10x0.5c0.5g, several joined by commas;"
                            + " a YAML file of groups; or trace: the machines of the trace.")
    private String servers = "";

    @Option(
            names = "--placement",
            order = 2,
            paramLabel = "PLACEMENT",
            defaultValue = "first-fit",
            completionCandidates = Names.Placement.class,
            description =
                    "Where a task goes: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private String placement = "";

    @Option(
            names = "--admission",
            order = 3,
            paramLabel = "ADMISSION",
            defaultValue = "capacity",
            completionCandidates = Names.Admission.class,
            description =
                    "Which tasks are let in: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private String admission = "";

    @Option(
            names = "--seed",
            order = 6,
            paramLabel = "N",
            defaultValue = "42",
            description = "Root of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--until",
            order = 7,
            paramLabel = "TIME",
            description = "Stop at this time of the workload's clock: 90s, 15m, 1.5h, 2d.")
    private @Nullable String until;

    @Mixin private QueueFlags queueing = new QueueFlags();
    @Mixin private ServerFlags serverFlags = new ServerFlags();
    @Mixin private FidelityFlags fidelity = new FidelityFlags();
    @Mixin private ProfileFlags profiles = new ProfileFlags();
    @Mixin private SchedulerFlags schedulers = new SchedulerFlags();
    @Mixin private ControllerFlags controllers = new ControllerFlags();
    @Mixin private StudyChoice study = new StudyChoice();
    @Mixin private SynthesisOptions synthesis = new SynthesisOptions();
    @Mixin private RecordingFlags recording = new RecordingFlags();

    @Option(
            names = "--columns",
            order = 9,
            paramLabel = "LIST",
            completionCandidates = Names.Column.class,
            description =
                    "What a trace records besides CPU and memory and the replay shall use:"
                            + " ${COMPLETION-CANDIDATES}, joined by commas (default: what its"
                            + " manifest names; a CSV is used as it is).")
    private @Nullable String columns;

    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        return InputNames.naming(workload, this::simulate);
    }

    private int simulate() {
        checkArguments(); // refused before anything is opened
        if (controllers.isGiven()) {
            return new ControllerRun(
                            workload,
                            servers,
                            seed,
                            controllers.replications(study),
                            controllers,
                            common)
                    .run(output)
                    .code();
        }
        Optional<Set<TaskColumn>> wanted = wanted();
        RecordingChoice recorded = recording.choice(common);
        ServerChoice named = ServerChoice.of(servers);
        StudyOptions studyOptions = study.options();
        List<Alternative> alternatives = alternatives();
        WorkloadInput input = common.sharedWork().sharing(input(wanted, named), workload, wanted);
        SimulationSpec plain =
                spec(input, named)
                        .withPlacement(Names.Placement.parse(placement))
                        .withAdmission(Names.Admission.parse(admission));
        SimulationSpec spec = plain.withServers(schedulers.isolated(plain.servers()));
        if (input.isRandom()) {
            profiles.tasks(schedulers.file())
                    .ifPresent(tasks -> tasks.requireDrawn("jobs that are drawn from a model"));
        }
        if (schedulers.isGiven()) {
            return schedule(input, spec).code();
        }
        if (study.isStudy()) {
            study(
                    new StudyRun(
                            input,
                            spec,
                            profiles.tasks(schedulers.file()),
                            studyOptions.withThreads(common.threads())),
                    alternatives);
        } else {
            run(
                    profiles.applyTo(spec, schedulers.file()),
                    new RecordedRun(recorded, input.epoch()),
                    input);
        }
        return ExitCode.DONE.code();
    }

    @Override
    public void checkArguments() {
        controllers.check(common, study);
        if (controllers.isGiven()) {
            ControllerRun.check(servers, controllers);
            return;
        }
        common.argument(() -> Names.Placement.parse(placement));
        PolicySpec admissionPolicy = common.argument(() -> Names.Admission.parse(admission));
        queueing.check(common);
        fidelity.check(common);
        serverFlags.check(common);
        wanted();
        common.time("--until", until);
        ServerChoice named = ServerChoice.of(servers);
        study.options();
        List<PolicySpec> admissions = new ArrayList<>();
        alternatives().forEach(each -> each.admission().ifPresent(admissions::add));
        admissions.add(admissionPolicy);
        schedulers.check(common, profiles.isGiven());
        profiles.check(common, admissions, schedulers.isGiven());
        if (study.isStudy() && recording.first() != null) {
            throw common.usage(
                    recording.first()
                            + ": found with --replications, --half-width or --compare, expected a"
                            + " single run");
        }
        WorkloadInput.requireThere(workload);
        SynthesisChoice drawing = synthesis.choice();
        drawing.checkLoad(Optional.of(named));
        boolean isModel = WorkloadInput.isModel(workload);
        if (isModel && columns != null) {
            throw common.usage("--columns: found with a model, expected a trace");
        }
        if (!isModel && drawing.isGiven()) {
            throw common.usage(
                    "--jobs, --load, --generator and the scales: found with "
                            + workload
                            + ", which is recorded, expected a model");
        }
    }

    private Optional<Set<TaskColumn>> wanted() {
        return Optional.ofNullable(columns)
                .map(list -> common.argument(() -> Names.Column.parse(list)));
    }

    private void run(SimulationSpec spec, RecordedRun recorded, WorkloadInput input) {
        String defaultName = InputNames.base(workload) + ".run";
        try (OutputTarget target = output.directory(defaultName, RunView.FILE)) {
            RunResult result =
                    recorded.run(spec, target, output.isForced(), () -> input.identity(workload));
            RunView summary = Simulate.write(result, recorded.loads(), target.temporary());
            target.commit();
            recorded.committed();
            Interruption.forget();
            print(summary, target.path());
            if (!common.isJson()) {
                recorded.decisions().ifPresent(text -> text.print(common.out()));
            }
        }
    }

    private ExitCode schedule(WorkloadInput input, SimulationSpec spec) {
        SchedulerStudy.Asked asked =
                new SchedulerStudy.Asked(
                        input,
                        spec.servers(),
                        schedulers.specs(),
                        schedulers.level(),
                        schedulers.library(),
                        seed,
                        common.progress());
        SchedulerStudy scheduling =
                new SchedulerStudy(asked, profiles.tasks(schedulers.file()).orElseThrow());
        if (schedulers.goal().isPresent()) {
            SchedulersFewest found =
                    scheduling.fewest(
                            schedulers.goal().get(),
                            SearchOptions.DEFAULT_RELIABILITY,
                            common.threads());
            common.print(found, new SchedulersFewestText(found, common.style())::print);
            return found.isMet() ? ExitCode.DONE : ExitCode.NO;
        }
        String name = InputNames.base(workload) + ".schedulers";
        try (OutputTarget target = output.directory(name, SchedulersView.FILE)) {
            SchedulersView result = scheduling.run();
            StudyFiles.write(result, target.temporary());
            target.commit();
            common.print(result, new SchedulersText(result, common.style())::print);
            common.note("Wrote " + target.path());
            common.note("Report: " + target.path().resolve(ReportPage.FILE));
        }
        return ExitCode.DONE;
    }

    private void study(StudyRun run, List<Alternative> alternatives) {
        boolean isComparison = study.isComparison();
        String base = InputNames.base(workload);
        try (OutputTarget target =
                isComparison
                        ? output.directory(base + ".comparison", ComparisonView.FILE)
                        : output.directory(base + ".replications", ReplicationsView.FILE)) {
            Path folder = target.temporary();
            if (isComparison) {
                ComparisonView result = compare(run, alternatives, folder);
                target.commit();
                common.print(result, new ComparisonText(result, common.style())::print);
            } else {
                ReplicationsView result = replicate(run, folder);
                target.commit();
                common.print(result, new ReplicationsText(result, common.style())::print);
            }
            common.note("Wrote " + target.path());
            common.note("Report: " + target.path().resolve(ReportPage.FILE));
        }
    }

    private ReplicationsView replicate(StudyRun run, Path folder) {
        ReplicationStudy replications = run.replicate();
        warn(replications.runs(), run.notes());
        return StudyFiles.write(replications, study.wantedHalfWidth(), run.notes(), folder);
    }

    private ComparisonView compare(StudyRun run, List<Alternative> alternatives, Path folder) {
        ComparisonStudy comparison = run.compare(alternatives, study.isReplicated());
        comparison.runs().forEach(runs -> warn(runs, run.notes()));
        List<String> names = alternatives.stream().map(Alternative::name).toList();
        return StudyFiles.write(comparison, names, study.wantedHalfWidth(), run.notes(), folder);
    }

    /** Each different warning once that no note says. */
    private void warn(List<RunSummary> runs, List<String> notes) {
        runs.stream()
                .flatMap(each -> each.warnings().stream())
                .distinct()
                .filter(each -> !notes.contains(each))
                .forEach(common::warn);
    }

    private List<Alternative> alternatives() {
        return study.isComparison()
                ? common.argument(() -> Alternatives.parse(study.alternatives()))
                : List.of();
    }

    private WorkloadInput input(Optional<Set<TaskColumn>> wanted, ServerChoice named) {
        if (WorkloadInput.isModel(workload)) {
            SynthesisChoice drawing = synthesis.choice();
            WorkloadInput drawn =
                    WorkloadInput.drawn(
                            workload,
                            model ->
                                    drawing.forModel(
                                            model, seed, OptionalLong.empty(), named.cores()));
            noteLoad(drawn);
            return drawn;
        }
        return WorkloadInput.open(workload, wanted);
    }

    private void noteLoad(WorkloadInput input) {
        if (common.isGiven("--load")) {
            input.drawn()
                    .ifPresent(
                            options ->
                                    common.note(
                                            "Arrival times are scaled by "
                                                    + options.arrivalScale()));
        }
    }

    /** With everything but the policies of placement and admission. */
    private SimulationSpec spec(WorkloadInput input, ServerChoice named) {
        SimulationSpec plain =
                SimulationSpec.of(input.workload(), named.fleet(input, workload))
                        .with(
                                draft -> {
                                    draft.seed = seed;
                                    draft.untilMicros = common.time("--until", until);
                                    draft.threads = common.threads();
                                    draft.progress = common.progress();
                                    draft.dynamics = named.dynamics();
                                });
        return queueing.applyTo(
                fidelity.applyTo(serverFlags.applyTo(plain, common), common), common);
    }

    /** A recorded workload under policies, servers and a fidelity that draw nothing, run once. */
    @Override
    public boolean drawsNothing() {
        if (controllers.isGiven() || study.isStudy() || WorkloadInput.isModel(workload)) {
            return false;
        }
        WorkloadInput input = WorkloadInput.open(workload, Optional.empty());
        ServerChoice named = ServerChoice.of(servers);
        return !schedulers.isGiven()
                && !profiles.applyTo(
                                spec(input, named)
                                        .withPlacement(Names.Placement.parse(placement))
                                        .withAdmission(Names.Admission.parse(admission)),
                                schedulers.file())
                        .isRandom();
    }

    private void print(RunView run, Path written) {
        common.print(run, new RunText(run, common.style())::print);
        run.warnings().forEach(common::warn);
        common.note("Wrote " + written);
        common.note("Report: " + written.resolve(ReportPage.FILE));
    }
}
