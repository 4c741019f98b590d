package dev.stowage.report.plan;

import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerType;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.Confidence;
import dev.stowage.plan.CurvePoint;
import dev.stowage.plan.OwnCost;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.run.RunSummary;
import dev.stowage.run.RunSummary.Distribution;
import dev.stowage.run.RunSummary.Level;
import dev.stowage.run.TimeSeries;
import dev.stowage.sim.metrics.PendingBucket;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A plan made up for tests of the report: plausible, and awkward where reports break. */
public final class SamplePlan {
    static final ServerType SERVER =
            new ServerType(
                    "r740",
                    Resources.ofCoresAndGib(48, 256),
                    PowerModel.DEFAULT,
                    OptionalDouble.of(310));

    private SamplePlan() {}

    static PlanFigures figures() {
        return figures("June <script>alert(1)</script> & \"friends\"");
    }

    static PlanFigures figures(String name) {
        CapacityPlan plan = plan(name, true);
        TimeSeries series = series();
        return new PlanFigures(
                plan,
                "{\"name\":\"</script><!--\"}",
                SERVER,
                20_000,
                14,
                summary(),
                series,
                pendingTimes(),
                question(),
                Optional.empty());
    }

    public static CapacityPlan plan(String name, boolean met) {
        LowerBound bound =
                new LowerBound(
                        12,
                        "offered-load",
                        List.of(
                                new LowerBound.Component(
                                        "offered-load",
                                        12,
                                        true,
                                        "The tasks need 541 cores on average."),
                                new LowerBound.Component(
                                        "peak-packing",
                                        17,
                                        false,
                                        "Nothing would ever wait with so many.")),
                        new WorkloadFigures(
                                20_000,
                                0,
                                0,
                                0,
                                86_000_000_000L,
                                12_960.4,
                                51_300,
                                Resources.ofCoresAndGib(8, 64)));
        List<ObjectiveValue> objective =
                List.of(
                        new ObjectiveValue("pendingSeconds.p99", 60, 41.2, 52.9, met, false),
                        new ObjectiveValue("cpuAllocated.p95", 0.9, 0.861, 0.874, true, false),
                        new ObjectiveValue("rejected", 0, 0, 0, true, true),
                        new ObjectiveValue("pending", 0, 0, 0, true, true));
        return new CapacityPlan(
                CapacityPlan.FORMAT_VERSION,
                name,
                List.of(new CapacityPlan.PlannedServers("r740", 14, 48, 256)),
                objective,
                met,
                bound,
                bound.gap(14),
                new Confidence(
                        0.95,
                        0.9,
                        false,
                        61,
                        60,
                        52,
                        0.9245,
                        0,
                        "pendingSeconds.p99",
                        41.2,
                        "a window like this one"),
                curve(),
                List.of(
                        new CapacityPlan.Otherwise("growth", "1.2", 0.1, 16, true),
                        new CapacityPlan.Otherwise("generator", "faithful", null, 12, true)),
                OwnCost.of(SERVER, 14, Optional.empty()).orElseThrow(),
                clouds(),
                null,
                null,
                null,
                null,
                null,
                bound.demand(),
                Map.of("placement", "best-fit"),
                42,
                assumptions(),
                List.of("13 servers may be enough too."),
                new CapacityPlan.Provenance(
                        "stowage", "0.1.0", Map.of("workload", "model google-2011"), 57));
    }

    private static List<CurvePoint> curve() {
        List<CurvePoint> curve = new ArrayList<>();
        double[] p99 = {Double.POSITIVE_INFINITY, 2_400, 310, 88, 41.2, 18.5, 6.1, 1.2, 0, 0};
        for (int i = 0; i < p99.length; i++) {
            int servers = 10 + i;
            Map<String, Double> metrics = new LinkedHashMap<>();
            metrics.put("pendingSeconds.p99", p99[i]);
            metrics.put("cpuAllocated.p95", 12.05 / servers);
            metrics.put("rejected", 0.0);
            metrics.put("pending", i == 0 ? 12.0 : 0.0);
            curve.add(
                    new CurvePoint(
                            servers,
                            61,
                            Math.min(61, servers * 4),
                            servers >= 14,
                            6,
                            metrics,
                            Map.of(),
                            Map.of(),
                            null));
        }
        return curve;
    }

    private static List<CapacityPlan.CloudOption> clouds() {
        List<CapacityPlan.CloudOption> clouds = new ArrayList<>();
        String[][] options = {
            {"aws", "us-east-1", "m7g.16xlarge", "2.6112"},
            {"gcp", "us-central1", "n2-standard-64", "3.1075"},
            {"azure", "eastus", "Standard_D64s_v5", "3.072"},
            {"aws", "eu-west-1", "m7g.16xlarge", "2.9101"},
            {"azure", "westeurope", "Standard_D64s_v5", "3.68"}
        };
        for (String[] option : options) {
            BigDecimal hourly = new BigDecimal(option[3]).multiply(BigDecimal.valueOf(14));
            clouds.add(
                    new CapacityPlan.CloudOption(
                            option[0],
                            option[1],
                            "always-on",
                            hourly.multiply(BigDecimal.valueOf(8_760))
                                    .setScale(2, java.math.RoundingMode.HALF_UP),
                            0.034,
                            option[2],
                            14,
                            hourly,
                            hourly.multiply(BigDecimal.valueOf(730))
                                    .setScale(2, java.math.RoundingMode.HALF_UP),
                            896,
                            3_584,
                            "price list of the provider",
                            "2026-07-01"));
        }
        return clouds;
    }

    private static List<CapacityPlan.Assumption> assumptions() {
        return List.of(
                new CapacityPlan.Assumption(
                        "Power of an idle server, W",
                        "200",
                        CapacityPlan.Assumption.Kind.ASSUMED,
                        "nobody gave it; two thirds of the peak (Sfakianakis 2023, 2.6)"),
                new CapacityPlan.Assumption(
                        "Core hours of the workload",
                        "12960.4",
                        CapacityPlan.Assumption.Kind.MEASURED,
                        "one pass over the workload"),
                new CapacityPlan.Assumption(
                        "Hours in a month",
                        "730",
                        CapacityPlan.Assumption.Kind.PUBLISHED,
                        "price lists of the providers"),
                new CapacityPlan.Assumption(
                        "Gap of a cloud option to its bound",
                        "per option",
                        CapacityPlan.Assumption.Kind.ESTIMATED,
                        "linear relaxation"));
    }

    static RunSummary summary() {
        return new RunSummary(
                "google-2011",
                "14xr740",
                Map.of("placement", "best-fit"),
                42,
                new RunSummary.TaskCounts(20_000, 0, 20_000, 20_000, 0, 0, 0, 0),
                RunSummary.RejectedByReason.NONE,
                new Distribution(20_000, 3.1, 0, 4.2, 12.5, 41.2, 181),
                new Distribution(20_000, 3.1, 0, 4.2, 12.5, 41.2, 181),
                new Distribution(20_000, 3.1, 0, 4.2, 12.5, 41.2, 181),
                new RunSummary.Utilisation(
                        new Level(0.612, 0.63, 0.861, 0.998),
                        new Level(0.41, 0.4, 0.62, 0.71),
                        Map.of()),
                new RunSummary.Fragmentation(0.02, 0.11),
                new RunSummary.ServersInUse(11.2, 14),
                new RunSummary.Energy(91.4, true),
                86_400,
                null,
                Optional.empty(),
                Optional.empty(),
                null,
                OptionalLong.empty(),
                Map.of(),
                List.of(),
                Map.of());
    }

    static TimeSeries series() {
        int rows = 1_440;
        long[] times = new long[rows];
        double[] cpu = new double[rows];
        double[] memory = new double[rows];
        double[] servers = new double[rows];
        double[] pending = new double[rows];
        for (int i = 0; i < rows; i++) {
            times[i] = i * 60_000_000L;
            double wave = Math.sin(2 * Math.PI * i / rows - 1.6);
            cpu[i] = Math.min(1, Math.max(0, 0.6 + 0.38 * wave + 0.06 * Math.sin(i * 0.7)));
            memory[i] = 0.42 + 0.2 * wave;
            servers[i] = Math.ceil(14 * cpu[i]);
            pending[i] = Math.max(0, 40 * (cpu[i] - 0.95));
        }
        Map<String, double[]> columns = new LinkedHashMap<>();
        columns.put(LoadCharts.CPU_SHARE, cpu);
        columns.put(LoadCharts.MEMORY_SHARE, memory);
        columns.put(LoadCharts.CPU_CORES, scaled(cpu, 14 * 48));
        columns.put(LoadCharts.MEMORY_GIB, scaled(memory, 14 * 256));
        columns.put(LoadCharts.CPU_DEMAND, scaled(cpu, 14 * 48 * 1.04));
        columns.put(LoadCharts.MEMORY_DEMAND, scaled(memory, 14 * 256 * 1.02));
        columns.put(LoadCharts.SERVERS_IN_USE, servers);
        columns.put(LoadCharts.PENDING, pending);
        return new TimeSeries(60_000_000L, times, columns);
    }

    private static double[] scaled(double[] values, double factor) {
        return java.util.Arrays.stream(values).map(value -> value * factor).toArray();
    }

    private static List<PendingBucket> pendingTimes() {
        List<PendingBucket> buckets = new ArrayList<>();
        buckets.add(new PendingBucket(0, 0, 14_200));
        double from = 0.01;
        for (int i = 0; i < 140; i++) {
            double to = from * 1.072;
            long tasks = Math.round(120 * Math.exp(-Math.pow((i - 80) / 30.0, 2)));
            if (tasks > 0) {
                buckets.add(new PendingBucket(from, to, tasks));
            }
            from = to;
        }
        return buckets;
    }

    private static Map<String, String> question() {
        Map<String, String> question = new LinkedHashMap<>();
        question.put("Workload", "model google-2011, 20,000 jobs, arrival scale 1");
        question.put("Server", "r740: 48 cores, 256 GiB, $310 a month");
        question.put("Policies", "placement best-fit, admission capacity, queue fifo");
        return question;
    }
}
