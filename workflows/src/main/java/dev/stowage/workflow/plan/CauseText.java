package dev.stowage.workflow.plan;

import dev.stowage.words.Amounts;
import dev.stowage.workflow.plan.JsonDifference.Change;
import dev.stowage.workflow.plan.JsonDifference.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Why two results differ, in few words: what changed alike is said once, with how often. */
final class CauseText {
    private static final int MOST = 3;

    /** What goes without saying between the name of an element and the value that changed. */
    private static final Set<String> INSIDE =
            Set.of("capacity", "request", "limit", "demand", "attributes");

    /** What goes without saying before the name of a setting. */
    private static final Set<String> OUTSIDE = Set.of("scenario", "workload", "inputs");

    /** What a workload is drawn by. */
    private static final Pattern DRAWN = Pattern.compile("scenario\\.(workload|seed)\\b.*");

    /** What the workload of a scenario comes to. */
    private static final Pattern OF_WORKLOAD =
            Pattern.compile("provenance\\.inputs\\.(growth|workload|generator|holds for)");

    /** What new requests rest on, and what they come to. */
    private static final Pattern SIZING = Pattern.compile("inputs\\.(right-sizing|usage)");

    private static final Pattern SIZED = Pattern.compile("services\\..*\\.(request|limit)\\b.*");

    private CauseText() {}

    /**
     * What changed in the same way.
     *
     * @param list of what: {@code servers}; empty for a single value
     * @param keys which value of each; empty if the whole is new or gone
     */
    private record Group(
            String list, List<Step> keys, Optional<String> before, Optional<String> after) {
        static Group of(Change change) {
            List<Step> steps = change.steps();
            boolean isElement = steps.size() > 1 && steps.get(1).isName();
            if (!isElement) {
                return new Group("", steps, change.before(), change.after());
            }
            String list = steps.get(0).text();
            return steps.size() == 2
                    ? new Group(
                            list,
                            List.of(),
                            change.before().map(b -> ""),
                            change.after().map(a -> ""))
                    : new Group(
                            list,
                            steps.subList(2, steps.size()).stream()
                                    .filter(step -> !INSIDE.contains(step.text()))
                                    .toList(),
                            change.before(),
                            change.after());
        }
    }

    /**
     * The first few reasons, without what follows from others: the figures of a workload that was
     * drawn by something else, what the plan says of it, and new requests. Where there are none,
     * that there are none.
     */
    static String of(List<Change> causes) {
        if (causes.isEmpty()) {
            return "all that they name as their input is the same; what they don't name, as the"
                    + " work or time that a search was given, made the difference";
        }
        boolean isDrawnAnew = causes.stream().anyMatch(c -> DRAWN.matcher(c.path()).matches());
        boolean isOtherWorkload =
                causes.stream().anyMatch(c -> c.path().startsWith("scenario.workload."));
        boolean isSizedAnew = causes.stream().anyMatch(c -> SIZING.matcher(c.path()).matches());
        Map<Group, List<Change>> groups = new LinkedHashMap<>();
        causes.stream()
                .filter(c -> !isDrawnAnew || !c.path().startsWith("workload."))
                .filter(c -> !isOtherWorkload || !OF_WORKLOAD.matcher(c.path()).matches())
                .filter(c -> !isSizedAnew || !SIZED.matcher(c.path()).matches())
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
        List<Step> steps = first.steps();
        if (group.list.isEmpty()) {
            return ChangeText.label(withoutOutside(steps)) + " " + ChangeText.fromTo(first);
        }
        String noun = group.list.replaceFirst("s$", "");
        String name = steps.get(1).text();
        if (group.keys.isEmpty()) {
            String what =
                    changes.size() == 1 ? noun + " " + name : Amounts.counted(changes.size(), noun);
            return what + (group.before.isEmpty() ? " more" : " fewer");
        }
        return ChangeText.label(group.keys)
                + " of "
                + (changes.size() == 1 ? name : Amounts.counted(changes.size(), noun))
                + " "
                + ChangeText.fromTo(first);
    }

    private static List<Step> withoutOutside(List<Step> steps) {
        int from = 0;
        while (from < steps.size() - 1 && OUTSIDE.contains(steps.get(from).text())) {
            from++;
        }
        return steps.subList(from, steps.size());
    }
}
