package dev.stowage.ingest.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of nodes as Slurm folds them: {@code cpn-[01-03,7],login}. */
final class HostList {
    private static final int MOST = 10_000;
    private static final Pattern PART =
            Pattern.compile("([^,\\[\\]]*)(?:\\[([^\\[\\]]*)\\])?([^,\\[\\]]*)(?:,|$)");

    private HostList() {}

    /** The names, in order; none if the text is of another form. */
    static List<String> of(String text) {
        List<String> names = new ArrayList<>();
        Matcher parts = PART.matcher(text);
        int at = 0;
        while (at < text.length() && parts.find(at) && parts.start() == at && parts.end() > at) {
            at = parts.end();
            if (parts.group(2) == null) {
                names.add(parts.group(1) + parts.group(3));
            } else if (!unfold(parts.group(1), parts.group(2), parts.group(3), names)) {
                return List.of();
            }
        }
        return at < text.length() ? List.of() : names;
    }

    private static boolean unfold(String before, String ranges, String after, List<String> names) {
        for (String range : ranges.split(",", -1)) {
            int dash = range.indexOf('-');
            String from = dash < 0 ? range : range.substring(0, dash);
            String to = dash < 0 ? range : range.substring(dash + 1);
            if (!from.matches("[0-9]{1,9}") || !to.matches("[0-9]{1,9}")) {
                return false;
            }
            int first = Integer.parseInt(from);
            int last = Integer.parseInt(to);
            if (last - first >= MOST || names.size() > MOST) {
                return false;
            }
            for (int n = first; n <= last; n++) {
                String digits = Integer.toString(n);
                String zeros = "0".repeat(Math.max(0, from.length() - digits.length()));
                names.add(before + zeros + digits + after);
            }
        }
        return true;
    }
}
