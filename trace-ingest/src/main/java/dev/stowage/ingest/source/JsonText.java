package dev.stowage.ingest.source;

/** The escapes in JSON strings. */
final class JsonText {
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String MEANINGS = "\"\\/\b\f\n\r\t";
    private static final int LENGTH_OF_UNICODE = 6;

    private JsonText() {}

    /** Number of bytes of the escape at {@code at}, where a backslash stands; 0 if it is none. */
    static int escapeLength(byte[] bytes, int at, int end) {
        if (at + 1 >= end) {
            return 0;
        }
        if (bytes[at + 1] != 'u') {
            return ESCAPES.indexOf(bytes[at + 1]) >= 0 ? 2 : 0;
        }
        for (int i = at + 2; i < at + LENGTH_OF_UNICODE; i++) {
            if (i >= end || Character.digit(bytes[i], 16) < 0) {
                return 0;
            }
        }
        return LENGTH_OF_UNICODE;
    }

    /** What a string of well-formed escapes stands for. */
    static String unescape(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                plain.append(c);
            } else if (text.charAt(++i) == 'u') {
                plain.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                plain.append(MEANINGS.charAt(ESCAPES.indexOf(text.charAt(i))));
            }
        }
        return plain.toString();
    }
}
