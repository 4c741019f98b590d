package dev.stowage.packing.migration;

import java.util.List;

/**
 * The way from one placement to another.
 *
 * @param moves in order of their step
 * @param steps number of steps
 * @param isShown true if it was shown that no way has fewer stops, with as many none has cheaper
 *     spare servers, and with these none has fewer detours, as long as what stays where it is is
 *     not moved; false if the work of the search ended first
 */
public record Migration(List<Move> moves, int steps, boolean isShown) {
    /**
     * One item moves. While it does, it takes its demand on both servers; if it is stopped, first
     * on the one only and then on the other.
     *
     * @param step from 1; moves of one step may be made at the same time
     * @param item number of the item
     * @param from number of the server
     * @param to number of the server
     * @param isDetour true if it only makes room for others and moves again later
     * @param isStopped true if it is stopped before it starts on the new server: all that are
     *     stopped in one step are, before any of them starts
     */
    public record Move(int step, int item, int from, int to, boolean isDetour, boolean isStopped) {}

    public Migration {
        moves = List.copyOf(moves);
    }
}
