package dev.stowage.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.study.published.Assertion;
import dev.stowage.study.published.Reproduction;
import dev.stowage.terminal.Style;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReproductionTextTest {
    private static Assertion claim(String id, boolean isHeld, boolean heldBefore) {
        return new Assertion(id, "claim " + id, "1", "2", false, isHeld, heldBefore, "the reason");
    }

    private static String text(Assertion... all) {
        StringWriter out = new StringWriter();
        new ReproductionText(new Reproduction("x", "a paper", List.of(all)), new Style(false))
                .print(new PrintWriter(out));
        return out.toString().replaceAll("\\s+", " ").strip();
    }

    @Test
    void saysOfWhatHoldsHereWhetherItIsRecordedToHold() {
        String text = text(claim("A", true, true), claim("B", true, false));
        assertThat(text)
                .startsWith("2 of 2 claims hold")
                .contains("Recorded as not held, and holding here: 1.")
                .contains("claim A published 1 ours 2 holds claim B")
                .endsWith("claim B published 1 ours 2 holds here, but is recorded as not held");
    }

    @Test
    void givesTheReasonOfWhatIsNotReachedAndTellsItFromWhatIsLost() {
        assertThat(text(claim("A", false, true), claim("B", false, false)))
                .startsWith("0 of 2 claims hold")
                .doesNotContain("Recorded")
                .contains("LOST. the reason claim B")
                .endsWith("not reached. the reason");
    }
}
