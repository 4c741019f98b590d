package dev.stowage.workflow.forecast;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.forecast.Part;
import dev.stowage.forecast.history.BucketClock;
import dev.stowage.forecast.history.BucketSeries;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.csv.demand.DemandCsv;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import dev.stowage.option.OptionException;
import dev.stowage.output.InputNames;
import dev.stowage.report.forecast.ForecastMoments;
import dev.stowage.words.Figures;
import dev.stowage.workflow.cloud.DemandFile;
import dev.stowage.workload.demand.ServiceDemand;
import dev.stowage.workload.demand.TaskDemand;
import dev.stowage.workload.demand.UsageDemand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the past that a forecast rests on, and cuts it into buckets. */
public final class HistoryReader {
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final long MINUTE = 60;

    /** As seconds since 1970 in the year 2001, in microseconds. */
    private static final long UNIX_TIMES = 1_000_000_000L * MICROS_PER_SECOND;

    private static final int MOST = 50_000;

    /** A month, and a day. */
    private static final long LONGEST = 32 * 86_400L * MICROS_PER_SECOND;

    private final Path path;
    private final HistoryChoice choice;
    private final Progress progress;
    private final List<String> doubts = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final Map<String, String> inputs = new LinkedHashMap<>();
    private Optional<Instant> start = Optional.empty();
    private Map<String, ServiceDemand> services = Map.of();

    public HistoryReader(Path path, HistoryChoice choice, Progress progress) {
        this.path = path;
        this.choice = choice;
        this.progress = progress;
    }

    /** A demand, where it begins, and where it ends to be history. */
    private record Found(
            String kind,
            String of,
            ServiceDemand demand,
            long originMicros,
            long endMicros,
            Optional<RowSpacing> rows) {
        /** The same with each row in its bucket, where rows are as far apart as buckets. */
        Found in(BucketClock clock) {
            return rows.filter(each -> each.isBucket(clock))
                    .flatMap(each -> RowSpacing.snapped(demand, originMicros, clock))
                    .map(each -> moved(each.demand(), each.originMicros()))
                    .orElse(this);
        }

        private Found moved(ServiceDemand to, long origin) {
            return new Found(kind, of, to, origin, origin + to.endMicros(), rows);
        }
    }

    /**
     * Reads.
     *
     * @throws InputException if the file is missing or damaged, or the history too short
     */
    public ForecastHistory read() {
        Optional<CanonicalTrace> trace =
                CanonicalTrace.isTrace(path)
                        ? Optional.of(CanonicalTrace.open(path))
                        : Optional.empty();
        trace.flatMap(each -> each.manifest().leftOut()).ifPresent(notes::add);
        Found found = found(trace);
        if (found.demand().peak().equals(Resources.NONE)) {
            throw InputException.of(path, "a demand of nothing", "some CPU or memory", null);
        }
        Optional<Instant> zero =
                choice.start().or(() -> start).or(() -> trace.flatMap(HistoryReader::origin));
        if (zero.isEmpty() && !choice.zone().equals(ZoneOffset.UTC)) {
            throw InputException.at(
                    "--zone",
                    choice.zone() + ", and no date of time 0",
                    "--start 2026-01-01, or a column date in place of time_s",
                    "A zone moves dates, and nothing tells which ones.");
        }
        BucketClock clock = new BucketChoice(path, choice, found.rows(), zero).of(source(found));
        BucketSeries.Source source = source(found.in(clock));
        int buckets = source.buckets(clock);
        if (buckets > MOST) {
            throw InputException.of(
                    path,
                    Figures.count(buckets) + " buckets of " + Figures.micros(clock.bucketMicros()),
                    "at most " + Figures.count(MOST),
                    "Choose longer ones with --bucket.");
        }
        BucketSeries series = BucketSeries.of(source, clock, choice.level());
        List<Part> parts =
                services.isEmpty()
                        ? List.of()
                        : ServiceParts.of(services, found.demand(), source, series, choice.level());
        inputs.put("input", path.toString());
        return new ForecastHistory(
                InputNames.base(path),
                found.kind(),
                found.of(),
                choice.level() == BucketSeries.Level.PEAK ? "peak" : "mean",
                series,
                missing(series, found),
                zero,
                choice.by(),
                parts,
                trace,
                doubts,
                ServiceRows.warnings(
                        services,
                        found.originMicros(),
                        source,
                        micros -> ForecastMoments.at(micros, zero, clock)),
                notes,
                inputs);
    }

    private Found found(Optional<CanonicalTrace> trace) {
        if (trace.isEmpty() && choice.isUsage()) {
            throw new OptionException(
                    "--of: found usage with a CSV, expected a trace with a usage table");
        }
        if (!Files.exists(path)) {
            throw InputException.of(
                    path,
                    "no such file or folder",
                    "a CSV " + DemandCsv.HEADER + ", a CSV of tasks, or a trace",
                    "Check the path.");
        }
        boolean isDemand = DemandFile.isDemand(path);
        if (!isDemand && choice.by().isPresent()) {
            throw new OptionException(
                    "--by: found with tasks, expected a CSV "
                            + DemandCsv.HEADER
                            + " with such a"
                            + " column");
        }
        if (isDemand) {
            if (choice.only().isPresent()) {
                throw new OptionException("--class: found with a demand, expected a trace");
            }
            return recorded();
        }
        return choice.isUsage() ? usage(trace.orElseThrow()) : requests(trace);
    }

    private Found recorded() {
        DemandCsv.Recorded read =
                choice.by()
                        .map(this::services)
                        .orElseGet(() -> DemandCsv.read(path, choice.zone()));
        ServiceDemand demand = services.isEmpty() ? counters(read.demand()) : read.demand();
        long origin = read.originMicros();
        start = read.start();
        RowSpacing rows = RowSpacing.of(demand);
        gaps(rows);
        if (rows.usualMicros() > LONGEST && !rows.isMonthly()) {
            doubts.add(
                    "rows are "
                            + Figures.micros(rows.usualMicros())
                            + " apart, and there are no buckets of quarters or years of the"
                            + " calendar: dates would be off by up to as much. Give rows by the month.");
        }
        if (origin >= UNIX_TIMES && choice.start().isEmpty()) {
            notes.add(
                    "Times look like seconds since 1970: with --start 1970-01-01 answers are dates.");
        }
        return new Found(
                "csv", "demand", demand, origin, origin + demand.endMicros(), Optional.of(rows));
    }

    private DemandCsv.Recorded services(String column) {
        DemandCsv.Services read = DemandCsv.readBy(path, column, choice.zone());
        services = read.services();
        inputs.put("services", Figures.count(services.size()));
        return read.whole();
    }

    /** A counter is no level: its increase is one. */
    private ServiceDemand counters(ServiceDemand read) {
        List<Integer> resets = Counters.resetsToZero(read, Resources::cpuMicroCores);
        if (!Counters.resets(read, Resources::memoryBytes).isEmpty()) {
            doubts.add(
                    "memory rises from row to row and falls back to the start, as a leak does that"
                            + " restarts end: its rise is no growth of demand.");
        }
        if (resets.isEmpty() || choice.keepsCounters()) {
            return read;
        }
        notes.add(
                "The column cpu is a counter: it only rises, and begins anew "
                        + (resets.size() == 1 ? "once" : Figures.count(resets.size()) + " times")
                        + " (first at row "
                        + Figures.count(resets.get(0) + 1L)
                        + ", "
                        + Figures.micros(read.startMicros(resets.get(0)))
                        + " after the first). Its increase by second is the demand in cores, if it"
                        + " counts seconds of CPU. With --keep counters it is taken as it is.");
        return Counters.ofIncrease(read);
    }

    /** Rows that are missing are said, and not taken for a demand that stayed. */
    private void gaps(RowSpacing rows) {
        long longest =
                rows.gaps().stream()
                        .mapToLong(gap -> gap.untilMicros() - gap.fromMicros())
                        .max()
                        .orElse(0);
        if (longest == 0) {
            return;
        }
        int gaps = rows.gaps().size();
        long missing = rows.gaps().stream().mapToLong(gap -> gap.rows(rows.usualMicros())).sum();
        notes.add(
                "Rows are "
                        + Figures.micros(rows.usualMicros())
                        + " apart, and some "
                        + Figures.count(missing)
                        + (gaps == 1 ? " are missing in 1 place" : " are missing in ")
                        + (gaps == 1 ? "" : Figures.count(gaps) + " places")
                        + " (the longest of "
                        + Figures.micros(longest)
                        + "): the demand of that time is not known.");
    }

    /** Buckets of which no row tells more than half. */
    private static BitSet missing(BucketSeries series, Found found) {
        BitSet missing = new BitSet();
        List<RowSpacing.Gap> gaps = found.rows().map(RowSpacing::gaps).orElse(List.of());
        for (int i = 0; i < series.size(); i++) {
            long from = series.beginMicros(i) - found.originMicros();
            long until = series.beginMicros(i + 1) - found.originMicros();
            long unknown = 0;
            for (RowSpacing.Gap gap : gaps) {
                unknown +=
                        Math.max(
                                0,
                                Math.min(until, gap.untilMicros())
                                        - Math.max(from, gap.fromMicros()));
            }
            missing.set(i, 2 * unknown > until - from || until == from);
        }
        return missing;
    }

    private Found requests(Optional<CanonicalTrace> trace) {
        TaskDemand.Result found = DemandFile.tasks(path, choice.only(), stepSeconds(), progress);
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
                Math.min(end, Math.max(known, found.originMicros() + 1)),
                Optional.empty());
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
                UsageDemand.of(trace.workload(), stepSeconds(), progress)
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
                found.originMicros() + found.demand().endMicros(),
                Optional.empty());
    }

    /** Tasks are added up by the minute, or by the bucket if that is shorter. */
    private long stepSeconds() {
        long bucket = choice.bucket().map(BucketClock::bucketMicros).orElse(Long.MAX_VALUE);
        return Math.max(1, Math.min(MINUTE, bucket / MICROS_PER_SECOND));
    }

    /** What a manifest says of its time 0, if that is an instant. */
    private static Optional<Instant> origin(CanonicalTrace trace) {
        return trace.manifest().epoch();
    }

    private BucketSeries.Source source(Found found) {
        long from =
                Math.max(found.originMicros(), choice.fromMicros().orElse(found.originMicros()));
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
        return new BucketSeries.Source(found.demand(), found.originMicros(), from, until);
    }
}
