package dev.stowage.sim.skynet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.node.LoadCurve;
import dev.stowage.sim.node.QueueLaw;
import dev.stowage.sim.skynet.ObjectiveResult.Window;
import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import dev.stowage.sim.skynet.ObjectiveSpec.Disturbance;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop;
import dev.stowage.sim.skynet.ObjectiveSpec.Queue;
import dev.stowage.sim.skynet.ObjectiveSpec.ServerSize;
import dev.stowage.sim.skynet.ObjectiveSpec.Servers;
import dev.stowage.sim.skynet.ObjectiveSpec.Service;
import dev.stowage.sim.skynet.ObjectiveSpec.Services;
import dev.stowage.sim.skynet.ObjectiveSpec.Span;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Services whose latency follows the queue of the node model. */
class QueuedServicesTest {
    private static final double LEVEL = 0.025;
    private static final QueueLaw LAW =
            new QueueLaw(new QueueLaw.Measured(0.008, 0.03, 0.8, 4, 0.99));
    private static final LoadCurve STEPS =
            new LoadCurve.Points(
                    new double[] {0, 100, 200, 300}, new double[] {0.5, 0.9, 0.2, 0.6}, false);

    private static ObjectiveResult run(Controller controller, int copies, LoadCurve load) {
        return run(controller, copies, load, 1);
    }

    private static ObjectiveResult run(
            Controller controller, int copies, LoadCurve load, int servers) {
        Queue queue = new Queue(LAW, LEVEL, 32);
        Service web =
                new Service(
                        "web",
                        copies,
                        List.of(queue.need(1), 0.01, 0.0, 0.0),
                        List.of(),
                        true,
                        load,
                        Span.ALWAYS,
                        queue);
        return ObjectiveSimulation.run(
                new ObjectiveSpec(
                        new Services(List.of(web)),
                        Servers.of(servers, ServerSize.THESIS),
                        400,
                        controller,
                        Loop.DEFAULT,
                        Disturbance.NONE),
                1,
                0);
    }

    /** By hand: each of n copies has 32 / n cores, and the latency of the law on these. */
    @ParameterizedTest
    @ValueSource(ints = {5, 6, 8})
    void hasTheLatencyOfTheLaw(int copies) {
        double performance = LEVEL / LAW.seconds(1, 32.0 / copies);
        ObjectiveResult result = run(Controller.NATIVE, copies, new LoadCurve.Constant(1));
        assertThat(result.windows().get(50).performance())
                .isCloseTo(Math.min(1, performance), within(1e-9));
        assertThat(result.violatedShare()).isEqualTo(performance < 0.995 ? 1 : 0);
        assertThat(result.windows().get(50).cpuUsedShare())
                .isCloseTo(copies * 3.2 / 32, within(1e-9));
    }

    /** Of too little CPU all is busy, and the wait grows by the second until clients give up. */
    @Test
    void pilesUpWhatIsTooMuch() {
        ObjectiveResult result = run(Controller.NATIVE, 16, new LoadCurve.Constant(1));
        List<Window> windows = result.windows();
        assertThat(windows.get(0).cpuUsedShare()).isCloseTo(1, within(1e-9)); // 51 cores on 32
        // 1.2 of 3.2 cores wait after a second, on 2: 0.6 s more than the law
        assertThat(windows.get(0).performance())
                .isCloseTo(LEVEL / (LAW.seconds(1, 2) + 0.6), within(1e-9));
        assertThat(windows.get(399).performance())
                .isCloseTo(LEVEL / (LAW.seconds(1, 2) + 16), within(1e-9)); // 10 s of 3.2 cores
    }

    /** The oracle gives just what the law asks for, so nobody is ever below. */
    @Test
    void isNeverBelowUnderTheOracle() {
        ObjectiveResult result = run(Controller.ORACLE, 5, STEPS);
        assertThat(result.violatedShare()).isZero();
        assertThat(result.meanError()).isLessThan(1e-6);
    }

    /** Work waits but is not lost: the CPU in use is what arrived, whoever manages it. */
    @ParameterizedTest
    @EnumSource(
            value = Controller.class,
            names = {"NATIVE", "ORACLE", "K8S_HPA"})
    void doesAllTheWork(Controller controller) {
        double arrived = (0.5 + 0.9 + 0.2 + 0.6) / 4 * 5 * 3.2 / 32;
        assertThat(run(controller, 5, STEPS).cpuUsedShare()).isCloseTo(arrived, within(1e-9));
    }

    /** After each step the loop comes to rest, in the band, and stays there. */
    @Test
    void comesToRestUnderSkynet() {
        ObjectiveResult result = run(Controller.SKYNET, 5, STEPS, 3);
        assertThat(result.cycling()).isZero();
        for (int step = 0; step < 4; step++) {
            assertThat(result.windows().subList(100 * step + 40, 100 * step + 100))
                    .as("step " + step)
                    .allMatch(window -> window.violatedShare() == 0);
        }
    }

    /**
     * A steep step asks for three times the CPU at once, and memory, in proportion, then holds
     * applications in the band: the loop has one performance for all resources, so it leaves them
     * the CPU, and on one server others starve.
     */
    @Test
    void leavesInTheBandWhatOneStepGaveTooMuch() {
        ObjectiveResult result = run(Controller.SKYNET, 5, STEPS, 1);
        assertThat(result.windows().get(190).violatedShare()).isEqualTo(0.4);
        assertThat(result.windows().get(190).cpuUsedShare()).isLessThan(0.45); // 0.45 is needed
    }
}
