package dev.stowage.plan.mix;

import dev.stowage.basis.Check;
import dev.stowage.model.ServerType;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A kind of server that a mix may have.
 *
 * @param server what one of them is
 * @param monthlyMicroUsd what one costs a month, millionths of a USD, at least 0
 * @param least servers of it in every mix
 * @param most servers of it in any mix, at least {@code least}
 * @param isOwned true if they are there already
 */
public record Kind(ServerType server, long monthlyMicroUsd, int least, int most, boolean isOwned) {
    private static final BigDecimal MICROS = BigDecimal.valueOf(1_000_000);

    public Kind {
        Check.notNegative("monthlyMicroUsd", monthlyMicroUsd);
        Check.notNegative("least", (long) least);
        if (most < least) {
            throw new IllegalArgumentException("most = " + most + ", expected at least " + least);
        }
    }

    /** Millionths of a USD, rounded half up. */
    public static long micros(BigDecimal usd) {
        return usd.multiply(MICROS).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    /** What a sum of millionths is in USD, to the cent. */
    public static BigDecimal usd(long micros) {
        return BigDecimal.valueOf(micros, 6).setScale(2, RoundingMode.HALF_UP);
    }

    public String name() {
        return server.name();
    }
}
