package dev.stowage.ingest.text;

/** The end of a text that was handed over, as far back as a match of deflated data can reach. */
final class RecentText {
    /** The farthest distance of a match. Source: RFC 1951, 2. */
    static final int WINDOW = 1 << 15;

    private final byte[] bytes = new byte[2 * WINDOW];
    private int length;

    /** How far back it reaches. */
    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    /** Adds what follows; the least recent is forgotten. */
    void add(byte[] text, int offset, int added) {
        int kept = Math.min(added, WINDOW);
        if (length + kept > bytes.length) {
            int old = Math.max(0, WINDOW - kept);
            System.arraycopy(bytes, length - old, bytes, 0, old);
            length = old;
        }
        System.arraycopy(text, offset + added - kept, bytes, length, kept);
        length += kept;
    }

    /** Copies the bytes from so far back on; {@code count} is at most that. */
    void copy(int back, byte[] target, int at, int count) {
        System.arraycopy(bytes, length - back, target, at, count);
    }
}
