package dev.stowage.packing;

import java.util.List;

/**
 * The way from one placement to another.
 *
 * @param moves in order of their step
 * @param stuck items that can't be moved to their new server without being stopped first: each
 *     waits for room that another of them takes, and nowhere is free space; ascending
 * @param steps number of steps
 * @param end server of every item after the last step; -1 if it has no place. What is new is there
 *     where it shall be, what is stuck where it is then
 */
public record Migration(List<Move> moves, List<Integer> stuck, int steps, List<Integer> end) {
    /**
     * One item moves. While it does, it takes its demand on both servers.
     *
     * @param step from 1; moves of one step may be made at the same time
     * @param item number of the item
     * @param from number of the server
     * @param to number of the server
     * @param isDetour true if it only makes room for others and moves again later
     */
    public record Move(int step, int item, int from, int to, boolean isDetour) {}

    public Migration {
        moves = List.copyOf(moves);
        stuck = List.copyOf(stuck);
        end = List.copyOf(end);
    }
}
