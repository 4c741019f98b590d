package dev.stowage.ingest.alibaba;

import java.util.Arrays;

/**
 * The stages that task names tell: {@code M5_3_4} is stage 5, after 3 and 4; the letter means
 * nothing. Any other name is that of a task that waits for none.
 *
 * <p>Names were cut at 50 characters: the last number of such a name may lack digits and is not
 * used.
 */
final class StageNames {
    /** The name tells no stage. */
    static final int NONE = -1;

    private static final int CUT_AT = 50;
    private static final int MOST_DIGITS = 9;

    private int[] waitsFor = new int[16];
    private int count;
    private boolean isCut;

    /** Reads a name; its stage, or {@link #NONE}. */
    int read(byte[] bytes, int from, int length) {
        count = 0;
        isCut = length >= CUT_AT;
        int to = from + length;
        int at = from;
        while (at < to && isLetter(bytes[at])) {
            at++;
        }
        int letters = at - from;
        int stage = NONE;
        while (at < to) {
            int end = at;
            int number = 0;
            while (end < to && bytes[end] >= '0' && bytes[end] <= '9' && end - at < MOST_DIGITS) {
                number = 10 * number + bytes[end++] - '0';
            }
            boolean isEmpty = end == at;
            if (letters == 0 || isEmpty || (end < to && bytes[end] != '_')) {
                return none();
            }
            if (stage == NONE) {
                stage = number;
            } else if (end < to || !isCut) {
                add(number);
            }
            at = end + 1;
            if (at == to && !isCut) {
                return none(); // an underscore and nothing behind it
            }
        }
        return stage;
    }

    private int none() {
        count = 0;
        return NONE;
    }

    private void add(int number) {
        for (int i = 0; i < count; i++) {
            if (waitsFor[i] == number) {
                return;
            }
        }
        if (count == waitsFor.length) {
            waitsFor = Arrays.copyOf(waitsFor, 2 * count);
        }
        waitsFor[count++] = number;
    }

    private static boolean isLetter(byte value) {
        return (value >= 'A' && value <= 'Z') || (value >= 'a' && value <= 'z');
    }

    /** Stages that the task read last waits for, each once. */
    int count() {
        return count;
    }

    int waitsFor(int i) {
        return waitsFor[i];
    }

    /** True if the name read last may have been cut. */
    boolean isCut() {
        return isCut;
    }
}
