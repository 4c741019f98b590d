package dev.stowage.rightsizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.rightsizing.rollout.Rollout;
import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Week by week on fleets of every kind: never too much at once, and at last all of it. */
class RolloutTest {
    @ParameterizedTest
    @EnumSource(DrawnFleet.Kind.class)
    void takesNoMoreThanItsShareAWeekAndEndsAtTheNewRequests(DrawnFleet.Kind kind) {
        for (int seed = 0; seed < 3; seed++) {
            SizedFleet sized = SizedFleet.of(new DrawnFleet(kind, seed));
            for (String share : new String[] {"0.1", "0.25", "1"}) {
                check(
                        sized.sizing(),
                        Rollout.of(sized.sizing(), sized.verdict(), new BigDecimal(share)));
            }
        }
    }

    private static void check(RightSizing sizing, Rollout rollout) {
        for (int s = 0; s < sizing.services().size(); s++) {
            SizedService last = sizing.services().get(s);
            long cpu = last.cpu().before();
            long memory = last.memory().before();
            for (Rollout.Week week : rollout.weeks()) {
                SizedService now = week.sizing().services().get(s);
                check(last.cpu(), cpu, now.cpu().after(), rollout.weeklyShare(), week.number());
                check(
                        last.memory(),
                        memory,
                        now.memory().after(),
                        rollout.weeklyShare(),
                        week.number());
                boolean isChanged = cpu != now.cpu().after() || memory != now.memory().after();
                assertThat(week.changed().contains(last.name())).isEqualTo(isChanged);
                cpu = now.cpu().after();
                memory = now.memory().after();
            }
            if (!rollout.heldBack().contains(last.name())) {
                assertThat(cpu).isEqualTo(last.cpu().after());
                assertThat(memory).isEqualTo(last.memory().after());
            } else {
                assertThat(cpu).isGreaterThanOrEqualTo(last.cpu().before());
                assertThat(memory).isGreaterThanOrEqualTo(last.memory().before());
            }
        }
    }

    private static void check(SizedResource target, long before, long now, double share, int week) {
        if (target.after() >= target.before()) {
            assertThat(now).isEqualTo(target.after()); // all of it in the first week
        } else {
            assertThat((double) before - now)
                    .isLessThanOrEqualTo(share * target.before() + 1_048_576)
                    .isNotNegative();
            assertThat((double) target.before() - now)
                    .isLessThanOrEqualTo(week * share * target.before() + 1e-6);
        }
    }
}
