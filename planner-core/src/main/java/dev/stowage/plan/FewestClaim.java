package dev.stowage.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.stats.output.Reliability;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a search of the fewest servers found, and what is claimed of it.
 *
 * @param servers how many, or null if not even the most that were allowed do
 * @param most that were allowed
 * @param exact true if nothing is drawn: one run says all
 * @param replications that the number was judged on
 * @param held of them
 * @param heldOnOneLess of as many with one server less; null if there is none
 * @param fresh true if these replications are others than those of the search
 * @param share of replications that is claimed; null if exact, or if there is no number
 * @param confidence of that; null so
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record FewestClaim(
        @Nullable Integer servers,
        int most,
        boolean exact,
        int replications,
        int held,
        @Nullable Integer heldOnOneLess,
        boolean fresh,
        @Nullable Double share,
        @Nullable Double confidence) {
    /** Other numbers of servers, as shares of the one that was found. */
    private static final double[] OTHERS = {0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5};

    /** What is asked for: the largest number, and what to claim of how many draws. */
    public record Terms(int most, int replications, Reliability claim, int threads) {}

    /**
     * Searches.
     *
     * @param isDrawn false if all replications are the same
     */
    public static FewestClaim search(FewestServers.Trial trial, boolean isDrawn, Terms terms) {
        FewestServers.Answer answer =
                FewestServers.search(
                        trial,
                        terms.most(),
                        isDrawn ? terms.replications() : 1,
                        terms.claim(),
                        terms.threads());
        boolean isClaimed = isDrawn && answer.servers() != null;
        return new FewestClaim(
                answer.servers(),
                terms.most(),
                !isDrawn,
                answer.replications(),
                answer.held(),
                answer.heldOnOneLess(),
                answer.isOnFresh(),
                isClaimed ? terms.claim().share() : null,
                isClaimed ? terms.claim().confidence() : null);
    }

    /**
     * Numbers of servers for a curve of head-room, ascending: from seven tenths to one and a half
     * times the one that was found, or the most that were allowed if there is none; none above
     * that.
     */
    public int[] around() {
        int middle = servers == null ? most : servers;
        return Arrays.stream(OTHERS)
                .mapToInt(share -> (int) Math.round(share * middle))
                .filter(number -> number >= 1 && number <= most)
                .distinct()
                .toArray();
    }

    /** True if a number of servers was found. */
    @JsonIgnore
    public boolean isMet() {
        return servers != null;
    }
}
