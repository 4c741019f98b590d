package dev.stowage.push;

import dev.stowage.basis.Sha256;
import dev.stowage.push.object.PushReview;
import java.nio.charset.StandardCharsets;
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
 * @param review what to read before it is approved; null once it is done, or if the differences say
 *     it all
 */
public record PushReport(
        Outcome outcome,
        List<Difference> differences,
        int unchanged,
        List<String> notices,
        @Nullable Path journal,
        @Nullable PushReview review) {
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

    /** A push without a review. */
    public PushReport(
            Outcome outcome,
            List<Difference> differences,
            int unchanged,
            List<String> notices,
            @Nullable Path journal) {
        this(outcome, differences, unchanged, notices, journal, null);
    }

    /**
     * What identifies all that would be done: the same for the same changes on the same state. 16
     * hexadecimal digits.
     */
    public String id() {
        StringBuilder text = new StringBuilder();
        for (Difference each : differences) {
            text.append(each.object().name()).append(' ').append(each.action()).append('\n');
            each.fields().values().forEach(field -> text.append(field).append('\n'));
        }
        return Sha256.of((text + String.valueOf(review)).getBytes(StandardCharsets.UTF_8))
                .substring(0, 16);
    }

    /** How many objects change, without the moves. */
    public int objects() {
        return (int) differences.stream().filter(each -> !each.isMoves()).count();
    }

    /** How many moves there are among the changes. */
    public int moves() {
        return differences.stream()
                .filter(Difference::isMoves)
                .mapToInt(each -> each.fields().size())
                .sum();
    }

    /** The same that says this first. */
    public PushReport withNotices(List<String> first) {
        List<String> all = new ArrayList<>(first);
        all.addAll(notices);
        return new PushReport(outcome, differences, unchanged, all, journal, review);
    }
}
