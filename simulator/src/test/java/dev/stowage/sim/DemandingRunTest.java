package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.run.TaskLog;
import dev.stowage.sim.queue.QueueDisciplines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole runs with tasks that ask for more than CPU and memory, FIFO and first fit, against the same
 * semantics written down as plain scans.
 */
class DemandingRunTest {
    private static final int CASES = 1500;
    private static final List<String> CONSTRAINTS =
            List.of(
                    "zone=a",
                    "zone!=a",
                    "cores>4",
                    "different-machines",
                    "different-domains",
                    "zone=b;different-machines",
                    "resource fpga>=1",
                    "zone=a;resource fpga>=2;different-domains");

    /** A server with its attributes; {@code domain} is shared by neighbours. */
    private record Server(Resources capacity, ServerExtras extras, int domain) {}

    private record Task(
            long submit,
            long duration,
            long cpu,
            long gpu,
            long job,
            int priority,
            @Nullable PlacementConstraints constraints) {}

    private record Logged(int server, long start, int evictions) {}

    /** A server without a GPU and one with one, of four cores each. */
    private static final ServerFleet ONE_GPU =
            new ServerFleet.Static(
                    List.of(
                            new ServerFleet.Group(type("plain", 0), 1),
                            new ServerFleet.Group(type("gpu", 1), 1)));

    private static ServerType type(String name, long gpus) {
        return new ServerType(
                name,
                new Resources(4, 100),
                PowerModel.DEFAULT,
                OptionalDouble.empty(),
                ServerExtras.of(gpus, 0, 0, Map.of()));
    }

    @Test
    void aTaskThatNeedsAGpuTakesTheRoomOfThoseOnAServerWithOne() {
        List<Task> tasks =
                List.of(
                        new Task(0, 10, 4, 0, 0, 0, null),
                        new Task(0, 10, 2, 1, 1, 0, null),
                        new Task(0, 10, 1, 0, 2, 0, null),
                        new Task(1, 10, 1, 1, 3, 1, null));
        assertThat(log(ONE_GPU, tasks, "priority"))
                .containsExactly(
                        new Logged(0, 0, 0),
                        new Logged(1, 11, 1),
                        new Logged(0, 11, 1), // needs none, so the first server does
                        new Logged(1, 1, 0));
    }

    @Test
    void aReservationForATaskThatNeedsAGpuIsOnAServerWithOne() {
        List<Task> tasks =
                List.of(
                        new Task(0, 10, 4, 0, 0, 0, null),
                        new Task(0, 20, 2, 1, 1, 0, null),
                        new Task(1, 5, 4, 1, 2, 0, null),
                        new Task(2, 100, 2, 0, 3, 0, null));
        assertThat(log(ONE_GPU, tasks, "easy-backfill"))
                .containsExactly(
                        new Logged(0, 0, 0),
                        new Logged(1, 0, 0),
                        new Logged(1, 20, 0),
                        new Logged(0, 10, 0));
    }

    @Test
    void everyReservationForATaskThatNeedsAGpuIsOnAServerWithOne() {
        List<Task> tasks =
                List.of(
                        new Task(0, 10, 4, 0, 0, 0, null),
                        new Task(0, 20, 2, 1, 1, 0, null),
                        new Task(1, 5, 4, 1, 2, 0, null),
                        new Task(2, 5, 1, 1, 3, 0, null), // its GPU is taken when its turn comes
                        new Task(2, 100, 2, 0, 4, 0, null));
        assertThat(log(ONE_GPU, tasks, "conservative-backfill"))
                .containsExactly(
                        new Logged(0, 0, 0),
                        new Logged(1, 0, 0),
                        new Logged(1, 20, 0),
                        new Logged(1, 25, 0),
                        new Logged(0, 10, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "easy-backfill", "conservative-backfill", "priority"})
    void noQueueGivesMoreDevicesOrPlacesThanThereAre(String queue) {
        for (long seed = 0; seed < CASES / 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ServerFleet.Static fleet = fleet(random);
            List<Server> servers = servers(fleet);
            List<Task> tasks = tasks(random);
            List<Logged> logged = log(fleet, tasks, queue);
            for (int i = 0; i < tasks.size(); i++) {
                if (logged.get(i) != null && logged.get(i).server() >= 0) {
                    long at = logged.get(i).start();
                    int server = logged.get(i).server();
                    long fpga = 0;
                    long pods = 0;
                    for (int k = 0; k < tasks.size(); k++) {
                        Logged other = logged.get(k);
                        boolean isThere =
                                other != null
                                        && other.server() == server
                                        && other.start() <= at
                                        && other.start() + tasks.get(k).duration() > at;
                        fpga += isThere ? fpga(tasks.get(k)) : 0;
                        pods += isThere ? 1 : 0;
                    }
                    Map<String, String> has = servers.get(server).extras().attributes();
                    assertThat(fpga)
                            .as(queue + ", seed " + seed)
                            .isLessThanOrEqualTo(
                                    Long.parseLong(has.getOrDefault("resource fpga", "0")));
                    assertThat(pods)
                            .as(queue + ", seed " + seed)
                            .isLessThanOrEqualTo(
                                    Long.parseLong(has.getOrDefault("resource pods", "1000")));
                }
            }
        }
    }

    private static List<Logged> log(ServerFleet fleet, List<Task> tasks, String queue) {
        Logged[] logged = new Logged[tasks.size()];
        TaskLog log =
                entry ->
                        logged[entry.taskIndex] =
                                new Logged(entry.server, entry.lastStartMicros, entry.evictions);
        Simulation.run(
                SimulationSpec.of(workload(tasks), fleet)
                        .withQueue(QueueDisciplines.registry().parse("test", queue))
                        .withTaskLog(log));
        return java.util.Arrays.asList(logged);
    }

    @Test
    void placesEveryTaskWhereAPlainScanWould() {
        for (long seed = 0; seed < CASES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ServerFleet.Static fleet = fleet(random);
            List<Task> tasks = tasks(random);
            int[] expected = scan(servers(fleet), tasks);
            assertThat(replay(fleet, tasks)).as("seed " + seed).isEqualTo(expected);
        }
    }

    private static ServerFleet.Static fleet(SplittableRandom random) {
        List<ServerFleet.Group> groups = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            Map<String, String> attributes = new HashMap<>();
            attributes.put("zone", random.nextBoolean() ? "a" : "b");
            attributes.put("cores", Integer.toString(random.nextInt(10)));
            if (random.nextBoolean()) {
                attributes.put("resource fpga", Integer.toString(random.nextInt(4)));
            }
            if (random.nextInt(3) == 0) {
                attributes.put("resource pods", Integer.toString(1 + random.nextInt(4)));
            }
            ServerExtras extras = ServerExtras.of(random.nextInt(3), 0, 0, attributes);
            Resources capacity = new Resources(1 + random.nextInt(8), 100);
            ServerType type =
                    new ServerType(
                            "t" + i, capacity, PowerModel.DEFAULT, OptionalDouble.empty(), extras);
            int count = 1 + random.nextInt(4);
            groups.add(new ServerFleet.Group(type, count, 1 + random.nextInt(count)));
        }
        return new ServerFleet.Static(groups);
    }

    private static List<Server> servers(ServerFleet.Static fleet) {
        List<Server> servers = new ArrayList<>();
        for (ServerFleet.Group group : fleet.groups()) {
            for (int i = 0; i < group.count(); i++) {
                ServerType type = group.type();
                int domain = fleet.domain(servers.size());
                servers.add(new Server(type.capacity(), type.extras(), domain));
            }
        }
        return servers;
    }

    private static List<Task> tasks(SplittableRandom random) {
        List<Task> tasks = new ArrayList<>();
        long submit = 0;
        for (int i = 0; i < random.nextInt(60); i++) {
            submit += random.nextInt(3);
            boolean isConstrained = random.nextInt(3) == 0;
            tasks.add(
                    new Task(
                            submit,
                            random.nextInt(12),
                            random.nextInt(4),
                            random.nextInt(4) == 0 ? 1 : 0,
                            random.nextInt(8),
                            0,
                            isConstrained
                                    ? PlacementConstraints.parse(
                                            CONSTRAINTS.get(random.nextInt(CONSTRAINTS.size())))
                                    : null));
        }
        return tasks;
    }

    /** The server of each task: -1 if it never started, -2 if it was rejected. */
    private static int[] scan(List<Server> servers, List<Task> tasks) {
        int[] serverOf = new int[tasks.size()];
        long[] end = new long[tasks.size()];
        java.util.Arrays.fill(serverOf, -1);
        List<Integer> queue = new ArrayList<>();
        List<Integer> running = new ArrayList<>();
        int next = 0;
        while (true) {
            long now = next < tasks.size() ? tasks.get(next).submit() : Long.MAX_VALUE;
            for (int task : running) {
                now = Math.min(now, end[task]);
            }
            if (now == Long.MAX_VALUE) {
                return serverOf;
            }
            long instant = now;
            boolean isSubmitted = false;
            do {
                running.removeIf(task -> end[task] == instant);
                while (!queue.isEmpty()) {
                    int head = queue.get(0);
                    int server = firstFit(servers, tasks, running, serverOf, tasks.get(head));
                    if (server < 0) {
                        break;
                    }
                    queue.remove(0);
                    serverOf[head] = server;
                    end[head] = now + tasks.get(head).duration();
                    running.add(head);
                }
                if (running.stream().anyMatch(task -> end[task] == instant)) {
                    isSubmitted = true;
                    continue;
                }
                isSubmitted = next < tasks.size() && tasks.get(next).submit() == now;
                if (isSubmitted) {
                    Task task = tasks.get(next);
                    if (firstFit(servers, tasks, List.of(), serverOf, task) < 0) {
                        serverOf[next] = -2;
                    } else {
                        queue.add(next);
                    }
                    next++;
                }
            } while (isSubmitted);
        }
    }

    private static int firstFit(
            List<Server> servers,
            List<Task> tasks,
            List<Integer> running,
            int[] serverOf,
            Task wanted) {
        for (int s = 0; s < servers.size(); s++) {
            Server server = servers.get(s);
            long cpu = wanted.cpu();
            long gpu = wanted.gpu();
            long fpga = fpga(wanted);
            long pods = 1;
            PlacementConstraints asked = wanted.constraints();
            boolean isFit =
                    asked == null
                            || asked.predicates().stream()
                                    .allMatch(
                                            one ->
                                                    one.holdsFor(
                                                            server.extras()
                                                                    .attributes()
                                                                    .get(one.name())));
            for (int other : running) {
                Task there = tasks.get(other);
                boolean isHere = serverOf[other] == s;
                cpu += isHere ? there.cpu() : 0;
                gpu += isHere ? there.gpu() : 0;
                fpga += isHere ? fpga(there) : 0;
                pods += isHere ? 1 : 0;
                PlacementConstraints theirs = there.constraints();
                if (asked != null && theirs != null && there.job() == wanted.job()) {
                    boolean isNear = servers.get(serverOf[other]).domain() == server.domain();
                    isFit &= !(isHere && asked.differentMachines() && theirs.differentMachines());
                    isFit &= !(isNear && asked.differentDomains() && theirs.differentDomains());
                }
            }
            Map<String, String> has = server.extras().attributes();
            if (isFit
                    && fpga <= Long.parseLong(has.getOrDefault("resource fpga", "0"))
                    && pods <= Long.parseLong(has.getOrDefault("resource pods", "1000"))
                    && cpu <= server.capacity().cpuMicroCores()
                    && gpu <= server.extras().gpuMicros()) {
                return s;
            }
        }
        return -1;
    }

    private static long fpga(Task task) {
        String text = task.constraints() == null ? "" : task.constraints().toString();
        int at = text.indexOf("resource fpga>=");
        return at < 0 ? 0 : text.charAt(at + "resource fpga>=".length()) - '0';
    }

    private static int[] replay(ServerFleet fleet, List<Task> tasks) {
        int[] serverOf = new int[tasks.size()];
        TaskLog log =
                entry ->
                        serverOf[entry.taskIndex] =
                                entry.fate == TaskLog.Fate.REJECTED ? -2 : entry.server;
        Simulation.run(SimulationSpec.of(workload(tasks), fleet).withTaskLog(log));
        return serverOf;
    }

    private static Workload workload(List<Task> tasks) {
        return new Workload() {
            @Override
            public String name() {
                return "demanding";
            }

            @Override
            public TaskSource open() {
                return new RowSource(tasks.size(), 7) {
                    @Override
                    protected void fill(TaskBatch batch, int place, int row) {
                        batch.isPlain = false;
                        DemandingRunTest.fill(batch, place, tasks.get(row), row);
                    }
                };
            }
        };
    }

    private static void fill(TaskBatch batch, int row, Task task, int index) {
        batch.clearExtras(row);
        batch.submitMicros[row] = task.submit();
        batch.durationMicros[row] = task.duration();
        batch.cpuMicroCores[row] = task.cpu();
        batch.memoryBytes[row] = 0;
        batch.jobId[row] = task.job();
        batch.taskIndex[row] = index;
        batch.priority[row] = task.priority();
        batch.taskClass[row] = 0;
        batch.outcome[row] = (byte) List.of(TaskOutcome.values()).indexOf(TaskOutcome.FINISHED);
        batch.gpuMicros[row] = task.gpu();
        batch.constraints[row] = task.constraints();
    }
}
