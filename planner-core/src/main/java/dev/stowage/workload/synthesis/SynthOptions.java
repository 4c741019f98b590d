package dev.stowage.workload.synthesis;

import dev.stowage.basis.Check;
import dev.stowage.basis.InputException;
import dev.stowage.model.TaskClass;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How a workload is generated from a model.
 *
 * @param jobs number of jobs over the window of the model's job table (W_N), at least 0
 * @param arrivalScale factor on arrival times (W_SAT), above 0; 2 halves the load
 * @param durationScaleBatch factor on the duration of batch jobs (J_SD), above 0
 * @param durationScaleUserFacing factor on the duration of user-facing jobs (J_SD), above 0
 * @param scaleBy what the duration factors change
 * @param generator name of the generator, one of {@link Generators#names()}
 * @param seed root seed
 * @param replication number of the repetition, at least 0; each draws anew
 */
public record SynthOptions(
        long jobs,
        double arrivalScale,
        double durationScaleBatch,
        double durationScaleUserFacing,
        ScaleBy scaleBy,
        String generator,
        long seed,
        int replication) {

    /** What the duration factors change. */
    public enum ScaleBy {
        /** The number of tasks of a job, as in the paper. */
        COUNT,
        /** The duration of every task. */
        DURATION;

        /** As spelled on the command line. */
        public String spelling() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final long MOST_JOBS = 200_000_000; // as many fit into memory's arrays

    public SynthOptions {
        Check.notNegative("jobs", jobs);
        Check.positive("arrivalScale", arrivalScale);
        Check.positive("durationScaleBatch", durationScaleBatch);
        Check.positive("durationScaleUserFacing", durationScaleUserFacing);
        Check.notBlank("generator", generator);
        Check.notNegative("replication", replication);
    }

    /**
     * Refuses more jobs than can be drawn.
     *
     * @param drawn jobs, as asked for or as grown
     */
    static void checkJobs(double drawn) {
        if (drawn > MOST_JOBS) {
            throw InputException.at(
                    "jobs to draw",
                    String.format(Locale.ROOT, "%,.0f", drawn),
                    String.format(Locale.ROOT, "at most %,d", MOST_JOBS),
                    "Ask for fewer (--jobs; workload.jobs of a scenario), or for less growth.");
        }
    }

    /** {@code jobs} jobs, nothing scaled, the generator of the paper, replication 0. */
    public static SynthOptions of(long jobs, long seed) {
        return new SynthOptions(jobs, 1, 1, 1, ScaleBy.COUNT, Generators.PAPER, seed, 0);
    }

    /** The same with another repetition. */
    public SynthOptions withReplication(int other) {
        return new SynthOptions(
                jobs,
                arrivalScale,
                durationScaleBatch,
                durationScaleUserFacing,
                scaleBy,
                generator,
                seed,
                other);
    }

    /** The same with another number of jobs. */
    public SynthOptions withJobs(long other) {
        return new SynthOptions(
                other,
                arrivalScale,
                durationScaleBatch,
                durationScaleUserFacing,
                scaleBy,
                generator,
                seed,
                replication);
    }

    /** The same with another factor on arrival times. */
    public SynthOptions withArrivalScale(double other) {
        return new SynthOptions(
                jobs,
                other,
                durationScaleBatch,
                durationScaleUserFacing,
                scaleBy,
                generator,
                seed,
                replication);
    }

    /** Options as a provenance states them. */
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("generator", generator);
        parameters.put("jobs", Long.toString(jobs));
        parameters.put("arrivalScale", Double.toString(arrivalScale));
        parameters.put("durationScaleBatch", Double.toString(durationScaleBatch));
        parameters.put("durationScaleUserFacing", Double.toString(durationScaleUserFacing));
        parameters.put("durationScaleBy", scaleBy.spelling());
        return parameters;
    }

    /** The duration factor of one class. */
    public double durationScale(TaskClass taskClass) {
        return switch (taskClass) {
            case BATCH -> durationScaleBatch;
            case USER_FACING -> durationScaleUserFacing;
        };
    }
}
