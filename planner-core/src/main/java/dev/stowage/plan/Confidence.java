package dev.stowage.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.stowage.plan.objective.ObjectiveValue;
import org.jspecify.annotations.Nullable;

/**
 * What an answer claims: in how large a share of replications that were not made the objective
 * holds too, and how sure that is. No distribution is assumed.
 *
 * @param level confidence level of the claim, one-sided, in (0, 1)
 * @param reliability share of replications that was asked for, in (0, 1)
 * @param exact true if nothing is drawn at random: the one replication says all
 * @param replications independent replications that were run at the answer
 * @param held those of them in which the objective held
 * @param heldOnOneLess replications in which it held with one server less, of as many; null if
 *     there is no smaller number, or if nothing was judged
 * @param claimed share of replications in which the objective holds at least, at that level: that
 *     of as many misses as may be, which was settled before the first run, and not that of the
 *     misses that came, which would be chosen after a look; null if exact, and with two
 *     replications or fewer, which claim nothing
 * @param missing further replications, none of which may miss, that the share asked for would take;
 *     0 if it is claimed
 * @param metric the one that decides: whose bound most replications exceed on the largest smaller
 *     number of servers on which the objective does not hold, of several the one that goes furthest
 *     beyond it there; where no such number was tried, the one that uses up most of its bound at
 *     the answer
 * @param mean its mean over the replications
 * @param conditionalOn what the replications have in common, in words: of anything else nothing is
 *     claimed
 */
public record Confidence(
        double level,
        double reliability,
        @JsonProperty("exact") boolean exact,
        int replications,
        int held,
        @Nullable Integer heldOnOneLess,
        @Nullable Double claimed,
        int missing,
        String metric,
        double mean,
        String conditionalOn) {
    /** What comes before the names of what tasks ask for and draws leave out. */
    public static final String WITHOUT = ", whose tasks are drawn without ";

    /** Replications that claim nothing, however they come out. */
    public static final int TOO_FEW = 2;

    /** True if the share that was asked for is claimed, or nothing is random. */
    @JsonIgnore
    public boolean isReached() {
        return exact || (claimed != null && missing == 0);
    }

    /** What draws leave out of what tasks ask for, with {@link #WITHOUT}; empty if nothing. */
    @JsonIgnore
    public String without() {
        int at = conditionalOn.indexOf(WITHOUT);
        return at < 0 ? "" : conditionalOn.substring(at);
    }

    /** The same, decided by another bound. */
    Confidence decidedBy(ObjectiveValue bound) {
        return new Confidence(
                level,
                reliability,
                exact,
                replications,
                held,
                heldOnOneLess,
                claimed,
                missing,
                bound.metric(),
                bound.value(),
                conditionalOn);
    }

    /** The same, with what it is conditional on. */
    public Confidence conditionalOn(String condition) {
        return new Confidence(
                level,
                reliability,
                exact,
                replications,
                held,
                heldOnOneLess,
                claimed,
                missing,
                metric,
                mean,
                condition);
    }
}
