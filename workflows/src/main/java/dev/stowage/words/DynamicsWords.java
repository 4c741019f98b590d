package dev.stowage.words;

import dev.stowage.model.FailureModel;
import dev.stowage.model.IdleOff;
import dev.stowage.model.Lifetime;
import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.ServerDynamics;
import java.util.ArrayList;
import java.util.List;

/** How servers go down and come back, in words. */
public final class DynamicsWords {
    private static final double MICROS_PER_SECOND = 1e6;

    private DynamicsWords() {}

    /** Failures, or "none". */
    public static String failures(ServerDynamics dynamics) {
        List<String> parts = new ArrayList<>();
        dynamics.failures().ifPresent(model -> parts.add("each server " + words(model)));
        dynamics.domainFailures().ifPresent(model -> parts.add("each domain " + words(model)));
        return parts.isEmpty() ? "none" : String.join("; ", parts);
    }

    /** All that happens to servers; empty if nothing does. */
    public static String of(ServerDynamics dynamics) {
        List<String> parts = new ArrayList<>();
        if (dynamics.isRandom()) {
            parts.add("failures: " + failures(dynamics));
        }
        parts.addAll(planned(dynamics));
        if (dynamics.keepsProgress()) {
            parts.add("tasks that lose their server go on where they were");
        }
        return String.join("; ", parts);
    }

    /** Maintenance and servers that go off, each in words; nothing is drawn of either. */
    public static List<String> planned(ServerDynamics dynamics) {
        List<String> parts = new ArrayList<>();
        dynamics.maintenance().forEach(window -> parts.add(words(window)));
        dynamics.idleOff().ifPresent(rule -> parts.add(words(rule)));
        return parts;
    }

    private static String words(FailureModel model) {
        String shape =
                model.timeToFailure() instanceof Lifetime.Weibull weibull
                        ? ", Weibull of shape " + Amounts.decimal(weibull.shape())
                        : "";
        return "after "
                + Amounts.seconds(model.timeToFailure().meanSeconds())
                + " on average"
                + shape
                + ", back after "
                + Amounts.seconds(model.timeToRepair().meanSeconds());
    }

    private static String words(MaintenanceWindow window) {
        String servers =
                window.servers() == 1
                        ? "server " + window.firstServer()
                        : "servers " + window.firstServer() + " to " + window.lastServer();
        return "maintenance of "
                + servers
                + " at "
                + seconds(window.startMicros())
                + " for "
                + seconds(window.lengthMicros())
                + (window.everyMicros() == 0 ? "" : ", every " + seconds(window.everyMicros()));
    }

    private static String words(IdleOff rule) {
        return "servers go off after idling for "
                + seconds(rule.idleMicros())
                + " and wake in "
                + seconds(rule.wakeMicros())
                + (rule.startsOff() ? ", all off at first" : "");
    }

    private static String seconds(long micros) {
        return Amounts.seconds(micros / MICROS_PER_SECOND);
    }
}
