package dev.stowage.model;

import dev.stowage.basis.Check;

/**
 * Switching off servers that have nothing to do. A server without tasks for {@code idleMicros} goes
 * off; when tasks wait for room, servers are woken, lowest number first, until those that wake
 * could hold all that waits; a server that wakes takes tasks after {@code wakeMicros}.
 *
 * @param idleMicros how long a server idles before it goes off, at least 0
 * @param wakeMicros from the call to the first task, at least 0; draws idle power meanwhile
 * @param offWatts power of a server that is off, W, at least 0
 * @param startsOff true if all servers are off when the run begins (a cool start)
 */
public record IdleOff(long idleMicros, long wakeMicros, double offWatts, boolean startsOff) {
    public IdleOff {
        Check.notNegative("idleMicros", idleMicros);
        Check.notNegative("wakeMicros", wakeMicros);
        Check.notNegative("offWatts", offWatts);
    }
}
