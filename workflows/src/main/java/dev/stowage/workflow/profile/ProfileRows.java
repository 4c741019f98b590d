package dev.stowage.workflow.profile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.FormFit;
import dev.stowage.profile.LeastSlices;
import dev.stowage.profile.PerformanceForm;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.Slice;
import dev.stowage.profile.SlicedServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Profiles as rows of tables: forms and their errors, refusals, the least slices for a target. */
public final class ProfileRows {
    private ProfileRows() {}

    /** Name, runs, error of product, logistic and monotone, cores at performance index 1. */
    public static List<List<String>> errors(ProfileLibrary library) {
        List<List<String>> rows = new ArrayList<>();
        for (ApplicationProfile each : library.applications()) {
            rows.add(
                    List.of(
                            name(each),
                            Integer.toString(each.samples().size()),
                            error(each, PerformanceForm.PRODUCT),
                            error(each, PerformanceForm.LOGISTIC),
                            error(each, PerformanceForm.MONOTONE),
                            number(each.coresAtFull(), "%.1f")));
        }
        return rows;
    }

    /** Name and least slice for a target. */
    public static List<List<String>> slices(ProfileLibrary library, double target) {
        List<List<String>> rows = new ArrayList<>();
        for (ApplicationProfile each : library.applications()) {
            List<Slice> least = LeastSlices.of(each.performance(), library.server(), target);
            double most = each.performance().at(Slice.WHOLE);
            rows.add(
                    List.of(
                            name(each),
                            least.isEmpty()
                                    ? String.format(Locale.ROOT, "none: at most %.2f", most)
                                    : library.server().describe(least.get(0))
                                            + (each.isFarFromRuns(least.get(0))
                                                    ? " (far from any run)"
                                                    : "")));
        }
        return rows;
    }

    /** The least slices in amounts, null where the target is not met. */
    public static ObjectNode leastSlices(ProfileLibrary library, double target) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("target", target);
        ArrayNode array = root.putArray("applications");
        SlicedServer server = library.server();
        for (ApplicationProfile each : library.applications()) {
            ObjectNode node = array.addObject();
            node.put("name", each.name()).put("input", each.input());
            List<Slice> least = LeastSlices.of(each.performance(), server, target);
            if (least.isEmpty()) {
                node.putNull("slice");
                continue;
            }
            Slice slice = least.get(0);
            node.putObject("slice")
                    .put("cores", slice.cpu() * server.cores())
                    .put("memoryGib", slice.memory() * server.memoryGib())
                    .put("ssdGib", slice.ssd() * server.ssdGib());
            node.put("farFromAnyRun", each.isFarFromRuns(slice));
        }
        return root;
    }

    /** What runs do not tell, and each form and reason once with all that it was refused for. */
    public static List<String> remarks(ProfileLibrary library) {
        List<String> remarks = new ArrayList<>();
        library.applications().forEach(each -> remarks.addAll(unknown(each, library.server())));
        remarks.addAll(refusals(library));
        library.applications().forEach(each -> remarks.addAll(withoutError(each)));
        return remarks;
    }

    private static List<String> withoutError(ApplicationProfile each) {
        return each.errors().stream()
                .filter(fit -> fit.refusal().isEmpty() && fit.leaveOneOutError().isEmpty())
                .filter(fit -> fit.form() != PerformanceForm.PROPORTIONAL)
                .map(
                        fit ->
                                "The error of "
                                        + fit.form().label()
                                        + " for "
                                        + name(each)
                                        + " is unknown: without one of the runs it can't be fitted.")
                .toList();
    }

    private static List<String> unknown(ApplicationProfile each, SlicedServer server) {
        List<String> remarks = new ArrayList<>();
        if (each.performance().form() == PerformanceForm.PROPORTIONAL) {
            remarks.add(
                    name(each)
                            + " is known from the whole server alone (form proportional): its"
                            + " performance is taken to be its scarcest share.");
        }
        String unvaried = each.performance().evidence().unvariedOf(server);
        if (!unvaried.isEmpty()) {
            remarks.add(
                    "No run of "
                            + name(each)
                            + " tells what less "
                            + unvaried
                            + " would do: its least slice keeps all of it, or as much as a run on a"
                            + " part of the server had that reached the target.");
        }
        String tied = each.performance().evidence().tiedOf();
        if (!tied.isEmpty()) {
            remarks.add(
                    "No run of "
                            + name(each)
                            + " tells "
                            + tied
                            + " apart by a tenth of the server: the scarcest share of them counts"
                            + " for all.");
        }
        return remarks;
    }

    private static List<String> refusals(ProfileLibrary library) {
        Map<String, List<String>> refused = new LinkedHashMap<>();
        for (ApplicationProfile each : library.applications()) {
            for (FormFit fit : each.errors()) {
                fit.refusal()
                        .ifPresent(
                                reason ->
                                        refused.computeIfAbsent(
                                                        fit.form().label() + ": " + reason,
                                                        key -> new ArrayList<>())
                                                .add(name(each)));
            }
        }
        List<String> sentences = new ArrayList<>();
        refused.forEach(
                (why, names) ->
                        sentences.add(
                                "Refused for " + String.join("; ", names) + ": " + why + "."));
        return sentences;
    }

    private static String name(ApplicationProfile profile) {
        return profile.input().equals(ApplicationProfile.ANY_INPUT)
                ? profile.name()
                : profile.name() + ", " + profile.input();
    }

    private static String error(ApplicationProfile profile, PerformanceForm form) {
        for (FormFit fit : profile.errors()) {
            if (fit.form() == form) {
                boolean isUsed = profile.performance().form() == form;
                return fit.refusal().isPresent()
                        ? "refused"
                        : number(fit.leaveOneOutError(), "%.3f") + (isUsed ? "*" : " ");
            }
        }
        return "-";
    }

    private static String number(OptionalDouble value, String format) {
        return value.isPresent()
                ? String.format(Locale.ROOT, format, value.getAsDouble())
                : "unknown";
    }
}
