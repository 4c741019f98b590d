package dev.stowage.report;

import java.util.List;
import java.util.Locale;

/**
 * Rows of coloured parts side by side, as a map of servers or the steps of a migration. Each part
 * has words too, so that nothing is told by colour alone.
 *
 * @param id of its element in the page
 * @param keys what the colours mean
 */
public record Tracks(String id, String title, String caption, List<Key> keys, List<Row> rows) {
    private static final int LONG = 16;
    private static final int LONGEST_NAME = 36;

    /** True if it needs a scroll bar. */
    public boolean isLong() {
        return rows.size() > LONG;
    }

    /** What a colour means. */
    public record Key(Tone tone, String text) {}

    /** A colour. */
    public enum Tone {
        PLAIN,
        FIRST,
        SECOND;

        /** Its class in the page. */
        public String css() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A row.
     *
     * @param name of what it is about; empty where it goes on
     * @param label words beside the track
     */
    public record Row(String name, String label, List<Part> parts) {
        /** The end of a long name: the ends are what names of one list differ in. */
        public String end() {
            int cut = name.length() - LONGEST_NAME;
            return cut <= 0 ? name : "\u2026" + name.substring(cut + 1);
        }
    }

    /**
     * A part of a row.
     *
     * @param from share of the width at which it begins
     * @param width share of the width
     * @param text what stands in it, as far as there is room
     * @param title all that is to be said of it
     */
    public record Part(Tone tone, double from, double width, String text, String title) {
        /** Where it is. */
        public String place() {
            return String.format(Locale.ROOT, "left:%.3f%%;width:%.3f%%", 100 * from, 100 * width);
        }
    }
}
