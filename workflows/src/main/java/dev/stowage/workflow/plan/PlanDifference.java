package dev.stowage.workflow.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.scenario.ScenarioReader;
import dev.stowage.workflow.plan.JsonDifference.Change;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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
        List<ResultKind> kinds =
                Arrays.stream(ResultKind.values())
                        .filter(k -> k.in(first).isPresent() && k.in(second).isPresent())
                        .toList();
        if (kinds.isEmpty()) {
            throw InputException.of(
                    second,
                    contents(second),
                    "what " + first + " is too: " + contents(first),
                    "Compare results of one kind.");
        }
        ResultKind main = kinds.get(0);
        PlanAnswer before = main.answer(main.in(first).orElseThrow());
        PlanAnswer after = main.answer(main.in(second).orElseThrow());
        List<Change> answers = new ArrayList<>();
        List<Change> causes = new ArrayList<>();
        for (ResultKind kind : kinds) {
            String prefix = kind == main ? "" : kind.name().toLowerCase(Locale.ROOT) + ".";
            List<Change> here = changes(kind, first, second);
            sort(kind, prefix, here, answers, kind == main ? causes : answers);
        }
        for (Change change : scenarios(first, second)) {
            causes.removeIf(known -> known.equals(change)); // the seed is in both
            causes.add(new Change("scenario." + change.path(), change.before(), change.after()));
        }
        return new PlanDifference(first, second, before, after, tolerance, answers, causes);
    }

    private static List<Change> changes(ResultKind kind, Path first, Path second) {
        JsonNode before = kind.document(kind.in(first).orElseThrow());
        JsonNode after = kind.document(kind.in(second).orElseThrow());
        List<Change> changes = JsonDifference.between(before, after);
        return kind == ResultKind.PLACEMENT
                ? PlacementDocument.withoutConsequences(changes)
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

    private static void sort(
            ResultKind kind,
            String prefix,
            List<Change> changes,
            List<Change> answers,
            List<Change> causes) {
        for (Change change : changes) {
            if (!kind.detail.matcher(change.path()).matches()) {
                (kind.cause.matcher(change.path()).matches() ? causes : answers)
                        .add(new Change(prefix + change.path(), change.before(), change.after()));
            }
        }
    }

    private static String contents(Path path) {
        List<String> names =
                Arrays.stream(ResultKind.values())
                        .filter(kind -> kind.in(path).isPresent())
                        .map(kind -> kind.file)
                        .toList();
        return names.isEmpty() ? "no plan" : "a result with " + String.join(" and ", names);
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
        answer.servers().forEach((type, count) -> servers.put(type, (long) count));
        node.put("choice", answer.choice());
        node.put("holds", answer.holds());
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
