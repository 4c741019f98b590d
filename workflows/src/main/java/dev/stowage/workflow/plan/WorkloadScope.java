package dev.stowage.workflow.plan;

import dev.stowage.workload.synthesis.Generators;

/** What an interval over replications is conditional on: which weeks it speaks of. */
enum WorkloadScope {
    /** Replayed as recorded. */
    RECORDED(
            "this recorded window",
            "The workload is one recorded window. The answer holds for that window; it does not say"
                    + " how another week differs."),
    /** Drawn with the recorded number of jobs in each part of the window. */
    SAME_WINDOW(
            "that very window, drawn again",
            "The replications draw the recorded window again, with its hours and its work. The"
                    + " claim holds for that very window only; it does not say how another week"
                    + " differs (generator: resampled draws other windows)."),
    /** Drawn from resampled blocks. */
    ANOTHER_WINDOW(
            "another window like the recorded one",
            "Each replication draws another window like the recorded one, from its blocks of time and"
                    + " its users, at a level of its own. The claim is about such a window;"
                    + " growth, and whether the recorded window is a typical one, are not in it."),
    /** Drawn independently of each other. */
    INDEPENDENT_JOBS(
            "independent jobs at the recorded times of day",
            "The replications draw jobs independently of each other, over the hours of the recorded"
                    + " window. The claim holds for such draws only; bursts, users and weeks that"
                    + " differ are not in them.");

    private final String words;
    private final String sentence;

    WorkloadScope(String words, String sentence) {
        this.words = words;
        this.sentence = sentence;
    }

    /** Of what a generator draws. */
    static WorkloadScope of(String generator) {
        return switch (generator) {
            case Generators.FAITHFUL -> SAME_WINDOW;
            case Generators.RESAMPLED -> ANOTHER_WINDOW;
            case Generators.PAPER -> INDEPENDENT_JOBS;
            default -> throw new IllegalArgumentException("generator " + generator);
        };
    }

    /** A few words, for a provenance. */
    String words() {
        return words;
    }

    /** What a reader of an interval must know. */
    String sentence() {
        return sentence;
    }
}
