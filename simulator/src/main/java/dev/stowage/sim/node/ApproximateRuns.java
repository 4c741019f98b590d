package dev.stowage.sim.node;

import dev.stowage.model.node.ApproximateProfile;
import dev.stowage.model.node.BatchParameter;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeResource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Approximate jobs in progress: owners of an allocation after the services. A job goes as fast as
 * its cores, ways and the bandwidth of the others let it, over the time of its variant.
 */
final class ApproximateRuns {
    private final List<ApproximateProfile> jobs;
    private final BatchModel[] models;
    private final int firstOwner;
    private final double[] fairCores;
    private final double[] fairWays;
    private final double[] done;
    private final double[] inaccuracy;
    private final double[] finishedAt;
    private final int[] switches;
    private final int[] lastVariant;
    private final int[] mostTaken;

    ApproximateRuns(List<ApproximateProfile> jobs, int firstOwner) {
        this.jobs = jobs;
        this.firstOwner = firstOwner;
        models = jobs.stream().map(each -> BatchModel.of(each.job())).toArray(BatchModel[]::new);
        fairCores = new double[models.length];
        fairWays = new double[models.length];
        done = new double[models.length];
        inaccuracy = new double[models.length];
        finishedAt = new double[models.length];
        switches = new int[models.length];
        lastVariant = new int[models.length];
        mostTaken = new int[models.length];
    }

    /** The shares with which jobs begin. */
    void start(Allocation allocation) {
        for (int job = 0; job < models.length; job++) {
            fairCores[job] = allocation.units(NodeResource.CORES, firstOwner + job);
            fairWays[job] = allocation.units(NodeResource.WAYS, firstOwner + job);
            finishedAt[job] = Double.NaN;
            lastVariant[job] = allocation.variant(firstOwner + job);
        }
    }

    boolean isFinished(int owner) {
        return owner >= firstOwner && done[owner - firstOwner] >= 1;
    }

    double residentGb(int owner) {
        return jobs.get(owner - firstOwner).job().of(BatchParameter.RESIDENT_GB);
    }

    /** Memory bandwidth of all jobs but one (-1: of all), GB/s. */
    double bandwidth(Allocation allocation, int except) {
        double sum = 0;
        for (int job = 0; job < models.length; job++) {
            int owner = firstOwner + job;
            if (job != except && !isFinished(owner)) {
                sum +=
                        models[job].bandwidthPerCore()
                                * allocation.units(NodeResource.CORES, owner)
                                * variant(job, allocation).pressure();
            }
        }
        return sum;
    }

    private ApproximateProfile.Variant variant(int job, Allocation allocation) {
        return jobs.get(job).variants().get(allocation.variant(firstOwner + job));
    }

    /**
     * Lets an interval pass.
     *
     * @param servicesShare memory bandwidth of the services, as a share
     * @param capacityGBps of the memory
     * @param felt how much of the bandwidth of others a job feels, from 0 to 1
     */
    void advance(
            double begin,
            double seconds,
            Allocation allocation,
            double servicesShare,
            double capacityGBps,
            double felt) {
        for (int job = 0; job < models.length; job++) {
            int owner = firstOwner + job;
            if (isFinished(owner)) {
                continue;
            }
            ApproximateProfile.Variant variant = variant(job, allocation);
            double others = felt * (servicesShare + bandwidth(allocation, job) / capacityGBps);
            double rate =
                    speed(job, allocation, others)
                            / variant.timeRatio()
                            / (allocation.isInstrumented() ? 1 + jobs.get(job).overhead() : 1)
                            / jobs.get(job).nominalSeconds();
            double share = Math.min(1 - done[job], rate * seconds);
            done[job] += share;
            inaccuracy[job] += share * variant.inaccuracy();
            if (done[job] >= 1 - 1e-12) {
                done[job] = 1;
                finishedAt[job] = begin + share / rate;
            }
            count(job, allocation);
        }
    }

    private void count(int job, Allocation allocation) {
        int owner = firstOwner + job;
        int variant = allocation.variant(owner);
        switches[job] += variant == lastVariant[job] ? 0 : 1;
        lastVariant[job] = variant;
        int cores = allocation.units(NodeResource.CORES, owner);
        mostTaken[job] = Math.max(mostTaken[job], (int) fairCores[job] - cores);
    }

    /** Work per second over that of a precise run alone on the fair share. */
    private double speed(int job, Allocation allocation, double othersShare) {
        BatchModel model = models[job];
        int ways = allocation.units(NodeResource.WAYS, firstOwner + job);
        int all = allocation.total(NodeResource.WAYS);
        double pressed = Math.min(1, othersShare);
        double now =
                1
                        + model.cacheGrowth() * Math.pow((double) (all - ways) / all, 3)
                        + model.bandwidthGrowth() * pressed * pressed;
        double fair = 1 + model.cacheGrowth() * Math.pow((all - fairWays[job]) / all, 3);
        int cores = allocation.units(NodeResource.CORES, firstOwner + job);
        return model.speed(cores, now) / model.speed(fairCores[job], fair);
    }

    /** What became of each job. */
    List<NodeRun.JobOutcome> outcomes() {
        List<NodeRun.JobOutcome> outcomes = new ArrayList<>();
        for (int job = 0; job < models.length; job++) {
            @Nullable Double time =
                    Double.isNaN(finishedAt[job])
                            ? null
                            : Double.valueOf(finishedAt[job] / jobs.get(job).nominalSeconds());
            outcomes.add(
                    new NodeRun.JobOutcome(
                            jobs.get(job).name(),
                            done[job],
                            time,
                            done[job] == 0 ? 0 : inaccuracy[job] / done[job],
                            switches[job],
                            mostTaken[job]));
        }
        return outcomes;
    }
}
