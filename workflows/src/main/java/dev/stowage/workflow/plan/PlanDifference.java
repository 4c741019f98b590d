package dev.stowage.workflow.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.scenario.ScenarioReader;
import dev.stowage.words.Verdict.Mark;
import dev.stowage.workflow.plan.JsonDifference.Change;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What differs between two results of one kind, of plans, placements, runs or clouds: their
 * answers, what else they say, and what that rests on.
 *
 * @param first the plan before
 * @param second the plan after
 * @param before its answer
 * @param after the answer of the other
 * @param tolerance share by which numbers of servers, cost and figures may differ
 * @param answers what the plans say that differs
 * @param causes what they rest on that differs
 */
public record PlanDifference(
        Path first,
        Path second,
        PlanAnswer before,
        PlanAnswer after,
        double tolerance,
        List<Change> answers,
        List<Change> causes) {
    private static final String SCENARIO = "scenario.yaml";

    /**
     * Compares two results.
     *
     * @throws InputException if one is no result, or of another version, or they have no file in
     *     common
     */
    public static PlanDifference of(Path first, Path second, double tolerance) {
        List<ResultKind> earlier = kinds(first);
        List<ResultKind> kinds = kinds(second).stream().filter(earlier::contains).toList();
        if (kinds.isEmpty()) {
            throw InputException.of(
                    second,
                    contents(kinds(second)),
                    "what " + first + " is too: " + contents(earlier),
                    "Compare results of one kind.");
        }
        ResultKind main = kinds.get(0);
        PlanAnswer before = main.answer(main.in(first).orElseThrow());
        PlanAnswer after = main.answer(main.in(second).orElseThrow());
        List<Change> answers = new ArrayList<>();
        List<Change> causes = new ArrayList<>();
        for (ResultKind kind : kinds) {
            boolean isMain = kind == main;
            for (Change change : changes(kind, first, second)) {
                if (!kind.detail.matcher(change.path()).matches()) {
                    boolean isCause = isMain && kind.cause.matcher(change.path()).matches();
                    String name = kind.name().toLowerCase(Locale.ROOT);
                    (isCause ? causes : answers).add(isMain ? change : change.in(name));
                }
            }
        }
        for (Change change : scenarios(first, second)) {
            causes.removeIf(known -> known.equals(change)); // the seed is in both
            causes.add(change.in("scenario"));
        }
        return new PlanDifference(first, second, before, after, tolerance, answers, causes);
    }

    private static List<Change> changes(ResultKind kind, Path first, Path second) {
        Path before = kind.in(first).orElseThrow();
        Path after = kind.in(second).orElseThrow();
        List<Change> changes = JsonDifference.between(kind.document(before), kind.document(after));
        return kind == ResultKind.PLACEMENT
                ? PlacementDocument.withoutConsequences(
                        changes,
                        PlacementDocument.isBound(PlacementFile.read(before))
                                || PlacementDocument.isBound(PlacementFile.read(after)))
                : changes;
    }

    /** True if the plans answer different things, by more than the tolerance. */
    public boolean isChanged() {
        return before.differs(after, tolerance);
    }

    /** What changed and why, in one sentence. */
    public String sentence() {
        String change = before.change(after);
        boolean isSame = !before.differs(after, 0);
        String head =
                isChanged()
                        ? change
                        : "The answer is the same"
                                + (isSame ? ": " : " within the tolerance: ")
                                + change;
        return isSame ? head + "." : head + ": " + CauseText.of(causes) + ".";
    }

    private static List<ResultKind> kinds(Path path) {
        List<ResultKind> kinds =
                Arrays.stream(ResultKind.values()).filter(k -> k.in(path).isPresent()).toList();
        if (kinds.isEmpty()) {
            throw InputException.of(
                    path,
                    !Files.exists(path)
                            ? "nothing there"
                            : Files.isDirectory(path)
                                    ? "a folder without a result"
                                    : "a file that is no result",
                    "a folder that plan, pack, simulate or cloud wrote, with "
                            + Arrays.stream(ResultKind.values())
                                    .map(kind -> kind.file)
                                    .collect(Collectors.joining(", "))
                            + ", or that file",
                    null);
        }
        return kinds;
    }

    private static String contents(List<ResultKind> kinds) {
        return "a result with "
                + kinds.stream().map(kind -> kind.file).collect(Collectors.joining(" and "));
    }

    private static List<Change> scenarios(Path first, Path second) {
        Path before = first.resolve(SCENARIO);
        Path after = second.resolve(SCENARIO);
        if (!Files.exists(before) || !Files.exists(after)) {
            return List.of();
        }
        return JsonDifference.between(ScenarioReader.values(before), ScenarioReader.values(after))
                .stream()
                .filter(change -> !change.path().equals("name"))
                .toList();
    }

    /** As {@code --json} prints it. */
    public ObjectNode json() {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("first", first.toString());
        root.put("second", second.toString());
        root.put("changed", isChanged());
        root.put("sentence", sentence());
        root.put("tolerance", tolerance);
        answer(before, root.putObject("before"));
        answer(after, root.putObject("after"));
        changes(answers, root.putArray("answers"));
        changes(causes, root.putArray("causes"));
        return root;
    }

    private static void answer(PlanAnswer answer, ObjectNode node) {
        ObjectNode servers = node.putObject("servers");
        ObjectNode sizes = node.putObject("sizes");
        Map<String, Long> byType = new LinkedHashMap<>();
        answer.servers()
                .forEach(
                        (kind, count) -> {
                            byType.merge(kind.type(), (long) count, Long::sum);
                            if (!kind.size().isEmpty()) {
                                sizes.withArray(kind.type()).add(kind.size());
                            }
                        });
        byType.forEach((type, count) -> servers.put(type, count));
        node.put("choice", answer.choice());
        node.put(
                "holds",
                answer.holds() == Mark.OPEN ? null : (Boolean) (answer.holds() == Mark.YES));
        node.put("usd", answer.cost().map(PlanAnswer.Cost::usd).orElse(null));
        node.put("usdPer", answer.cost().map(PlanAnswer.Cost::per).orElse(null));
        ObjectNode figures = node.putObject("figures");
        answer.figures().forEach(each -> figures.put(each.name(), each.value()));
    }

    private static void changes(List<Change> changes, ArrayNode list) {
        for (Change change : changes) {
            ObjectNode node = list.addObject();
            node.put("path", change.path());
            node.put("before", change.before().orElse(null));
            node.put("after", change.after().orElse(null));
        }
    }
}
