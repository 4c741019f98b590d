package dev.stowage.ingest.text;

import java.io.IOException;
import java.io.InputStream;

/** How the text of a file is compressed, as its first bytes say, whatever it is called. */
enum Compression {
    NONE("text"),
    GZIP("gzip"),
    ZSTD("zstd");

    private final String label;

    Compression(String label) {
        this.label = label;
    }

    /** Its name. */
    String label() {
        return label;
    }

    /** How to have a file checked. */
    String check() {
        return "Fetch it again; `" + label + " -t` checks a file.";
    }

    /** That of data that begins so. */
    static Compression of(byte[] head, int length) {
        if (GzipMembers.isGzip(head, length)) {
            return GZIP;
        }
        return isZstd(head, length) ? ZSTD : NONE;
    }

    /** A frame of zstd, or a skippable one (pzstd begins with them). Source: RFC 8878. */
    private static boolean isZstd(byte[] head, int length) {
        if (length < 4) {
            return false;
        }
        int magic =
                (head[0] & 0xff)
                        | (head[1] & 0xff) << 8
                        | (head[2] & 0xff) << 16
                        | (head[3] & 0xff) << 24;
        return magic == 0xfd2fb528 || (magic & 0xfffffff0) == 0x184d2a50;
    }

    /** The text of data that is compressed so. */
    InputStream inflated(InputStream data) throws IOException {
        return switch (this) {
            case NONE -> data;
            case GZIP -> new GzipMembers(data);
            case ZSTD -> new ZstdFrames(data);
        };
    }
}
