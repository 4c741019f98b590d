package dev.stowage.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.JsonDifference.Change;
import dev.stowage.cli.scenario.ScenarioReader;
import dev.stowage.json.Json;
import dev.stowage.model.InputException;
import dev.stowage.packing.PlacementFile;
import dev.stowage.plan.CapacityPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What differs between two plans: their answers, and what these rest on.
 *
 * @param first the plan before
 * @param second the plan after
 * @param answers what the plans say that differs
 * @param causes what they rest on that differs
 */
record PlanDifference(Path first, Path second, List<Change> answers, List<Change> causes) {
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
    static PlanDifference of(Path first, Path second) {
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
        return new PlanDifference(first, second, answers, causes);
    }

    /** True if the plans say different things. */
    boolean isChanged() {
        return !answers.isEmpty();
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
        Path file = file(path, PlanText.FILE);
        if (!file.endsWith(PlanText.FILE) || !Files.exists(file)) {
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
        plan(path).ifPresent(p -> names.add(PlanText.FILE));
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
    ObjectNode json() {
        ObjectNode root = Json.mapper().createObjectNode();
        root.put("first", first.toString());
        root.put("second", second.toString());
        root.put("changed", isChanged());
        changes(answers, root.putArray("answers"));
        changes(causes, root.putArray("causes"));
        return root;
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
