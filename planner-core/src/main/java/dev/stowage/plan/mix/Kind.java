package dev.stowage.plan.mix;

import dev.stowage.basis.Check;
import dev.stowage.model.ServerType;

/**
 * A kind of server that a mix may have.
 *
 * @param server what one of them is
 * @param price what one takes
 * @param aim of which of that the mix is to have the least
 * @param least servers of it in every mix
 * @param most servers of it in any mix, at least {@code least}
 * @param isOwned true if they are there already
 */
public record Kind(ServerType server, Price price, Aim aim, int least, int most, boolean isOwned) {
    public Kind {
        Check.notNegative("least", (long) least);
        if (most < least) {
            throw new IllegalArgumentException("most = " + most + ", expected at least " + least);
        }
    }

    /** A kind by what it costs a month, millionths of a USD. */
    public Kind(ServerType server, long monthlyMicroUsd, int least, int most, boolean isOwned) {
        this(server, Price.ofUsd(monthlyMicroUsd), Aim.COST, least, most, isOwned);
    }

    /** What one adds to that of which there is to be the least, millionths. */
    public long weight() {
        return price.of(aim);
    }

    public String name() {
        return server.name();
    }
}
