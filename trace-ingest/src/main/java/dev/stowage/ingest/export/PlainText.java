package dev.stowage.ingest.export;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts in tables without quotes. */
final class PlainText {
    private static final int MOST = 10_000; // a row is read up to 2^20 bytes

    private PlainText() {}

    /** True if a text comes back as it is from a field between commas that are never quoted. */
    static boolean isKept(@Nullable String text) {
        if (text == null) {
            return true;
        }
        if (text.isEmpty() || text.length() > MOST) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == ',' || c == 0x7f) {
                return false;
            }
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return new String(utf8, StandardCharsets.UTF_8).equals(text);
    }
}
