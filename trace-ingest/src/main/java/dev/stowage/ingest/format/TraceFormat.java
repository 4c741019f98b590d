package dev.stowage.ingest.format;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.TraceFormats;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One trace format: reads its files into a canonical trace. Adding one is a class that implements
 * this, a line in {@link TraceFormats} and a test.
 */
public interface TraceFormat {
    /** Name on the command line: {@code google-2011}. */
    String name();

    /** One line for the help. */
    String description();

    /** How rows are told apart into batch and user-facing when the request does not say. */
    String defaultClassRule();

    /** What the user may have it assume, beside the class rule. */
    default List<FormatOption> options() {
        return List.of();
    }

    /** True if its times may be what a clock on the wall shows, so that it takes a time zone. */
    default boolean hasWallClock() {
        return false;
    }

    /**
     * True if its tasks are what the user gave in a file, of which nobody knows whether they were
     * measured; false if a system recorded them.
     */
    default boolean isGiven() {
        return false;
    }

    /** True if its amounts are shares of the largest machine, whose size the user chooses. */
    default boolean isNormalised() {
        return false;
    }

    /**
     * How much the beginning of a file looks like this format, whatever it is called: the share of
     * its first rows that are well-formed, from 0 to 1. Never throws because of what is in a file.
     */
    double resemblance(Path file);

    /** What speaks for the format and against it, table by table; never throws as above. */
    default List<Resemblance> evidence(Path file) {
        return List.of(Resemblance.ofWhole(resemblance(file), "another beginning"));
    }

    /** Why nobody can read rows from a file (UTF-16, damage); empty if somebody might. */
    default Optional<InputException> unreadable(Path file) {
        return Optional.empty();
    }

    /**
     * Reads the inputs and writes a canonical trace into the output directory.
     *
     * @throws dev.stowage.basis.InputException if an input is missing, damaged or of another
     *     format, or if more rows than allowed are bad
     */
    IngestReport ingest(IngestRequest request);
}
