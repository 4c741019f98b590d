package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.workflow.sweep.figure.FigureNames;
import dev.stowage.workflow.sweep.figure.FigureReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a sweep asks: takes settings, and answers with the JSON that the command of its name prints
 * for them. A new command joins the sweep by one more of these. Safe for use by several threads.
 */
public interface Question {
    /** The command: {@code plan}. */
    String name();

    /** The paths of all settings that may be given or varied. */
    List<String> settings();

    /** True if keys of the user's own may stand at {@code path}: names of attributes. */
    default boolean isFree(String path) {
        return false;
    }

    /**
     * Settings with the defaults of those that are not given. What a command finds out by itself
     * stays absent.
     */
    default ObjectNode whole(ObjectNode settings) {
        return settings;
    }

    /**
     * What is wrong with settings, as far as that shows without answering. The place of an issue is
     * the path of a setting.
     *
     * @param file where relative paths begin: beside this file
     */
    List<Issue> issues(ObjectNode settings, Path file);

    /** The figures of an answer by name, as it spells them. */
    default Map<String, String> figures(String answer) {
        return FigureReader.figures(answer);
    }

    /** The names that figures can have, if they are known before anything is asked. */
    default Optional<FigureNames> figureNames() {
        return Optional.empty();
    }

    /** Files that settings mean without naming their paths: imported catalogues by name. */
    default Map<String, Path> inputs(ObjectNode settings, Path file) {
        return Map.of();
    }

    /**
     * What settings share their work with: of those with the same family one is answered before the
     * others. By default each is a family of its own.
     *
     * @param file as in {@link #issues}
     */
    default String family(ObjectNode settings, Path file) {
        return Cell.canonical(settings);
    }

    /** How much there is to do for settings, relative to others. */
    default double work(ObjectNode settings) {
        return 1;
    }

    /** Seconds of one thread for a unit of {@link #work}, before any was done; NaN if unknown. */
    default double usualSeconds() {
        return Double.NaN;
    }

    /**
     * True if an answer is known to depend on no random draws.
     *
     * @param file as in {@link #issues}
     * @param figures of the answer
     */
    default boolean isExact(ObjectNode settings, Path file, Map<String, String> figures) {
        return !settings().contains("seed");
    }

    /**
     * The figures that are the answer, as it spells them: what to buy or run, whether that holds,
     * what it costs.
     */
    default List<String> answerFigures() {
        return capacity().map(List::of).orElse(List.of());
    }

    /** The figure that says how much capacity is needed, if there is one. */
    default Optional<String> capacity() {
        return Optional.empty();
    }

    /**
     * Why an answer is none to count on: nothing that was tried is enough, or items have no place.
     * Empty if it is one.
     *
     * @param figures of the answer
     */
    default Optional<String> shortfall(Map<String, String> figures) {
        return Optional.empty();
    }

    /** True for a figure that says whether an answer is one: it counts also where it is none. */
    default boolean isVerdict(String figure) {
        return false;
    }

    /**
     * True for a figure that is proven in an answer, so that other draws can't give another one.
     *
     * @param figures of the answer
     */
    default boolean isProven(String figure, Map<String, String> figures) {
        return false;
    }

    /**
     * The answer, whatever the number of threads the same.
     *
     * @param file as in {@link #issues}
     * @throws dev.stowage.basis.InputException if the settings can't be used
     */
    String answer(ObjectNode settings, Path file, int threads);
}
