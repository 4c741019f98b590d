package dev.stowage.report;

import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.Sharing;
import dev.stowage.plan.Sharing.Missed;
import dev.stowage.plan.Sharing.OfOne;
import dev.stowage.words.Amounts;
import dev.stowage.words.MetricWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What it saves that several workloads share the servers, in words and as a section of a report.
 */
public final class SharingWords {
    private final CapacityPlan plan;
    private final Sharing sharing;

    private SharingWords(CapacityPlan plan, Sharing sharing) {
        this.plan = plan;
        this.sharing = sharing;
    }

    /** The words for a plan of several workloads; empty of one. */
    public static Optional<SharingWords> of(CapacityPlan plan) {
        return Optional.ofNullable(plan.sharing()).map(sharing -> new SharingWords(plan, sharing));
    }

    /** What sharing saves, and who misses first. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        sentences.add(saving());
        first().ifPresent(sentences::add);
        return sentences;
    }

    private String saving() {
        if (sharing.workloads().stream().anyMatch(one -> one.alone() == null)) {
            return "What sharing saves is not told of several kinds of servers: plan for each"
                    + " workload by itself, and compare what these mixes cost.";
        }
        Integer apart = sharing.apart();
        Integer saved = sharing.saved();
        String each =
                sharing.workloads().stream()
                        .map(
                                one ->
                                        one.name()
                                                + " "
                                                + (Boolean.TRUE.equals(one.aloneMet())
                                                        ? ""
                                                        : "not even with ")
                                                + Amounts.count(
                                                        one.alone() == null ? 0 : one.alone()))
                        .collect(Collectors.joining(", "));
        if (apart == null) {
            return "On servers of their own they would need "
                    + each
                    + ", so nothing is saved that"
                    + " could be told.";
        }
        String text =
                "On servers of their own they would need "
                        + Amounts.counted(apart, "server")
                        + " ("
                        + each
                        + ")";
        if (saved == null) {
            return text + "; shared servers do not hold them.";
        }
        return text
                + ": sharing "
                + (saved < 0
                        ? "takes " + Amounts.counted(-saved, "server") + " more"
                        : saved == 0 ? "saves none" : "saves " + Amounts.count(saved))
                + limits()
                + "."
                + (saved < 0 ? why() : "")
                + (plan.confidence().exact()
                        ? ""
                        : " Each of these plans claims its own windows; that all of them hold in one"
                                + " window is less sure than that the shared servers do.");
    }

    /** Why sharing may take more. */
    private String why() {
        return " On shared servers tasks of one workload wait behind those of another, and take the"
                + " room that a large one waits for."
                + (plan.confidence().exact()
                        ? ""
                        : " All bounds of all workloads have to hold in the same windows.");
    }

    private String limits() {
        Double level = sharing.level();
        if (level == null) {
            return plan.confidence().exact()
                    ? ""
                    : " (without limits: the replications are too few, or more servers do not help"
                            + " each window)";
        }
        Integer least = sharing.savedAtLeast();
        Integer most = sharing.savedAtMost();
        return ", at "
                + Amounts.share(level)
                + " confidence "
                + (least == null
                        ? "at most " + Amounts.count(most == null ? 0 : most)
                        : most == null
                                ? "at least " + Amounts.count(least)
                                : "between " + Amounts.count(least) + " and " + Amounts.count(most))
                + " of the servers that the windows need";
    }

    private Optional<String> first() {
        Sharing.First first = sharing.first();
        if (first == null) {
            return Answer.servers(plan) <= 1 || sharing.workloads().get(0).fewer().isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            "On fewer servers none of them misses a bound of its own where that was"
                                    + " tried: what decides is a bound of all tasks.");
        }
        String names = String.join(" and ", first.workloads());
        String others =
                sharing.workloads().stream()
                        .filter(one -> !first.workloads().contains(one.name()))
                        .map(one -> one.name() + " " + missed(one, first.servers()))
                        .collect(Collectors.joining(", "));
        OfOne one = named(first.workloads().get(0));
        return Optional.of(
                "With "
                        + Amounts.counted(first.servers(), "server")
                        + " "
                        + names
                        + (first.workloads().size() == 1
                                ? " misses first: the "
                                : " miss first: the ")
                        + missedOn(one, first.servers())
                                .map(missed -> MetricWords.inSentence(missed.metric()))
                                .orElse("")
                        + ", "
                        + missed(one, first.servers())
                        + (others.isEmpty() ? "" : "; " + others)
                        + ".");
    }

    private OfOne named(String name) {
        return sharing.workloads().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Optional<Missed> missedOn(OfOne one, int servers) {
        return one.fewer().stream().filter(each -> each.servers() == servers).findFirst();
    }

    private static String missed(OfOne one, int servers) {
        return missedOn(one, servers)
                .map(
                        each ->
                                each.replications() == 1
                                        ? each.missed() == 0 ? "held" : "missed"
                                        : "missed in "
                                                + Amounts.count(each.missed())
                                                + " of "
                                                + Amounts.count(each.replications())
                                                + " windows")
                .orElse("without a bound of its own");
    }

    /** Headings of {@link #rows}. */
    public List<String> headings() {
        return List.of("Workload", "Tasks", "Core hours", "Servers alone", "On fewer servers");
    }

    /** What each workload asks for, needs alone, and misses on fewer servers, for a table. */
    public List<List<String>> rows() {
        return sharing.workloads().stream().map(this::row).toList();
    }

    private List<String> row(OfOne one) {
        Sharing.First first = sharing.first();
        Integer alone = one.alone();
        return List.of(
                one.name(),
                Amounts.count(one.tasks()),
                Amounts.decimal(one.coreHours()),
                alone == null
                        ? "–"
                        : (Boolean.TRUE.equals(one.aloneMet()) ? "" : "more than ")
                                + Amounts.count(alone),
                first == null
                        ? "–"
                        : missed(one, first.servers()) + " on " + Amounts.count(first.servers()));
    }

    /** The section of a report. */
    public SectionedView.Section section() {
        DataTable.Builder table =
                new DataTable.Builder(
                        "Workloads"
                                + (plan.confidence().exact() ? "" : ", in the first replication"),
                        IntStream.range(0, headings().size())
                                .mapToObj(
                                        i ->
                                                new DataTable.Column(
                                                        headings().get(i), i > 0 && i < 4))
                                .toList());
        rows().forEach(row -> table.row(false, row));
        DataTable.Builder fewer =
                new DataTable.Builder(
                        "What each misses on fewer servers",
                        DataTable.Column.number("Servers"),
                        DataTable.Column.text("Workload"),
                        DataTable.Column.text("Bound that misses most"),
                        DataTable.Column.number("Misses"),
                        DataTable.Column.number("Windows"));
        for (OfOne one : sharing.workloads()) {
            for (Missed missed : one.fewer()) {
                fewer.row(
                        Amounts.count(missed.servers()),
                        one.name(),
                        MetricWords.title(missed.metric()),
                        Amounts.count(missed.missed()),
                        Amounts.count(missed.replications()));
            }
        }
        boolean isTried = sharing.workloads().stream().anyMatch(one -> !one.fewer().isEmpty());
        return new SectionedView.Section(
                "workloads",
                "Workloads",
                String.join(" ", sentences()),
                List.of(),
                isTried ? List.of(table.build(), fewer.build()) : List.of(table.build()));
    }
}
