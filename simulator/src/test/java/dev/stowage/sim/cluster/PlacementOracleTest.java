package dev.stowage.sim.cluster;

import dev.stowage.basis.Seeds;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.AttributePredicate.Operator;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.policy.placement.TaskView;
import dev.stowage.sim.NaivePlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every placement policy on a cluster with its indexes against {@link NaivePlacement} on plain
 * lists, under a million random operations: placements, ends, machines that go, come and change
 * size; small clusters of several types with many ties, tasks with and without further demands.
 */
class PlacementOracleTest {
    private static final int OPERATIONS = 1_000_000;
    private static final List<Operator> OPERATORS = List.of(Operator.values());

    private record Task(
            long cpuMicroCores,
            long memoryBytes,
            long jobId,
            long gpuMicros,
            long diskBytes,
            @Nullable PlacementConstraints constraints)
            implements TaskView {}

    private record Placed(int server, Task task) {}

    /** What is where, in plain lists. */
    private static final class State implements NaivePlacement.Servers {
        final List<ServerType> types = new ArrayList<>();
        final List<Resources> capacities = new ArrayList<>();
        final List<List<Task>> tasks = new ArrayList<>();
        final int[] domains;
        Task asked = new Task(0, 0, 0, 0, 0, null);

        State(ServerFleet.Static fleet) {
            for (ServerFleet.Group group : fleet.groups()) {
                for (int i = 0; i < group.count(); i++) {
                    types.add(group.type());
                    capacities.add(group.type().capacity());
                    tasks.add(new ArrayList<>());
                }
            }
            domains = fleet.domains();
        }

        @Override
        public int size() {
            return types.size();
        }

        boolean isUp(int server) {
            return !capacities.get(server).equals(Resources.NONE);
        }

        @Override
        public boolean fits(int server) {
            return isUp(server)
                    && cpuFree(server) >= asked.cpuMicroCores()
                    && memoryFree(server) >= asked.memoryBytes()
                    && (asked.isPlain() || hasTheRest(server));
        }

        private boolean hasTheRest(int server) {
            long gpu = types.get(server).extras().gpuMicros();
            long disk = types.get(server).extras().diskBytes();
            for (Task task : tasks.get(server)) {
                gpu -= task.gpuMicros();
                disk -= task.diskBytes();
            }
            PlacementConstraints constraints = asked.constraints();
            return gpu >= asked.gpuMicros()
                    && disk >= asked.diskBytes()
                    && (constraints == null || allows(server, constraints));
        }

        private boolean allows(int server, PlacementConstraints constraints) {
            for (int other = 0; other < size(); other++) {
                for (Task task : tasks.get(other)) {
                    PlacementConstraints theirs = task.constraints();
                    if (theirs == null || task.jobId() != asked.jobId()) {
                        continue;
                    }
                    boolean isNear = domains[other] == domains[server];
                    if ((constraints.differentMachines()
                                    && theirs.differentMachines()
                                    && other == server)
                            || (constraints.differentDomains()
                                    && theirs.differentDomains()
                                    && isNear)) {
                        return false;
                    }
                }
            }
            return constraints.holdFor(types.get(server).extras().attributes());
        }

        @Override
        public long cpuFree(int server) {
            long free = capacities.get(server).cpuMicroCores();
            for (Task task : tasks.get(server)) {
                free -= task.cpuMicroCores();
            }
            return free;
        }

        @Override
        public long memoryFree(int server) {
            long free = capacities.get(server).memoryBytes();
            for (Task task : tasks.get(server)) {
                free -= task.memoryBytes();
            }
            return free;
        }

        @Override
        public long cpuCapacity(int server) {
            return capacities.get(server).cpuMicroCores();
        }

        @Override
        public long memoryCapacity(int server) {
            return capacities.get(server).memoryBytes();
        }
    }

    /** One random cluster and what happens to it. */
    private static final class Run {
        final SplittableRandom random;
        final long unit;
        final Cluster cluster;
        final State state;
        final List<Placed> placed = new ArrayList<>();
        final PlacementPolicy policy;
        final NaivePlacement naive;
        final boolean isPlain;

        Run(String spelling, long seed) {
            random = new SplittableRandom(seed);
            unit = List.of(1L, 1000L, 1_000_003L, 1L << 45).get(random.nextInt(4));
            isPlain = random.nextInt(3) > 0;
            ServerFleet.Static fleet = fleet();
            cluster = Cluster.of(fleet);
            state = new State(fleet);
            policy =
                    PlacementPolicies.registry()
                            .create(
                                    PlacementPolicies.registry().parse("test", spelling),
                                    Seeds.stream(seed, "placement", 0));
            naive = new NaivePlacement(spelling, Seeds.stream(seed, "placement", 0));
        }

        /** Mostly a few servers, sometimes so many that leaves split; some almost alike. */
        private ServerFleet.Static fleet() {
            List<ServerFleet.Group> groups = new ArrayList<>();
            boolean isLarge = random.nextInt(200) == 0;
            boolean isAlike = random.nextInt(4) == 0;
            int types = 1 + random.nextInt(isAlike ? 6 : 3);
            for (int i = 0; i < types; i++) {
                Resources capacity =
                        isAlike
                                ? new Resources(160 + random.nextInt(8), 160 + random.nextInt(8))
                                : new Resources(
                                        unit * (1 + random.nextInt(14)),
                                        unit * (1 + random.nextInt(14)));
                ServerExtras extras =
                        isPlain
                                ? ServerExtras.NONE
                                : ServerExtras.of(
                                        random.nextInt(3),
                                        random.nextInt(3) * 10L,
                                        0,
                                        Map.of("kind", String.valueOf(random.nextInt(3))));
                ServerType type =
                        new ServerType(
                                "t" + i,
                                capacity,
                                PowerModel.DEFAULT,
                                OptionalDouble.empty(),
                                extras);
                int count = isLarge ? 30 + random.nextInt(100) : 1 + random.nextInt(4);
                groups.add(new ServerFleet.Group(type, count, 1 + random.nextInt(3)));
            }
            return new ServerFleet.Static(groups);
        }

        private Task task() {
            Resources capacity = state.types.get(random.nextInt(state.size())).capacity();
            int part = 1 + random.nextInt(8);
            long cpu = amount(capacity.cpuMicroCores(), part);
            long memory = amount(capacity.memoryBytes(), part);
            if (isPlain || random.nextInt(3) == 0) {
                return new Task(cpu, memory, 0, 0, 0, null);
            }
            return new Task(
                    cpu,
                    memory,
                    random.nextInt(3),
                    random.nextInt(4) == 0 ? random.nextInt(3) : 0,
                    random.nextInt(4) == 0 ? random.nextInt(20) : 0,
                    random.nextInt(3) == 0 ? null : constraints());
        }

        private long amount(long capacity, int part) {
            return random.nextBoolean()
                    ? capacity / unit / part * unit
                    : random.nextLong(1 + capacity / part);
        }

        private PlacementConstraints constraints() {
            List<AttributePredicate> predicates = new ArrayList<>();
            for (int i = 0; i < random.nextInt(3); i++) {
                Operator operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
                predicates.add(
                        new AttributePredicate(
                                "kind", operator, String.valueOf(random.nextInt(3))));
            }
            return new PlacementConstraints(
                    predicates, random.nextInt(3) == 0, random.nextInt(4) == 0);
        }

        void step() {
            int kind = random.nextInt(20);
            if (kind == 0) {
                resize(random.nextInt(state.size()));
            } else if (kind < 9 && !placed.isEmpty()) {
                end(random.nextInt(placed.size()));
            } else {
                place(task());
            }
        }

        private void place(Task task) {
            state.asked = task;
            int expected = naive.choose(state, task.cpuMicroCores(), task.memoryBytes());
            int server = policy.place(task, cluster);
            if (server != expected) {
                throw new AssertionError(task + ": " + server + ", expected " + expected);
            }
            if (server >= 0) {
                cluster.place(server, task.cpuMicroCores(), task.memoryBytes());
                if (!task.isPlain()) {
                    cluster.claim(server, task);
                }
                state.tasks.get(server).add(task);
                placed.add(new Placed(server, task));
            }
        }

        private void end(int index) {
            Placed gone = placed.get(index);
            placed.set(index, placed.get(placed.size() - 1));
            placed.remove(placed.size() - 1);
            cluster.release(gone.server(), gone.task().cpuMicroCores(), gone.task().memoryBytes());
            if (!gone.task().isPlain()) {
                cluster.unclaim(gone.server(), gone.task());
            }
            state.tasks.get(gone.server()).remove(gone.task());
        }

        /** To any capacity up to that of the type that holds what is there; perhaps down. */
        private void resize(int server) {
            Resources most = state.types.get(server).capacity();
            long cpuTaken = state.cpuCapacity(server) - state.cpuFree(server);
            long memoryTaken = state.memoryCapacity(server) - state.memoryFree(server);
            boolean goesDown = state.tasks.get(server).isEmpty() && random.nextBoolean();
            boolean isWhole = random.nextBoolean();
            Resources capacity =
                    goesDown
                            ? Resources.NONE
                            : isWhole
                                    ? most
                                    : new Resources(
                                            cpuTaken
                                                    + random.nextLong(
                                                            1 + most.cpuMicroCores() - cpuTaken),
                                            memoryTaken
                                                    + random.nextLong(
                                                            1 + most.memoryBytes() - memoryTaken));
            if (capacity.equals(Resources.NONE) && !state.tasks.get(server).isEmpty()) {
                return; // tasks that ask for nothing would be on a server that is down
            }
            cluster.resize(server, capacity.cpuMicroCores(), capacity.memoryBytes());
            state.capacities.set(server, capacity);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.stowage.sim.NaivePlacement#policiesAndVariants")
    void putsEveryTaskWhereAScanWould(String policy) {
        int steps = 0;
        for (long seed = 0; steps < OPERATIONS; seed++) {
            Run run = new Run(policy, seed);
            int length = 400;
            for (int i = 0; i < length; i++) {
                try {
                    run.step();
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError(policy + ", seed " + seed + ", operation " + i, e);
                }
            }
            steps += length;
        }
    }
}
