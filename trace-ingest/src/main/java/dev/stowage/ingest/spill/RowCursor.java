package dev.stowage.ingest.spill;

import java.io.Closeable;

/** Rows in order, one at a time. */
public interface RowCursor extends Closeable {
    /** Goes to the next row; false behind the last one. */
    boolean next();

    /** By what the row is sorted. */
    long key();

    /** By what rows of one key are sorted. */
    long tie();

    /** Its values, which the next call overwrites. */
    long[] row();

    /** The bytes in which its text lies. */
    byte[] text();

    /** Where its text begins. */
    int textStart();

    /** Bytes of its text. */
    int textLength();

    @Override
    void close();
}
