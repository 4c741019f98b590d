package dev.stowage.ingest.spill;

/** A row as it is stored. */
interface EncodedRow {
    /** The bytes in which it lies. */
    byte[] encoded();

    /** Where it begins. */
    int encodedStart();

    /** Number of its bytes. */
    int encodedLength();
}
