package dev.stowage.workflow.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.report.plan.PlanDocument;
import dev.stowage.scenario.ScenarioReader;
import dev.stowage.workflow.plan.JsonDifference.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What differs between two plans: their answers, what else they say, and what that rests on.
 *
 * @param first the plan before
 * @param second the plan after
 * @param before its answer
 * @param after the answer of the other
 * @param tolerance share by which numbers of servers and cost may differ
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
    private static final int CAUSES = 3;

    private static final String SCENARIO = "scenario.yaml";

    /** Of {@code plan.json}: what follows from the rest. */
    private static final Pattern PLAN_ANSWER =
            Pattern.compile("(servers|met|objective|lowerBound|gap|confidence|cost|clouds)\\b.*");

    /** Of {@code plan.json}: what says nothing new. */
    private static final Pattern PLAN_DETAIL =
            Pattern.compile("(name|curve|notes)\\b.*|provenance\\.runs");

    private static final Pattern PLACEMENT_ANSWER =
            Pattern.compile("(result|moves)\\b.*|items\\..*\\.server|servers\\..*\\.isUsed");
    private static final Pattern PLACEMENT_DETAIL = Pattern.compile("(name|notes)\\b.*");

    /**
     * Compares two plans.
     *
     * @throws InputException if one is no plan, or of another version, or they have no file in
     *     common
     */
    public static PlanDifference of(Path first, Path second, double tolerance) {
        List<Change> answers = new ArrayList<>();
        List<Change> causes = new ArrayList<>();
        Optional<JsonNode> plan = plan(first);
        Optional<JsonNode> otherPlan = plan(second);
        Optional<JsonNode> placement = placement(first);
        Optional<JsonNode> otherPlacement = placement(second);
        boolean hasPlans = plan.isPresent() && otherPlan.isPresent();
        boolean hasPlacements = placement.isPresent() && otherPlacement.isPresent();
        if (!hasPlans && !hasPlacements) {
            throw InputException.of(
                    second,
                    contents(second),
                    "what " + first + " is too: " + contents(first),
                    "Compare plans of one kind.");
        }
        if (hasPlans) {
            JsonDifference.between(plan.get(), otherPlan.get())
                    .forEach(c -> sort(c, PLAN_ANSWER, PLAN_DETAIL, "", answers, causes));
        }
        if (hasPlacements) {
            String prefix = hasPlans ? "placement." : "";
            JsonDifference.between(placement.get(), otherPlacement.get())
                    .forEach(
                            c ->
                                    sort(
                                            c,
                                            PLACEMENT_ANSWER,
                                            PLACEMENT_DETAIL,
                                            prefix,
                                            answers,
                                            causes));
        }
        scenarios(first, second)
                .forEach(
                        c -> causes.add(new Change("scenario." + c.path(), c.before(), c.after())));
        return new PlanDifference(
                first,
                second,
                answer(first, plan, hasPlans),
                answer(second, otherPlan, hasPlans),
                tolerance,
                answers,
                causes);
    }

    private static PlanAnswer answer(Path path, Optional<JsonNode> plan, boolean hasPlans) {
        return hasPlans
                ? PlanAnswer.of(
                        PlanDocument.parse(
                                file(path, PlanAnswer.FILE), plan.orElseThrow().toString()))
                : PlanAnswer.of(PlacementFile.read(path));
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
        return isSame ? head + "." : head + ": " + why() + ".";
    }

    private String why() {
        if (causes.isEmpty()) {
            return "the inputs are the same, the search came to something else";
        }
        List<Change> first =
                causes.stream()
                        .sorted(Comparator.comparing(c -> !c.path().startsWith("scenario.")))
                        .limit(CAUSES)
                        .toList();
        String some = first.stream().map(ChangeText::cause).collect(Collectors.joining(", "));
        int more = causes.size() - first.size();
        return more > 0 ? some + " and " + more + " more" : some;
    }

    private static void sort(
            Change change,
            Pattern answer,
            Pattern detail,
            String prefix,
            List<Change> answers,
            List<Change> causes) {
        if (!detail.matcher(change.path()).matches()) {
            (answer.matcher(change.path()).matches() ? answers : causes)
                    .add(new Change(prefix + change.path(), change.before(), change.after()));
        }
    }

    private static Path file(Path plan, String name) {
        return Files.isDirectory(plan) ? plan.resolve(name) : plan;
    }

    private static Optional<JsonNode> plan(Path path) {
        Path file = file(path, PlanAnswer.FILE);
        if (!file.endsWith(PlanAnswer.FILE) || !Files.exists(file)) {
            return Optional.empty();
        }
        JsonNode plan = read(file);
        JsonNode version = plan.path("formatVersion");
        if (version.asInt(-1) != CapacityPlan.FORMAT_VERSION) {
            throw InputException.at(
                    file + ": formatVersion",
                    version.isMissingNode() ? "nothing" : version.toString(),
                    String.valueOf(CapacityPlan.FORMAT_VERSION),
                    "Another version of stowage wrote it: plan again with this one.");
        }
        return Optional.of(plan);
    }

    private static Optional<JsonNode> placement(Path path) {
        Path file = file(path, PlacementFile.NAME);
        return file.endsWith(PlacementFile.NAME) && Files.exists(file)
                ? Optional.of(Json.mapper().valueToTree(PlacementFile.read(file)))
                : Optional.empty();
    }

    private static String contents(Path path) {
        List<String> names = new ArrayList<>();
        plan(path).ifPresent(p -> names.add(PlanAnswer.FILE));
        placement(path).ifPresent(p -> names.add(PlacementFile.NAME));
        return names.isEmpty() ? "no plan" : "a plan with " + String.join(" and ", names);
    }

    private static JsonNode read(Path file) {
        try {
            return Json.mapper().readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw InputException.atLine(
                            file, line, e.getOriginalMessage(), "a plan in JSON", "Plan again.")
                    .causedBy(e);
        } catch (IOException e) {
            throw InputException.of(file, "a file that can't be read", "a plan", null).causedBy(e);
        }
    }

    private static List<Change> scenarios(Path first, Path second) {
        Path before = first.resolve(SCENARIO);
        Path after = second.resolve(SCENARIO);
        if (!Files.exists(before) || !Files.exists(after)) {
            return List.of();
        }
        return JsonDifference.between(ScenarioReader.values(before), ScenarioReader.values(after));
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
        node.put("holds", answer.holds());
        node.put("monthlyUsd", answer.monthlyUsd().orElse(null));
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
