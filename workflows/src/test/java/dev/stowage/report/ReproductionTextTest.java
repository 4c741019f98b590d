package dev.stowage.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.study.published.Assertion;
import dev.stowage.study.published.PublishedTable;
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

    private static String text(PublishedTable[] tables, Assertion... all) {
        StringWriter out = new StringWriter();
        new ReproductionText(
                        new Reproduction("x", "a paper", List.of(all), List.of(tables)),
                        new Style(false))
                .print(new PrintWriter(out));
        return out.toString().replaceAll("\\s+", " ").strip();
    }

    private static String text(Assertion... all) {
        return text(new PublishedTable[0], all);
    }

    @Test
    void putsEachFigureOfATableBesideOursInTheFitAndLeftOut() {
        PublishedTable.Row row =
                new PublishedTable.Row(
                        "silo", List.of(1.0, 2.0), List.of(1.01, 2.5), List.of(0.9, -0.001));
        PublishedTable table = new PublishedTable("loads", List.of("a", "b"), List.of(row));
        assertThat(text(new PublishedTable[] {table}, claim("A", true, true)))
                .endsWith(
                        "loads a b silo published 1.00 2.00 in the fit 1.01 2.50 left out 0.90"
                                + " 0.00");
        assertThatThrownBy(() -> new PublishedTable("loads", List.of("a"), List.of(row)))
                .hasMessageContaining("a row without 1 cells");
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
