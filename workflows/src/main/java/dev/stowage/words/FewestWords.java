package dev.stowage.words;

import dev.stowage.plan.FewestClaim;
import java.util.Objects;

/** The fewest servers that hold something, in words. */
public final class FewestWords {
    private FewestWords() {}

    /**
     * {@code parties keeps p99 within 1 ms on 4 servers of 8c32g in at least 90 % of windows like
     * this one (95 % confidence).}
     *
     * @param who as in {@code kpa}
     * @param goal what is kept, as in {@code p99 of each function within 100 ms}
     * @param server the kind, as typed
     * @param draws what a replication is, as in {@code windows}
     */
    public static String sentence(
            String who, String goal, FewestClaim found, String server, String draws) {
        if (!found.isMet()) {
            String most =
                    goal
                            + " on "
                            + Amounts.counted(found.most(), "server")
                            + " of "
                            + server
                            + ", the most that it may have";
            return found.exact()
                    ? who + " does not keep " + most + "."
                    : who
                            + " was not shown to keep "
                            + most
                            + ", in enough "
                            + draws
                            + "; on fewer, which were not all tried, it may.";
        }
        String kept =
                who
                        + " keeps "
                        + goal
                        + " on "
                        + Amounts.counted(Objects.requireNonNull(found.servers()), "server")
                        + " of "
                        + server;
        if (found.exact()) {
            return kept + "; nothing is drawn, so one run says all.";
        }
        return kept
                + " in at least "
                + Amounts.share(Objects.requireNonNull(found.share()))
                + " of "
                + draws
                + " drawn like this one ("
                + Amounts.share(Objects.requireNonNull(found.confidence()))
                + " confidence"
                + (found.fresh() ? ", on " + draws + " that the search did not see" : "")
                + ").";
    }

    /** Its number, on how many replications it was held, and on one server less. */
    public static String[] cells(FewestClaim found) {
        return new String[] {
            found.servers() == null ? "none" : Figures.count(found.servers()),
            found.held() + " of " + found.replications(),
            found.heldOnOneLess() == null
                    ? "-"
                    : found.heldOnOneLess() + " of " + found.replications()
        };
    }
}
