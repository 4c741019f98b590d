package dev.stowage.sim.skynet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.node.LoadCurve;
import dev.stowage.sim.skynet.ObjectiveResult.Window;
import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import dev.stowage.sim.skynet.ObjectiveSpec.Disturbance;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop;
import dev.stowage.sim.skynet.ObjectiveSpec.ServerSize;
import dev.stowage.sim.skynet.ObjectiveSpec.Service;
import dev.stowage.sim.skynet.ObjectiveSpec.Services;
import dev.stowage.sim.skynet.ObjectiveSpec.Timing;
import java.util.List;
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
                        servers,
                        ServerSize.THESIS,
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
