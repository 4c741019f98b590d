package dev.stowage.basis;

/**
 * Text in which everything is visible: names and values come from files of anybody, and a terminal
 * or a browser obeys what is written in them. A character that they would act on is written as
 * {@code \\u001b}, which JSON and quoted YAML read as the same character.
 */
public final class VisibleText {
    private VisibleText() {}

    /** {@code text} as others may see it; line feeds and tabs stay. */
    public static String of(String text) {
        if (isVisible(text)) {
            return text;
        }
        StringBuilder visible = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            visible.append(isActed(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return visible.toString();
    }

    /** True if {@link #of} changes nothing. */
    public static boolean isVisible(String text) {
        return text.chars().noneMatch(VisibleText::isActed);
    }

    /** True for what moves the cursor, changes colours, rings or turns the direction of text. */
    private static boolean isActed(int c) {
        return (Character.isISOControl(c) && c != '\n' && c != '\t')
                || (c >= '\u200e' && c <= '\u200f')
                || (c >= '\u2028' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069');
    }
}
