package dev.stowage.sim.profiled;

import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;
import dev.stowage.profile.ApplicationProfile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Jobs of profiled applications over time.
 *
 * @param jobs in order of arrival
 * @param untilSeconds end of the arrivals; figures are means until then
 */
public record ClusterWork(List<Job> jobs, double untilSeconds) {
    /**
     * Tasks that arrive together.
     *
     * @param submitSeconds when
     * @param application what they run
     * @param secondsAlone how long each takes at performance index 1; at least one
     */
    public record Job(
            double submitSeconds, ApplicationProfile application, List<Double> secondsAlone) {
        public Job {
            Check.notNegative("submitSeconds", submitSeconds);
            secondsAlone = List.copyOf(secondsAlone);
            Check.positive("tasks", secondsAlone.size());
            secondsAlone.forEach(seconds -> Check.positive("secondsAlone", seconds));
        }

        /** So many tasks that take as long as each other. */
        public Job(
                double submitSeconds,
                ApplicationProfile application,
                double secondsAlone,
                int tasks) {
            this(submitSeconds, application, Collections.nCopies(tasks, secondsAlone));
        }
    }

    public ClusterWork {
        jobs = List.copyOf(jobs);
        Check.positive("untilSeconds", untilSeconds);
    }

    /**
     * Jobs of one task each, Poisson or evenly spaced, whose applications are drawn with equal
     * probability from a list.
     *
     * @param meanSecondsAlone mean duration; lognormal, coefficient of variation 0.5 (ours)
     */
    public static ClusterWork of(
            List<ApplicationProfile> applications,
            double jobsPerSecond,
            double untilSeconds,
            double meanSecondsAlone,
            boolean isPoisson,
            long seed) {
        RandomGenerator random = Seeds.stream(seed, "cluster work", 0);
        double sigma = Math.sqrt(Math.log1p(0.25));
        List<Job> jobs = new ArrayList<>();
        double now = isPoisson ? exponential(random, jobsPerSecond) : 0;
        while (now < untilSeconds) {
            ApplicationProfile application = applications.get(random.nextInt(applications.size()));
            double factor = Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
            jobs.add(new Job(now, application, meanSecondsAlone * factor, 1));
            now += isPoisson ? exponential(random, jobsPerSecond) : 1 / jobsPerSecond;
        }
        return new ClusterWork(jobs, untilSeconds);
    }

    private static double exponential(RandomGenerator random, double rate) {
        return -Math.log1p(-random.nextDouble()) / rate;
    }
}
