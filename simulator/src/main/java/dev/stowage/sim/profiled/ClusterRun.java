package dev.stowage.sim.profiled;

import dev.stowage.basis.Seeds;
import dev.stowage.isolation.IsolationLibrary;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.LeastSlices;
import dev.stowage.profile.Performance;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.ServerSharing;
import dev.stowage.profile.SharingRule;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of profiled applications on a cluster of equal servers under one of several schedulers,
 * event by event. Messages take no time and there is one front end. A task runs at the performance
 * of what it gets times what interference leaves; CPU that a slice does not use goes to the others
 * in proportion, as shares of cgroups do. Events of one instant apply in the order in which they
 * were made. The run is cut when ten times the time of arrivals has passed.
 *
 * <p>Source: Sfakianakis 2023, sections 2.4 and 2.10.
 */
public final class ClusterRun {
    private static final double CUT = 10;
    private static final double SAME = 1e-9;

    /** By so much a sum has to grow, as in {@link ServerRun}. */
    private static final double GAIN = 1e-6;

    /**
     * The cluster: equal servers of so many cores, GiB of memory and GiB of SSD cache.
     *
     * @param isolation level that they have; null: that of the scheduler
     */
    public record Servers(
            int count, double cores, double memoryGib, double ssdGib, @Nullable String isolation) {
        /** With the level of the scheduler. */
        public Servers(int count, double cores, double memoryGib, double ssdGib) {
            this(count, cores, memoryGib, ssdGib, null);
        }

        /** So many of them. */
        public Servers of(int other) {
            return new Servers(other, cores, memoryGib, ssdGib, isolation);
        }
    }

    /**
     * What is known at the start.
     *
     * @param profiles of all applications
     * @param isolation levels, and what applications do to each other
     * @param areKnown false if the front end has to profile each application first
     * @param profilingSeconds how long the sandbox takes for one
     */
    public record Knowledge(
            ProfileLibrary profiles,
            IsolationLibrary isolation,
            boolean areKnown,
            double profilingSeconds) {}

    record Task(ClusterWork.Job job, double secondsAlone) {}

    /** A job's tasks that are still to be launched, and its reservations. */
    static final class Reservations {
        final Deque<Task> tasks = new ArrayDeque<>();
    }

    private record Event(double seconds, long sequence, Runnable action) {}

    private final ClusterWork work;
    private final ClusterScheduler scheduler;
    private final Knowledge knowledge;
    private final List<Worker> workers = new ArrayList<>();
    private final double totalCores;
    private final RandomGenerator random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    (a, b) ->
                            a.seconds() != b.seconds()
                                    ? Double.compare(a.seconds(), b.seconds())
                                    : Long.compare(a.sequence(), b.sequence()));
    private final Deque<Task> waiting = new ArrayDeque<>();
    private final Map<String, double[]> leastAmounts = new HashMap<>();
    private final Set<String> known = new HashSet<>();
    private final Set<String> profiling = new HashSet<>();
    private final Map<List<String>, ServerSharing.Shares> shared = new HashMap<>();
    private final ClusterTally tally;

    private double now;
    private long sequence;
    private int profileRuns;
    private boolean isTicking;

    private ClusterRun(
            ClusterWork work,
            Servers servers,
            ClusterScheduler scheduler,
            Knowledge knowledge,
            long seed) {
        this.work = work;
        this.scheduler = scheduler;
        this.knowledge = knowledge;
        random = Seeds.stream(seed, scheduler.label(), 0);
        totalCores = servers.count() * servers.cores();
        double[] capacity = {servers.cores(), servers.memoryGib(), servers.ssdGib()};
        IsolationLibrary isolation =
                knowledge
                        .isolation()
                        .on(new IsolationLibrary.Server(servers.cores(), servers.memoryGib()));
        ServerRun.Disturbance disturbance =
                new ServerRun.Disturbance(
                        isolation.level(
                                servers.isolation() == null
                                        ? scheduler.isolation()
                                        : servers.isolation()),
                        isolation::neighbour);
        for (int i = 0; i < servers.count(); i++) {
            workers.add(new Worker(capacity, knowledge.profiles().server(), disturbance));
        }
        if (scheduler instanceof ClusterScheduler.QumanProvider) {
            requireServerOfProfiles(capacity, knowledge.profiles().server());
        }
        tally = new ClusterTally(work.untilSeconds());
        if (knowledge.areKnown()) {
            knowledge.profiles().applications().forEach(each -> known.add(each.name()));
        }
    }

    private static void requireServerOfProfiles(double[] capacity, SlicedServer server) {
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            if (Math.abs(capacity[r] - server.amount(r)) > 1e-9) {
                throw new IllegalArgumentException(
                        "servers are shared on the grid of the profiles, so they must be as large");
            }
        }
    }

    /**
     * Runs all jobs.
     *
     * @throws IllegalArgumentException if servers that a provider shares are not as large as that
     *     of the profiles
     */
    public static ClusterResult of(
            ClusterWork work,
            Servers servers,
            ClusterScheduler scheduler,
            Knowledge knowledge,
            long seed) {
        return new ClusterRun(work, servers, scheduler, knowledge, seed).run();
    }

    private ClusterResult run() {
        for (ClusterWork.Job job : work.jobs()) {
            at(job.submitSeconds(), () -> arrive(job));
        }
        double cut = CUT * work.untilSeconds();
        while (!events.isEmpty() && events.peek().seconds() <= cut) {
            Event event = events.remove();
            tally.advance(now, event.seconds(), workers, totalCores, waitingCount());
            now = event.seconds();
            event.action().run();
        }
        List<Task> left = waitingTasks();
        left.forEach(task -> tally.waited(cut - task.job().submitSeconds()));
        int unfinished = left.size();
        for (Worker worker : workers) {
            unfinished += worker.running.size();
        }
        return tally.result(scheduler.label(), unfinished, profileRuns);
    }

    private int waitingCount() {
        if (scheduler instanceof ClusterScheduler.Sparrow) {
            Set<Reservations> jobs = new HashSet<>();
            workers.forEach(worker -> jobs.addAll(worker.reservations));
            return jobs.stream().mapToInt(job -> job.tasks.size()).sum();
        }
        return waiting.size();
    }

    private List<Task> waitingTasks() {
        if (scheduler instanceof ClusterScheduler.Sparrow) {
            return workers.stream()
                    .flatMap(worker -> worker.reservations.stream())
                    .distinct()
                    .flatMap(job -> job.tasks.stream())
                    .toList();
        }
        return List.copyOf(waiting);
    }

    private void at(double seconds, Runnable action) {
        events.add(new Event(seconds, sequence++, action));
    }

    private void arrive(ClusterWork.Job job) {
        if (scheduler instanceof ClusterScheduler.Sparrow sparrow) {
            reserve(job, sparrow);
            return;
        }
        for (double seconds : job.secondsAlone()) {
            Task task = new Task(job, seconds);
            if (scheduler instanceof ClusterScheduler.FrontEnd frontEnd) {
                if (!waiting.isEmpty() || !place(task, frontEnd)) {
                    waitOrRefuse(task, frontEnd);
                }
            } else {
                waiting.add(task);
                tick();
            }
        }
    }

    private void waitOrRefuse(Task task, ClusterScheduler.FrontEnd frontEnd) {
        if (frontEnd.refuses()) {
            tally.refused++;
        } else {
            waiting.add(task);
        }
    }

    /** True if a server took the task. */
    private boolean place(Task task, ClusterScheduler.FrontEnd frontEnd) {
        if (frontEnd instanceof ClusterScheduler.QuSparrow quSparrow) {
            return probe(task, quSparrow);
        }
        return frontEnd instanceof ClusterScheduler.QumanUser user
                ? placeLeast(task, user)
                : placeShared(task, (ClusterScheduler.QumanProvider) frontEnd);
    }

    // --- QuMan on all servers ---

    private boolean placeLeast(Task task, ClusterScheduler.QumanUser user) {
        double target = Math.min(1, user.target() + user.margin());
        double[] amounts = amounts(task.job().application(), target);
        Worker best = null;
        double least = Double.POSITIVE_INFINITY;
        for (Worker worker : workers) {
            double remainder = worker.fits(amounts) ? worker.remainder(amounts) : least;
            if (remainder < least - SAME) {
                best = worker;
                least = remainder;
            }
        }
        if (best != null) {
            return begin(task, best, amounts);
        }
        return user.fallsBack() && placeNext(task, target);
    }

    /** On the least slice that any server has free. */
    private boolean placeNext(Task task, double target) {
        Performance performance = task.job().application().performance();
        SlicedServer server = knowledge.profiles().server();
        Worker best = null;
        Slice least = null;
        for (Worker worker : workers) {
            Slice free = worker.freeSlice();
            if (performance.at(free) < target - SAME) {
                continue;
            }
            List<Slice> found = LeastSlices.within(performance, server, target, free);
            if (!found.isEmpty() && (least == null || found.get(0).sum() < least.sum() - SAME)) {
                best = worker;
                least = found.get(0);
            }
        }
        return best != null && least != null && begin(task, best, amounts(least, server));
    }

    private boolean begin(Task task, Worker worker, double[] amounts) {
        start(task, worker, amounts);
        return true;
    }

    private boolean placeShared(Task task, ClusterScheduler.QumanProvider provider) {
        ApplicationProfile head = task.job().application();
        int most = ServerSharing.mostApplications(knowledge.profiles().server());
        Worker best = null;
        double largest = Double.NEGATIVE_INFINITY;
        for (Worker worker : workers) {
            if (worker.running.size() >= most) {
                continue;
            }
            List<ApplicationProfile> there = worker.applications();
            List<ApplicationProfile> with = new ArrayList<>(there);
            with.add(head);
            ServerSharing.Shares shares = shares(with, provider.rule());
            double gain =
                    shares.value() - (there.isEmpty() ? 0 : shares(there, provider.rule()).value());
            boolean isWorse = gain < GAIN || shares.leastPi() < provider.rule().floor();
            if ((there.isEmpty() || !isWorse) && gain > largest + SAME) {
                best = worker;
                largest = gain;
            }
        }
        return best != null && begin(task, best, new double[Slice.DIMENSIONS]);
    }

    /** Slices in the order of the names of what shares a server, computed once. */
    private ServerSharing.Shares shares(List<ApplicationProfile> applications, SharingRule rule) {
        List<ApplicationProfile> sorted =
                applications.stream()
                        .sorted(Comparator.comparing(ApplicationProfile::name))
                        .toList();
        return shared.computeIfAbsent(
                sorted.stream().map(ApplicationProfile::name).toList(),
                names -> ServerSharing.of(sorted, knowledge.profiles().server(), rule));
    }

    /** Gives all tasks of a server their slices anew. */
    private void share(Worker worker, SharingRule rule) {
        if (worker.running.isEmpty()) {
            return;
        }
        List<Slice> slices = shares(worker.applications(), rule).slices();
        List<Worker.Running> sorted =
                worker.running.stream()
                        .sorted(Comparator.comparing(each -> each.task.job().application().name()))
                        .toList();
        for (int i = 0; i < sorted.size(); i++) {
            double[] amounts = amounts(slices.get(i), knowledge.profiles().server());
            System.arraycopy(amounts, 0, sorted.get(i).amounts, 0, amounts.length);
        }
    }

    // --- QuSparrow ---

    /** True if a worker took the task. */
    private boolean probe(Task task, ClusterScheduler.QuSparrow quSparrow) {
        double[] amounts = amounts(task.job().application(), quSparrow.target());
        List<Worker> drawn = new ArrayList<>(workers);
        int asked = 0;
        for (int round = 0; round < quSparrow.rounds() && asked < drawn.size(); round++) {
            Worker best = null;
            double least = Double.POSITIVE_INFINITY;
            int end = Math.min(drawn.size(), asked + quSparrow.d());
            for (; asked < end; asked++) {
                Collections.swap(drawn, asked, asked + random.nextInt(drawn.size() - asked));
                Worker worker = drawn.get(asked);
                double remainder = worker.fits(amounts) ? worker.remainder(amounts) : -1;
                if (remainder >= -1e-9 && remainder < least) {
                    best = worker;
                    least = remainder;
                }
            }
            if (best != null) {
                start(task, best, amounts);
                return true;
            }
        }
        return false;
    }

    /** The least slice of a known application; half of a server of an unknown one. */
    private double[] amounts(ApplicationProfile application, double target) {
        if (known.contains(application.name())) {
            return leastAmounts.computeIfAbsent(
                    application.name(), name -> least(application, target));
        }
        if (profiling.add(application.name())) {
            profileRuns++;
            at(now + knowledge.profilingSeconds(), () -> learn(application.name()));
        }
        return half();
    }

    private void learn(String application) {
        known.add(application);
        retry();
    }

    private double[] half() {
        Worker any = workers.get(0);
        return new double[] {any.capacity(0) / 2, any.capacity(1) / 2, any.capacity(2) / 2};
    }

    private double[] least(ApplicationProfile application, double target) {
        SlicedServer server = knowledge.profiles().server();
        Worker any = workers.get(0);
        Slice offered =
                new Slice(
                        server.share(0, any.capacity(0)),
                        server.share(1, any.capacity(1)),
                        server.share(2, any.capacity(2)));
        List<Slice> slices = LeastSlices.within(application.performance(), server, target, offered);
        if (slices.isEmpty()) {
            throw new IllegalArgumentException(
                    "no slice gives " + application.name() + " a performance of " + target);
        }
        return amounts(slices.get(0), server);
    }

    private static double[] amounts(Slice slice, SlicedServer server) {
        return new double[] {
            slice.cpu() * server.cores(),
            slice.memory() * server.memoryGib(),
            slice.ssd() * server.ssdGib()
        };
    }

    private void retry() {
        if (scheduler instanceof ClusterScheduler.FrontEnd frontEnd) {
            while (!waiting.isEmpty() && place(waiting.getFirst(), frontEnd)) {
                waiting.removeFirst();
            }
        }
    }

    // --- Sparrow ---

    private void reserve(ClusterWork.Job job, ClusterScheduler.Sparrow sparrow) {
        Reservations reservations = new Reservations();
        job.secondsAlone().forEach(each -> reservations.tasks.add(new Task(job, each)));
        int tasks = job.secondsAlone().size();
        int count = (int) Math.ceil(sparrow.probeRatio() * tasks - SAME);
        List<Worker> drawn = new ArrayList<>();
        while (drawn.size() < count) {
            List<Worker> shuffled = new ArrayList<>(workers);
            int more = Math.min(shuffled.size(), count - drawn.size());
            for (int i = 0; i < more; i++) {
                Collections.swap(shuffled, i, i + random.nextInt(shuffled.size() - i));
                drawn.add(shuffled.get(i));
            }
        }
        drawn.forEach(worker -> worker.reservations.add(reservations));
        drawn.forEach(worker -> launch(worker, sparrow));
    }

    /** Late binding: a free slot asks for the next task of the first job that has one. */
    private void launch(Worker worker, ClusterScheduler.Sparrow sparrow) {
        while (worker.running.size() < sparrow.slots() && !worker.reservations.isEmpty()) {
            Task task = worker.reservations.removeFirst().tasks.pollFirst();
            if (task != null) {
                start(task, worker, pressed(task));
            }
        }
    }

    /** What a task presses on a pool: its least slice for 0.8, as the thesis' table 2.4 has it. */
    private double[] pressed(Task task) {
        ApplicationProfile application = task.job().application();
        return leastAmounts.computeIfAbsent(application.name(), name -> least(application, 0.8));
    }

    // --- Mesos ---

    private void tick() {
        if (scheduler instanceof ClusterScheduler.Mesos mesos && !isTicking) {
            isTicking = true;
            double interval = mesos.intervalSeconds();
            at((Math.floor(now / interval) + 1) * interval, () -> offer(mesos));
        }
    }

    private void offer(ClusterScheduler.Mesos mesos) {
        isTicking = false;
        List<Worker> agents = new ArrayList<>(workers);
        for (int i = 0; i < agents.size(); i++) {
            Collections.swap(agents, i, i + random.nextInt(agents.size() - i));
            Worker agent = agents.get(i);
            if (agent.declinedUntil <= now && !accept(agent)) {
                agent.declinedUntil = now + mesos.filterSeconds();
            }
        }
        if (!waiting.isEmpty()) {
            tick();
        }
    }

    /** True if something was launched on the agent, or nothing waits. */
    private boolean accept(Worker agent) {
        boolean isUsed = waiting.isEmpty();
        for (var next = waiting.iterator(); next.hasNext(); ) {
            Task task = next.next();
            double[] request = request(task);
            if (agent.fits(request)) {
                next.remove();
                start(task, agent, request);
                isUsed = true;
            }
        }
        return isUsed;
    }

    /** What a user without a profile asks for: mean CPU at index 1, memory of the least slice. */
    private double[] request(Task task) {
        double[] request = pressed(task).clone();
        request[0] = task.job().application().coresAtFull().orElseThrow();
        return request;
    }

    // --- tasks ---

    private void start(Task task, Worker worker, double[] amounts) {
        worker.advance(now);
        worker.running.add(new Worker.Running(task, amounts, now));
        tally.waited(now - task.job().submitSeconds());
        change(worker);
    }

    private void change(Worker worker) {
        if (scheduler instanceof ClusterScheduler.QumanProvider provider) {
            share(worker, provider.rule());
        }
        worker.settle();
        Worker.Running first = null;
        double end = Double.POSITIVE_INFINITY;
        for (Worker.Running each : worker.running) {
            double candidate = now + Math.max(0, each.leftSeconds) / each.pi;
            if (candidate < end) {
                first = each;
                end = candidate;
            }
        }
        if (first != null) {
            Worker.Running ending = first;
            long version = worker.version;
            at(end, () -> end(worker, ending, version));
        }
    }

    private void end(Worker worker, Worker.Running task, long version) {
        if (worker.version != version) {
            return;
        }
        worker.advance(now);
        worker.running.remove(task);
        tally.ended(task, now);
        change(worker);
        if (scheduler instanceof ClusterScheduler.Sparrow sparrow) {
            launch(worker, sparrow);
        }
        retry();
    }
}
