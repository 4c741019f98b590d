package dev.stowage.sim.skynet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import dev.stowage.sim.skynet.ObjectiveSpec.Disturbance;
import dev.stowage.sim.skynet.ObjectiveSpec.Drawn;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop;
import dev.stowage.sim.skynet.ObjectiveSpec.ServerSize;
import dev.stowage.sim.skynet.ObjectiveSpec.Servers;
import dev.stowage.study.published.Reproduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SkynetStudyTest {
    private static ObjectiveSpec spec(double utilisation, Controller controller) {
        return new ObjectiveSpec(
                new Drawn(80, utilisation, 0.5, 180),
                Servers.of(5, ServerSize.THESIS),
                600,
                controller,
                Loop.DEFAULT,
                Disturbance.DEFAULT);
    }

    @Test
    void holdsWhatItHeldAndSaysWhyOfTheRest() {
        Reproduction reproduction = SkynetStudy.study().run().apply(1);
        assertThat(reproduction.lost()).isEmpty();
        assertThat(reproduction.assertions())
                .allMatch(assertion -> assertion.isHeld() == assertion.heldBefore());
    }

    /** In the published experiment, where needs fit on the servers, knowing them does better. */
    @Test
    void violatesLessThanItsBaselinesAndMoreThanTheOracle() {
        double skynet = violated(Controller.SKYNET);
        assertThat(violated(Controller.ORACLE)).isLessThan(skynet);
        assertThat(violated(Controller.NATIVE)).isGreaterThan(4 * skynet);
        assertThat(violated(Controller.K8S_HPA)).isGreaterThan(skynet);
        assertThat(violated(Controller.K8S_VPA)).isGreaterThan(skynet);
    }

    private static double violated(Controller controller) {
        return ObjectiveSimulation.run(spec(0.8, controller), 1, 0).violatedShare();
    }

    @ParameterizedTest
    @EnumSource(Controller.class)
    void isTheSameForTheSameSeed(Controller controller) {
        ObjectiveSpec spec = spec(0.6, controller);
        assertThat(ObjectiveSimulation.run(spec, 3, 1))
                .isEqualTo(ObjectiveSimulation.run(spec, 3, 1));
    }
}
