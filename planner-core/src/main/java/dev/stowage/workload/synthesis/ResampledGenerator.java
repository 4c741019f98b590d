package dev.stowage.workload.synthesis;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Seeds;
import dev.stowage.model.Workload;
import dev.stowage.workload.Arrivals;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.JointModel;
import dev.stowage.workload.TaskGroup;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.prototype.Jitter;
import dev.stowage.workload.prototype.WindowLevel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Another window like the recorded one: a stationary bootstrap of its blocks ({@link
 * WindowBlocks}), whose users come anew in each draw. A session of a user, or a job that stands
 * alone, comes a Poisson number of times with what it asks for and the distances of its jobs; its
 * mean follows the level of the whole window ({@link WindowLevel}), which is drawn too. So arrivals
 * are a doubly stochastic process, and two draws differ as two windows do. More jobs are more
 * users: a factor of two is the sum of two windows that were drawn apart, and bursts don't double.
 */
final class ResampledGenerator {
    /** Beside its first copy in a block, a unit comes as far off as this part of the block. */
    private static final double FURTHER_COPIES = 1.0 / 24;

    private static final double NEAR_SECONDS = 60;
    private static final double MICROS = 1e6;

    private final Arrivals arrivals;
    private final JointModel joint;
    private final SynthOptions options;
    private final WindowBlocks blocks;
    private final List<List<int[]>> units = new ArrayList<>();
    private final List<Drawn> drawn = new ArrayList<>();

    /** A job of the draw. */
    private record Drawn(double seconds, int prototype) {}

    private ResampledGenerator(
            Arrivals arrivals, JointModel joint, WindowBlocks blocks, SynthOptions options) {
        this.arrivals = arrivals;
        this.joint = joint;
        this.blocks = blocks;
        this.options = options;
        for (int i = 0; i < blocks.whole(); i++) {
            units.add(new ArrayList<>());
        }
        collectUnits();
    }

    /**
     * Draws the jobs.
     *
     * @throws InputException if the model has no whole jobs of all of its window, or too short a
     *     one
     */
    static Workload of(WorkloadModel model, SynthOptions options) {
        Optional<String> shortfall = shortfall(model);
        if (shortfall.isPresent()) {
            throw InputException.at(
                    "--generator",
                    "resampled, and the model " + model.name() + ", " + shortfall.get(),
                    "a model with arrivals, and with whole jobs of all of its window, of at least"
                            + " four minutes",
                    "Take --generator " + Generators.sameWindowFor(model) + ".");
        }
        ResampledGenerator generator =
                new ResampledGenerator(
                        Objects.requireNonNull(model.arrivals(), "arrivals"),
                        Objects.requireNonNull(model.joint(), "joint"),
                        WindowBlocks.of(model.windowSeconds()).orElseThrow(),
                        options);
        return generator.draw(model);
    }

    /** What a model lacks for this generator, in words; empty if nothing. */
    static Optional<String> shortfall(WorkloadModel model) {
        JointModel joint = model.joint();
        if (model.arrivals() == null || joint == null) {
            return Optional.of("which has marginal distributions only");
        }
        double window = model.windowSeconds();
        if (!joint.isOfWholeWindow(window)) {
            return Optional.of("whose trace does not have the tasks of all of its window");
        }
        return WindowBlocks.of(window).isPresent()
                ? Optional.empty()
                : Optional.of("of a window of " + Math.round(window) + " s");
    }

    /** Sessions and jobs that stand alone, by the block that the first of their jobs lies in. */
    private void collectUnits() {
        Map<Integer, List<Integer>> sessions = new HashMap<>();
        for (int p = 0; p < joint.jobs().size(); p++) {
            JobPrototype job = joint.jobs().get(p);
            int block = blocks.at(job.atSeconds());
            if (job.isStanding() || (block < 0 && !sessions.containsKey(job.session()))) {
                continue;
            }
            if (!job.isOfSession()) {
                units.get(block).add(new int[] {p});
            } else {
                sessions.computeIfAbsent(job.session(), key -> new ArrayList<>()).add(p);
            }
        }
        sessions.values().stream()
                .sorted((a, b) -> Integer.compare(a.get(0), b.get(0)))
                .map(list -> list.stream().mapToInt(Integer::intValue).toArray())
                .forEach(unit -> units.get(blocks.at(at(unit[0]))).add(unit));
    }

    private double at(int prototype) {
        return joint.jobs().get(prototype).atSeconds();
    }

    /** Core-seconds of the jobs of each whole block; GiB-seconds where none asks for CPU. */
    private double[] work() {
        double[] cores = new double[blocks.whole()];
        double[] gib = new double[blocks.whole()];
        for (int block = 0; block < cores.length; block++) {
            for (int[] unit : units.get(block)) {
                for (int p : unit) {
                    JobPrototype job = joint.jobs().get(p);
                    for (TaskGroup group : job.groups()) {
                        double busy =
                                group.isEndless()
                                        ? joint.windowSeconds() - job.atSeconds()
                                        : group.durationSeconds().mean();
                        double all = job.weight() * group.tasks() * busy;
                        cores[block] += all * group.cpuCores();
                        gib[block] += all * group.memoryGib();
                    }
                }
            }
        }
        return Arrays.stream(cores).sum() > 0 ? cores : gib;
    }

    private FaithfulGenerator draw(WorkloadModel model) {
        double level = WindowLevel.of(work()).draw(stream("level"));
        double jobs = options.jobs() / (double) Math.max(1, arrivals.total()) * level;
        SynthOptions.checkJobs(jobs * arrivals.total());
        int layers = (int) Math.max(1, Math.ceil(jobs - 1e-9));
        RandomGenerator days = stream("blocks");
        RandomGenerator users = stream("users");
        int lead = lead();
        for (int layer = 0; layer < layers && jobs > 0; layer++) {
            int[] source = blocks.resampled(lead, days);
            for (int i = 0; i < source.length; i++) {
                for (int[] unit : units.get(source[i])) {
                    int copies = poisson(jobs / layers, users);
                    for (int copy = 0; copy < copies; copy++) {
                        add(unit, source[i], i - lead, copy, users);
                    }
                }
            }
        }
        drawn.sort((a, b) -> Double.compare(a.seconds, b.seconds));
        return workload(model, level);
    }

    /** Blocks before the window whose sessions may reach into it, or be moved into it. */
    private int lead() {
        double longest = 0;
        for (List<int[]> ofBlock : units) {
            for (int[] unit : ofBlock) {
                longest = Math.max(longest, at(unit[unit.length - 1]) - at(unit[0]));
            }
        }
        return 1 + (int) Math.ceil(longest / blocks.seconds());
    }

    /** A copy of a session or a job, at its time of the block or, if it is one more, near it. */
    private void add(int[] unit, int source, int block, int copy, RandomGenerator random) {
        double most = copy == 0 ? NEAR_SECONDS : FURTHER_COPIES * blocks.seconds();
        double moved = (block - source) * blocks.seconds() + (2 * random.nextDouble() - 1) * most;
        for (int p : unit) {
            double weight = joint.jobs().get(p).weight();
            int times = (int) (weight + random.nextDouble());
            for (int k = 0; k < times; k++) {
                double apart = k == 0 ? 0 : (2 * random.nextDouble() - 1) * NEAR_SECONDS;
                double seconds = arrivals.snapped(at(p) + moved + apart);
                if (seconds >= 0 && seconds < arrivals.windowSeconds()) {
                    drawn.add(new Drawn(seconds, p));
                }
            }
        }
    }

    /** Source: Knuth, The Art of Computer Programming 2, 3.4.1; for means of at most 1. */
    private static int poisson(double mean, RandomGenerator random) {
        double least = Math.exp(-mean);
        double product = random.nextDouble();
        int count = 0;
        while (product > least) {
            product *= random.nextDouble();
            count++;
        }
        return count;
    }

    private FaithfulGenerator workload(WorkloadModel model, double level) {
        int[] there = FaithfulGenerator.standing(arrivals, joint, options, level);
        FaithfulJobs jobs = new FaithfulJobs(there.length + drawn.size(), joint.jobs(), options);
        System.arraycopy(there, 0, jobs.prototype, 0, there.length);
        double[] jitter = Jitter.of(joint.jobs());
        long seed = Seeds.mix(options.seed(), "duration", options.replication());
        for (int j = 0; j < jobs.size(); j++) {
            if (j >= there.length) {
                Drawn job = drawn.get(j - there.length);
                jobs.prototype[j] = job.prototype;
                jobs.arrivalMicros[j] = Math.round(job.seconds * options.arrivalScale() * MICROS);
            }
            double most = jitter[jobs.prototype[j]];
            double u = most > 0 ? Seeds.uniform(seed, j, 0) - 0.5 : 0;
            jobs.factor[j] = (float) (1 + 2 * most * u);
        }
        return new FaithfulGenerator(model, options, jobs, there.length);
    }

    private RandomGenerator stream(String name) {
        return Seeds.stream(options.seed(), name, options.replication());
    }
}
