package dev.stowage.plan.loss;

import dev.stowage.basis.Check;
import java.util.OptionalLong;

/**
 * What is lost while the objective has to hold: servers, failure domains, or each by itself.
 *
 * @param servers lost at once, at least 0
 * @param domains failure domains lost at once, at least 0; of the two at least one is above 0
 * @param lengthMicros how long they are down, microseconds, above 0; to the end of the run if empty
 */
public record Survive(int servers, int domains, OptionalLong lengthMicros) {
    public Survive {
        Check.notNegative("servers", (long) servers);
        Check.notNegative("domains", (long) domains);
        if (servers + domains == 0) {
            throw new IllegalArgumentException("servers and domains are 0, expected one above 0");
        }
        lengthMicros.ifPresent(length -> Check.positive("lengthMicros", length));
    }

    /**
     * Servers that are needed beside those that a run on servers that are always up needs: what is
     * lost in the first instant and does not come back is not there at all.
     *
     * @param serversPerDomain servers of a whole failure domain
     */
    public int serversMore(int serversPerDomain) {
        return lengthMicros.isPresent()
                ? 0
                : (int) Math.min(1 << 30, Math.max(servers, (long) domains * serversPerDomain));
    }

    /** In words: {@code 2 servers, or 1 failure domain}. */
    public String text() {
        String lost = servers == 0 ? "" : servers + (servers == 1 ? " server" : " servers");
        return domains == 0
                ? lost
                : (lost.isEmpty() ? "" : lost + ", or ")
                        + domains
                        + (domains == 1 ? " failure domain" : " failure domains");
    }
}
