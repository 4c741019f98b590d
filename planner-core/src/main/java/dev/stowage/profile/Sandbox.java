package dev.stowage.profile;

import dev.stowage.basis.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/**
 * An idle server on which applications of known truth are run on slices, with noise: what a
 * profiler would measure. Times are lognormal around the truth with a coefficient of variation.
 * Source: Sfakianakis 2023, section 2.3; the sampling plan is ours.
 */
public final class Sandbox {
    /** A first run longer than this is cut, and the only one. Source: section 2.4.1. */
    public static final double LONG_TASK_SECONDS = 100;

    private static final double[] AXIS = {0.125, 0.3};
    private static final double[] DIAGONAL = {0.1, 0.25, 0.5};

    private final ProfileLibrary truth;
    private final double noise;
    private final boolean cutsLongTasks;
    private final RandomGenerator random;

    /**
     * @param truth applications and the server
     * @param noise coefficient of variation of a measured time, at least 0
     * @param cutsLongTasks true if a task whose first run takes more than 100 s is run once only
     * @param random stream of the noise
     */
    public Sandbox(
            ProfileLibrary truth, double noise, boolean cutsLongTasks, RandomGenerator random) {
        this.truth = truth;
        this.noise = Check.notNegative("noise", noise);
        this.cutsLongTasks = cutsLongTasks;
        this.random = random;
    }

    /**
     * The ten slices: the whole server, two on each axis with the rest whole, three of one share.
     */
    public static List<Slice> plan() {
        List<Slice> plan = new ArrayList<>();
        plan.add(Slice.WHOLE);
        for (double share : AXIS) {
            plan.add(new Slice(share, 1, 1));
            plan.add(new Slice(1, share, 1));
            plan.add(new Slice(1, 1, share));
        }
        for (double share : DIAGONAL) {
            plan.add(Slice.diagonal(share));
        }
        return List.copyOf(plan);
    }

    /** Runs an application on the slices of the plan, or once if it is a long task. */
    public List<Sample> measure(ApplicationProfile application) {
        boolean isLong = cutsLongTasks && application.secondsAlone().orElse(0) > LONG_TASK_SECONDS;
        return measure(application, isLong ? List.of(Slice.WHOLE) : plan());
    }

    /** Runs an application on each slice; the first must be the whole server. */
    public List<Sample> measure(ApplicationProfile application, List<Slice> slices) {
        if (!slices.get(0).equals(Slice.WHOLE)) {
            throw new IllegalArgumentException("the first slice is " + slices.get(0));
        }
        double cores = truth.server().cores();
        double whole = slowdown();
        List<Sample> samples = new ArrayList<>();
        for (Slice slice : slices) {
            double pi = application.performance().at(slice);
            double measured = slice.equals(Slice.WHOLE) ? 1 : Math.min(1, pi * whole / slowdown());
            OptionalDouble utilisation =
                    application.coresAtFull().isPresent()
                            ? OptionalDouble.of(
                                    application.coresUsed(slice, cores) / (slice.cpu() * cores))
                            : OptionalDouble.empty();
            samples.add(new Sample(slice, measured, utilisation));
        }
        return samples;
    }

    private double slowdown() {
        if (noise == 0) {
            return 1;
        }
        double sigma = Math.sqrt(Math.log1p(noise * noise));
        return Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
    }

    /** Profiles all applications of the truth. */
    public ProfileLibrary profile() {
        List<ApplicationProfile> profiles = new ArrayList<>();
        for (ApplicationProfile application : truth.applications()) {
            List<Sample> samples = measure(application);
            ProfileFitter.Fitted fitted = ProfileFitter.fit(samples, truth.server().cores());
            profiles.add(
                    new ApplicationProfile(
                            application.name(),
                            application.input(),
                            fitted.performance(),
                            fitted.coresAtFull(),
                            application.secondsAlone(),
                            ApplicationProfile.Status.SIMULATED,
                            "sandbox of " + truth.source() + ", noise " + noise,
                            samples,
                            fitted.forms()));
        }
        return new ProfileLibrary("sandbox of " + truth.source(), truth.server(), profiles);
    }
}
