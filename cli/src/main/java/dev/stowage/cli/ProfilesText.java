package dev.stowage.cli;

import dev.stowage.profile.ApplicationProfile;
import dev.stowage.profile.FormFit;
import dev.stowage.profile.LeastSlices;
import dev.stowage.profile.PerformanceForm;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.Slice;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Profiles in words: forms and their errors, and the least slices for a target. */
final class ProfilesText {
    private final ProfileLibrary library;
    private final double target;
    private final Style style;

    ProfilesText(ProfileLibrary library, double target, Style style) {
        this.library = library;
        this.target = target;
        this.style = style;
    }

    void print(PrintWriter out) {
        out.println(
                style.bold(
                        library.applications().size()
                                + " applications on "
                                + library.server().describe(Slice.WHOLE)));
        out.println();
        out.println("Mean error of PI at samples left out of the fit; * = the form used");
        TextTable errors =
                new TextTable(
                        Column.text("application"),
                        Column.figure("runs"),
                        Column.figure("product"),
                        Column.figure("logistic"),
                        Column.figure("monotone"),
                        Column.figure("cores at PI 1"));
        for (ApplicationProfile each : library.applications()) {
            errors.row(
                    name(each),
                    Integer.toString(each.samples().size()),
                    error(each, PerformanceForm.PRODUCT),
                    error(each, PerformanceForm.LOGISTIC),
                    error(each, PerformanceForm.MONOTONE),
                    number(each.coresAtFull(), "%.1f"));
        }
        errors.print(out, style, 2);
        refusals(out);
        out.println();
        out.println("Least slice for a PI of " + target);
        TextTable slices = new TextTable(Column.text("application"), Column.text("slice"));
        for (ApplicationProfile each : library.applications()) {
            List<Slice> least = LeastSlices.of(each.performance(), library.server(), target);
            slices.row(
                    name(each),
                    least.isEmpty()
                            ? "none: at most "
                                    + String.format(
                                            Locale.ROOT, "%.2f", each.performance().at(Slice.WHOLE))
                            : library.server().describe(least.get(0))
                                    + (isFarFromSamples(each, least.get(0))
                                            ? " (far from any run)"
                                            : ""));
        }
        slices.print(out, style, 2);
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

    /** Each form and reason once, with all that it was refused for. */
    private void refusals(PrintWriter out) {
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
        refused.forEach(
                (why, names) ->
                        Wrapped.lines(
                                        "Refused for "
                                                + String.join("; ", names)
                                                + ": "
                                                + why
                                                + ".",
                                        78)
                                .forEach(line -> out.println("  " + line)));
    }

    /** True if no run was within a tenth of the server of it in every resource. */
    private static boolean isFarFromSamples(ApplicationProfile profile, Slice slice) {
        return profile.samples().stream()
                .noneMatch(
                        sample -> {
                            boolean isNear = true;
                            for (int r = 0; r < Slice.DIMENSIONS; r++) {
                                isNear &= Math.abs(sample.slice().share(r) - slice.share(r)) <= 0.1;
                            }
                            return isNear;
                        });
    }
}
