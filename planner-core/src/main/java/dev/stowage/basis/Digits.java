package dev.stowage.basis;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Short runs of decimal digits in text, eight at a time and without a branch for each.
 *
 * <p>Hot: two of three fields of a trace are such runs.
 */
public final class Digits {
    /** Not a run of digits, or a longer one than is read here. */
    public static final long NONE = -1;

    /** The longest run that is read. */
    public static final int MOST = 16;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ZEROS = 0x3030_3030_3030_3030L;
    private static final long TO_SIGN = 0x7676_7676_7676_7676L; // 10 and more reach the sign bit
    private static final long SIGNS = 0x8080_8080_8080_8080L;
    private static final long EVERY_FOURTH = 0x0000_00ff_0000_00ffL;
    private static final long HUNDRED_AND_MILLION = 0x000f_4240_0000_0064L;
    private static final long ONE_AND_TEN_THOUSAND = 0x0000_2710_0000_0001L;
    private static final long HUNDRED_MILLION = 100_000_000L;

    private Digits() {}

    /** Bytes {@code [at, at + 8)} as a long, the first one lowest. */
    public static long eightBytes(byte[] text, int at) {
        return (long) LONGS.get(text, at);
    }

    /**
     * The number in {@code text[from, to)}, or {@link #NONE} if there is none, if it has more than
     * {@value #MOST} digits, or if it stands so near to the end of the array that eight bytes can't
     * be read at once.
     */
    public static long parse(byte[] text, int from, int to) {
        int count = to - from;
        if (count <= 0 || count > MOST) {
            return NONE;
        }
        if (count <= 8) {
            return from + 8 > text.length ? NONE : upToEight(text, from, count);
        }
        long low = upToEight(text, to - 8, 8);
        long high = upToEight(text, from, count - 8);
        return (low | high) < 0 ? NONE : high * HUNDRED_MILLION + low;
    }

    private static long upToEight(byte[] text, int from, int count) {
        long digits = (eightBytes(text, from) ^ ZEROS) << (64 - 8 * count);
        if ((((digits + TO_SIGN) | digits) & SIGNS) != 0) {
            return NONE;
        }
        long pairs = digits * 10 + (digits >>> 8);
        long upper = (pairs & EVERY_FOURTH) * HUNDRED_AND_MILLION;
        long lower = (pairs >>> 16 & EVERY_FOURTH) * ONE_AND_TEN_THOUSAND;
        return (upper + lower) >>> 32;
    }
}
