package dev.stowage.profile;

import dev.stowage.basis.Check;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * How an application performs on slices of one type of server.
 *
 * @param name of the application
 * @param input what class of input it is about; similar inputs share a profile
 * @param performance its performance index by slice
 * @param coresAtFull cores that it uses at performance index 1; it uses PI times as many on a
 *     slice, never more than the slice has; empty if unknown
 * @param secondsAlone how long it takes on the whole server; empty if unknown
 * @param status where the figures are from
 * @param source where exactly, in words
 * @param samples what it was fitted to; empty if it was not fitted
 * @param errors of all the forms that were tried; empty if it was not fitted
 */
public record ApplicationProfile(
        String name,
        String input,
        Performance performance,
        OptionalDouble coresAtFull,
        OptionalDouble secondsAlone,
        Status status,
        String source,
        List<Sample> samples,
        List<FormFit> errors) {
    /** The class of input of an application for which none is told apart. */
    public static final String ANY_INPUT = "any";

    private static final double SAME = Performance.SAME;
    private static final double NEAR = 0.1 + 1e-9; // of the server

    /** Where figures are from. */
    public enum Status {
        /** Runs on a real server. */
        MEASURED,
        /** Runs of the sandbox on a ground truth. */
        SIMULATED,
        /** Derived from other published figures. */
        ESTIMATED,
        /** A guess. */
        ASSUMED;

        /** As in files. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public ApplicationProfile {
        Check.notBlank("name", name);
        Check.notBlank("input", input);
        Check.notBlank("source", source);
        coresAtFull.ifPresent(value -> Check.positive("coresAtFull", value));
        secondsAlone.ifPresent(value -> Check.positive("secondsAlone", value));
        samples = List.copyOf(samples);
        errors = List.copyOf(errors);
    }

    /**
     * True if no run had as little of everything as a slice, or less, and within a tenth of the
     * server of it in every resource: what the profile promises there was not seen. False of a
     * profile without runs.
     */
    public boolean isFarFromRuns(Slice slice) {
        return !samples.isEmpty()
                && samples.stream()
                        .map(Sample::slice)
                        .noneMatch(run -> slice.covers(run, SAME) && isNear(run, slice));
    }

    /**
     * The most that a run reached which had no more of anything: but for noise the performance on a
     * slice is no less, whatever the form. 0 if there is none; 1 of the whole server.
     */
    public double reached(Slice slice) {
        double most = slice.covers(Slice.WHOLE, SAME) ? 1 : 0;
        for (Sample run : samples) {
            most = slice.covers(run.slice(), SAME) ? Math.max(most, run.pi()) : most;
        }
        return most;
    }

    /**
     * The least that a run reached which had no less of anything: but for noise the performance on
     * a slice is no more, whatever the form. 1 if there is none.
     */
    public double bound(Slice slice) {
        double least = 1;
        for (Sample run : samples) {
            least = run.slice().covers(slice, SAME) ? Math.min(least, run.pi()) : least;
        }
        return least;
    }

    /** A slice in words, with what the profile does not know of it. */
    public String describe(Slice slice, SlicedServer server) {
        String unvaried = performance.evidence().unvariedOf(server);
        return server.describe(slice)
                + (unvaried.isEmpty()
                        ? ""
                        : " ("
                                + (samples.isEmpty()
                                        ? "its profile does not say what less "
                                                + unvaried
                                                + " would do"
                                        : performance.evidence().keptOf(slice, server)
                                                + ": no run varied it")
                                + ")")
                + (isFarFromRuns(slice) ? " (far from any run of the profile)" : "");
    }

    private static boolean isNear(Slice one, Slice other) {
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            if (Math.abs(one.share(r) - other.share(r)) > NEAR) {
                return false;
            }
        }
        return true;
    }

    /** CPU that it uses on a slice of a server with so many cores, in cores. */
    public double coresUsed(Slice slice, double serverCores) {
        return Math.min(
                coresAtFull.orElseThrow() * performance.at(slice), slice.cpu() * serverCores);
    }
}
