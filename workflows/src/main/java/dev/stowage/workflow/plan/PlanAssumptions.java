package dev.stowage.workflow.plan;

import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskClass;
import dev.stowage.plan.CapacityPlan.Assumption;
import dev.stowage.plan.CapacityPlan.Assumption.Kind;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.deployment.AlwaysOn;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;
import dev.stowage.scenario.Scenario;
import dev.stowage.sim.execution.Fidelity;
import dev.stowage.sim.execution.Reserve;
import dev.stowage.words.Amounts;
import dev.stowage.words.DynamicsWords;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.growth.Demand;
import dev.stowage.workload.prototype.Jitter;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The figures that a plan rests on and that its runs did not compute, each with its source. */
final class PlanAssumptions {
    private static final String SCENARIO = "the scenario";

    private final List<Assumption> list = new ArrayList<>();

    private String of = ""; // what the rows that follow are of

    private PlanAssumptions() {}

    /**
     * Of a plan.
     *
     * @param ofEach what each of several workloads asks for; of one nothing
     */
    static List<Assumption> of(
            Scenario scenario,
            ScenarioWorkload workload,
            WorkloadFigures figures,
            List<WorkloadFigures> ofEach,
            List<CloudOption> clouds) {
        PlanAssumptions assumptions = new PlanAssumptions();
        List<Scenario.Named> sharing = scenario.sharing();
        if (sharing.isEmpty()) {
            assumptions.workload(scenario, workload, figures);
        }
        for (int i = 0; i < sharing.size(); i++) {
            assumptions.of = sharing.size() == 1 ? "" : sharing.get(i).name() + ": ";
            assumptions.workload(
                    scenario.drawing(sharing.get(i)),
                    workload.part(i),
                    sharing.size() == 1 ? figures : ofEach.get(i));
        }
        assumptions.of = "";
        scenario.policies()
                .profiles()
                .ifPresent(
                        given ->
                                assumptions.slices(
                                        given, scenario.policies().admission(), scenario.server()));
        scenario.kinds()
                .ifPresentOrElse(
                        kinds ->
                                kinds.kinds().stream()
                                        .map(each -> each.server())
                                        .distinct()
                                        .forEach(each -> assumptions.server(each, each.name())),
                        () -> assumptions.server(scenario.server(), "a server"));
        assumptions.simulation(scenario);
        boolean asksForGpus = figures.extras().gpuTasks() > 0;
        if (asksForGpus) {
            assumptions.gpus();
        }
        assumptions.clouds(clouds, asksForGpus);
        return List.copyOf(assumptions.list);
    }

    private void workload(Scenario scenario, ScenarioWorkload workload, WorkloadFigures figures) {
        workload.drawing()
                .ifPresentOrElse(
                        drawn -> drawn(scenario, drawn, figures),
                        () -> recorded(scenario.workload(), figures));
        Demand demand = scenario.workload().demand();
        if (demand.isGrown()) {
            add(
                    "Growth of the number of jobs",
                    ScenarioDemand.factors(demand),
                    Kind.ASSUMED,
                    SCENARIO);
        }
        scenario.uncertainty()
                .growth()
                .ifPresent(
                        growth ->
                                add(
                                        "Growth that may be",
                                        growth.toString(),
                                        Kind.ASSUMED,
                                        SCENARIO));
        if (demand.season().isPresent()) {
            add("Arrivals by hour and day", "by factors", Kind.ASSUMED, SCENARIO);
        }
    }

    /** Tasks are measured or given only as they are: not if they grew or a model drew them. */
    private void recorded(Scenario.WorkloadChoice choice, WorkloadFigures figures) {
        Optional<TraceManifest> manifest =
                choice instanceof Scenario.FromTrace from
                        ? Optional.of(CanonicalTrace.open(from.trace()).manifest())
                        : Optional.empty();
        Optional<Provenance> drawn =
                manifest.map(TraceManifest::provenance)
                        .filter(made -> made.format().equals(Provenance.SYNTHETIC));
        boolean isGrown = choice.demand().isGrown();
        add(
                "Tasks",
                Amounts.count(figures.tasks()),
                isGrown
                        ? Kind.ESTIMATED
                        : manifest.map(made -> kind(made.provenance().format())).orElse(Kind.GIVEN),
                choice.describe()
                        + drawn.map(made -> ", drawn from " + made.source()).orElse("")
                        + (isGrown ? ", its jobs copied or left out" : ""));
        manifest.ifPresent(made -> shares(made.provenance().format(), made.machine()));
    }

    /** How the tasks of a trace of that format came about. */
    private static Kind kind(String format) {
        if (format.equals(Provenance.SYNTHETIC)) {
            return Kind.ESTIMATED;
        }
        TraceFormat known = TraceFormats.registry().get(format);
        return known == null || known.isGiven() ? Kind.GIVEN : Kind.MEASURED;
    }

    private void drawn(
            Scenario scenario, ScenarioWorkload.Drawing drawing, WorkloadFigures figures) {
        TraceProvenance trace = drawing.model().provenance().trace();
        boolean isPaper = drawing.options().generator().equals(Generators.PAPER);
        add(
                "Tasks",
                Amounts.count(figures.tasks()) + " in the first replication",
                Kind.ESTIMATED,
                (isPaper ? "drawn from densities fitted to " : "drawn from jobs recorded in ")
                        + trace.trace());
        if (isPaper) {
            add(
                    "Parameters of a job",
                    "drawn independently of each other",
                    Kind.PUBLISHED,
                    "Sfakianakis 2023, Algorithm 1");
        } else {
            double moved = Jitter.most(Objects.requireNonNull(drawing.model().joint()).jobs());
            add(
                    "Parameters of a job",
                    "those of a recorded job, together; durations moved by at most "
                            + Amounts.share(moved),
                    kind(trace.format()),
                    trace.trace());
            boolean isSameWindow = drawing.options().generator().equals(Generators.FAITHFUL);
            add(
                    isSameWindow ? "Arrivals of jobs" : "Arrivals of users",
                    isSameWindow
                            ? "in each part of the window as many as recorded, drawn anew inside it"
                            : "blocks of the recorded window drawn anew, at a level that was drawn",
                    Kind.ESTIMATED,
                    "fitted to " + trace.trace());
        }
        changes((Scenario.FromModel) scenario.workload(), drawing);
        shares(trace.format(), trace.machine());
    }

    /** What the scenario makes of the model, before growth. */
    private void changes(Scenario.FromModel choice, ScenarioWorkload.Drawing drawing) {
        SynthOptions options = drawing.options();
        if (choice.jobs().isPresent()) {
            add(
                    "Jobs",
                    Amounts.count(choice.jobs().getAsLong())
                            + "; the trace behind the model has "
                            + Amounts.count(drawing.model().jobs()),
                    Kind.ASSUMED,
                    SCENARIO);
        }
        if (options.arrivalScale() != 1) {
            add(
                    "Factor on times of arrival",
                    Amounts.decimal(options.arrivalScale()),
                    Kind.ASSUMED,
                    choice.load().isPresent() ? "solved for the load of the scenario" : SCENARIO);
        }
        for (TaskClass taskClass : TaskClass.values()) {
            double factor = options.durationScale(taskClass);
            if (factor != 1) {
                boolean isCount = options.scaleBy() == SynthOptions.ScaleBy.COUNT;
                add(
                        (isCount ? "Factor on tasks a job, " : "Factor on run times, ")
                                + taskClass.label(),
                        Amounts.decimal(factor),
                        Kind.ASSUMED,
                        SCENARIO);
            }
        }
    }

    /** Of formats whose requests are shares of a machine, what that was taken for. */
    private void shares(String format, @Nullable Resources machine) {
        TraceFormat known = TraceFormats.registry().get(format);
        if (known != null && known.isNormalised() && machine != null) {
            add(
                    "What 1.0 of a request stands for",
                    size(machine),
                    Kind.ASSUMED,
                    "chosen when the trace was read");
        }
    }

    private void slices(Scenario.Profiles given, PolicySpec admission, ServerType server) {
        String isolation = server.isolation().orElse(null);
        String library = ScenarioWorkload.fileName(Path.of(given.library()));
        add(
                "CPU, memory and run time of a task with a profile",
                switch (admission.name()) {
                    case AdmissionPolicies.QUMAN_USER ->
                            "the least slice for its target, and as long as that takes";
                    case AdmissionPolicies.QUMAN_PROVIDER ->
                            "a share of its server, made anew whenever a task there comes or ends,"
                                    + " and as long as these take";
                    default -> "what it asks for, and as long as that takes";
                },
                Kind.ESTIMATED,
                admission + ", profiles " + library);
        add(
                "Application of a job",
                "by " + ScenarioWorkload.fileName(given.applications()),
                Kind.ASSUMED,
                SCENARIO);
        add(
                "Recorded run times",
                given.recordedOn() == RecordedOn.SERVER
                        ? "those on the whole server of the profiles"
                        : "those on what the task asked for",
                Kind.ASSUMED,
                SCENARIO);
        add(
                "Tasks of one server",
                isolation == null
                        ? "do not disturb each other"
                        : "disturb each other as " + isolation + " lets them",
                isolation == null ? Kind.ASSUMED : Kind.ESTIMATED,
                isolation == null ? "isolation is not simulated" : "attribute of the server");
    }

    private void server(ServerType server, String what) {
        add("Size of " + what, Amounts.size(server), Kind.ASSUMED, SCENARIO);
        boolean isGiven = !server.power().assumed();
        add(
                "Power of " + what + ", idle and fully used",
                Amounts.unit(Amounts.decimal(server.power().idleWatts()), "W")
                        + " and "
                        + Amounts.unit(Amounts.decimal(server.power().peakWatts()), "W"),
                Kind.ASSUMED,
                isGiven
                        ? SCENARIO + "; linear between the two"
                        : "nobody gave it; idle over peak is 2/3 (Sfakianakis 2023, section 2.6)");
        server.monthlyUsd()
                .ifPresent(
                        usd ->
                                add(
                                        "Cost of " + what + " a month, all in",
                                        Amounts.cents(BigDecimal.valueOf(usd)),
                                        Kind.ASSUMED,
                                        SCENARIO));
    }

    private void simulation(Scenario scenario) {
        Fidelity fidelity = scenario.fidelity();
        String source = fidelity.mode().text() + " fidelity";
        String reserve = "reserve: " + fidelity.reserve();
        String reserved = reserved(fidelity.reserve());
        if (fidelity.isContended()) {
            add(
                    "Run time of a task",
                    "longer while its server has less CPU than its tasks use",
                    Kind.ASSUMED,
                    source);
            add(
                    "CPU and memory that a task uses",
                    "what was measured, else " + fidelity.usageModel(),
                    Kind.ASSUMED,
                    source);
            add("CPU and memory set aside for a task", reserved, Kind.ASSUMED, reserve);
        } else {
            add(
                    "Run time of a task",
                    "the same on every server, however full"
                            + (fidelity.overcommit().isNone()
                                    ? ""
                                    : ", also where its tasks use more than it has"),
                    Kind.ASSUMED,
                    source);
            add("CPU and memory of a task", reserved, Kind.ASSUMED, source + ", " + reserve);
        }
        if (!fidelity.overcommit().isNone()) {
            add(
                    "What tasks may reserve of a server",
                    Amounts.decimal(fidelity.overcommit().cpuFactor())
                            + " times its CPU, "
                            + Amounts.decimal(fidelity.overcommit().memoryFactor())
                            + " times its memory",
                    Kind.ASSUMED,
                    SCENARIO);
        }
        add(
                "Failures of servers",
                DynamicsWords.failures(scenario.dynamics()),
                Kind.ASSUMED,
                scenario.dynamics().isRandom() ? SCENARIO : "not simulated");
        List<String> planned = DynamicsWords.planned(scenario.dynamics());
        if (!planned.isEmpty()) {
            add(
                    "Maintenance, and servers that go off",
                    String.join("; ", planned),
                    Kind.ASSUMED,
                    SCENARIO);
        }
    }

    private static String reserved(Reserve reserve) {
        return switch (reserve.kind()) {
            case REQUEST -> "its request, for as long as it runs";
            case USAGE ->
                    "what it was measured to use, at most its request, for as long as it runs;"
                            + " its request where that is unknown";
            case PERCENTILE ->
                    "its request times the "
                            + reserve.percentile()
                            + "th percentile of used / requested in its class, for as long as it"
                            + " runs";
        };
    }

    private void gpus() {
        add(
                "GPUs of a task",
                "its request, of any kind; parts of one may lie on several",
                Kind.ASSUMED,
                "replay");
    }

    private void clouds(List<CloudOption> clouds, boolean asksForGpus) {
        if (clouds.isEmpty()) {
            return;
        }
        Map<String, CloudOption> first = new LinkedHashMap<>();
        clouds.forEach(option -> first.putIfAbsent(option.provider(), option));
        first.values()
                .forEach(
                        option ->
                                add(
                                        "Prices of " + option.provider(),
                                        "on demand, " + option.date(),
                                        Kind.PUBLISHED,
                                        option.source()));
        if (clouds.stream().anyMatch(option -> option.policy().equals(AlwaysOn.NAME))) {
            add(
                    "What an always-on option holds",
                    "the cores and the memory of the servers, and the largest task",
                    Kind.ASSUMED,
                    "sums: the workload is not replayed on its VMs");
        }
        add("A vCPU", "counts as a core", Kind.ASSUMED, "it may be half a core");
        if (asksForGpus) {
            add(
                    "An accelerator of a VM",
                    "counts as a GPU of a server",
                    Kind.ASSUMED,
                    "it may be another kind");
        }
        if (clouds.stream().anyMatch(option -> !option.policy().equals(AlwaysOn.NAME))) {
            add(
                    "A year on clouds",
                    "like the workload, again and again",
                    Kind.ASSUMED,
                    "docs/clouds.md");
            add(
                    "Boot of a VM, moving between places",
                    "at once, free",
                    Kind.ASSUMED,
                    "docs/clouds.md");
        }
        add("Hours of renting", "730 a month, 8,760 a year", Kind.ASSUMED, "rented all year");
    }

    private static String size(Resources resources) {
        return Amounts.cores(resources.cores()) + " and " + Amounts.gib(resources.gib());
    }

    private void add(String what, String value, Kind kind, String source) {
        list.add(new Assumption(of + what, value.replace('\u00a0', ' '), kind, source));
    }
}
