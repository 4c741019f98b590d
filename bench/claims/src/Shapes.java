package dev.stowage.plan;

import dev.stowage.basis.Seeds;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.workload.WorkloadModels;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/** Workloads of many shapes, each in replications: what plans are made for here. */
final class Shapes {
    /** A shape with its objective, kind of server and placement policy. */
    record Shape(
            String name,
            IntFunction<Workload> workload,
            Resources server,
            String metric,
            double bound,
            String placement) {
        /** Replications are fewer by this factor: the simulator is dearer than the recursion. */
        int cost() {
            return waits(this, workload.apply(0), 1).isPresent() ? 1 : 4;
        }
    }

    private static final long SEED = 20_261_122;

    private record Task(double submit, double duration, double cores, double gib) {}

    private Shapes() {}

    static List<Shape> all() {
        List<Shape> shapes = new ArrayList<>();
        Resources one = Resources.ofCoresAndGib(1, 1);
        Resources four = Resources.ofCoresAndGib(4, 4);
        shapes.add(queue("M/M/k", one, 150, 8, Shapes::exponential, "pendingSeconds.p95", 0.5));
        shapes.add(
                queue(
                        "M/M/k, mean wait",
                        one,
                        400,
                        8,
                        Shapes::exponential,
                        "pendingSeconds.mean",
                        0.1));
        shapes.add(
                queue(
                        "M/G/k, lognormal, CV 3",
                        one,
                        150,
                        8,
                        Shapes::logNormal,
                        "pendingSeconds.p95",
                        0.5));
        shapes.add(
                queue(
                        "M/G/k, Pareto 1.5",
                        one,
                        150,
                        5,
                        r -> pareto(r, 1.5),
                        "pendingSeconds.p95",
                        0.5));
        shapes.add(
                queue(
                        "M/G/k, Pareto 1.1, mean wait",
                        one,
                        150,
                        3,
                        r -> pareto(r, 1.1),
                        "pendingSeconds.mean",
                        0.2));
        shapes.add(drawn("bursts on and off", one, Shapes::onOff, "pendingSeconds.p95", 1));
        shapes.add(drawn("arrivals in batches", one, Shapes::batches, "pendingSeconds.p95", 1));
        shapes.add(
                drawn(
                        "day and night",
                        one,
                        r -> arrivals(r, 200, 8, t -> 1 + 0.8 * Math.sin(t / 4)),
                        "pendingSeconds.p95",
                        0.5));
        shapes.add(
                drawn(
                        "zero-inflated: a rush in one window of four",
                        one,
                        Shapes::rush,
                        "pendingSeconds.p95",
                        1));
        shapes.add(
                drawn(
                        "a disaster in one window of twelve, mean wait",
                        one,
                        Shapes::disaster,
                        "pendingSeconds.mean",
                        0.2));
        shapes.add(
                drawn("tasks of 1 to 4 cores", four, r -> sized(r, 4, 1), "pendingSeconds.p95", 1));
        shapes.add(
                drawn(
                        "two dimensions, large tasks",
                        four,
                        r -> sized(r, 3, 4),
                        "pendingSeconds.max",
                        4));
        shapes.add(
                drawn(
                        "sized tasks, random placement",
                        four,
                        r -> sized(r, 4, 3),
                        "pendingSeconds.p95",
                        1,
                        "random"));
        shapes.add(model("google-2011, generator paper", "google-2011", 120, Generators.PAPER));
        shapes.add(
                model("google-2011, generator faithful", "google-2011", 120, Generators.FAITHFUL));
        shapes.add(
                model(
                        "alibaba-2017, generator resampled",
                        "alibaba-2017",
                        4,
                        Generators.RESAMPLED));
        Workload recorded = made(sized(Seeds.stream(SEED, "recorded", 0), 4, 3));
        shapes.add(
                new Shape(
                        "recorded, random placement",
                        r -> recorded,
                        four,
                        "pendingSeconds.p95",
                        2,
                        "random"));
        return shapes;
    }

    private interface Draw {
        List<Task> tasks(RandomGenerator random);
    }

    private interface Service {
        double seconds(RandomGenerator random);
    }

    private static Shape drawn(
            String name, Resources server, Draw draw, String metric, double bound) {
        return drawn(name, server, draw, metric, bound, "first-fit");
    }

    private static Shape drawn(
            String name,
            Resources server,
            Draw draw,
            String metric,
            double bound,
            String placement) {
        return new Shape(
                name,
                r -> made(draw.tasks(Seeds.stream(SEED, name, r))),
                server,
                metric,
                bound,
                placement);
    }

    private static Shape queue(
            String name,
            Resources server,
            int tasks,
            double rate,
            Service service,
            String metric,
            double bound) {
        return drawn(
                name,
                server,
                r -> {
                    List<Task> list = new ArrayList<>();
                    double at = 0;
                    for (int i = 0; i < tasks; i++) {
                        at += exponential(r) / rate;
                        list.add(new Task(at, service.seconds(r), 1, 1));
                    }
                    return list;
                },
                metric,
                bound);
    }

    private static Shape model(String name, String model, int jobs, String generator) {
        var loaded = WorkloadModels.load(model);
        return new Shape(
                name,
                r ->
                        Held.of(
                                Generators.generate(
                                        loaded,
                                        new SynthOptions(
                                                jobs,
                                                0.05,
                                                1,
                                                1,
                                                SynthOptions.ScaleBy.values()[0],
                                                generator,
                                                SEED,
                                                r))),
                Resources.ofCoresAndGib(1, 1),
                "pendingSeconds.p95",
                60,
                "best-fit");
    }

    private static double exponential(RandomGenerator random) {
        return -Math.log1p(-random.nextDouble());
    }

    /** Mean 1, coefficient of variation 3. */
    private static double logNormal(RandomGenerator random) {
        double sigma = Math.sqrt(Math.log(10));
        return Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
    }

    private static double pareto(RandomGenerator random, double shape) {
        return (shape - 1) / shape * Math.pow(1 - random.nextDouble(), -1 / shape);
    }

    private static List<Task> arrivals(
            RandomGenerator random, int tasks, double rate, DoubleUnaryOperator factor) {
        List<Task> list = new ArrayList<>();
        double at = 0;
        while (list.size() < tasks) { // thinning
            at += exponential(random) / (2 * rate);
            if (random.nextDouble() < factor.applyAsDouble(at) / 2) {
                list.add(new Task(at, exponential(random), 1, 1));
            }
        }
        return list;
    }

    private static List<Task> onOff(RandomGenerator random) {
        List<Task> list = new ArrayList<>();
        double at = 0;
        while (list.size() < 150) {
            double end = at + 2 * exponential(random);
            for (double t = at; t < end && list.size() < 150; t += exponential(random) / 12) {
                list.add(new Task(t, exponential(random), 1, 1));
            }
            at = end + 3 * exponential(random);
        }
        return list;
    }

    private static List<Task> batches(RandomGenerator random) {
        List<Task> list = new ArrayList<>();
        for (double at = 0; list.size() < 150; at += 2 * exponential(random)) {
            int size = 1 + (int) (8 * exponential(random));
            for (int i = 0; i < size; i++) {
                list.add(new Task(at, exponential(random), 1, 1));
            }
        }
        return list;
    }

    private static List<Task> rush(RandomGenerator random) {
        List<Task> list = arrivals(random, 120, 4, t -> 1);
        if (random.nextDouble() < 0.25) {
            int more = 10 + (int) (20 * exponential(random));
            for (int i = 0; i < more; i++) {
                list.add(new Task(10, 1 + exponential(random), 1, 1));
            }
        }
        list.sort(Comparator.comparingDouble(Task::submit));
        return list;
    }

    private static List<Task> disaster(RandomGenerator random) {
        List<Task> list = arrivals(random, 120, 4, t -> 1);
        if (random.nextDouble() < 1.0 / 12) {
            for (int i = 40; i < 60; i++) {
                Task task = list.get(i);
                list.set(i, new Task(task.submit(), 20 * task.duration(), 1, 1));
            }
        }
        return list;
    }

    private static List<Task> sized(RandomGenerator random, double rate, double memory) {
        List<Task> list = new ArrayList<>();
        double at = 0;
        for (int i = 0; i < 120; i++) {
            at += exponential(random) / rate;
            list.add(
                    new Task(
                            at,
                            1 + exponential(random),
                            1 + random.nextInt(4),
                            0.25 + (memory - 0.25) * random.nextDouble()));
        }
        return list;
    }

    private static Workload made(List<Task> tasks) {
        return new Made(tasks);
    }

    private record Made(List<Task> tasks) implements Workload {
        @Override
        public String name() {
            return "made";
        }

        @Override
        public TaskSource open() {
            return new Rows(tasks);
        }
    }

    /**
     * The waits of tasks of one core on servers of one core, first come first served, in seconds:
     * the recursion of Kiefer and Wolfowitz, a hundred times as fast as the simulator. Empty if
     * that is not what the shape is.
     */
    static Optional<double[]> waits(Shape shape, Workload workload, int servers) {
        if (!(workload instanceof Made made)
                || !shape.server().equals(Resources.ofCoresAndGib(1, 1))) {
            return Optional.empty();
        }
        double[] waits = new double[made.tasks().size()];
        PriorityQueue<Double> free = new PriorityQueue<>();
        for (int i = 0; i < waits.length; i++) {
            Task task = made.tasks().get(i);
            double start =
                    free.size() < servers ? task.submit() : Math.max(task.submit(), free.remove());
            waits[i] = start - task.submit();
            free.add(start + task.duration());
        }
        return Optional.of(waits);
    }

    private static final class Rows implements TaskSource {
        private final List<Task> tasks;
        private int next;

        Rows(List<Task> tasks) {
            this.tasks = tasks;
        }

        @Override
        public boolean read(TaskBatch batch) {
            batch.size = 0;
            batch.isPlain = true;
            for (; batch.size < batch.capacity() && next < tasks.size(); next++) {
                Task task = tasks.get(next);
                int at = batch.size++;
                batch.submitMicros[at] = Math.round(1e6 * task.submit());
                batch.durationMicros[at] = Math.max(1, Math.round(1e6 * task.duration()));
                batch.cpuMicroCores[at] = Math.round(1e6 * task.cores());
                batch.memoryBytes[at] = Math.round(1e9 * task.gib());
                batch.jobId[at] = next;
                batch.taskIndex[at] = 0;
                batch.priority[at] = 0;
                batch.taskClass[at] = 0;
                batch.outcome[at] = 0;
            }
            return batch.size > 0;
        }

        @Override
        public Map<String, Long> leftOut() {
            return Map.of();
        }

        @Override
        public void close() {}
    }

    static dev.stowage.policy.PolicySpec placement(Shape shape) {
        return PlacementPolicies.registry().parse("placement", shape.placement());
    }
}
