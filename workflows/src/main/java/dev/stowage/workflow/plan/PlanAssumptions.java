package dev.stowage.workflow.plan;

import dev.stowage.model.ServerType;
import dev.stowage.plan.CapacityPlan.Assumption;
import dev.stowage.plan.CapacityPlan.Assumption.Kind;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.policy.deployment.AlwaysOn;
import dev.stowage.scenario.Scenario;
import dev.stowage.words.Amounts;
import dev.stowage.words.DynamicsWords;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.growth.Demand;
import dev.stowage.workload.synthesis.Generators;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures that a plan rests on and that its runs did not compute, each with its source. */
final class PlanAssumptions {
    private static final String SCENARIO = "the scenario";

    private final List<Assumption> list = new ArrayList<>();

    private PlanAssumptions() {}

    static List<Assumption> of(
            Scenario scenario,
            ScenarioWorkload workload,
            WorkloadFigures figures,
            List<CloudOption> clouds) {
        PlanAssumptions assumptions = new PlanAssumptions();
        assumptions.workload(scenario, workload, figures);
        assumptions.server(scenario.server());
        assumptions.simulation(scenario);
        assumptions.clouds(clouds);
        return List.copyOf(assumptions.list);
    }

    private void workload(Scenario scenario, ScenarioWorkload workload, WorkloadFigures figures) {
        workload.drawing()
                .ifPresentOrElse(
                        drawn -> drawn(drawn, figures),
                        () ->
                                add(
                                        "Tasks",
                                        Amounts.count(figures.tasks()),
                                        Kind.MEASURED,
                                        scenario.workload().describe()));
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

    private void drawn(ScenarioWorkload.Drawing drawing, WorkloadFigures figures) {
        TraceProvenance trace = drawing.model().provenance().trace();
        String tasks = Amounts.count(figures.tasks()) + " in the first replication";
        switch (drawing.options().generator()) {
            case Generators.PAPER -> {
                add(
                        "Tasks",
                        tasks,
                        Kind.ESTIMATED,
                        "drawn from densities fitted to " + trace.trace());
                add(
                        "Parameters of a job",
                        "drawn independently of each other",
                        Kind.PUBLISHED,
                        "Sfakianakis 2023, Algorithm 1");
            }
            case Generators.FAITHFUL -> {
                add("Tasks", tasks, Kind.ESTIMATED, "drawn from jobs recorded in " + trace.trace());
                add(
                        "Parameters of a job",
                        "those of a recorded job, together; durations moved by at most 5 %",
                        Kind.MEASURED,
                        trace.trace());
                add(
                        "Arrivals of jobs",
                        "in each part of the window as many as recorded, drawn anew inside it",
                        Kind.ESTIMATED,
                        "fitted to " + trace.trace());
            }
            case Generators.RESAMPLED -> {
                add("Tasks", tasks, Kind.ESTIMATED, "drawn from jobs recorded in " + trace.trace());
                add(
                        "Parameters of a job",
                        "those of a recorded job, together; durations moved by at most 5 %",
                        Kind.MEASURED,
                        trace.trace());
                add(
                        "Arrivals of users",
                        "blocks of the recorded window drawn anew, at a level that was drawn",
                        Kind.ESTIMATED,
                        "fitted to " + trace.trace());
            }
            default -> throw new IllegalStateException(drawing.options().generator());
        }
        add(
                "What 1.0 stands for where the trace has requests as shares",
                size(trace.machine()),
                Kind.ASSUMED,
                "chosen when the trace was read");
    }

    private void server(ServerType server) {
        add("Size of a server", size(server.capacity()), Kind.ASSUMED, SCENARIO);
        boolean isGiven = !server.power().assumed();
        add(
                "Power of a server, idle and fully used",
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
                                        "Cost of a server a month, all in",
                                        Amounts.cents(BigDecimal.valueOf(usd)),
                                        Kind.ASSUMED,
                                        SCENARIO));
    }

    private void simulation(Scenario scenario) {
        boolean isContended = scenario.fidelity().isContended();
        String source = scenario.fidelity().mode().text() + " fidelity";
        add(
                "Run time of a task",
                isContended
                        ? "longer while its server has less CPU than its tasks use"
                        : "the same on every server, however full",
                Kind.ASSUMED,
                source);
        add(
                "CPU and memory of a task",
                isContended
                        ? "what was measured, else " + scenario.fidelity().usageModel()
                        : "its request, for as long as it runs",
                Kind.ASSUMED,
                source);
        add(
                "Failures of servers",
                DynamicsWords.failures(scenario.dynamics()),
                Kind.ASSUMED,
                scenario.dynamics().isRandom() ? SCENARIO : "not simulated");
    }

    private void clouds(List<CloudOption> clouds) {
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
        add("A vCPU", "counts as a core", Kind.ASSUMED, "it may be half a core");
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

    private static String size(dev.stowage.model.Resources resources) {
        return Amounts.cores(resources.cores()) + " and " + Amounts.gib(resources.gib());
    }

    private void add(String what, String value, Kind kind, String source) {
        list.add(new Assumption(what, value.replace('\u00a0', ' '), kind, source));
    }
}
