package dev.stowage.sim.profiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.stowage.basis.InputException;
import dev.stowage.isolation.IsolationLibrary;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.bound.QueueOrder;
import dev.stowage.plan.objective.Objective;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.SharingRule;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import dev.stowage.profile.workload.OfferedServers;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.profile.workload.SlicedWorkload.Promise;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;
import dev.stowage.profile.workload.TaskApplications;
import dev.stowage.run.RunSummary;
import dev.stowage.run.ServerLog;
import dev.stowage.sim.ColumnWorkload;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.Simulation;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.sim.observation.TaskTrace;
import dev.stowage.sim.queue.QueueDisciplines;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose slices or rates change, held to {@link ServerRun}, which shares no code of theirs. */
class ProfiledRunTest {
    private static final long GIB = Resources.BYTES_PER_GIB;
    private static final ProfileLibrary THESIS = ProfileLibrary.thesis();
    private static final SlicedServer SERVER = new SlicedServer("s", 48, 48, 0, 2, 2, 1);
    private static final ProfileLibrary WITHOUT_SSD =
            new ProfileLibrary("test", SERVER, THESIS.applications());

    private static ServerFleet servers(int count, String isolation) {
        Map<String, String> attributes =
                isolation.isEmpty() ? Map.of() : Map.of("isolation", isolation);
        return new ServerFleet.Static(
                List.of(
                        new ServerFleet.Group(
                                new ServerType(
                                        "thesis",
                                        Resources.ofCoresAndGib(48, 48),
                                        PowerModel.DEFAULT,
                                        OptionalDouble.empty(),
                                        ServerExtras.ofAttributes(attributes)),
                                count)));
    }

    /** Applications in the order of their names, in which both give ties away. */
    private static List<ApplicationProfile> queue(Random random) {
        List<ApplicationProfile> queue = new ArrayList<>();
        int count = 3 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            queue.add(THESIS.applications().get(random.nextInt(5)));
        }
        queue.sort(Comparator.comparing(ApplicationProfile::name));
        return queue;
    }

    private static SlicedWorkload workload(List<ApplicationProfile> queue, Promise promise) {
        return workload(queue, new long[queue.size()], promise);
    }

    private static SlicedWorkload workload(
            List<ApplicationProfile> queue, long[] submits, Promise promise) {
        List<Row> rows = new ArrayList<>();
        Map<Long, String> byJob = new HashMap<>();
        for (int job = 0; job < queue.size(); job++) {
            long alone = Math.round(1e6 * queue.get(job).secondsAlone().orElseThrow());
            rows.add(Row.of(submits[job], alone, 1_000_000, GIB));
            byJob.put((long) job, queue.get(job).name());
        }
        return new SlicedWorkload(
                new ColumnWorkload(7, rows),
                WITHOUT_SSD,
                TaskApplications.ByJob.of(byJob),
                promise,
                OfferedServers.OF_PROFILES);
    }

    private static Promise shared() {
        return new Promise(Promise.Gives.SHARED, 0, 0, RecordedOn.SERVER);
    }

    private static RunSummary run(SlicedWorkload workload, ServerFleet servers, String admission) {
        return Simulation.run(
                        SimulationSpec.of(workload, servers)
                                .withAdmission(
                                        AdmissionPolicies.registry().parse("test", admission)))
                .summary();
    }

    @Test
    void sharesAServerAsTheRunOfOneServerDoes() {
        Random random = new Random(117);
        for (int round = 0; round < 12; round++) {
            List<ApplicationProfile> queue = queue(random);
            double floor = round % 2 == 0 ? 0.3 : 0.5;
            ServerRun.Result expected =
                    ServerRun.of(
                            queue,
                            SERVER,
                            new SlicePolicy.Provider(
                                    new SharingRule(SharingRule.Utilisation.ALLOCATION, floor)),
                            null);
            RunSummary ours =
                    run(
                            workload(queue, shared()),
                            servers(1, ""),
                            "quman-provider[floor=" + Math.round(100 * floor) + "]");
            assertThat(ours.tasks().finished()).isEqualTo(queue.size());
            assertThat(ours.makespanSeconds())
                    .as("%s", queue.stream().map(ApplicationProfile::name).toList())
                    .isCloseTo(expected.makespanSeconds(), offset(1e-3));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "cgroups", "vanguard", "frimics"})
    void tasksDisturbEachOtherAsTheLevelOfTheirServerLetsThem(String level) {
        Random random = new Random(28);
        IsolationLibrary isolation =
                IsolationLibrary.thesis().on(new IsolationLibrary.Server(48, 48));
        for (int round = 0; round < 12; round++) {
            List<ApplicationProfile> queue = queue(random);
            ServerRun.Result expected =
                    ServerRun.of(
                            queue,
                            SERVER,
                            new SlicePolicy.User(0.5),
                            new ServerRun.Disturbance(
                                    isolation.level(level), isolation::neighbour));
            RunSummary ours =
                    run(
                            workload(queue, Promise.of(0.5, 0, RecordedOn.SERVER)),
                            servers(1, level),
                            "quman-user[pi=50]");
            assertThat(ours.makespanSeconds())
                    .as("%s", queue.stream().map(ApplicationProfile::name).toList())
                    .isCloseTo(expected.makespanSeconds(), offset(1e-3));
        }
    }

    /** More isolation makes no queue of one server's worth longer; none at all is the longest. */
    @Test
    void moreIsolationIsNoSlower() {
        Random random = new Random(3);
        for (int round = 0; round < 10; round++) {
            List<ApplicationProfile> two = queue(random).subList(0, 2);
            double before = 0;
            for (String level : List.of("", "frimics", "vanguard", "cgroups", "native")) {
                double seconds =
                        run(
                                        workload(two, Promise.of(0.5, 0, RecordedOn.SERVER)),
                                        servers(2, level),
                                        "quman-user[pi=50]")
                                .makespanSeconds();
                if (!level.equals("cgroups")) { // CPU and memory; vanguard has the path of I/O
                    assertThat(seconds).as(level).isGreaterThanOrEqualTo(before - 1e-6);
                    before = seconds;
                }
            }
        }
    }

    /** A third of the server is free: less than the least slice, which a fallback replaces. */
    @Test
    void aTaskWithoutRoomFallsBackToWhatIsFree() {
        List<ApplicationProfile> queue = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            queue.add(THESIS.get(i % 2 == 0 ? "BLAST" : "TPC-E"));
        }
        Promise promise = Promise.of(0.7, 0, RecordedOn.SERVER);
        RunSummary waits = run(workload(queue, promise), servers(1, ""), "quman-user[pi=70]");
        RunSummary falls =
                run(workload(queue, promise), servers(1, ""), "quman-user[pi=70,fallback=1]");
        assertThat(falls.tasks().finished()).isEqualTo(8);
        assertThat(falls.makespanSeconds()).isLessThanOrEqualTo(waits.makespanSeconds());
        double slowest =
                queue.stream().mapToDouble(each -> each.secondsAlone().orElseThrow() / 0.7).sum();
        assertThat(falls.makespanSeconds()).isLessThanOrEqualTo(slowest);
    }

    /** A bound by the least that a task may have is above no number of servers that holds. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "quman-provider[floor=0]",
                "quman-provider[floor=60]",
                "quman-user[pi=60,fallback=1]",
                "quman-user[pi=75]; native",
                "quman-user[pi=70]; cgroups"
            })
    void aBoundByTheLeastIsAboveNoNumberThatHolds(String asked) {
        int at = asked.indexOf(';');
        String admission = at < 0 ? asked : asked.substring(0, at);
        String level = at < 0 ? "" : asked.substring(at + 2);
        Random random = new Random(117);
        int above = 0;
        for (int round = 0; round < 20; round++) {
            int limit = 40 * random.nextInt(3);
            List<ApplicationProfile> queue = new ArrayList<>(queue(random));
            Collections.shuffle(queue, random);
            long[] submits = random.longs(queue.size(), 0, 120_000_000).sorted().toArray();
            boolean isShared = admission.startsWith("quman-provider");
            Promise given =
                    isShared
                            ? shared()
                            : Promise.of(
                                    Integer.parseInt(admission.replaceAll("\\D*(\\d+).*", "$1"))
                                            / 100.0,
                                    0,
                                    RecordedOn.SERVER);
            boolean isBoundByLeast = isShared || admission.contains("fallback");
            LowerBound bound =
                    LowerBound.of(
                            workload(queue, submits, isBoundByLeast ? shared() : given),
                            ServerType.of("thesis", Resources.ofCoresAndGib(48, 48)),
                            Objective.parse("test", Map.of("pendingSeconds", Map.of("max", limit))),
                            QueueOrder.CHANGING);
            int servers = 1;
            SlicedWorkload workload = workload(queue, submits, given);
            while (longestWait(workload, servers(servers, level), admission) > limit) {
                servers++;
            }
            assertThat(bound.servers()).as("%s, %s", round, bound).isLessThanOrEqualTo(servers);
            above += bound.servers() > 1 ? 1 : 0;
        }
        assertThat(above).as("bounds that say something").isGreaterThan(level.isEmpty() ? -1 : 3);
    }

    private static double longestWait(
            SlicedWorkload workload, ServerFleet servers, String admission) {
        return run(workload, servers, admission).metric("pendingSeconds.max").orElseThrow();
    }

    /** Steps that are no whole number of bytes: all of a server is no more than it has. */
    @Test
    void slicesOfAllOfAServerFitIt() {
        SlicedServer odd = new SlicedServer("odd", 7, 10, 0, 0.7, 0.1, 1);
        ProfileLibrary library = new ProfileLibrary("test", odd, THESIS.applications());
        List<Row> rows = new ArrayList<>();
        Map<Long, String> byJob = new HashMap<>();
        for (long job = 0; job < 40; job++) {
            rows.add(Row.of(job, 100_000_000, 1_000_000, GIB));
            byJob.put(job, THESIS.applications().get((int) (job % 5)).name());
        }
        SlicedWorkload workload =
                new SlicedWorkload(
                        new ColumnWorkload(7, rows),
                        library,
                        TaskApplications.ByJob.of(byJob),
                        shared(),
                        OfferedServers.OF_PROFILES);
        ServerFleet fleet = ServerFleet.of(ServerType.of("s", Resources.ofCoresAndGib(7, 10)), 2);
        assertThat(run(workload, fleet, "quman-provider[floor=0]").tasks().finished())
                .isEqualTo(40);
    }

    @Test
    void whatItCannotKeepIsRefused() {
        List<ApplicationProfile> queue = queue(new Random(1));
        refuses(
                SimulationSpec.of(workload(queue, shared()), servers(1, ""))
                        .withAdmission(parse("quman-provider"))
                        .with(
                                draft ->
                                        draft.observation =
                                                draft.observation.withTask(
                                                        new TaskTrace(
                                                                0,
                                                                OptionalInt.of(0),
                                                                1,
                                                                step -> {}))),
                "a run without --trace-task");
        refuses(
                SimulationSpec.of(workload(queue, shared()), servers(1, ""))
                        .withAdmission(parse("quman-provider"))
                        .withQueue(QueueDisciplines.registry().parse("test", "easy-backfill")),
                "queue fifo");
        refuses(
                SimulationSpec.of(
                                workload(queue, Promise.of(0.5, 0, RecordedOn.SERVER)),
                                servers(1, "moon"))
                        .withAdmission(parse("quman-user[pi=50]")),
                "moon");
        refuses(
                SimulationSpec.of(
                                workload(queue, shared()),
                                new ServerFleet.Static(
                                        List.of(
                                                new ServerFleet.Group(
                                                        ServerType.of(
                                                                "small",
                                                                Resources.ofCoresAndGib(24, 48)),
                                                        1))))
                        .withAdmission(parse("quman-provider")),
                "servers like that of the profiles");
    }

    /**
     * One line for each slice of a task: at no instant do the lines of a server sum to more than it
     * has, those of a task follow one another, and their work is that of the task.
     */
    @ParameterizedTest
    @ValueSource(strings = {"quman-provider", "quman-user[pi=70,fallback=1]"})
    void theTimelineOfAServerHandsOutNoMoreThanItHas(String admission) {
        Random random = new Random(29);
        boolean isShared = admission.equals("quman-provider");
        int resliced = 0;
        for (int round = 0; round < 6; round++) {
            List<ApplicationProfile> queue = queue(random);
            long[] submits = random.longs(queue.size(), 0, 200_000_000L).sorted().toArray();
            List<ServerLog.Stay> stays = new ArrayList<>();
            Promise given = isShared ? shared() : Promise.of(0.7, 0, RecordedOn.SERVER);
            RunSummary run =
                    Simulation.run(
                                    SimulationSpec.of(
                                                    workload(queue, submits, given), servers(2, ""))
                                            .withAdmission(parse(admission))
                                            .with(
                                                    draft ->
                                                            draft.observation =
                                                                    draft.observation.withServers(
                                                                            Set.of(0, 1),
                                                                            stays::add)))
                            .summary();
            assertThat(run.tasks().finished()).isEqualTo(queue.size());
            requireConserved(stays);
            Map<Long, Double> done = new HashMap<>();
            Map<Long, Long> until = new HashMap<>();
            for (ServerLog.Stay stay : stays) {
                if (until.containsKey(stay.jobId())) {
                    assertThat(stay.startMicros()).isEqualTo(until.get(stay.jobId()));
                }
                until.put(stay.jobId(), stay.endMicros());
                Slice slice =
                        new Slice(
                                stay.cpuMicroCores() / 48e6, stay.memoryBytes() / (48.0 * GIB), 1);
                double pi = queue.get((int) stay.jobId()).performance().at(slice);
                done.merge(stay.jobId(), pi * (stay.endMicros() - stay.startMicros()), Double::sum);
                resliced += stay.ended() == ServerLog.Ending.RESLICED ? 1 : 0;
            }
            for (int job = 0; job < queue.size(); job++) {
                double alone = 1e6 * queue.get(job).secondsAlone().orElseThrow();
                assertThat(done.get((long) job)).isCloseTo(alone, offset(alone * 1e-6));
            }
        }
        assertThat(resliced > 0).as("slices that changed").isEqualTo(isShared);
    }

    private static void requireConserved(List<ServerLog.Stay> stays) {
        for (ServerLog.Stay at : stays) {
            long cpu = 0;
            long memory = 0;
            for (ServerLog.Stay each : stays) {
                if (each.server() == at.server()
                        && each.startMicros() <= at.startMicros()
                        && at.startMicros() < each.endMicros()) {
                    cpu += each.cpuMicroCores();
                    memory += each.memoryBytes();
                }
            }
            assertThat(cpu).isLessThanOrEqualTo(48_000_000L);
            assertThat(memory).isLessThanOrEqualTo(48 * GIB);
            assertThat(at.afterStart().cpuMicroCores()).isEqualTo(48_000_000L - cpu);
        }
    }

    private static PolicySpec parse(String text) {
        return AdmissionPolicies.registry().parse("test", text);
    }

    private static void refuses(SimulationSpec spec, String text) {
        assertThatThrownBy(() -> Simulation.run(spec))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(text);
    }
}
