package dev.stowage.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.report.plan.SamplePlan;
import org.junit.jupiter.api.Test;

final class AnswerTest {
    @Test
    void saysWhatDecidesAndWhatOneServerFewerWouldDo() {
        Answer answer = Answer.of(SamplePlan.plan("June", true), 20_000);

        assertThat(plain(answer.headline()))
                .isEqualTo(
                        "14 servers of type r740 hold this workload at its objective in at least"
                                + " 90 % of windows drawn like it (95 % confidence).");
        assertThat(plain(answer.sentences().get(0)))
                .isEqualTo(
                        "What decides is the 99th percentile of the pending time: at most 52.9 s"
                                + " in 90 % of the windows, where 60 s is allowed. With 13 servers the objective held"
                                + " in 52 of 61 replications.");
        assertThat(plain(answer.sentences().get(1)))
                .isEqualTo(
                        "For this claim the windows that were drawn need at least 12 servers with"
                                + " this queue on servers of one type, whatever the placement; the"
                                + " plan is 2 above that (16.7 %).");
    }

    @Test
    void saysWhatIsMissedIfTheObjectiveIsNotMet() {
        Answer answer = Answer.of(SamplePlan.plan("June", false), 14);

        assertThat(answer.headline())
                .isEqualTo("No number of servers up to 14 meets the objective.");
        assertThat(plain(answer.sentences().get(0)))
                .startsWith(
                        "With 14 servers the 99th percentile of the pending time reaches 52.9 s");
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }
}
