package dev.stowage.ingest.spill;

/** Encoded rows, each of which is decoded only if its values are asked for. */
abstract class DecodedCursor implements RowCursor, EncodedRow {
    private final RowCodec codec;
    private final long[] values;
    private int textStart;
    private boolean isDecoded;

    DecodedCursor(int width) {
        codec = new RowCodec(width);
        values = new long[width];
    }

    /** Goes to the next row; false behind the last one. */
    abstract boolean advance();

    @Override
    public final boolean next() {
        isDecoded = false;
        return advance();
    }

    private void decode() {
        if (!isDecoded) {
            textStart = codec.decode(encoded(), encodedStart(), values);
            isDecoded = true;
        }
    }

    @Override
    public final long[] row() {
        decode();
        return values;
    }

    @Override
    public final byte[] text() {
        return encoded();
    }

    @Override
    public final int textStart() {
        decode();
        return textStart;
    }

    @Override
    public final int textLength() {
        decode();
        return codec.textLength();
    }
}
