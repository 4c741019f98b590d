package dev.stowage.scenario.load;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.json.Json;
import dev.stowage.model.Workload;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.policy.node.NodeManager;
import dev.stowage.scenario.columns.CsvColumns;
import dev.stowage.words.Figures;
import dev.stowage.workload.demand.ServiceDemand;
import dev.stowage.workload.demand.UsageDemand;
import dev.stowage.workload.demand.UsageGaps;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Load over time that other files have: two columns of a CSV, or what a trace used. */
public final class LoadFiles {
    private static final String EXPECTED = "a CSV with a header and rows of seconds and loads";
    private static final double MICROS = 1e6;
    private static final double MOST_GAPS = 0.01;
    private static final Long USUAL_STEP_SECONDS = 60L;

    private static final double LONG_SECONDS = 3600;

    private LoadFiles() {}

    /**
     * A load.
     *
     * @param notes what is taken for granted where nothing was measured for an hour or longer
     */
    public record Found(LoadCurve.Points points, List<String> notes) {
        public Found {
            notes = List.copyOf(notes);
        }
    }

    /**
     * The load of a run: of {@code csv} or {@code trace}, whichever a scenario has.
     *
     * @param scenario file beside which they are
     * @param load a mapping with one of the two
     * @param runSeconds how long the run is
     * @param shorten what else a user may do whose trace ends before the run
     * @param isLinear true for straight lines between the rows of a CSV, false if a row holds until
     *     the next one
     */
    public static Found of(
            Path scenario, JsonNode load, double runSeconds, String shorten, boolean isLinear) {
        if (load.has("csv")) {
            JsonNode csv = load.get("csv");
            String file = csv.get("file").textValue();
            LoadCurve.Points points =
                    columns(
                            scenario.resolveSibling(file),
                            csv.get("time").textValue(),
                            csv.get("load").textValue(),
                            isLinear);
            return new Found(points, isLinear ? List.of() : rare(file, points, runSeconds));
        }
        Excerpt excerpt = Json.mapper().convertValue(load.get("trace"), Excerpt.class);
        return used(scenario.resolveSibling(excerpt.file()), excerpt, runSeconds, shorten);
    }

    /** The longest time without a row, if it is long. */
    private static List<String> rare(String file, LoadCurve.Points points, double runSeconds) {
        double[] times = points.seconds();
        double longest = 0;
        double from = 0;
        for (int i = 0; i < times.length; i++) {
            double next = i + 1 < times.length ? times[i + 1] : runSeconds;
            if (next - times[i] > longest) {
                longest = next - times[i];
                from = times[i];
            }
        }
        return longest <= LONG_SECONDS
                ? List.of()
                : List.of(
                        file
                                + " has no row for "
                                + Figures.seconds(longest)
                                + " from second "
                                + plain(from)
                                + " on: the load is held to be what it was then.");
    }

    /**
     * What two columns say.
     *
     * @throws InputException with the line, if a value is no number, a load is not from 0 to 1, or
     *     times do not rise
     */
    private static LoadCurve.Points columns(Path file, String time, String load, boolean isLinear) {
        CsvColumns columns = CsvColumns.read(file, EXPECTED);
        double[] seconds = new double[columns.size()];
        double[] loads = new double[seconds.length];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = columns.number(i, time);
            loads[i] = columns.number(i, load);
            if (!(loads[i] >= 0 && loads[i] <= 1)) {
                throw columns.wrong(
                        i,
                        load + " " + columns.text(i, load),
                        "a share of the largest load, from 0 to 1",
                        "Divide requests per second by the service's maxLoadPerSecond (node) or"
                                + " peakPerSecond (tune).");
            }
            if (i > 0 && !(seconds[i] > seconds[i - 1])) {
                throw columns.wrong(
                        i, time + " " + columns.text(i, time), "a later time than before", null);
            }
        }
        return new LoadCurve.Points(seconds, loads, isLinear);
    }

    /**
     * Where a run is longer than the rows of a file, what its load is held to be there; and how
     * many rows are too close to be seen.
     */
    static List<String> held(String file, LoadCurve.Points points, double runSeconds) {
        double first = points.seconds()[0];
        double last = points.seconds()[points.seconds().length - 1];
        List<String> held = new ArrayList<>();
        if (first > 0) {
            held.add(
                    held(file, "begins at", first, points.at(first))
                            + "before, from the start of the run");
        }
        if (last < runSeconds) {
            held.add(
                    held(file, "ends at", last, points.at(last))
                            + "from then on, to the end at "
                            + plain(runSeconds)
                            + " s");
        }
        double[] times = points.seconds();
        int close = 0;
        for (int i = 1; i < times.length; i++) {
            close += times[i] - times[i - 1] < NodeManager.INTERVAL_SECONDS - 1e-9 ? 1 : 0;
        }
        if (close > 0) {
            held.add(
                    String.format(
                            Locale.ROOT,
                            "%s has %d rows less than half a second after the one before: the load"
                                    + " of each half second is that in its middle, and rows between"
                                    + " are not seen",
                            file,
                            close));
        }
        return held;
    }

    /** All digits, but none that says nothing. */
    private static String plain(double seconds) {
        return new BigDecimal(String.valueOf(seconds)).stripTrailingZeros().toPlainString();
    }

    private static String held(String file, String what, double seconds, double load) {
        return file
                + " "
                + what
                + " "
                + plain(seconds)
                + String.format(Locale.ROOT, " s: the load is held at %.3f ", load);
    }

    /**
     * Which part of a trace is the load, as the scenario has it.
     *
     * @param file the trace, from the scenario
     * @param peak load at the largest use of the whole trace
     * @param stepSeconds of the trace; the load of a step is the most in it; 60 where it is null
     * @param startSeconds after the first measurement, where the run begins; 0 where it is null
     * @param speed seconds of the trace that pass in a second of the run; 1 where it is null
     */
    private record Excerpt(
            String file,
            double peak,
            @Nullable Long stepSeconds,
            @Nullable Double startSeconds,
            @Nullable Double speed) {
        long step() {
            return Objects.requireNonNullElse(stepSeconds, USUAL_STEP_SECONDS);
        }

        double start() {
            return Objects.requireNonNullElse(startSeconds, 0.0);
        }

        double pace() {
            return Objects.requireNonNullElse(speed, 1.0);
        }
    }

    /**
     * The CPU that the tasks of a trace used together, by steps.
     *
     * @throws InputException if the trace has no use, lacks some, or ends before the run
     */
    private static Found used(Path path, Excerpt excerpt, double runSeconds, String shorten) {
        if (excerpt.step() < excerpt.pace() * NodeManager.INTERVAL_SECONDS) {
            throw InputException.of(
                    path,
                    "steps of " + excerpt.step() + " s at a speed of " + excerpt.pace(),
                    "steps that take at least half a second of the run",
                    "Set stepSeconds to at least "
                            + (long) Math.ceil(excerpt.pace() * NodeManager.INTERVAL_SECONDS)
                            + ", or choose a smaller speed.");
        }
        Workload workload = CanonicalTrace.open(path).workload();
        UsageDemand.Result found = measured(path, workload, excerpt.step());
        ServiceDemand used = found.demand();
        double until = excerpt.start() + runSeconds * excerpt.pace();
        if (until > used.endMicros() / MICROS) {
            throw InputException.of(
                    path,
                    "use over " + Figures.micros(used.endMicros()),
                    "use until " + Figures.micros(Math.round(until * MICROS)) + " from its start",
                    "Choose a smaller speed, an earlier startSeconds or " + shorten + ".");
        }
        UsageGaps gaps =
                UsageGaps.of(
                        workload,
                        found.originMicros() + Math.round(excerpt.start() * MICROS),
                        found.originMicros() + Math.round(until * MICROS));
        refuseGaps(path, gaps);
        double[] seconds = new double[used.levels()];
        double[] loads = new double[seconds.length];
        double most = used.peak().cpuMicroCores();
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = (used.startMicros(i) / MICROS - excerpt.start()) / excerpt.pace();
            loads[i] = excerpt.peak() * (used.at(i).cpuMicroCores() / most);
        }
        List<String> notes = new ArrayList<>(unmeasured(excerpt.file(), gaps));
        workload.notes().forEach(note -> notes.add(excerpt.file() + ": " + note));
        return new Found(new LoadCurve.Points(seconds, loads, false), notes);
    }

    /** The longest gap of a task, if it is long, and tasks that were measured for a part of it. */
    private static List<String> unmeasured(String file, UsageGaps gaps) {
        List<String> notes = new ArrayList<>();
        if (gaps.longestMicros() >= LONG_SECONDS * MICROS) {
            notes.add(
                    file
                            + " has gaps between the measurements of "
                            + tasks(gaps.tasks())
                            + ", the longest of "
                            + Figures.micros(gaps.longestMicros())
                            + " from "
                            + Figures.micros(gaps.longestFromMicros())
                            + " after startSeconds on. What is used in them is counted as"
                            + " nothing; if it is what was used at their edges, that is at most a"
                            + " hundredth of the CPU of any hour.");
        }
        UsageGaps.Edge begun = gaps.begun();
        if (begun.tasks() > 0) {
            notes.add(
                    part(file, begun, "begin")
                            + " after the load does, the last "
                            + Figures.micros(begun.micros())
                            + " after startSeconds: they are held to use nothing before.");
        }
        UsageGaps.Edge ended = gaps.ended();
        if (ended.tasks() > 0) {
            notes.add(
                    part(file, ended, "end")
                            + " before the load does, the first "
                            + Figures.micros(ended.micros())
                            + " after startSeconds: they are held to use nothing from then on.");
        }
        return notes;
    }

    private static String part(String file, UsageGaps.Edge edge, String what) {
        return file
                + ": the measurements of "
                + tasks(edge.tasks())
                + " "
                + what
                + " an hour or longer";
    }

    private static String tasks(long tasks) {
        return Figures.count(tasks) + (tasks == 1 ? " task" : " tasks");
    }

    /** Nothing is counted while a task was not measured: more than a little would be a low load. */
    private static void refuseGaps(Path path, UsageGaps gaps) {
        if (gaps.worstShare() > MOST_GAPS) {
            throw InputException.of(
                    path,
                    Figures.count(gaps.tasks())
                            + (gaps.tasks() == 1 ? " task" : " tasks")
                            + " with gaps between measurements: "
                            + Figures.share(gaps.worstShare())
                            + " of the CPU is missing in the hour that begins "
                            + Figures.micros(gaps.worstMicros())
                            + " after startSeconds",
                    "gaps of at most a hundredth in each hour",
                    "Choose another startSeconds, or make a CSV of the times that were measured,"
                            + " and give it as csv.");
        }
    }

    private static UsageDemand.Result measured(Path path, Workload workload, long stepSeconds) {
        UsageDemand.Result found =
                UsageDemand.of(workload, stepSeconds, Progress.NONE)
                        .orElseThrow(
                                () ->
                                        InputException.of(
                                                path,
                                                "no measurement that takes any time",
                                                "a trace with a usage table",
                                                "Ingest the source files of that table too."));
        if (found.withoutCpu() > 0) {
            throw InputException.of(
                    path,
                    Figures.count(found.withoutCpu())
                            + " of "
                            + Figures.count(found.measurements())
                            + " measurements without CPU",
                    "the CPU of all",
                    "Make a CSV of the times that were measured, and give it as csv.");
        }
        if (found.demand().peak().cpuMicroCores() == 0) {
            throw InputException.of(path, "a use of no CPU", "some CPU", null);
        }
        return found;
    }
}
