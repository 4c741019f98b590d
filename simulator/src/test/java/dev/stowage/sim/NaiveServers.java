package dev.stowage.sim;

import dev.stowage.basis.Seeds;
import dev.stowage.model.FailureModel;
import dev.stowage.model.IdleOff;
import dev.stowage.model.Lifetime;
import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.ServerDynamics;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.TaskOutcome;
import dev.stowage.run.TaskLog.Fate;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.NaiveSimulation.Levels;
import dev.stowage.sim.NaiveSimulation.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Servers that fail, are maintained, idle off and are woken, written down as plainly as possible:
 * every figure is counted anew at every instant. First fit, strict order of submits, tasks that fit
 * some server.
 */
final class NaiveServers {
    private static final long NEVER = Long.MAX_VALUE;

    private enum Power {
        ON,
        OFF,
        WAKING
    }

    /** Something that takes some servers down and gives them back, in turn. */
    private abstract static class Unit {
        final List<Integer> servers;
        boolean isDown;
        long next;

        Unit(List<Integer> servers) {
            this.servers = servers;
        }

        /** What follows a turn at {@code now}, or a turn that was passed over. */
        abstract void schedule(long now);

        /** The down that is due does not happen. */
        abstract void passOver();
    }

    private static final class Failing extends Unit {
        private final FailureModel model;
        private final long seed;
        private final int stream;
        private int pairs; // of an up time and a down time that are over

        Failing(FailureModel model, long seed, int stream, List<Integer> servers) {
            super(servers);
            this.model = model;
            this.seed = seed;
            this.stream = stream;
            schedule(0);
        }

        @Override
        void schedule(long now) {
            Lifetime lifetime = isDown ? model.timeToRepair() : model.timeToFailure();
            double share = Seeds.uniform(seed, stream, 2L * pairs + (isDown ? 1 : 0));
            next = now + Math.max(1, (long) Math.ceil(lifetime.quantileSeconds(share) * 1e6));
            pairs += isDown ? 1 : 0;
        }

        @Override
        void passOver() {
            pairs++;
            schedule(next);
        }
    }

    private static final class Window extends Unit {
        private final MaintenanceWindow window;
        private long begin;

        Window(MaintenanceWindow window) {
            super(
                    IntStream.range(window.firstServer(), window.firstServer() + window.servers())
                            .boxed()
                            .toList());
            this.window = window;
            begin = window.startMicros();
            next = begin;
        }

        @Override
        void schedule(long now) {
            if (isDown) {
                next = begin + window.lengthMicros();
            } else {
                passOver();
            }
        }

        @Override
        void passOver() {
            begin = window.everyMicros() == 0 ? NEVER : begin + window.everyMicros();
            next = begin;
        }
    }

    final List<Task> tasks = new ArrayList<>();
    final List<Levels> levels = new ArrayList<>();
    long firstSubmit = NaiveSimulation.NONE;
    long lastTaskEvent = NaiveSimulation.NONE;
    long failures;
    long repairs;
    long maintenances;
    double lostCoreSeconds;
    long evictions;
    long wakeUps;
    long switchOffs;

    private final ServerFleet.Static fleet;
    private final ServerDynamics dynamics;
    private final long until;
    private final int size;
    private final List<Unit> units = new ArrayList<>();
    private final List<List<Task>> onServer = new ArrayList<>();
    private final List<ServerFleet.Group> groups = new ArrayList<>(); // by server
    private final Power[] power;
    private final long[] idleSince;
    private final long[] wakeAt;
    private final List<Task> queue = new ArrayList<>();
    private int nextSubmit;
    private long placements;

    NaiveServers(
            List<Row> rows,
            ServerFleet.Static fleet,
            ServerDynamics dynamics,
            long seed,
            long until) {
        for (int i = 0; i < rows.size(); i++) {
            tasks.add(new Task(i, rows.get(i)));
        }
        this.fleet = fleet;
        this.dynamics = dynamics;
        this.until = until;
        size = fleet.size();
        fleet.groups().forEach(group -> groups.addAll(Collections.nCopies(group.count(), group)));
        power = new Power[size];
        idleSince = new long[size];
        wakeAt = new long[size];
        long start = rows.isEmpty() ? 0 : rows.get(0).submit();
        for (int server = 0; server < size; server++) {
            onServer.add(new ArrayList<>());
            boolean isOff = dynamics.idleOff().map(IdleOff::startsOff).orElse(false);
            power[server] = isOff ? Power.OFF : Power.ON;
            idleSince[server] = start;
        }
        addUnits(seed);
    }

    private void addUnits(long seed) {
        dynamics.failures()
                .ifPresent(
                        model -> {
                            long family = Seeds.mix(seed, "failures", 0);
                            for (int server = 0; server < size; server++) {
                                units.add(new Failing(model, family, server, List.of(server)));
                            }
                        });
        dynamics.domainFailures()
                .ifPresent(
                        model -> {
                            long family = Seeds.mix(seed, "domain-failures", 0);
                            for (int domain = 0; domain <= fleet.domain(size - 1); domain++) {
                                int wanted = domain;
                                units.add(
                                        new Failing(
                                                model,
                                                family,
                                                domain,
                                                IntStream.range(0, size)
                                                        .filter(s -> fleet.domain(s) == wanted)
                                                        .boxed()
                                                        .toList()));
                            }
                        });
        dynamics.maintenance().forEach(window -> units.add(new Window(window)));
    }

    /** True if every task that was submitted had come to its end when the run ended. */
    boolean isAllDone() {
        return tasks.stream().allMatch(task -> task.end != NaiveSimulation.NONE);
    }

    void run() {
        while (true) {
            long task = nextTaskEvent();
            boolean isResting = task == NEVER;
            boolean isAnyBack =
                    units.stream().anyMatch(unit -> unit.isDown)
                            || List.of(power).contains(Power.WAKING);
            boolean isAnyPresent =
                    !queue.isEmpty() || onServer.stream().anyMatch(here -> !here.isEmpty());
            if (isResting && (queue.isEmpty() || !isAnyBack)) {
                return;
            }
            long now = Math.min(task, nextServerEvent());
            if (now > until || (task > until && !isAnyPresent)) {
                return;
            }
            instant(now, isResting);
        }
    }

    private long nextTaskEvent() {
        long next = nextSubmit < tasks.size() ? tasks.get(nextSubmit).row.submit() : NEVER;
        for (List<Task> here : onServer) {
            for (Task task : here) {
                next = Math.min(next, task.due());
            }
        }
        return next;
    }

    private long nextServerEvent() {
        long next = NEVER;
        for (Unit unit : units) {
            next = Math.min(next, unit.next);
        }
        for (int server = 0; server < size; server++) {
            if (power[server] == Power.WAKING) {
                next = Math.min(next, wakeAt[server]);
            } else if (isIdle(server)) {
                next = Math.min(next, idleSince[server] + idleMicros());
            }
        }
        return next;
    }

    private boolean isIdle(int server) {
        return dynamics.idleOff().isPresent()
                && power[server] == Power.ON
                && onServer.get(server).isEmpty();
    }

    private long idleMicros() {
        return dynamics.idleOff().orElseThrow().idleMicros();
    }

    private void instant(long now, boolean isResting) {
        for (Unit unit : units) {
            if (unit.isDown && unit.next == now) {
                count(unit);
                unit.isDown = false;
                unit.schedule(now);
            }
        }
        for (int server = 0; server < size; server++) {
            if (power[server] == Power.WAKING && wakeAt[server] == now) {
                power[server] = Power.ON;
                idleSince[server] = now;
            }
        }
        applyFinishes(now);
        List<Unit> due = units.stream().filter(unit -> !unit.isDown && unit.next == now).toList();
        for (Unit unit : due) {
            if (isResting) {
                unit.passOver();
            } else {
                count(unit);
                unit.isDown = true;
                unit.schedule(now);
                unit.servers.forEach(server -> evictAll(server, now));
            }
        }
        tryQueue(now);
        switchOff(now);
        while (applyFinishes(now)) {
            tryQueue(now);
        }
        while (nextSubmit < tasks.size() && tasks.get(nextSubmit).row.submit() == now) {
            firstSubmit = firstSubmit == NaiveSimulation.NONE ? now : firstSubmit;
            lastTaskEvent = now;
            queue.add(tasks.get(nextSubmit++));
            do {
                tryQueue(now);
            } while (applyFinishes(now));
        }
        wake(now);
        int last = levels.size() - 1;
        if (last >= 0 && levels.get(last).time() == now) {
            levels.remove(last); // it lasted for no time
        }
        levels.add(levelsAt(now));
    }

    private void count(Unit turning) {
        long servers = turning.servers.size();
        if (turning instanceof Window) {
            maintenances += turning.isDown ? 0 : servers;
        } else if (turning.isDown) {
            repairs += servers;
        } else {
            failures += servers;
        }
    }

    private boolean isOut(int server) {
        for (Unit unit : units) {
            if (unit.isDown && unit.servers.contains(server)) {
                return true;
            }
        }
        return false;
    }

    private boolean isUp(int server) {
        return power[server] == Power.ON && !isOut(server);
    }

    private void evictAll(int server, long now) {
        for (Task task : onServer.get(server)) {
            if (dynamics.keepsProgress() && !task.neverEnds()) {
                task.duration -= now - task.lastStart;
            } else if (!task.neverEnds()) {
                lostCoreSeconds += (now - task.lastStart) / 1e6 * task.row.cpu() / 1e6;
            }
            task.fate = Fate.PENDING;
            task.lastStart = NaiveSimulation.NONE;
            task.server = -1;
            task.evictions++;
            task.waitsSince = now;
            evictions++;
            lastTaskEvent = now;
            idleSince[server] = now;
            queue.add(task);
        }
        onServer.get(server).clear();
        queue.sort(Comparator.comparingInt(task -> task.number));
    }

    private boolean applyFinishes(long now) {
        boolean isAny = false;
        for (List<Task> here : onServer) {
            for (Task task : List.copyOf(here)) {
                if (task.due() != now) {
                    continue;
                }
                isAny = true;
                here.remove(task);
                idleSince[task.server] = now;
                task.end = now;
                task.fate =
                        task.row.outcome() == TaskOutcome.FINISHED ? Fate.FINISHED : Fate.KILLED;
                lastTaskEvent = now;
            }
        }
        return isAny;
    }

    private void tryQueue(long now) {
        while (!queue.isEmpty()) {
            Task head = queue.get(0);
            int server =
                    IntStream.range(0, size)
                            .filter(s -> isUp(s))
                            .filter(s -> cpuOf(s) - cpuOn(s) >= head.row.cpu())
                            .filter(s -> memoryOf(s) - memoryOn(s) >= head.row.memory())
                            .findFirst()
                            .orElse(-1);
            if (server < 0) {
                return;
            }
            queue.remove(0);
            head.fate = Fate.RUNNING;
            head.server = server;
            head.lastStart = now;
            head.firstStart = head.firstStart == NaiveSimulation.NONE ? now : head.firstStart;
            head.placed = placements++;
            onServer.get(server).add(head);
            lastTaskEvent = now;
        }
    }

    private void switchOff(long now) {
        for (int server = 0; server < size; server++) {
            if (isIdle(server) && idleSince[server] + idleMicros() <= now) {
                power[server] = Power.OFF;
                switchOffs++;
            }
        }
    }

    private void wake(long now) {
        if (dynamics.idleOff().isEmpty() || queue.isEmpty()) {
            return;
        }
        Task head = queue.get(0);
        for (int server = 0; server < size && isMoreNeeded(); server++) {
            if (power[server] == Power.OFF
                    && !isOut(server)
                    && cpuOf(server) >= head.row.cpu()
                    && memoryOf(server) >= head.row.memory()) {
                power[server] = Power.WAKING;
                wakeAt[server] = now + dynamics.idleOff().orElseThrow().wakeMicros();
                wakeUps++;
            }
        }
    }

    private boolean isMoreNeeded() {
        int[] waking = IntStream.range(0, size).filter(s -> power[s] == Power.WAKING).toArray();
        return waking.length == 0
                || IntStream.of(waking).mapToLong(this::cpuOf).sum()
                        < queue.stream().mapToLong(task -> task.row.cpu()).sum()
                || IntStream.of(waking).mapToLong(this::memoryOf).sum()
                        < queue.stream().mapToLong(task -> task.row.memory()).sum();
    }

    // --- what there is now ---

    private ServerFleet.Group groupOf(int server) {
        return groups.get(server);
    }

    private long cpuOf(int server) {
        return groupOf(server).type().capacity().cpuMicroCores();
    }

    private long memoryOf(int server) {
        return groupOf(server).type().capacity().memoryBytes();
    }

    private long cpuOn(int server) {
        long sum = 0;
        for (Task task : onServer.get(server)) {
            sum += task.row.cpu();
        }
        return sum;
    }

    private long memoryOn(int server) {
        long sum = 0;
        for (Task task : onServer.get(server)) {
            sum += task.row.memory();
        }
        return sum;
    }

    private double watts(int server) {
        double idle = groupOf(server).type().power().idleWatts();
        return switch (power[server]) {
            case OFF -> dynamics.idleOff().orElseThrow().offWatts();
            case WAKING -> idle;
            case ON ->
                    isOut(server)
                            ? 0
                            : groupOf(server)
                                    .type()
                                    .power()
                                    .watts((double) cpuOn(server) / cpuOf(server));
        };
    }

    private Levels levelsAt(long now) {
        int[] all = IntStream.range(0, size).toArray();
        int[] up = IntStream.of(all).filter(this::isUp).toArray();
        return new Levels(
                now,
                IntStream.of(all).mapToLong(this::cpuOn).sum(),
                IntStream.of(all).mapToLong(this::memoryOn).sum(),
                IntStream.of(up).mapToLong(this::cpuOf).sum(),
                IntStream.of(up).mapToLong(this::memoryOf).sum(),
                onServer.stream().mapToLong(List::size).sum(),
                queue.size(),
                onServer.stream().filter(here -> !here.isEmpty()).count(),
                up.length,
                IntStream.of(all).mapToDouble(this::watts).sum(),
                queue.stream().mapToLong(task -> task.row.cpu()).sum(),
                queue.stream().mapToLong(task -> task.row.memory()).sum(),
                IntStream.of(up)
                        .mapToObj(
                                server ->
                                        new NaiveSimulation.Room(
                                                cpuOf(server) - cpuOn(server),
                                                memoryOf(server) - memoryOn(server)))
                        .toList());
    }
}
