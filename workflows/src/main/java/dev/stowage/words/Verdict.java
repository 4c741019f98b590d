package dev.stowage.words;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What an answer comes to, before any table: said first in reports and on the terminal.
 *
 * @param mark whether it is a yes
 * @param label the mark in a few words
 * @param sentence the answer in one sentence
 * @param details what decides it, and how sure it is, a sentence each
 */
public record Verdict(Mark mark, String label, String sentence, List<String> details) {
    /** Whether an answer is a yes. */
    public enum Mark {
        @JsonProperty("yes")
        YES,
        @JsonProperty("no")
        NO,
        /** Neither: nothing was asked that has a yes, or it can't be told. */
        @JsonProperty("open")
        OPEN
    }

    public Verdict {
        details = List.copyOf(details);
    }

    /** An answer that is neither yes nor no. */
    public static Verdict open(String sentence) {
        return new Verdict(Mark.OPEN, "", sentence, List.of());
    }
}
