package dev.stowage.report.plan;

import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.MixAnswer;
import dev.stowage.plan.OwnCost;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.report.Answer;
import dev.stowage.report.ClaimWords;
import dev.stowage.report.MixWords;
import dev.stowage.report.PlanView.KeyFigure;
import dev.stowage.words.Amounts;
import dev.stowage.words.MetricWords;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The handful of numbers that somebody will quote. */
final class KeyFigures {
    private final PlanFigures figures;
    private final CapacityPlan plan;

    KeyFigures(PlanFigures figures) {
        this.figures = figures;
        this.plan = figures.plan();
    }

    List<KeyFigure> all() {
        List<KeyFigure> all = new ArrayList<>();
        all.add(servers());
        if (plan.mix() == null) {
            all.add(bound());
        }
        if (Answer.servers(plan) > 0) {
            Answer.deciding(plan).ifPresent(value -> all.add(deciding(value)));
        }
        all.add(utilisation());
        OwnCost own = plan.cost();
        if (own != null) {
            all.add(own(own));
        }
        if (plan.mix() != null) {
            all.add(mix(plan.mix()));
        }
        if (!plan.clouds().isEmpty()) {
            all.add(cloud(plan.clouds().get(0)));
        }
        all.add(energy());
        all.add(workload());
        return all;
    }

    private KeyFigure servers() {
        return new KeyFigure(
                plan.met() ? "Servers" : "Servers tried last",
                Amounts.count(Answer.servers(plan)),
                "",
                plan.mix() == null
                        ? figures.server().name() + ": " + Amounts.size(figures.server())
                        : plan.servers().stream()
                                .map(each -> each.count() + " × " + each.type())
                                .collect(Collectors.joining(" + ")));
    }

    private KeyFigure bound() {
        LowerBound bound = plan.lowerBound();
        return new KeyFigure(
                "Needed at least",
                Amounts.count(bound.servers()),
                "",
                plan.met()
                        ? plan.gap() < 0
                                ? "wrong for this workload: see the notes"
                                : "gap to the plan " + Amounts.share(plan.gap())
                        : "bound for any placement with this queue: " + bound.method());
    }

    private KeyFigure deciding(ObjectiveValue value) {
        boolean isExact = plan.confidence().exact();
        double shown = isExact ? value.value() : value.upper();
        String allowed = Amounts.metric(value.metric(), value.bound(), shown);
        return new KeyFigure(
                MetricWords.title(value.metric()),
                Amounts.metric(value.metric(), shown, value.bound()),
                "",
                isExact
                        ? "at most " + allowed + " allowed"
                        : ClaimWords.upper(plan.confidence()) + ", " + allowed + " allowed");
    }

    private KeyFigure utilisation() {
        var cpu = figures.summary().utilisation().cpuAllocated();
        return new KeyFigure(
                "CPU given to tasks, mean",
                Amounts.share(cpu.mean()),
                "",
                "95th percentile "
                        + Amounts.share(cpu.p95())
                        + ", peak "
                        + Amounts.share(cpu.peak())
                        + ofTheFirst());
    }

    /** Of which run a figure is that is not one of all of them. */
    private String ofTheFirst() {
        int replications = plan.confidence().replications();
        return replications == 1
                ? ""
                : ", in the first of " + Amounts.counted(replications, "replication");
    }

    private static KeyFigure own(OwnCost own) {
        return new KeyFigure(
                "Own servers",
                Amounts.money(own.monthlyUsd()),
                "a month",
                Amounts.money(own.yearlyUsd()) + " a year");
    }

    private KeyFigure mix(MixAnswer mix) {
        return new KeyFigure(
                "The mix",
                Amounts.money(mix.monthlyUsd()),
                "a month",
                mix.budget() != null
                        ? "of a budget of " + Amounts.money(mix.budget().monthlyUsd())
                        : mix.cheapest()
                                ? "no cheaper one held"
                                : "none below "
                                        + MixWords.of(plan).orElseThrow().least()
                                        + " held");
    }

    private static KeyFigure cloud(CloudOption option) {
        return new KeyFigure(
                "Cheapest cloud",
                Amounts.money(option.monthlyUsd()),
                "a month",
                option.provider() + " " + option.region() + ", " + Amounts.vms(option));
    }

    private KeyFigure energy() {
        var energy = figures.summary().energy();
        return new KeyFigure(
                "Energy of the run",
                Amounts.decimal(energy.kWh()),
                "kWh",
                (energy.assumed() ? "with an assumed power of the servers" : "with the power given")
                        + ofTheFirst());
    }

    private KeyFigure workload() {
        return new KeyFigure(
                "Workload",
                Amounts.count(plan.workload().tasks()),
                plan.workload().tasks() == 1 ? "task" : "tasks",
                Amounts.unit(Amounts.decimal(plan.workload().coreHours()), "core hours")
                        + gpuHours()
                        + ofTheFirst());
    }

    private String gpuHours() {
        double hours = plan.workload().extras().gpuHours();
        return hours == 0 ? "" : ", " + Amounts.unit(Amounts.decimal(hours), "GPU hours");
    }
}
