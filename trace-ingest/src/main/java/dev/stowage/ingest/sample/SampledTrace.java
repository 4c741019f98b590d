package dev.stowage.ingest.sample;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.inspection.TraceAnswers;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.sample.JobLoads.JobLoad;
import dev.stowage.ingest.sample.JobLoads.Measure;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes a trace a sample of itself that keeps its load: whole jobs in tasks, jobs and usage, and
 * all of its machines.
 *
 * @param manifest of the sample
 * @param sentences what was kept, for people
 */
public record SampledTrace(TraceManifest manifest, List<String> sentences) {
    private static final String LEFT_OUT = "not-sampled";
    private static final double NEAR = 0.02;

    public SampledTrace {
        sentences = List.copyOf(sentences);
    }

    /**
     * Reads the trace in a folder and leaves the sample in its place.
     *
     * @param share above 0, at most 1
     * @throws InputException if it has no tasks, or so few that none would be left
     */
    public static SampledTrace of(Path directory, SampleBy by, double share) {
        CanonicalTrace trace = CanonicalTrace.open(directory);
        trace.require(CanonicalTable.TASKS);
        List<JobLoad> whole = JobLoads.of(directory);
        TaskChoice choice = by.choose(whole, share);
        JobLoads.show(directory, choice);
        List<JobLoad> kept = JobLoads.of(directory, choice);
        if (kept.isEmpty()) {
            throw InputException.at(
                    "--sample",
                    share + " of " + whole.size() + " jobs",
                    "a share that has one of them",
                    "Take a larger one.");
        }
        Books books = new Books(by, share, whole, kept);
        Set<Long> jobs = kept.stream().map(JobLoad::id).collect(Collectors.toSet());
        Shrinking shrinking =
                new Shrinking(directory, choice, jobs, KeptStages.of(directory, choice));
        Map<String, TraceManifest.Table> tables = new LinkedHashMap<>(trace.manifest().tables());
        for (CanonicalTable table : CanonicalTable.values()) {
            if (trace.has(table) && table != CanonicalTable.MACHINES) {
                tables.computeIfPresent(
                        table.tableName(), (name, of) -> table(of, shrinking.shrink(table)));
            }
        }
        manifest(trace.manifest(), tables, books).writeTo(directory);
        return new SampledTrace(TraceAnswers.judge(directory), books.sentences());
    }

    /** What is read are the rows of the whole trace, bad ones, and lines that hold no data. */
    private static TraceManifest.Table table(TraceManifest.Table whole, long written) {
        Map<String, Long> ignored = new LinkedHashMap<>(whole.rowsIgnored());
        ignored.keySet().removeIf(rule -> !TraceManifest.Table.isLayout(rule));
        long read = ignored.values().stream().mapToLong(Long::longValue).sum();
        ignored.put(LEFT_OUT, whole.rowsWritten() - written);
        return new TraceManifest.Table(
                read + whole.rowsWritten() + whole.rowsQuarantined(),
                written,
                whole.rowsQuarantined(),
                ignored,
                written,
                whole.windowMicros());
    }

    private static TraceManifest manifest(
            TraceManifest whole, Map<String, TraceManifest.Table> tables, Books books) {
        Map<String, String> parameters = new LinkedHashMap<>(whole.provenance().parameters());
        parameters.put(Provenance.SAMPLE, Double.toString(books.share));
        parameters.put(Provenance.SAMPLE_BY, books.by.spelling());
        Map<String, Long> facts = new LinkedHashMap<>();
        whole.facts()
                .forEach(
                        (name, count) -> {
                            boolean isOfTheTrace = name.matches("(tasks|jobs|usage)[.].*");
                            facts.put(isOfTheTrace ? "whole." + name : name, count);
                        });
        facts.put("sample.jobs", (long) books.kept.size());
        facts.put("whole.jobs", (long) books.whole.size());
        for (Measure each : Measure.values()) {
            facts.put("sample." + each.fact(), Math.round(JobLoads.total(books.kept, each)));
            facts.put("whole." + each.fact(), Math.round(JobLoads.total(books.whole, each)));
        }
        return whole.sampled(whole.provenance().with(parameters), tables, facts);
    }

    /** What the sample has beside the whole. */
    private record Books(SampleBy by, double share, List<JobLoad> whole, List<JobLoad> kept) {
        double keeps(Measure measure) {
            double all = JobLoads.total(whole, measure);
            return all > 0 ? JobLoads.total(kept, measure) / all : share;
        }

        /** How far the core-seconds are from their share, as a part of that share. */
        double off() {
            return Math.abs(keeps(Measure.CORE_SECONDS) / share - 1);
        }

        /** How much of the core-seconds of these jobs the largest of them has. */
        static double largest(List<JobLoad> jobs) {
            double all = JobLoads.total(jobs, Measure.CORE_SECONDS);
            return all > 0 ? JobLoads.largest(jobs, Measure.CORE_SECONDS) / all : 0;
        }

        List<String> sentences() {
            List<String> sentences = new ArrayList<>();
            sentences.add(
                    String.format(
                                    Locale.ROOT,
                                    "The sample has tasks of %,d of %,d jobs: ",
                                    kept.size(),
                                    whole.size())
                            + Stream.of(Measure.values())
                                    .map(each -> percent(keeps(each)) + " of " + each.words())
                                    .collect(Collectors.joining(", "))
                            + ". Machines are all there: give it as large a share of servers.");
            if (!(off() <= NEAR)) {
                sentences.add(
                        "The core-seconds are "
                                + percent(off())
                                + " off their share of "
                                + percent(share)
                                + ", more than 2 %: the largest job alone has "
                                + percent(largest(whole))
                                + " of all.");
            }
            if (by == SampleBy.TASKS) {
                sentences.add(
                        "Waits on as large a share of servers can be off by half where those are"
                                + " overloaded (docs/trace-formats.md): check a size on the whole.");
            }
            if (by == SampleBy.LOAD) {
                sentences.add(
                        "Waits of this sample on as large a share of servers say little of those of"
                                + " the whole: its largest job has "
                                + percent(largest(kept))
                                + " of its core-seconds, that of the whole "
                                + percent(largest(whole))
                                + ". --sample-by tasks keeps waits of tasks nearer.");
            }
            return sentences;
        }

        private static String percent(double share) {
            return String.format(Locale.ROOT, "%.2f %%", share * 100);
        }
    }
}
