package dev.stowage.workload.synthesis;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.Arrivals;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.JointModel;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.prototype.ArrivalDraw;
import dev.stowage.workload.prototype.ClassSequence;
import dev.stowage.workload.prototype.Dealer;
import dev.stowage.workload.prototype.DealtJobs;
import dev.stowage.workload.prototype.Deck;
import dev.stowage.workload.prototype.Jitter;
import dev.stowage.workload.prototype.Stretch;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A synthetic workload that keeps what independent draws lose: bursts and the course of the day
 * ({@link Arrivals}), which values go together ({@link JointModel}), and the jobs that are there
 * when the window begins. The jobs are drawn at once, 16 bytes each; tasks are drawn while they are
 * read. Safe for use by several threads; a pass is not.
 */
public final class FaithfulGenerator implements Workload {
    private static final double MICROS = 1e6;
    private static final TaskClass[] CLASSES = TaskClass.values();

    private final String name;
    private final int standing;
    private final boolean isZeroUnknown;
    private final List<String> notes;
    private final FaithfulJobs jobs;
    private final long taskSeed;

    /**
     * Of jobs that were drawn, those that are there at the start first.
     *
     * @param standing how many those are
     */
    FaithfulGenerator(WorkloadModel model, SynthOptions options, FaithfulJobs jobs, int standing) {
        this.name = model.name();
        this.isZeroUnknown =
                isNeverZero(model, Parameter.CPU) && isNeverZero(model, Parameter.MEMORY);
        this.taskSeed = Seeds.mix(options.seed(), "tasks", options.replication());
        this.standing = standing;
        this.jobs = jobs;
        this.notes = model.undrawn(columns());
    }

    private static FaithfulGenerator drawn(
            WorkloadModel model, Arrivals arrivals, JointModel joint, SynthOptions options) {
        int[] there = standing(arrivals, joint, options, 1);
        FaithfulJobs jobs =
                new FaithfulJobs(
                        Math.addExact(there.length, (int) options.jobs()), joint.jobs(), options);
        System.arraycopy(there, 0, jobs.prototype, 0, there.length);
        FaithfulGenerator generator = new FaithfulGenerator(model, options, jobs, there.length);
        generator.drawJobs(arrivals, joint, options);
        generator.drawDurations(model, joint, options);
        return generator;
    }

    private void drawDurations(WorkloadModel model, JointModel joint, SynthOptions options) {
        double[] jitter = Jitter.of(joint.jobs());
        long seed = Seeds.mix(options.seed(), "duration", options.replication());
        Stretch stretch = Stretch.of(model, joint, seed);
        double seenMicros = joint.windowSeconds() * options.arrivalScale() * MICROS;
        for (int j = 0; j < jobs.size(); j++) {
            int p = jobs.prototype[j];
            if (stretch != null && jobs.arrivalMicros[j] > seenMicros && stretch.holds(p)) {
                jobs.factor[j] = (float) stretch.factor(p, j);
                continue;
            }
            double u = jitter[p] > 0 ? Seeds.uniform(seed, j, 0) - 0.5 : 0;
            jobs.factor[j] = (float) (1 + 2 * jitter[p] * u);
        }
    }

    /**
     * Draws the jobs.
     *
     * @throws InputException if the model has neither arrivals nor a joint structure, or if more
     *     jobs are asked for than fit into memory's arrays
     */
    public static FaithfulGenerator of(WorkloadModel model, SynthOptions options) {
        SynthOptions.checkJobs((double) options.jobs());
        Arrivals arrivals = model.arrivals();
        JointModel joint = model.joint();
        if (arrivals == null || joint == null) {
            throw InputException.at(
                    "--generator",
                    "faithful, and the model " + model.name() + " without arrivals and joint",
                    "a model that has them, or --generator " + Generators.PAPER,
                    "The notes of the model say why it has none; models of version 1 can be fitted"
                            + " again.");
        }
        return drawn(model, arrivals, joint, options);
    }

    /** True if no task was seen to request 0, so that a request of 0 is one that is not known. */
    private static boolean isNeverZero(WorkloadModel model, Parameter request) {
        return model.classes().values().stream()
                .flatMap(ofClass -> ofClass.parameter(request).stream())
                .allMatch(parameter -> parameter.low() > 0);
    }

    /**
     * Prototypes of the jobs that are there at the start: as many as the trace had, those that ran
     * times the ratio of the rates of arrival and of the durations (Little's law), those that
     * waited as they were.
     *
     * @param level factor on the rate of arrival beside that of the options
     */
    static int[] standing(Arrivals arrivals, JointModel joint, SynthOptions options, double level) {
        RandomGenerator random = stream(options, "standing");
        double rate = level * options.jobs() / arrivals.total() / options.arrivalScale();
        List<JobPrototype> all = joint.jobs();
        IntStream.Builder drawn = IntStream.builder();
        for (TaskClass taskClass : CLASSES) {
            double longer =
                    options.scaleBy() == SynthOptions.ScaleBy.DURATION
                            ? options.durationScale(taskClass)
                            : 1;
            for (boolean isWaiting : new boolean[] {false, true}) {
                int[] own =
                        IntStream.range(0, all.size())
                                .filter(i -> all.get(i).isStanding())
                                .filter(i -> all.get(i).isWaiting() == isWaiting)
                                .filter(i -> all.get(i).taskClass() == taskClass)
                                .toArray();
                deal(joint, own, isWaiting ? 1 : rate * longer, random, drawn);
            }
        }
        return drawn.build().toArray();
    }

    /** Deals as many as the weights of the prototypes say, times a factor. */
    private static void deal(
            JointModel joint,
            int[] prototypes,
            double factor,
            RandomGenerator random,
            IntStream.Builder drawn) {
        Deck deck = Dealer.deck(joint, prototypes, random);
        double weight =
                IntStream.of(prototypes).mapToDouble(i -> joint.jobs().get(i).weight()).sum();
        long count = Math.round(weight * factor);
        for (long i = 0; deck != null && i < count; i++) {
            drawn.add(deck.next());
        }
    }

    private void drawJobs(Arrivals arrivals, JointModel joint, SynthOptions options) {
        int n = (int) options.jobs();
        RandomGenerator classes = stream(options, "class");
        double[] weights = new double[CLASSES.length];
        for (TaskClass c : CLASSES) {
            weights[number(c)] = Dealer.canDeal(joint, c) ? 1 : 0;
        }
        int[][] counts = ArrivalDraw.share(arrivals, n, weights, classes.nextDouble());
        ArrivalDraw draw = new ArrivalDraw(arrivals, stream(options, "arrival"));
        double[] seconds = new double[n];
        byte[] classOf = new byte[n];
        ClassSequence sequence = new ClassSequence(arrivals.classPersistence(), classes);
        int at = 0;
        for (int s = 0; s < arrivals.segments(); s++) {
            int ofSegment = counts[0][s] + counts[1][s];
            draw.segment(s, ofSegment, seconds, at);
            sequence.begin(counts[0][s], counts[1][s]);
            for (int end = at + ofSegment; at < end; at++) {
                classOf[at] = (byte) sequence.next();
            }
        }
        DealtJobs.deal(
                arrivals,
                joint,
                seconds,
                classOf,
                Seeds.mix(options.seed(), "sessions", options.replication()),
                taskClass -> stream(options, "jobs." + taskClass),
                (number, prototype, arrival) -> {
                    jobs.prototype[standing + number] = prototype;
                    jobs.arrivalMicros[standing + number] =
                            Math.round(arrival * options.arrivalScale() * MICROS);
                });
    }

    @SuppressWarnings("EnumOrdinal") // columns by class
    private static int number(TaskClass taskClass) {
        return taskClass.ordinal();
    }

    private static RandomGenerator stream(SynthOptions options, String streamName) {
        return Seeds.stream(options.seed(), streamName, options.replication());
    }

    @Override
    public String name() {
        return name;
    }

    /** What jobs of the model ask for besides CPU and memory. */
    @Override
    public Set<TaskColumn> columns() {
        return jobs.columns();
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    /** The tasks that run; those that never do are left out, as in the replay of a trace. */
    @Override
    public TaskSource open() {
        return new FaithfulTasks(jobs, taskSeed, false);
    }

    @Override
    public Workload asRecorded() {
        return new Workload() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Set<TaskColumn> columns() {
                return FaithfulGenerator.this.columns();
            }

            @Override
            public TaskSource open() {
                return new FaithfulTasks(jobs, taskSeed, true);
            }

            @Override
            public long standingJobs() {
                return standing;
            }

            @Override
            public boolean isZeroUnknown() {
                return isZeroUnknown;
            }
        };
    }

    /** The first this many jobs are there when the window begins. */
    @Override
    public long standingJobs() {
        return standing;
    }
}
