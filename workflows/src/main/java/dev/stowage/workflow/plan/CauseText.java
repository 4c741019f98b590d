package dev.stowage.workflow.plan;

import dev.stowage.words.Amounts;
import dev.stowage.workflow.plan.JsonDifference.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Why two results differ, in few words: what changed alike is said once, with how often. */
final class CauseText {
    private static final int MOST = 3;

    /** What stands between the name of an element and the value that changed. */
    private static final Pattern INSIDE =
            Pattern.compile("\\.(capacity|usable|request|limit|demand|attributes)$");

    /** What a workload is drawn by. */
    private static final Pattern DRAWN = Pattern.compile("scenario\\.(workload|seed)\\b.*");

    private CauseText() {}

    /**
     * What changed in the same way.
     *
     * @param list of what: {@code servers}; empty for a single value
     * @param key which value of each; empty if the whole is new or gone
     */
    private record Group(String list, String key, Optional<String> before, Optional<String> after) {
        static Group of(Change change) {
            String path = change.path();
            int first = path.indexOf('.');
            int last = path.lastIndexOf('.');
            boolean isWhole = change.before().isEmpty() || change.after().isEmpty();
            if (first < 0 || path.startsWith("scenario.") || path.startsWith("spec.")) {
                return new Group("", path, change.before(), change.after());
            }
            return isWhole
                    ? new Group(
                            path.substring(0, first),
                            "",
                            change.before().map(b -> ""),
                            change.after().map(a -> ""))
                    : first == last
                            ? new Group("", path, change.before(), change.after())
                            : new Group(
                                    path.substring(0, first),
                                    path.substring(last + 1),
                                    change.before(),
                                    change.after());
        }
    }

    /**
     * The first few reasons, without the figures of a workload that was drawn by something else;
     * that there are none where nothing differs but the search.
     */
    static String of(List<Change> causes) {
        if (causes.isEmpty()) {
            return "the inputs are the same, the search came to something else";
        }
        boolean isDrawnAnew = causes.stream().anyMatch(c -> DRAWN.matcher(c.path()).matches());
        Map<Group, List<Change>> groups = new LinkedHashMap<>();
        causes.stream()
                .filter(c -> !isDrawnAnew || !c.path().startsWith("workload."))
                .sorted(Comparator.comparing(c -> !c.path().startsWith("scenario.")))
                .forEach(c -> groups.computeIfAbsent(Group.of(c), g -> new ArrayList<>()).add(c));
        List<String> texts =
                groups.entrySet().stream()
                        .limit(MOST)
                        .map(each -> text(each.getKey(), each.getValue()))
                        .toList();
        int more = groups.size() - texts.size();
        return String.join(", ", texts) + (more > 0 ? " and " + more + " more" : "");
    }

    private static String text(Group group, List<Change> changes) {
        Change first = changes.get(0);
        if (group.list.isEmpty()) {
            return ChangeText.cause(first);
        }
        String noun = group.list.replaceFirst("s$", "");
        if (group.key.isEmpty()) {
            String what =
                    changes.size() == 1
                            ? noun + " " + first.path().substring(group.list.length() + 1)
                            : Amounts.counted(changes.size(), noun);
            return what + (group.before.isEmpty() ? " more" : " fewer");
        }
        String path = group.list + "." + group.key;
        return ChangeText.label(group.key)
                + " of "
                + (changes.size() == 1 ? name(first.path()) : Amounts.counted(changes.size(), noun))
                + " "
                + ChangeText.value(path, group.before)
                + " → "
                + ChangeText.value(path, group.after);
    }

    /** Of {@code servers.a-1.capacity.cpu}: {@code a-1}. */
    private static String name(String path) {
        String rest = path.substring(path.indexOf('.') + 1, path.lastIndexOf('.'));
        return INSIDE.matcher(rest).replaceFirst("");
    }
}
