package dev.stowage.policy.autoscale;

import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.autoscale.knative.KpaSettings;
import dev.stowage.policy.autoscale.knative.KpaSettings.Bounds;
import dev.stowage.policy.autoscale.knative.KpaSettings.Idle;
import dev.stowage.policy.autoscale.knative.KpaSettings.Metric;
import dev.stowage.policy.autoscale.knative.KpaSettings.Rates;
import dev.stowage.policy.autoscale.knative.KpaSettings.Target;
import dev.stowage.policy.autoscale.knative.KpaSettings.Windows;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The autoscalers of functions by name. A new one is one class and one entry here. */
public final class Autoscalers {
    private static final int MANY = 1_000_000;
    private static final int DEFAULT_CONCURRENCY = 100;
    private static final int DEFAULT_RPS = 200;

    private static final PolicyRegistry<Autoscaler> REGISTRY =
            new PolicyRegistry<>(
                    "autoscaler",
                    List.of(
                            knative("kpa", "Knative's, by concurrency", Metric.CONCURRENCY),
                            knative("kpa-rps", "Knative's, by requests a second", Metric.RPS),
                            latest("latest", "vertical first, without prediction (LatEst)", 15),
                            latest(
                                    "latest-predict",
                                    "vertical first, by the arrivals (LatEst)",
                                    10),
                            new Entry<>(
                                    "hpa",
                                    "Kubernetes' horizontal autoscaler, by CPU",
                                    false,
                                    List.of(
                                            number("target", 80, 1, 1_000, "Wanted use, %."),
                                            number("min", 1, 1, MANY, "Least instances."),
                                            number("max", 100, 1, MANY, "Most instances.")),
                                    new PolicyRegistry.Requirement(
                                            "max of at least min",
                                            spec -> spec.parameter("max") >= spec.parameter("min")),
                                    (spec, random) ->
                                            new HorizontalPods(
                                                    HpaSettings.of(
                                                            spec.parameter("target"),
                                                            spec.parameter("min"),
                                                            spec.parameter("max")))),
                            new Entry<>(
                                    "vpa",
                                    "Kubernetes' vertical autoscaler, resizing in place",
                                    false,
                                    List.of(number("instances", 1, 1, MANY, "Instances.")),
                                    (spec, random) ->
                                            new VerticalPods(spec.parameter("instances"))),
                            new Entry<>(
                                    "fixed",
                                    "always the same number of instances",
                                    false,
                                    List.of(number("instances", 1, 1, MANY, "Instances.")),
                                    (spec, random) ->
                                            new FixedInstances(spec.parameter("instances")))));

    private Autoscalers() {}

    /** The registry: help, completion and errors derive from it. */
    public static PolicyRegistry<Autoscaler> registry() {
        return REGISTRY;
    }

    /** A spelling without the parameters that have their defaults: for people, not for results. */
    public static String brief(String spelling) {
        PolicySpec spec = REGISTRY.parse("autoscaler", spelling);
        List<String> others = new ArrayList<>();
        for (PolicyParameter parameter : REGISTRY.entry(spec).parameters()) {
            int value = spec.parameter(parameter.name());
            if (value != parameter.defaultValue()) {
                others.add(parameter.name() + "=" + value);
            }
        }
        return others.isEmpty() ? spec.name() : spec.name() + "[" + String.join(",", others) + "]";
    }

    private static PolicyParameter number(String name, int value, int low, int high, String help) {
        return new PolicyParameter(name, value, low, high, help);
    }

    private static Entry<Autoscaler> latest(String name, String description, int periodMillis) {
        return new Entry<>(
                name,
                description,
                false,
                List.of(
                        number("period", periodMillis, 1, 60_000, "Time between decisions, ms."),
                        number("delay", 0, 0, 60_000, "From a measurement to its effect, ms."),
                        number("staffing", 50, 0, 1_000, "b of a + b sqrt(a) cores, %."),
                        number(
                                "p99",
                                0,
                                0,
                                3_600_000,
                                "Target of a PID on p99, ms (Algorithm 4); 0: none."),
                        number("memory", 0, 0, 1, "1: memory grows with CPU, 0: it stays.")),
                (spec, random) ->
                        new LatEst(
                                new LatEst.Settings(
                                        spec.name().equals("latest-predict"),
                                        spec.parameter("period") * 1_000L,
                                        spec.parameter("delay") * 1_000L,
                                        spec.parameter("staffing") / 100.0,
                                        spec.parameter("p99"),
                                        spec.parameter("memory") == 1)));
    }

    private static Entry<Autoscaler> knative(String name, String description, Metric metric) {
        List<PolicyParameter> parameters = new ArrayList<>();
        parameters.add(
                number(
                        "total",
                        0,
                        0,
                        MANY,
                        "Most that an instance is to carry, 0: Knative's rule."));
        parameters.add(number("utilisation", 70, 1, 100, "Share of it that is aimed at, %."));
        parameters.add(number("window", 60, 6, 3_600, "Long window, s."));
        parameters.add(number("panic-window", 10, 1, 100, "Short window, % of the long one."));
        parameters.add(number("panic", 200, 110, 1_000, "Threshold, % of ready instances."));
        parameters.add(number("up", 1_000, 2, MANY, "Most times the ready ones per decision."));
        parameters.add(number("down", 2, 2, MANY, "Most times fewer per decision."));
        parameters.add(number("delay", 0, 0, 3_600, "Delay of a scale-down, s."));
        parameters.add(number("burst", 211, -1, MANY, "Wanted burst capacity, requests."));
        parameters.add(number("min", 0, 0, MANY, "Least instances."));
        parameters.add(number("max", 0, 0, MANY, "Most instances, 0: no bound."));
        parameters.add(number("initial", 1, 0, MANY, "Instances at the start."));
        parameters.add(number("activation", 1, 1, MANY, "Least where there are any."));
        parameters.add(number("grace", 30, 0, 3_600, "Grace period of the last instance, s."));
        parameters.add(number("scrape", 0, 0, 600, "Age of a measurement when it is known, s."));
        parameters.add(number("retention", 0, 0, 3_600, "Retention of the last instance, s."));
        return new Entry<>(
                name,
                description,
                false,
                parameters,
                new PolicyRegistry.Requirement(
                        "max of at least min, or 0",
                        spec ->
                                spec.parameter("max") == 0
                                        || spec.parameter("max") >= spec.parameter("min")),
                (spec, random) ->
                        new KnativeAutoscaler(settings(spec, metric), spec.parameter("scrape")));
    }

    private static int total(PolicySpec spec, Metric metric) {
        int total = spec.parameter("total");
        return total > 0 ? total : metric == Metric.RPS ? DEFAULT_RPS : DEFAULT_CONCURRENCY;
    }

    /**
     * The autoscaler as Knative sets it up for a function whose instances work on at most {@code
     * concurrency} requests at once, 0 for no limit: what an instance is meant to carry is that
     * limit, or less where that is asked for. Others are as they were.
     */
    public static PolicySpec forConcurrency(PolicySpec spec, int concurrency) {
        if (!spec.name().equals("kpa") || concurrency == 0) {
            return spec;
        }
        int total = spec.parameter("total");
        Map<String, Integer> parameters = new HashMap<>(spec.parameters());
        parameters.put("total", total == 0 ? concurrency : Math.min(total, concurrency));
        return new PolicySpec(spec.name(), parameters);
    }

    private static KpaSettings settings(PolicySpec spec, Metric metric) {
        return new KpaSettings(
                new Target(metric, total(spec, metric), spec.parameter("utilisation") / 100.0),
                new Windows(spec.parameter("window"), spec.parameter("panic-window"), false),
                new Rates(
                        spec.parameter("up"),
                        spec.parameter("down"),
                        spec.parameter("panic") / 100.0,
                        spec.parameter("delay")),
                new Bounds(
                        spec.parameter("min"),
                        spec.parameter("max"),
                        spec.parameter("initial"),
                        spec.parameter("activation")),
                new Idle(spec.parameter("grace"), spec.parameter("retention")),
                spec.parameter("burst"));
    }
}
