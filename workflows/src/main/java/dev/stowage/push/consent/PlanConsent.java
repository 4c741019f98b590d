package dev.stowage.push.consent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.object.PushPlan;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.rightsizing.replay.SizingVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a person accepts of a plan that itself says that it is incomplete, or not known to be safe.
 *
 * @param isRiskAccepted true if new requests may be applied whatever the verdict on them
 * @param unplaced names of items, or of their services, that may go without a place
 */
public record PlanConsent(boolean isRiskAccepted, Set<String> unplaced) {
    private static final int SHOWN = 5;

    public PlanConsent {
        unplaced = Set.copyOf(unplaced);
    }

    /** What would have to be accepted and is not, and names that nothing has; none to go ahead. */
    public List<InputException.Issue> missing(PushPlan plan) {
        List<InputException.Issue> missing = new ArrayList<>();
        if (plan.placement() != null) {
            displaced(plan.file(), plan.placement(), missing);
            if (!isRiskAccepted) {
                risk(plan.file().resolveSibling(SizingReport.NAME)).ifPresent(missing::add);
            }
        }
        return missing;
    }

    private void displaced(Path file, PlacementPlan placement, List<InputException.Issue> missing) {
        Set<String> unknown = new TreeSet<>(unplaced);
        Set<String> items = new TreeSet<>();
        Set<String> workloads = new TreeSet<>();
        for (PlacementPlan.Item item : placement.items()) {
            if (item.server() == null && item.from() != null) {
                Set<String> names = new HashSet<>(List.of(item.name(), service(item)));
                unknown.removeAll(names);
                if (names.stream().noneMatch(unplaced::contains)) {
                    items.add(item.name());
                    workloads.add(service(item));
                }
            }
        }
        if (!items.isEmpty()) {
            missing.add(incomplete(file, items, workloads));
        }
        if (!unknown.isEmpty()) {
            missing.add(
                    new InputException.Issue(
                            "--accept-unplaced",
                            String.join(", ", unknown),
                            "items that run today and have no place in " + file + ", or services",
                            null));
        }
    }

    /** What its item is a replica of; its own name if it is of none. */
    private static String service(PlacementPlan.Item item) {
        return Objects.requireNonNullElse(item.service(), item.name());
    }

    private static InputException.Issue incomplete(
            Path file, Set<String> items, Set<String> workloads) {
        return new InputException.Issue(
                file.toString(),
                "an incomplete placement: no place for "
                        + some(items)
                        + ", which "
                        + (items.size() == 1 ? "runs" : "run")
                        + " today",
                "a place for all that runs",
                "Pack again with more servers. Or name what may go without a place:"
                        + " --accept-unplaced "
                        + String.join(",", workloads));
    }

    private static Optional<InputException.Issue> risk(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        SizingVerdict verdict = verdict(file);
        if (verdict.holds()) {
            return Optional.empty();
        }
        boolean isNotSafe = verdict.state() == SizingVerdict.State.NOT_SAFE;
        return Optional.of(
                new InputException.Issue(
                        file + ": verdict",
                        verdict.state()
                                + ": "
                                + verdict.causes().stream()
                                        .map(PlanConsent::text)
                                        .collect(Collectors.joining("; ")),
                        "new requests that are known to be safe",
                        "They are "
                                + (isNotSafe ? "not safe" : "not known to be safe")
                                + "; report.html beside it says why. To apply them all the same:"
                                + " --accept-risk"));
    }

    private static String text(SizingVerdict.Cause cause) {
        return cause.kind() + (cause.names().isEmpty() ? "" : " (" + some(cause.names()) + ")");
    }

    private static SizingVerdict verdict(Path file) {
        try {
            JsonNode root = Json.mapper().readTree(Files.readAllBytes(file));
            if (root == null || root.path("formatVersion").asInt() != SizingReport.FORMAT_VERSION) {
                throw InputException.at(
                        file + ": formatVersion",
                        root == null ? "nothing" : root.path("formatVersion").toString(),
                        String.valueOf(SizingReport.FORMAT_VERSION),
                        "Make the plan again with this stowage.");
            }
            JsonNode verdict = root.path("verdict");
            if (verdict.path("state").isTextual() && verdict.path("causes").isArray()) {
                return Json.mapper().treeToValue(verdict, SizingVerdict.class);
            }
            throw unreadable(file);
        } catch (IOException e) {
            throw unreadable(file).causedBy(e);
        }
    }

    private static InputException unreadable(Path file) {
        return InputException.of(
                file,
                "no verdict that can be read",
                "what stowage pack --right-size writes beside placement.json",
                "Make the plan again with this stowage.");
    }

    private static String some(Collection<String> names) {
        String some = String.join(", ", names.stream().limit(SHOWN).toList());
        return names.size() > SHOWN ? some + " and " + (names.size() - SHOWN) + " more" : some;
    }
}
