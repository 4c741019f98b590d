package dev.stowage.report.plan;

import dev.stowage.basis.VisibleText;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.Confidence;
import dev.stowage.plan.OwnCost;
import dev.stowage.plan.objective.ObjectiveValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The figures of a plan in the text form of OpenMetrics 1.0, which Prometheus reads, too: for the
 * textfile collector of a node exporter, so that a board shows what was planned beside what runs.
 */
public final class PlanMetrics {
    /** Name of the file beside {@code plan.json}. */
    public static final String FILE = "plan.prom";

    private final StringBuilder text = new StringBuilder();
    private final String name;

    private PlanMetrics(String name) {
        this.name = name;
    }

    /** All figures, one family after the other, ending with {@code # EOF}. */
    public static String text(CapacityPlan plan) {
        PlanMetrics metrics = new PlanMetrics(plan.name());
        metrics.servers(plan);
        metrics.objective(plan);
        metrics.costs(plan);
        return metrics.text.append("# EOF\n").toString();
    }

    private void servers(CapacityPlan plan) {
        family("servers", "Servers that the plan asks for; of no use where it is not met.");
        plan.servers().forEach(each -> sample("servers", each.count(), "type", each.type()));
        family("met", "1 if the objective holds on these servers, else 0.");
        sample("met", plan.met() ? 1 : 0);
        family("servers_lower_bound", "Servers that no plan of this kind can do without.");
        sample("servers_lower_bound", plan.lowerBound().servers());
        Confidence sure = plan.confidence();
        if (sure.claimed() != null) {
            family("claimed_ratio", "Windows in which the objective holds at least, of all.");
            sample("claimed_ratio", sure.claimed(), "confidence", Double.toString(sure.level()));
        }
        family("simulations", "Simulations behind the answer.");
        sample("simulations", plan.provenance().runs());
    }

    private void objective(CapacityPlan plan) {
        family("objective_bound", "What the objective allows at most, in the unit of its metric.");
        for (ObjectiveValue each : plan.objective()) {
            sample("objective_bound", each.bound(), "metric", each.metric());
        }
        family("objective_value", "The mean on the planned servers, in the unit of its metric.");
        for (ObjectiveValue each : plan.objective()) {
            sample("objective_value", each.value(), "metric", each.metric());
        }
        family(
                "objective_upper",
                "What the claim says that the value is at most, in the unit of its metric.");
        for (ObjectiveValue each : plan.objective()) {
            sample("objective_upper", each.upper(), "metric", each.metric());
        }
    }

    private void costs(CapacityPlan plan) {
        family("cost_usd_per_month", "What the capacity costs a month, USD.");
        OwnCost own = plan.cost();
        if (own != null) {
            sample("cost_usd_per_month", own.monthlyUsd().doubleValue(), "of", "own servers");
        }
        for (CloudOption each : plan.clouds()) {
            sample(
                    "cost_usd_per_month",
                    each.monthlyUsd().doubleValue(),
                    "of",
                    each.provider(),
                    "policy",
                    each.policy(),
                    "region",
                    each.region(),
                    "type",
                    each.vmType());
        }
    }

    private void family(String of, String help) {
        text.append("# TYPE stowage_plan_").append(of).append(" gauge\n");
        text.append("# HELP stowage_plan_").append(of).append(' ').append(help).append('\n');
    }

    private void sample(String of, double value, String... labels) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("plan", name);
        for (int i = 0; i < labels.length; i += 2) {
            all.put(labels[i], labels[i + 1]);
        }
        text.append("stowage_plan_").append(of).append('{');
        String gap = "";
        for (Map.Entry<String, String> label : all.entrySet()) {
            text.append(gap).append(label.getKey()).append("=\"");
            text.append(escaped(label.getValue())).append('"');
            gap = ",";
        }
        text.append("} ").append(number(value)).append('\n');
    }

    private static String escaped(String value) {
        return VisibleText.of(value)
                .replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n");
    }

    private static String number(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
