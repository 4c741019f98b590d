package dev.stowage.workflow.node;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.basis.InputException;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeLibraryWriter;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.sim.node.calibration.Calibration;
import dev.stowage.sim.node.calibration.FittedParameter;
import dev.stowage.sim.node.calibration.Held;
import dev.stowage.sim.node.calibration.LargestLoad;
import dev.stowage.sim.node.calibration.MeasuredRow;
import dev.stowage.sim.node.calibration.Repeats;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code calibration.json} says.
 *
 * @param formatVersion of the file
 * @param service that was calibrated
 * @param targetSeconds of the service
 * @param rows how many
 * @param saturated how many of them in which the service did not keep up
 * @param medianError in the fit: median of {@code |ours / measured - 1|} where it kept up
 * @param repeats how far repeats are apart
 * @param heldOut errors of fits that know none of a group
 * @param largestLoad what rows say of it without a model
 * @param besideLargestLoad rows on the wrong side of the fitted one
 * @param parameters that were fitted
 * @param notTold what the rows can't tell
 * @param residuals row by row
 * @param warnings what the reader has to know
 * @param profiles the fitted profiles, as a file
 */
public record CalibrationResult(
        int formatVersion,
        String service,
        double targetSeconds,
        int rows,
        long saturated,
        @Nullable Double medianError,
        Repeats repeats,
        List<Held> heldOut,
        LargestLoad largestLoad,
        LargestLoad.Beside besideLargestLoad,
        List<FittedParameter> parameters,
        List<String> notTold,
        List<Residual> residuals,
        List<String> warnings,
        @JsonIgnore String profiles) {
    /** Name of the file. */
    public static final String FILE = "calibration.json";

    /** Name of the file with the profiles. */
    public static final String PROFILES = "profiles.yaml";

    private static final int FORMAT_VERSION = 2;

    /** What says how latency rises with load. */
    private static final List<ServiceParameter> OF_THE_CURVE =
            List.of(
                    ServiceParameter.MAX_LOAD,
                    ServiceParameter.UTILISATION,
                    ServiceParameter.ZERO_LOAD,
                    ServiceParameter.THREAD_IMBALANCE);

    public CalibrationResult {
        heldOut = List.copyOf(heldOut);
        parameters = List.copyOf(parameters);
        notTold = List.copyOf(notTold);
        residuals = List.copyOf(residuals);
        warnings = List.copyOf(warnings);
    }

    /**
     * What is asked for.
     *
     * @param service name of the one that all else is taken from
     * @param node name of the one that all else is taken from
     * @param profiles library of the two
     * @param targetSeconds null for that of the service
     * @param cores of the node; null for its own
     * @param ways of the node; null for its own
     * @param heldOut file of rows to predict and not to fit; null for none
     */
    public record Choice(
            String service,
            String node,
            NodeLibrary profiles,
            @Nullable Double targetSeconds,
            @Nullable Integer cores,
            @Nullable Integer ways,
            @Nullable Path heldOut) {
        ServiceProfile base() {
            ServiceProfile own = profiles.service("--service", service);
            return targetSeconds == null
                    ? own
                    : own.with(
                            ServiceParameter.TARGET_SECONDS, targetSeconds, ParameterSource.OURS);
        }

        NodeProfile server() {
            NodeProfile own = profiles.node("--node", node);
            own = cores == null ? own : own.with(NodeParameter.CORES, cores, ParameterSource.TABLE);
            return ways == null ? own : own.with(NodeParameter.WAYS, ways, ParameterSource.TABLE);
        }
    }

    /**
     * A row beside the model, in seconds.
     *
     * @param leftOut of a fit that knows no row of the same setting
     */
    public record Residual(
            int line,
            double measured,
            double ours,
            double leftOut,
            boolean isSaturated,
            double ourUtilisation) {}

    /** Calibrates a service from the rows of a file. */
    public static CalibrationResult of(Path file, Choice choice) {
        ServiceProfile service = choice.base();
        NodeProfile node = choice.server();
        List<String> warnings = new ArrayList<>();
        List<MeasuredRow> rows =
                MeasuredRows.read(file, node, service.of(ServiceParameter.PERCENTILE), warnings);
        List<MeasuredRow> kept = heldOut(choice, rows, warnings);
        Calibration found = Calibration.of(file.toString(), service, node, rows, kept);
        fewLoads(found).ifPresent(warnings::add);
        warnings.addAll(found.warnings());
        return new CalibrationResult(
                FORMAT_VERSION,
                service.name(),
                service.of(ServiceParameter.TARGET_SECONDS),
                rows.size(),
                rows.stream().filter(MeasuredRow::isSaturated).count(),
                found.medianError(),
                found.repeats(),
                found.held(),
                found.largestLoad(),
                found.beside(),
                found.parameters(),
                found.notTold(),
                found.rows().stream().map(CalibrationResult::residual).toList(),
                warnings,
                NodeLibraryWriter.yaml(scaled(found.library(), service)));
    }

    /** A fit without a load has to have as many loads left as its curve has parameters. */
    private static Optional<String> fewLoads(Calibration found) {
        long curve = found.parameters().stream().filter(CalibrationResult::isOfTheCurve).count();
        int loads = found.usableLoads();
        return loads > curve
                ? Optional.empty()
                : Optional.of(
                        String.format(
                                Locale.ROOT,
                                "%d loads were measured at which it kept up, and the curve of"
                                        + " latency over load has %d parameters: what is predicted"
                                        + " without a load, or of one that was not measured, is"
                                        + " mostly a prior; measure %d or more",
                                loads,
                                curve,
                                curve + 1));
    }

    private static boolean isOfTheCurve(FittedParameter parameter) {
        return OF_THE_CURVE.stream()
                .anyMatch(key -> parameter.name().endsWith("." + key.spelling()));
    }

    /** Rows to predict. Those that the fit knows are no prediction, and the answer says so. */
    private static List<MeasuredRow> heldOut(
            Choice choice, List<MeasuredRow> rows, List<String> warnings) {
        Path file = choice.heldOut();
        if (file == null) {
            return List.of();
        }
        List<String> ofFile = new ArrayList<>();
        List<MeasuredRow> kept =
                MeasuredRows.read(
                        file,
                        choice.server(),
                        choice.base().of(ServiceParameter.PERCENTILE),
                        ofFile);
        ofFile.forEach(each -> warnings.add("--held-out: " + each));
        List<MeasuredRow> known =
                kept.stream().filter(each -> rows.stream().anyMatch(each::isSameAs)).toList();
        String found = known.size() + " of " + kept.size() + " rows are rows of the fit too";
        if (!known.isEmpty() && known.size() == kept.size()) {
            throw InputException.of(
                    file,
                    found,
                    "rows that the fit does not know",
                    "Take them out of the file that is fitted.");
        }
        if (!known.isEmpty()) {
            warnings.add(
                    "--held-out: "
                            + found
                            + " (the first one in line "
                            + known.get(0).line()
                            + "), so their part of that error is no prediction");
        }
        return kept;
    }

    /** What a service asks for at its largest load, if it asks as much for a request as before. */
    private static NodeLibrary scaled(NodeLibrary library, ServiceProfile before) {
        ServiceProfile now = library.service("calibrate", before.name());
        double ratio = now.of(ServiceParameter.MAX_LOAD) / before.of(ServiceParameter.MAX_LOAD);
        for (ServiceParameter key :
                List.of(
                        ServiceParameter.BANDWIDTH,
                        ServiceParameter.DISK,
                        ServiceParameter.NETWORK)) {
            now =
                    now.with(
                            key,
                            Math.min(key.form().high(), ratio * before.of(key)),
                            ParameterSource.OURS);
        }
        return library.overriddenBy(
                new NodeLibrary(Map.of(now.name(), now), Map.of(), Map.of(), Map.of()));
    }

    private static Residual residual(Calibration.Residual of) {
        return new Residual(
                of.row().line(),
                of.row().seconds(),
                of.ours(),
                of.leftOut(),
                of.row().isSaturated(),
                of.ourUtilisation());
    }
}
