package dev.stowage.ingest.text;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What a file is that is not text, as far as its first bytes tell. */
enum OtherContent {
    PARQUET(
            "a Parquet file",
            "Name a format that has Parquet files; its name does not matter.",
            "PAR1"),
    ZIP(
            "a zip archive (spreadsheets are, too)",
            "Unpack it, or save the sheet as CSV.",
            "PK\003\004"),
    BZIP2("bzip2 data", "Unpack it with `bunzip2`, or pack it as gzip or zstd.", "BZh"),
    XZ("xz data", "Unpack it with `unxz`, or pack it as gzip or zstd.", "\u00fd7zXZ\000"),
    UTF_16_LE("text in UTF-16", "Convert it with `iconv -f UTF-16 -t UTF-8`.", "\u00ff\u00fe"),
    UTF_16_BE("text in UTF-16", "Convert it with `iconv -f UTF-16 -t UTF-8`.", "\u00fe\u00ff");

    /** Bytes that {@link #of} wants to see. */
    static final int HEAD_BYTES = 16;

    private final String found;
    private final String remedy;
    private final String magic; // ISO 8859-1

    OtherContent(String found, String remedy, String magic) {
        this.found = found;
        this.remedy = remedy;
        this.magic = magic;
    }

    String found() {
        return found;
    }

    String remedy() {
        return remedy;
    }

    /** What begins so; null if it may be text. */
    static @Nullable OtherContent of(byte[] head, int length) {
        String text = new String(head, 0, length, StandardCharsets.ISO_8859_1);
        for (OtherContent content : values()) {
            // a name in a first row may begin like one of them, but it has no such bytes
            if (text.startsWith(content.magic) && text.chars().anyMatch(OtherContent::isBinary)) {
                return content;
            }
        }
        return null;
    }

    private static boolean isBinary(int c) {
        return c > '~' || (c < ' ' && c != '\n' && c != '\r' && c != '\t');
    }
}
