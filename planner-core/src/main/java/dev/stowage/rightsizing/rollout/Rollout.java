package dev.stowage.rightsizing.rollout;

import dev.stowage.basis.Check;
import dev.stowage.rightsizing.RightSizing;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.replay.SizingVerdict;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * New requests week by week. What asks for too little gets all of it in the first week. What asks
 * for too much loses at most a share of today's request in each week: services of a {@link
 * CutRisk#SMALL small} risk from the first week on, of a medium one from the second, of a large one
 * from the third. What the checks speak against loses nothing.
 *
 * @param weeklyShare of today's request that a week takes away at most, above 0 and at most 1
 * @param heldBack services that would ask for less and keep what they have
 * @param weeks in their order; none if nothing changes
 */
public record Rollout(double weeklyShare, List<String> heldBack, List<Week> weeks) {
    private static final long MILLI_CORE = 1_000;
    private static final long MIB = 1L << 20;

    public Rollout {
        heldBack = List.copyOf(heldBack);
        weeks = List.copyOf(weeks);
    }

    /**
     * A week.
     *
     * @param number from 1
     * @param changed services whose requests change in it
     * @param sizing requests from then on
     */
    public record Week(int number, List<String> changed, RightSizing sizing) {
        public Week {
            changed = List.copyOf(changed);
        }
    }

    /** The weeks after which requests are new, but for those that are held back. */
    public static Rollout of(RightSizing sizing, SizingVerdict verdict, BigDecimal weeklyShare) {
        double share = Check.inRange("weeklyShare", weeklyShare.doubleValue(), 1e-6, 1);
        Set<String> against = CutRisk.heldBack(verdict);
        List<SizedService> now = new ArrayList<>();
        List<String> heldBack = new ArrayList<>();
        for (SizedService service : sizing.services()) {
            now.add(service.withAfter(service.cpu().before(), service.memory().before()));
            if (isCut(service) && CutRisk.of(service, against) == CutRisk.HELD_BACK) {
                heldBack.add(service.name());
            }
        }
        List<Week> weeks = new ArrayList<>();
        boolean isWaiting = true;
        for (int number = 1; isWaiting; number++) {
            isWaiting = false;
            List<String> changed = new ArrayList<>();
            for (int i = 0; i < now.size(); i++) {
                SizedService service = sizing.services().get(i);
                CutRisk risk = CutRisk.of(service, against);
                SizedService next = inWeek(service, risk, number, weeklyShare);
                if (!isSame(now.get(i), next)) {
                    changed.add(service.name());
                    now.set(i, next);
                }
                isWaiting |= isCut(service) && risk != CutRisk.HELD_BACK && number <= risk.waits();
            }
            if (!changed.isEmpty()) {
                weeks.add(new Week(weeks.size() + 1, changed, sizing.with(List.copyOf(now))));
                isWaiting = true;
            }
        }
        return new Rollout(share, heldBack, weeks);
    }

    private static boolean isCut(SizedService service) {
        return service.resources().anyMatch(each -> each.after() < each.before());
    }

    private static boolean isSame(SizedService one, SizedService other) {
        return one.cpu().after() == other.cpu().after()
                && one.memory().after() == other.memory().after();
    }

    private static SizedService inWeek(
            SizedService service, CutRisk risk, int number, BigDecimal weeklyShare) {
        int cuts = risk == CutRisk.HELD_BACK ? 0 : Math.max(0, number - risk.waits());
        return service.withAfter(
                inWeek(
                        service.cpu().before(),
                        service.cpu().after(),
                        cuts,
                        weeklyShare,
                        MILLI_CORE),
                inWeek(
                        service.memory().before(),
                        service.memory().after(),
                        cuts,
                        weeklyShare,
                        MIB));
    }

    /** Rounded up to whole units, so that no week takes more than its share. */
    private static long inWeek(
            long before, long after, int cuts, BigDecimal weeklyShare, long unit) {
        if (after >= before) {
            return after;
        }
        BigDecimal left = BigDecimal.ONE.subtract(weeklyShare.multiply(BigDecimal.valueOf(cuts)));
        long least =
                left.multiply(BigDecimal.valueOf(before))
                        .setScale(0, RoundingMode.CEILING)
                        .longValueExact();
        long rounded = Math.floorDiv(Math.addExact(least, unit - 1), unit) * unit;
        return Math.max(after, Math.min(before, rounded));
    }
}
