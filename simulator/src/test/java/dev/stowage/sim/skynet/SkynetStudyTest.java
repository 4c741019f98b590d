package dev.stowage.sim.skynet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import dev.stowage.sim.skynet.ObjectiveSpec.Load;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop;
import dev.stowage.study.published.Reproduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SkynetStudyTest {
    private static ObjectiveSpec spec(double utilisation, Controller controller, Load load) {
        return new ObjectiveSpec(80, 5, utilisation, 600, controller, Loop.DEFAULT, load);
    }

    @Test
    void holdsWhatItHeldAndSaysWhyOfTheRest() {
        Reproduction reproduction = SkynetStudy.study().run().apply(1);
        assertThat(reproduction.lost()).isEmpty();
        assertThat(reproduction.assertions())
                .allMatch(assertion -> assertion.isHeld() == assertion.heldBefore());
    }

    /** No controller can do better than knowing the need, and none makes it free. */
    @Test
    void violatesLessThanItsBaselinesAndMoreThanTheOracle() {
        double skynet = violated(Controller.SKYNET);
        assertThat(violated(Controller.ORACLE)).isLessThan(skynet);
        assertThat(violated(Controller.NATIVE)).isGreaterThan(4 * skynet);
        assertThat(violated(Controller.K8S_HPA)).isGreaterThan(skynet);
        assertThat(violated(Controller.K8S_VPA)).isGreaterThan(skynet);
    }

    private static double violated(Controller controller) {
        return ObjectiveSimulation.run(spec(0.8, controller, Load.DEFAULT), 1, 0).violatedShare();
    }

    @ParameterizedTest
    @EnumSource(Controller.class)
    void isTheSameForTheSameSeed(Controller controller) {
        ObjectiveSpec spec = spec(0.6, controller, Load.DEFAULT);
        assertThat(ObjectiveSimulation.run(spec, 3, 1))
                .isEqualTo(ObjectiveSimulation.run(spec, 3, 1));
    }

    /** Without a change of load nothing moves once it has converged: no limit cycle. */
    @Test
    void standsStillAtConstantLoad() {
        Load constant = new Load(0.5, 10_000, 0, 10, 0, 10);
        ObjectiveResult result =
                ObjectiveSimulation.run(spec(0.4, Controller.SKYNET, constant), 1, 0);
        assertThat(result.migrations()).isZero();
        assertThat(result.violatedShare()).isZero();
        assertThat(result.meanError()).isBetween(0.0999, 0.1001);
    }
}
