package dev.stowage.sim.serverless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.study.published.Assertion;
import dev.stowage.study.published.Reproduction;
import org.junit.jupiter.api.Test;

class LatEstStudyTest {
    @Test
    void holdsWhatItHeldAndSaysWhyOfTheRest() {
        Reproduction reproduction = LatEstStudy.study().run().apply(1);
        assertThat(reproduction.lost()).isEmpty();
        assertThat(reproduction.assertions())
                .allMatch(assertion -> assertion.isHeld() == assertion.heldBefore(), "as recorded");
        assertThat(reproduction.assertions())
                .filteredOn(assertion -> !assertion.isHeld())
                .extracting(Assertion::why)
                .allMatch(why -> !why.isBlank());
    }
}
