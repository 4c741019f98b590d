package dev.stowage.rightsizing.replay;

/**
 * Options with which the same placement was made and replayed again, because as it is servers are
 * asked for more than they have.
 *
 * @param options as {@code stowage pack} takes them, on top of those that were given
 * @param servers that this placement uses
 * @param unplaced items that have no place in it
 * @param isWithin true if no server is asked for more than it has in the replay and in the held-out
 *     check, and all items have a place
 * @param state the verdict on it
 */
public record Remedy(
        String options, int servers, int unplaced, boolean isWithin, SizingVerdict.State state) {}
