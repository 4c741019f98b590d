package dev.stowage.cli;

import dev.stowage.forecast.BucketSeries;
import dev.stowage.forecast.ForecastStudy;
import dev.stowage.ingest.CanonicalTrace;
import dev.stowage.ingest.TraceManifest;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.csv.DemandCsv;
import dev.stowage.model.InputException;
import dev.stowage.workload.ServiceDemand;
import dev.stowage.workload.TaskDemand;
import dev.stowage.workload.UsageDemand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the past that a forecast rests on, and cuts it into buckets. */
final class HistoryReader {
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final long MINUTE = 60;
    private static final long[] LADDER = {86_400, 3_600, 900};

    /** As seconds since 1970 in the year 2001, in microseconds. */
    private static final long UNIX_TIMES = 1_000_000_000L * MICROS_PER_SECOND;

    private static final int WANTED = 28;
    private static final int MOST = 50_000;

    /** A row that holds so many times as long as most others is called a gap. */
    private static final int GAP = 10;

    private static final Pattern INSTANT =
            Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9.]+)?Z");

    private final Path path;
    private final HistoryChoice choice;
    private final CommonOptions common;
    private final List<String> notes = new ArrayList<>();
    private final Map<String, String> inputs = new LinkedHashMap<>();

    HistoryReader(Path path, HistoryChoice choice, CommonOptions common) {
        this.path = path;
        this.choice = choice;
        this.common = common;
    }

    /** A demand, where it begins, and where it ends to be history. */
    private record Found(
            String kind, String of, ServiceDemand demand, long originMicros, long endMicros) {}

    /**
     * Reads.
     *
     * @throws InputException if the file is missing or damaged, or the history too short
     */
    ForecastHistory read() {
        Optional<CanonicalTrace> trace =
                CanonicalTrace.isTrace(path)
                        ? Optional.of(CanonicalTrace.open(path))
                        : Optional.empty();
        Found found = found(trace);
        Optional<Instant> zero = choice.start().or(() -> trace.flatMap(HistoryReader::origin));
        BucketSeries.Source source = source(found, zero);
        long bucket = bucketMicros(source);
        int buckets = source.buckets(bucket);
        if (buckets > MOST) {
            throw InputException.of(
                    path,
                    Figures.count(buckets) + " buckets of " + Figures.micros(bucket),
                    "at most " + Figures.count(MOST),
                    "Choose longer ones with --bucket.");
        }
        BucketSeries series = BucketSeries.of(source, bucket, choice.level());
        if (Arrays.stream(series.peaks()).allMatch(peak -> peak == 0)) {
            throw InputException.of(path, "a demand of nothing", "some CPU or memory", null);
        }
        inputs.put("input", path.toString());
        return new ForecastHistory(
                InputNames.base(path),
                found.kind(),
                found.of(),
                choice.level() == BucketSeries.Level.PEAK ? "peak" : "mean",
                series,
                zero,
                trace,
                notes,
                inputs);
    }

    private Found found(Optional<CanonicalTrace> trace) {
        if (trace.isEmpty() && choice.isUsage()) {
            throw common.usage("--of: found usage with a CSV, expected a trace with a usage table");
        }
        if (!Files.exists(path)) {
            throw InputException.of(
                    path,
                    "no such file or folder",
                    "a CSV " + DemandCsv.HEADER + ", a CSV of tasks, or a trace",
                    "Check the path.");
        }
        if (DemandFile.isDemand(path)) {
            if (choice.only().isPresent()) {
                throw common.usage("--class: found with a demand, expected a trace");
            }
            return recorded();
        }
        return choice.isUsage() ? usage(trace.orElseThrow()) : requests(trace);
    }

    private Found recorded() {
        DemandCsv.Recorded read = DemandCsv.read(path);
        ServiceDemand demand = read.demand();
        long origin = read.originMicros();
        gaps(demand);
        if (origin >= UNIX_TIMES && choice.start().isEmpty()) {
            notes.add(
                    "Times look like seconds since 1970: with --start 1970-01-01 answers are dates.");
        }
        return new Found("csv", "demand", demand, origin, origin + demand.endMicros());
    }

    /** A row holds until the next: what is long beside the others may be missing rows. */
    private void gaps(ServiceDemand demand) {
        long[] lengths = new long[demand.levels()];
        for (int i = 0; i < lengths.length; i++) {
            long end = i + 1 < lengths.length ? demand.startMicros(i + 1) : demand.endMicros();
            lengths[i] = end - demand.startMicros(i);
        }
        long[] sorted = lengths.clone();
        Arrays.sort(sorted);
        long usual = sorted[sorted.length / 2];
        long gaps = Arrays.stream(lengths).filter(each -> each > GAP * usual).count();
        if (gaps > 0) {
            notes.add(
                    Figures.count(gaps)
                            + (gaps == 1 ? " row holds" : " rows hold")
                            + " for more than ten times as long as most do (the longest for "
                            + Figures.micros(sorted[sorted.length - 1])
                            + "): if rows are missing there, the demand of that time is not known.");
        }
    }

    private Found requests(Optional<CanonicalTrace> trace) {
        TaskDemand.Result found = DemandFile.tasks(path, choice.only(), stepSeconds(), common);
        inputs.put("tasks", Figures.count(found.tasks()));
        if (found.alive() > 0) {
            inputs.put("tasks without an end", Figures.count(found.alive()));
        }
        long end = found.originMicros() + found.demand().endMicros();
        long known = trace.flatMap(HistoryReader::lastRow).orElse(found.lastSubmitMicros());
        if (trace.isEmpty() && choice.untilMicros().isEmpty() && known < end) {
            notes.add(
                    "The history ends with the last submit; tasks run on for "
                            + Figures.micros(end - known)
                            + " after it, in which no new ones came (--until).");
        }
        return new Found(
                "tasks",
                "requests",
                found.demand(),
                found.originMicros(),
                Math.min(end, Math.max(known, found.originMicros() + 1)));
    }

    /** The last time of the rows of tasks; of measurements, where tasks are made of those. */
    private static Optional<Long> lastRow(CanonicalTrace trace) {
        return Stream.of(CanonicalTable.TASKS, CanonicalTable.USAGE)
                .flatMap(table -> trace.manifest().table(table.tableName()).stream())
                .map(TraceManifest.Table::windowMicros)
                .filter(Objects::nonNull)
                .map(TraceManifest.Window::to)
                .findFirst();
    }

    private Found usage(CanonicalTrace trace) {
        UsageDemand.Result found =
                UsageDemand.of(trace.workload(), stepSeconds(), common.progress())
                        .orElseThrow(
                                () ->
                                        InputException.of(
                                                path,
                                                "no measurement that takes any time",
                                                "a trace with a usage table",
                                                "Ingest the source files of that table too, or"
                                                        + " take --of requests."));
        inputs.put("measurements", Figures.count(found.measurements()));
        if (found.absent() > 0) {
            notes.add(
                    Figures.count(found.absent())
                            + " of "
                            + Figures.count(found.measurements())
                            + " measurements lack CPU or memory, which counts as 0.");
        }
        if (found.instant() > 0) {
            inputs.put("measurements of no length, left out", Figures.count(found.instant()));
        }
        return new Found(
                "tasks",
                "usage",
                found.demand(),
                found.originMicros(),
                found.originMicros() + found.demand().endMicros());
    }

    /** Tasks are added up by the minute, or by the bucket if that is shorter. */
    private long stepSeconds() {
        long bucket = choice.bucketMicros().orElse(MINUTE * MICROS_PER_SECOND) / MICROS_PER_SECOND;
        return Math.max(1, Math.min(MINUTE, bucket));
    }

    /** What a manifest says of its time 0, if that is an instant. */
    private static Optional<Instant> origin(CanonicalTrace trace) {
        Matcher matcher = INSTANT.matcher(trace.manifest().timeOrigin());
        return matcher.find() ? Optional.of(Instant.parse(matcher.group())) : Optional.empty();
    }

    private BucketSeries.Source source(Found found, Optional<Instant> zero) {
        long from = Math.max(found.originMicros(), choice.fromMicros().orElse(0));
        long end = found.originMicros() + found.demand().endMicros();
        long until = Math.min(end, choice.untilMicros().orElse(found.endMicros()));
        if (until <= from) {
            throw InputException.of(
                    path,
                    "no history from " + Figures.micros(from) + " to " + Figures.micros(until),
                    "some time between --from and --until",
                    "It goes from "
                            + Figures.micros(found.originMicros())
                            + " to "
                            + Figures.micros(end)
                            + ".");
        }
        long clock = zero.map(each -> each.getEpochSecond() * MICROS_PER_SECOND).orElse(0L);
        return new BucketSeries.Source(found.demand(), found.originMicros(), clock, from, until);
    }

    private long bucketMicros(BucketSeries.Source source) {
        long shortest = LADDER[LADDER.length - 1] * MICROS_PER_SECOND;
        long chosen =
                choice.bucketMicros()
                        .orElseGet(
                                () ->
                                        Arrays.stream(LADDER)
                                                .map(each -> each * MICROS_PER_SECOND)
                                                .filter(each -> source.buckets(each) >= WANTED)
                                                .findFirst()
                                                .orElse(shortest));
        int buckets = source.buckets(chosen);
        if (buckets < ForecastStudy.LEAST_BUCKETS) {
            throw InputException.of(
                    path,
                    "a history of "
                            + Figures.micros(source.untilMicros() - source.fromMicros())
                            + ", "
                            + buckets
                            + " whole buckets of "
                            + Figures.micros(chosen),
                    "at least " + ForecastStudy.LEAST_BUCKETS + " whole buckets",
                    "A forecast needs a longer history"
                            + (chosen > shortest ? ", or shorter buckets (--bucket)." : "."));
        }
        return chosen;
    }
}
