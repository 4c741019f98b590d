package dev.stowage.workflow.start;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code stowage init} found and wrote.
 *
 * @param found what the data are, in words
 * @param data their path; null if there are none
 * @param scenario the file that was written; null if none was
 * @param withoutScenario why none was; null if one was
 * @param trace the trace that was made of the files; null if none had to be
 * @param facts what is known of the data
 * @param next the commands to try, in this order
 */
public record StartAnswer(
        String found,
        @Nullable String data,
        @Nullable String scenario,
        @Nullable String withoutScenario,
        @Nullable String trace,
        List<String> facts,
        List<Step> next) {
    public StartAnswer {
        facts = List.copyOf(facts);
        next = List.copyOf(next);
    }

    /**
     * A command to try.
     *
     * @param command as it is typed
     * @param why what it answers
     */
    public record Step(String command, String why) {}
}
