package dev.stowage.sim.node.calibration;

import dev.stowage.model.node.BatchParameter;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterKey;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import java.util.Map;

/**
 * A parameter that a fit may change, and what was known of it before.
 *
 * @param profile name of the service, job or node that has it
 * @param key which
 * @param prior what it is held to be before
 * @param change a library with another value of it
 */
record FreeParameter(String profile, ParameterKey key, Prior prior, Change change) {

    /** A library with another value of a parameter, and where that comes from. */
    interface Change {
        NodeLibrary apply(NodeLibrary library, double value, ParameterSource source);
    }

    /**
     * A normal prior within bounds, of the value or of its logarithm.
     *
     * @param deviation standard deviation; for a logarithm that of the logarithm
     */
    record Prior(double mean, double deviation, double low, double high, boolean isLogarithmic) {
        static Prior of(double mean, double deviation, double low, double high) {
            return new Prior(mean, deviation, low, high, false);
        }

        static Prior ofLogarithm(double mean, double deviation, double low, double high) {
            return new Prior(mean, deviation, low, high, true);
        }

        double place(double value) {
            return isLogarithmic ? Math.log(value) : value;
        }

        double value(double place) {
            return Math.max(low, Math.min(high, free(place))); // a logarithm is not exact there
        }

        /** True if a place is at a bound or beyond, and that is not its mean. */
        boolean isAtBound(double place) {
            double width = place(high) - place(low);
            double at = place(value(place));
            return Math.abs(at - place(mean)) > 1e-6 * width
                    && (at - place(low) < 1e-6 * width || place(high) - at < 1e-6 * width);
        }

        /** The value of a place that may be out of bounds. */
        double free(double place) {
            return isLogarithmic ? Math.exp(place) : place;
        }
    }

    static FreeParameter ofService(String service, ServiceParameter key, Prior prior) {
        return new FreeParameter(
                service,
                key,
                prior,
                (library, value, source) -> {
                    ServiceProfile changed =
                            library.service("calibrate", service).with(key, value, source);
                    return library.overriddenBy(
                            new NodeLibrary(
                                    Map.of(service, changed), Map.of(), Map.of(), Map.of()));
                });
    }

    static FreeParameter ofNode(String node, NodeParameter key, Prior prior) {
        return new FreeParameter(
                node,
                key,
                prior,
                (library, value, source) -> {
                    NodeProfile old = library.node("calibrate", node);
                    NodeProfile changed = old.with(key, value, source);
                    return library.overriddenBy(
                            new NodeLibrary(Map.of(), Map.of(), Map.of(node, changed), Map.of()));
                });
    }

    static FreeParameter ofBatch(String job, BatchParameter key, Prior prior) {
        return new FreeParameter(
                job,
                key,
                prior,
                (library, value, source) -> {
                    BatchProfile changed = library.batch("calibrate", job).with(key, value, source);
                    return library.overriddenBy(
                            new NodeLibrary(Map.of(), Map.of(job, changed), Map.of(), Map.of()));
                });
    }

    /** {@code profile.key}, as results call it. */
    String name() {
        return profile + "." + key.spelling();
    }
}
