package dev.stowage.sim.skynet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.node.LoadCurve;
import dev.stowage.sim.skynet.ObjectiveResult.Window;
import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import dev.stowage.sim.skynet.ObjectiveSpec.Disturbance;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop;
import dev.stowage.sim.skynet.ObjectiveSpec.ServerSize;
import dev.stowage.sim.skynet.ObjectiveSpec.Servers;
import dev.stowage.sim.skynet.ObjectiveSpec.Service;
import dev.stowage.sim.skynet.ObjectiveSpec.Services;
import dev.stowage.sim.skynet.ObjectiveSpec.Span;
import dev.stowage.sim.skynet.ObjectiveSpec.Timing;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveSimulationTest {
    private static final LoadCurve STEADY = new LoadCurve.Constant(0.5);

    private static Service service(LoadCurve load, boolean isOpen) {
        return service(20, load, isOpen);
    }

    private static Service service(int copies, LoadCurve load, boolean isOpen) {
        return new Service("web", copies, List.of(0.1, 0.05, 0.0, 0.02), List.of(), isOpen, load);
    }

    private static ObjectiveResult run(
            Controller controller, Service service, Timing timing, int servers) {
        return ObjectiveSimulation.run(
                new ObjectiveSpec(
                        new Services(List.of(service)),
                        Servers.of(servers, ServerSize.THESIS),
                        400,
                        controller,
                        Loop.DEFAULT.with(timing),
                        Disturbance.NONE),
                1,
                0);
    }

    /** Once it has converged nothing moves at constant load: a limit cycle is a defect. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void standsStillAtConstantLoad(boolean isOpen) {
        List<Double> small = List.of(0.01, 0.01, 0.0, 0.01);
        Service cold =
                new Service("web", 20, service(STEADY, isOpen).base(), small, isOpen, STEADY);
        ObjectiveResult result = run(Controller.SKYNET, cold, Timing.DEFAULT, 5);
        assertThat(result.cycling()).isZero();
        assertThat(result.windows().subList(30, 400))
                .allMatch(window -> window.violatedShare() == 0);
        double late = result.windows().get(399).cpuUsedShare();
        assertThat(result.windows().subList(30, 400))
                .allMatch(window -> window.cpuUsedShare() == late);
    }

    @Test
    void isBackWithinFiveSecondsOfAnyJumpWithinReach() {
        for (double load : new double[] {0.2, 0.4, 0.8, 1}) {
            Service jumping =
                    service(
                            1,
                            new LoadCurve.Points(
                                    new double[] {0, 50}, new double[] {0.4, load}, false),
                            false);
            ObjectiveResult result = run(Controller.SKYNET, jumping, Timing.DEFAULT, 20);
            assertThat(
                            result.windows().subList(56, 400).stream()
                                    .mapToDouble(Window::violatedShare))
                    .containsOnly(0.0);
        }
    }

    /** Without demand for I/O its overprovision is nobody's. */
    @Test
    void saysNothingOfAResourceThatNobodyNeeds() {
        ObjectiveResult result = run(Controller.SKYNET, service(STEADY, true), Timing.DEFAULT, 5);
        assertThat(result.overprovision().get(0)).isBetween(0.0999, 0.1001);
        assertThat(result.overprovision().get(2)).isNaN();
    }

    /** Twenty copies of a tenth at half load need one server and a little; one is too few. */
    @Test
    void makesThoseWaitThatDoNotFit() {
        ObjectiveResult result = run(Controller.SKYNET, service(STEADY, true), Timing.DEFAULT, 1);
        assertThat(result.waitedShare()).isEqualTo(4 / 20.0);
        assertThat(result.violatedShare()).isEqualTo(4 / 20.0);
        assertThat(result.services()).containsExactly(result.violatedShare());
    }

    @ParameterizedTest
    @EnumSource(Controller.class)
    void hasEnoughOfAlmostIdleServers(Controller controller) {
        ObjectiveResult result = run(controller, service(STEADY, true), Timing.DEFAULT, 20);
        if (controller != Controller.K8S_VPA) {
            assertThat(result.violatedShare()).isZero();
        }
        assertThat(result.windows()).hasSize(400);
        assertThat(result.cpuUsedShare()).isLessThanOrEqualTo(0.0501);
    }

    /** What is short from the start is counted in the first window, and in no other. */
    @Test
    void countsASecondInItsOwnWindow() {
        Service short2 =
                new Service(
                        "web",
                        1,
                        List.of(0.4, 0.1, 0.0, 0.0),
                        List.of(0.1, 0.1, 0.0, 0.0),
                        false,
                        STEADY);
        ObjectiveResult result = run(Controller.SKYNET, short2, Timing.DEFAULT, 2);
        assertThat(result.windows().get(0).violatedShare()).isEqualTo(1);
        assertThat(result.windows().get(0).performance()).isBetween(0.5, 0.6); // 0.5, with a lag
    }

    private static Service there(String name, double cpu, int start, int end) {
        return new Service(
                name,
                1,
                List.of(cpu, 0.01, 0.0, 0.0),
                List.of(),
                true,
                new LoadCurve.Constant(1),
                new Span(start, end),
                null);
    }

    /**
     * By hand, on one server of which 0.9 may be placed: a (0.55 with its tenth) is there up to 200
     * s, b (0.55) comes at 100 s and waits for a hundred seconds, until a is gone; c (0.11) comes
     * and goes beside both.
     */
    @Test
    void letsApplicationsComeAndGo() {
        ObjectiveSpec spec =
                new ObjectiveSpec(
                        new Services(
                                List.of(
                                        there("a", 0.5, 0, 200),
                                        there("b", 0.5, 100, 400),
                                        there("c", 0.1, 150, 300))),
                        Servers.of(1, ServerSize.THESIS),
                        500,
                        Controller.SKYNET,
                        Loop.DEFAULT,
                        Disturbance.NONE);
        ObjectiveResult result = ObjectiveSimulation.run(spec, 1, 0);
        assertThat(result.waitedShare()).isEqualTo(100.0 / (200 + 300 + 150));
        assertThat(result.services().get(0)).isZero();
        // not seen in its first 5 s; the second in which it is let in brings it to 1.1 (1 - e^-2)
        assertThat(result.services().get(1)).isEqualTo(96.0 / 295);
        assertThat(result.services().get(2)).isZero();
        assertThat(result.windows().get(50).cpuUsedShare()).isEqualTo(0.5);
        assertThat(result.windows().get(250).cpuUsedShare()).isCloseTo(0.6, Offset.offset(1e-9));
        assertThat(result.windows().get(450).cpuUsedShare()).isZero();
        assertThat(result.windows().get(450).servers()).isZero();
        assertThat(result.windows().get(450).violatedShare()).isZero();
        assertThat(result.cpuUsedShare())
                .isCloseTo((0.5 * 200 + 0.5 * 200 + 0.1 * 150) / 500, Offset.offset(1e-9));
    }

    /** Under every controller what is not there uses nothing, and a come one is served. */
    @ParameterizedTest
    @EnumSource(Controller.class)
    void countsNobodyWhoIsNotThere(Controller controller) {
        ObjectiveSpec spec =
                new ObjectiveSpec(
                        new Services(List.of(there("a", 0.1, 100, 200))),
                        Servers.of(2, ServerSize.THESIS),
                        300,
                        controller,
                        Loop.DEFAULT,
                        Disturbance.NONE);
        ObjectiveResult result = ObjectiveSimulation.run(spec, 1, 0);
        for (int second : new int[] {0, 99, 200, 299}) {
            assertThat(result.windows().get(second).cpuUsedShare()).isZero();
            assertThat(result.windows().get(second).servers()).isZero();
        }
        assertThat(result.windows().get(150).servers()).isPositive();
        assertThat(result.windows().get(110).cpuUsedShare()).isCloseTo(0.05, Offset.offset(1e-6));
        assertThat(result.meanContainers()).isGreaterThanOrEqualTo(1);
        assertThat(result.waitedShare()).isZero();
    }

    /**
     * Servers of two kinds: with shares of the first, whose half the second is, 0.99 fits on none
     * of the small ones; natively each of two has all of its own server.
     */
    @Test
    void knowsServersOfSeveralKinds() {
        Servers mixed =
                new Servers(
                        List.of(
                                new Servers.Group(1, ServerSize.THESIS),
                                new Servers.Group(1, new ServerSize(16, 256))));
        Service two =
                new Service(
                        "web",
                        2,
                        List.of(0.4, 0.01, 0.0, 0.0),
                        List.of(),
                        false,
                        new LoadCurve.Constant(1));
        ObjectiveSpec spec =
                new ObjectiveSpec(
                        new Services(List.of(two)),
                        mixed,
                        100,
                        Controller.NATIVE,
                        Loop.DEFAULT,
                        Disturbance.NONE);
        // 1/0.4 and 0.5/0.4 of what they need: all of both servers
        assertThat(ObjectiveSimulation.run(spec, 1, 0).windows().get(99).cpuUsedShare())
                .isCloseTo(1, Offset.offset(1e-9));
        ObjectiveSpec skynet =
                new ObjectiveSpec(
                        spec.applications(),
                        mixed,
                        100,
                        Controller.SKYNET,
                        Loop.DEFAULT,
                        Disturbance.NONE);
        ObjectiveResult result = ObjectiveSimulation.run(skynet, 1, 0);
        assertThat(result.violatedShare()).isZero(); // 0.44 twice: both on the large one
        assertThat(result.meanServers()).isEqualTo(1);
        assertThat(result.cpuUsedShare()).isCloseTo(0.88 / 1.5, Offset.offset(1e-9));
    }

    /** A decision that takes effect later leaves the objective unmet for longer. */
    @Test
    void paysForDelays() {
        Service jumping =
                service(
                        new LoadCurve.Points(new double[] {0, 50}, new double[] {0.4, 0.9}, false),
                        false);
        double now = run(Controller.SKYNET, jumping, Timing.DEFAULT, 5).violatedShare();
        assertThat(run(Controller.SKYNET, jumping, new Timing(1, 0, 5), 5).violatedShare())
                .isGreaterThan(now);
        assertThat(run(Controller.SKYNET, jumping, new Timing(10, 0, 0), 5).violatedShare())
                .isGreaterThan(now);
        assertThat(run(Controller.SKYNET, jumping, new Timing(1, 3, 0), 5).violatedShare())
                .isGreaterThan(now);
    }
}
