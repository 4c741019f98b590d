package dev.stowage.push;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a push did, or would do.
 *
 * @param outcome what came of it
 * @param differences what is to change, was changed, or was brought back
 * @param unchanged number of objects that were as planned already
 * @param notices what a person should know
 * @param journal file of the journal; null if there is none
 */
public record PushReport(
        Outcome outcome,
        List<Difference> differences,
        int unchanged,
        List<String> notices,
        @Nullable Path journal) {
    /** What came of a push. */
    public enum Outcome {
        /** Nothing was written; it would change something. */
        DRY_RUN,
        /** Nothing was written: all is as planned. */
        UNCHANGED,
        /** All is as planned now, and was read back. */
        DONE,
        /** All was done, and some of it came out otherwise than planned. */
        DONE_OTHERWISE,
        /** All is as it was found. */
        ROLLED_BACK
    }

    public PushReport {
        differences = List.copyOf(differences);
        notices = List.copyOf(notices);
    }

    /** The same that says this first. */
    public PushReport withNotices(List<String> first) {
        List<String> all = new ArrayList<>(first);
        all.addAll(notices);
        return new PushReport(outcome, differences, unchanged, all, journal);
    }
}
