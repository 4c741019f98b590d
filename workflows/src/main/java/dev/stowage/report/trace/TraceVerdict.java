package dev.stowage.report.trace;

import dev.stowage.ingest.inspection.TraceInspection;
import dev.stowage.ingest.manifest.TraceAnswer;
import dev.stowage.ingest.manifest.TraceAnswer.Can;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.words.Figures;
import dev.stowage.words.Verdict;
import dev.stowage.words.Verdict.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a trace is good for, in a sentence, and how much of its source could not be used. */
public final class TraceVerdict {
    private TraceVerdict() {}

    /** The verdict on a trace. */
    public static Verdict of(TraceInspection inspection) {
        TraceManifest manifest = inspection.manifest();
        String content =
                counted(sum(inspection.tasksByOutcome()), "task")
                        + " in "
                        + counted(sum(inspection.jobsByOutcome()), "job");
        List<TraceAnswer> answers = manifest.answers();
        List<String> details = new ArrayList<>(List.of(badRows(manifest)));
        if (answers == null) {
            return new Verdict(
                    Mark.OPEN, "", content + "; nobody has judged what it can answer.", details);
        }
        boolean isGood = answers.stream().allMatch(each -> each.can() == Can.YES);
        answers.stream()
                .filter(each -> each.can() != Can.YES)
                .forEach(each -> details.add(can(each) + each.sentence()));
        return new Verdict(
                isGood ? Mark.YES : Mark.OPEN,
                isGood ? "Good for every question" : "Not good for every question",
                content + ": " + uses(answers) + ".",
                details);
    }

    private static String can(TraceAnswer answer) {
        return answer.can() == Can.NO ? "Can't answer " : "Can answer in part ";
    }

    private static String uses(List<TraceAnswer> answers) {
        List<String> parts = new ArrayList<>();
        add(parts, "good for ", answers, Can.YES);
        add(parts, "in part for ", answers, Can.PARTLY);
        add(parts, "not for ", answers, Can.NO);
        return String.join("; ", parts);
    }

    private static void add(List<String> parts, String how, List<TraceAnswer> answers, Can can) {
        List<String> questions =
                answers.stream()
                        .filter(each -> each.can() == can)
                        .map(TraceAnswer::question)
                        .toList();
        if (!questions.isEmpty()) {
            int last = questions.size() - 1;
            String first = String.join(", ", questions.subList(0, last));
            parts.add(how + first + (last == 0 ? "" : " and ") + questions.get(last));
        }
    }

    private static String badRows(TraceManifest manifest) {
        long read = manifest.sourceRows();
        long bad = sum(manifest.quarantinedByReason());
        return bad == 0
                ? "No row of the source was bad."
                : Figures.count(bad)
                        + (bad == 1 ? " bad row of " : " bad rows of ")
                        + Figures.count(read)
                        + (bad == 1 ? " read is left out (" : " read are left out (")
                        + Figures.share((double) bad / Math.max(1, read))
                        + ").";
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String counted(long count, String what) {
        return Figures.count(count) + " " + what + (count == 1 ? "" : "s");
    }
}
