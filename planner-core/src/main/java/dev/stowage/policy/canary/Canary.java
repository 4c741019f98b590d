package dev.stowage.policy.canary;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A part of an input that reaches through all of it: every t-th record, of a picture every root of
 * t-th of each line and column. Source: N. Kulkarni, F. Qi, C. Delimitrou, Pliant, HPCA 2019,
 * section IV-E. Where the root is not whole, places are rounded down (ours).
 *
 * @param input of which it is a part
 * @param part t: about one record of so many is in it
 */
public record Canary(CanaryInput input, int part) {
    /** The parts of the paper: a 16th to a 256th. */
    public static final List<Integer> PARTS = List.of(16, 32, 64, 128, 256);

    /** Places of its records in the input, ascending. */
    public int[] places() {
        int width = input.width();
        if (width == 0) {
            return stops(input.records(), part).toArray();
        }
        double step = Math.sqrt(part);
        return stops(input.records() / width, step)
                .flatMap(line -> stops(width, step).map(column -> line * width + column))
                .toArray();
    }

    private static IntStream stops(int size, double step) {
        int count = (int) Math.ceil(size / step);
        return IntStream.range(0, count).map(i -> (int) (i * step)).filter(at -> at < size);
    }
}
