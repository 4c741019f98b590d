package dev.stowage.sim.node;

import dev.stowage.basis.Seeds;
import dev.stowage.model.node.ApproximateProfile;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeManager;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.policy.node.NodeObservation;
import dev.stowage.policy.node.NodeSetup;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a node under a manager, half second by half second: loads, service times, latencies, then
 * the manager's decision for the next interval. Same specification, seed and replication, same run;
 * all managers meet the same noise and the same requests.
 */
public final class NodeSimulation {
    private final NodeSpec spec;
    private final NodePerformance performance;
    private final NodePerformance coming; // of the next interval, for a manager that may know it
    private final PowerDraw power;

    /** Of this node and its tenants. */
    public NodeSimulation(NodeSpec spec) {
        this.spec = spec;
        this.performance = new NodePerformance(spec.node(), spec.services(), spec.batch());
        this.coming = new NodePerformance(spec.node(), spec.services(), spec.batch());
        this.power = new PowerDraw(spec.node());
    }

    /** Runs it under a manager of the registry. */
    public NodeRun run(PolicySpec manager, long seed, int replication) {
        return run(
                NodeManagers.registry()
                        .create(manager, Seeds.stream(seed, "node.manager", replication)),
                seed,
                replication);
    }

    /** Who has what under a manager of the registry before the first interval of a run. */
    public Allocation start(PolicySpec manager, long seed, int replication) {
        return new Course(
                        NodeManagers.registry()
                                .create(manager, Seeds.stream(seed, "node.manager", replication)),
                        seed,
                        replication)
                .allocation;
    }

    /** Runs it under a manager. */
    NodeRun run(NodeManager manager, long seed, int replication) {
        List<NodeRun.Interval> intervals = new ArrayList<>();
        Course course = new Course(manager, seed, replication);
        int count = intervals();
        for (int i = 0; i < count; i++) {
            course.advance(i);
            intervals.add(interval(course.seen, course.allocation));
            course.decide(i);
        }
        return NodeRun.of(
                names(), intervals, course.readings.pooledReadings(), course.jobs.outcomes());
    }

    /**
     * Runs it under a manager without keeping the intervals: the summary is that of {@link #run},
     * and what it comes to window by window.
     *
     * @param windowSeconds length of a window; the last one may be shorter
     */
    public WindowedRun windows(
            PolicySpec manager, long seed, int replication, double windowSeconds) {
        Course course =
                new Course(
                        NodeManagers.registry()
                                .create(manager, Seeds.stream(seed, "node.manager", replication)),
                        seed,
                        replication);
        int count = intervals();
        int ofWindow = (int) Math.round(windowSeconds / NodeManager.INTERVAL_SECONDS);
        int services = spec.tenants().size();
        WindowedRun.Tally windows = new WindowedRun.Tally(services, count, ofWindow);
        RunTally tally = new RunTally(names());
        double[] loads = new double[services];
        double[] latency = new double[services];
        double watts = 0;
        for (int i = 0; i < count; i++) {
            long before = course.revision;
            if (course.advance(i)) {
                watts = power.watts(course.allocation, performance);
            }
            for (int service = 0; service < services; service++) {
                loads[service] = performance.load(service);
                latency[service] = course.readings.latencyOverTarget(service);
            }
            windows.add(i, loads, latency, watts);
            tally.add(
                    loads,
                    latency,
                    performance.batchSpeed(),
                    watts,
                    course.allocation,
                    course.revision != before);
            course.decide(i);
        }
        return windows.run(tally.summary(course.readings.pooledReadings()));
    }

    /**
     * When a manager first meets all targets for two seconds, without keeping the intervals.
     *
     * @return seconds from the start; NaN if it does not before {@code limitSeconds}
     */
    public double convergence(PolicySpec manager, long seed, int replication, double limitSeconds) {
        return convergence(
                NodeManagers.registry()
                        .create(manager, Seeds.stream(seed, "node.manager", replication)),
                seed,
                replication,
                limitSeconds);
    }

    private double convergence(
            NodeManager manager, long seed, int replication, double limitSeconds) {
        Course course = new Course(manager, seed, replication);
        int met = 0;
        for (int i = 0; i < intervals(); i++) {
            course.advance(i);
            met = course.seen.areAllMet() ? met + 1 : 0;
            if (met == NodeRun.STEADY_INTERVALS) {
                return (i + 1 - met) * NodeManager.INTERVAL_SECONDS;
            }
            if ((i - met) * NodeManager.INTERVAL_SECONDS > limitSeconds) {
                return Double.NaN;
            }
            course.decide(i);
        }
        return Double.NaN;
    }

    /** A run on its way: what was measured, what runs, and who has what. */
    private final class Course {
        private final NodeManager manager;
        private final Readings readings;
        private final ApproximateRuns jobs;
        private final Allocation allocation;
        private final Seen seen;
        private long revision = -1; // for which the performance stands

        Course(NodeManager manager, long seed, int replication) {
            this.manager = manager;
            readings = readings(seed, replication);
            setLoads(performance, 0);
            setLoads(coming, 0);
            jobs = new ApproximateRuns(spec.approximate(), spec.tenants().size());
            performance.setJobs(jobs);
            coming.setJobs(jobs);
            allocation = NodeSimulation.this.start(manager);
            jobs.start(allocation);
            seen = new Seen(spec, performance, readings, jobs);
        }

        /**
         * One interval, as its manager will see it. Where neither loads nor the allocation are
         * others than in the interval before, the steady state is that of then.
         *
         * @return true if it was evaluated anew
         */
        boolean advance(int interval) {
            double begin = interval * NodeManager.INTERVAL_SECONDS;
            boolean isNew = setLoads(performance, interval);
            isNew |= interval == 0 || revision != allocation.revision();
            isNew |= !spec.approximate().isEmpty();
            if (isNew) {
                performance.evaluate(allocation);
                revision = allocation.revision();
            }
            readings.advance(NodeManager.INTERVAL_SECONDS, allocation, performance);
            jobs.advance(
                    begin,
                    NodeManager.INTERVAL_SECONDS,
                    allocation,
                    performance.servicesShare(),
                    performance.capacityGBps(),
                    performance.felt());
            seen.timeSeconds = begin + NodeManager.INTERVAL_SECONDS;
            return isNew;
        }

        /** Its manager's decision after one interval, for the next. */
        void decide(int interval) {
            setLoads(coming, interval + 1);
            manager.decide(seen, allocation);
        }
    }

    private Allocation start(NodeManager manager) {
        Allocation allocation =
                new Allocation(
                        spec.tenants().size() + spec.approximate().size(),
                        NodeSetup.totals(spec.node()),
                        spec.node().highestLevel());
        manager.start(
                new NodeSetup(
                        spec.node(),
                        spec.services(),
                        spec.approximate().stream()
                                .map(ApproximateProfile::mostApproximate)
                                .toList(),
                        !spec.batch().isEmpty(),
                        coming),
                allocation);
        return allocation;
    }

    private Readings readings(long seed, int replication) {
        return switch (spec.fidelity()) {
            case ANALYTIC ->
                    new AnalyticReadings(
                            names(), spec.node().of(NodeParameter.NOISE), seed, replication);
            case REQUESTS -> new RequestReadings(names(), seed, replication);
        };
    }

    private List<String> names() {
        return spec.services().stream().map(ServiceProfile::name).toList();
    }

    private int intervals() {
        return (int) Math.ceil(spec.durationSeconds() / NodeManager.INTERVAL_SECONDS - 1e-9);
    }

    /**
     * The load of an interval is that in its middle.
     *
     * @return true if any is another than before
     */
    private boolean setLoads(NodePerformance of, int interval) {
        double middle = (interval + 0.5) * NodeManager.INTERVAL_SECONDS;
        boolean isNew = false;
        for (int service = 0; service < spec.tenants().size(); service++) {
            double load = spec.tenants().get(service).load().at(middle);
            isNew |= load != of.load(service);
            of.setLoad(service, load);
        }
        return isNew;
    }

    private NodeRun.Interval interval(NodeObservation seen, Allocation allocation) {
        int services = spec.tenants().size();
        double[] loads = new double[services];
        double[] latency = new double[services];
        for (int service = 0; service < services; service++) {
            loads[service] = seen.load(service);
            latency[service] = seen.latencyOverTarget(service);
        }
        return new NodeRun.Interval(
                seen.timeSeconds(),
                loads,
                latency,
                allocation.copy(),
                performance.batchSpeed(),
                power.watts(allocation, performance));
    }

    /** What the manager sees of the last interval. */
    private static final class Seen implements NodeObservation {
        private final NodeSpec spec;
        private final NodePerformance performance;
        private final Readings readings;
        private final ApproximateRuns jobs;
        private double timeSeconds;

        Seen(NodeSpec spec, NodePerformance performance, Readings readings, ApproximateRuns jobs) {
            this.jobs = jobs;
            this.spec = spec;
            this.performance = performance;
            this.readings = readings;
        }

        boolean areAllMet() {
            for (int service = 0; service < performance.services.length; service++) {
                if (!(readings.latencyOverTarget(service) <= 1)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public double timeSeconds() {
            return timeSeconds;
        }

        @Override
        public double latencyOverTarget(int service) {
            return readings.latencyOverTarget(service);
        }

        @Override
        public double load(int service) {
            return performance.load(service);
        }

        @Override
        public double utilisation(int service) {
            return performance.utilisation(service);
        }

        @Override
        public double memoryUsedGb(int service) {
            return service < performance.services.length
                    ? performance.services[service].residentGb
                    : jobs.residentGb(service);
        }

        @Override
        public double networkGbps(int service) {
            return performance.services[service].networkGbps * performance.load(service);
        }

        @Override
        public double diskMBps(int service) {
            return performance.services[service].diskMBps * performance.load(service);
        }

        @Override
        public double missesOverAlone(int service) {
            return performance.missesOverAlone(service);
        }

        @Override
        public boolean isFinished(int owner) {
            return jobs.isFinished(owner);
        }

        @Override
        public double bandwidthShare() {
            return performance.bandwidthShare();
        }

        @Override
        public String toString() {
            return spec.node().name() + " at " + timeSeconds + " s";
        }
    }
}
