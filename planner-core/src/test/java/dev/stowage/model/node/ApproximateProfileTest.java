package dev.stowage.model.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.model.node.ApproximateProfile.Variant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApproximateProfileTest {
    private static final Variant PRECISE = new Variant(1, 0, 1);

    private static ApproximateProfile with(Variant... variants) {
        return new ApproximateProfile(
                NodeLibrary.shipped().batch("test", "memory"),
                60,
                0.01,
                List.of(variants),
                ParameterSource.OURS);
    }

    @Test
    void wantsThePreciseVariantFirstAndSaysWhatIsThereInstead() {
        assertThat(with(PRECISE, new Variant(0.5, 0.02, 1)).mostApproximate()).isEqualTo(1);
        assertThatThrownBy(() -> with())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no variants, expected the precise one first");
        assertThatThrownBy(() -> with(new Variant(0.5, 0.02, 1), PRECISE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("variants[0].inaccuracy = 0.02, expected 0: the precise one first");
    }

    @Test
    void dropsVariantsBeyondTheBoundAndThoseThatAnotherOneBeats() {
        Variant fast = new Variant(0.4, 0.03, 1);
        Variant beaten = new Variant(0.5, 0.04, 0.1);
        Variant wrong = new Variant(0.1, 0.06, 1);
        List<Variant> dropped = new ArrayList<>();
        assertThat(
                        ApproximateProfile.useful(
                                List.of(fast, PRECISE, beaten, wrong),
                                ApproximateProfile.BOUND,
                                dropped))
                .containsExactly(PRECISE, fast);
        assertThat(dropped).containsExactly(beaten, wrong);
    }
}
