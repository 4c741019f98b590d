package dev.stowage.workflow.plan;

import dev.stowage.workload.synthesis.Generators;
import java.util.List;

/** What an interval over replications is conditional on: which weeks it speaks of. */
enum WorkloadScope {
    /** Replayed as recorded. */
    RECORDED(
            "this recorded window",
            "not in the claim: the workload is one recorded window, replayed as it is.",
            "not in the claim: the answer does not say how another week differs (fit a model,"
                    + " and plan with it)."),
    /** Replayed with each job as often as growth says, which leaves nothing to draw. */
    COPIED(
            "this recorded window, each job as often as growth says",
            "not in the claim: the workload is one recorded window, each of its jobs there as often"
                    + " as growth says.",
            "not in the claim: the answer does not say how another week differs (fit a model,"
                    + " and plan with it)."),
    /** Replayed with jobs that growth copies or leaves out. */
    GROWN(
            "this recorded window, in which growth copies or leaves out jobs drawn anew in each"
                    + " replication",
            "in the claim as far as growth goes: each replication draws anew which recorded jobs"
                    + " growth copies or leaves out. All else is replayed as it is.",
            "not in the claim: the answer does not say how another week differs (fit a model,"
                    + " and plan with it)."),
    /** Drawn with the recorded number of jobs in each part of the window. */
    SAME_WINDOW(
            "that very window, drawn again",
            "in the claim: the replications draw the recorded window again, with its hours and its"
                    + " work. It holds for that very window only.",
            "not in the claim: no replication is another week (generator: resampled draws some)."),
    /** Drawn from resampled blocks. */
    ANOTHER_WINDOW(
            "another window like the recorded one",
            "in the claim, inside each replication.",
            "in the claim: each replication draws another window like the recorded one, from its"
                    + " blocks of time and its users, at a level of its own. Whether the recorded"
                    + " window is a typical one is not."),
    /** Drawn independently of each other. */
    INDEPENDENT_JOBS(
            "independent jobs at the recorded times of day",
            "in the claim as far as the replications draw jobs independently of each other, over the"
                    + " hours of the recorded window. Bursts and users are not.",
            "not in the claim: weeks differ by more than single jobs (generator: resampled, where"
                    + " the model can do it).");

    /** How a scenario of one workload asks for other growth and generators. */
    static final String HOW =
            " (uncertainty.growth and uncertainty.generators give servers for it)";

    private final String words;
    private final String again;
    private final String another;

    WorkloadScope(String words, String again, String another) {
        this.words = words;
        this.again = again;
        this.another = another;
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

    /**
     * The three sources of uncertainty, told apart: which of them the claim has in it.
     *
     * @param isClaimed false if the replications are too few to claim anything
     * @param growth factor on the number of jobs that was asked for
     * @param otherwise servers for other growth and generators, in words; empty if nobody asked
     */
    List<String> sentences(boolean isClaimed, String growth, String otherwise) {
        List<String> sentences = sentences(growth, otherwise);
        return isClaimed
                ? sentences
                : sentences.stream()
                        .map(each -> each.replace("in the claim", "in what was drawn"))
                        .toList();
    }

    private List<String> sentences(String growth, String otherwise) {
        return List.of(
                "This window drawn again: " + again,
                "Another week like this one: " + another,
                "Growth and model: not in the claim. Planned for "
                        + growth
                        + (otherwise.isEmpty()
                                ? "; what else the workload may become" + HOW
                                : ". Each by itself, with a claim of its own, takes in servers: "
                                        + otherwise)
                        + (otherwise.isEmpty() ? ", and what" : ". What")
                        + " the simulation leaves out (the assumptions) no replication varies.");
    }
}
