package dev.stowage.cli.cloud;

import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.cli.session.TaskClassFlag;
import dev.stowage.ingest.csv.demand.DemandCsv;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import dev.stowage.output.InputNames;
import dev.stowage.workflow.cloud.CloudAnswer;
import dev.stowage.workflow.cloud.CloudDemand;
import dev.stowage.workflow.cloud.DemandFile;
import dev.stowage.workflow.simulate.WorkloadInput;
import dev.stowage.workload.demand.DemandShape;
import dev.stowage.workload.demand.TaskDemand;
import dev.stowage.workload.demand.TracerDemand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a service needs over time: a shape made by rule, a CSV, or the tasks of a trace. */
final class DemandFlags {
    private static final List<String> SHAPES =
            Arrays.stream(DemandShape.values()).map(DemandShape::label).toList();
    private static final List<String> TIMINGS = List.of("periodic", "aperiodic");
    private static final List<String> INCREMENTS = List.of("static", "random");
    private static final long MICROS_PER_SECOND = 1_000_000L;

    @Option(
            names = "--timing",
            order = 1,
            paramLabel = "WHEN",
            completionCandidates = Timing.class,
            description =
                    "When a shape changes: ${COMPLETION-CANDIDATES} (default: aperiodic for random,"
                            + " else periodic).")
    private @Nullable String timing;

    @Option(
            names = "--increment",
            order = 1,
            paramLabel = "STEP",
            completionCandidates = Increment.class,
            description =
                    "By how much: ${COMPLETION-CANDIDATES}, of 0 to 2 steps (default: static for"
                            + " gradual, else random).")
    private @Nullable String increment;

    @Option(
            names = "--duration",
            order = 1,
            paramLabel = "TIME",
            description = "How long a shape goes on (default: 24h).")
    private @Nullable String duration;

    @Option(
            names = "--interval",
            order = 1,
            paramLabel = "TIME",
            description = "Mean time between changes of a shape (default: 10m).")
    private @Nullable String interval;

    @Option(
            names = "--base",
            order = 1,
            paramLabel = "SIZE",
            description = "Least demand of a shape (default: 4c8g).")
    private @Nullable String base;

    @Option(
            names = "--step",
            order = 1,
            paramLabel = "SIZE",
            description = "Change of a shape (default: 1c2g for gradual, else 16c32g).")
    private @Nullable String step;

    @Mixin private TaskClassFlag taskClass = new TaskClassFlag();

    /** True if a demand is a file; the name of a shape is that shape, whatever is called so. */
    static boolean isFile(String demand) {
        return !SHAPES.contains(demand)
                && (Files.exists(Path.of(demand)) || demand.contains("/") || demand.contains("."));
    }

    /**
     * Reads the demand.
     *
     * @throws InputException if a file is missing, damaged or of no use
     */
    CloudDemand read(String demand, long seed, long decisionSeconds, CommonOptions common) {
        Path path = Path.of(demand);
        if (!isFile(demand)) {
            if (Files.exists(path)) {
                common.note(
                        demand
                                + " is the shape of that name; ./"
                                + demand
                                + " is the file or directory here.");
            }
            common.argument(() -> OptionNames.require("DEMAND", demand, SHAPES));
            refuse(taskClass.isGiven(), "--class", "a shape", "a trace", common);
            return shaped(DemandShape.valueOf(demand.toUpperCase(Locale.ROOT)), seed, common);
        }
        boolean isShaped =
                timing != null
                        || increment != null
                        || duration != null
                        || interval != null
                        || base != null
                        || step != null;
        refuse(
                isShaped,
                "--timing, --increment, --duration, --interval, --base and --step",
                "a file",
                "one of " + String.join(", ", SHAPES),
                common);
        boolean isCsv = DemandFile.isDemand(path);
        refuse(isCsv && taskClass.isGiven(), "--class", "a demand", "a trace", common);
        return isCsv ? recorded(path) : ofTasks(path, decisionSeconds, common);
    }

    private static void refuse(
            boolean isWrong, String option, String with, String expected, CommonOptions common) {
        if (isWrong) {
            throw common.usage(option + ": found with " + with + ", expected " + expected);
        }
    }

    private CloudDemand shaped(DemandShape shape, long seed, CommonOptions common) {
        TracerDemand usual = TracerDemand.of(shape, seed);
        TracerDemand wanted =
                new TracerDemand(
                        shape,
                        choice("--timing", timing, TIMINGS, usual.isPeriodic(), common),
                        choice("--increment", increment, INCREMENTS, usual.isStatic(), common),
                        seconds("--duration", duration, usual.durationSeconds(), common),
                        seconds("--interval", interval, usual.intervalSeconds(), common),
                        size("--base", base, usual.base(), common),
                        size("--step", step, usual.step(), common),
                        seed);
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("timing", TIMINGS.get(wanted.isPeriodic() ? 0 : 1));
        made.put("increment", INCREMENTS.get(wanted.isStatic() ? 0 : 1));
        made.put("durationSeconds", wanted.durationSeconds());
        made.put("intervalSeconds", wanted.intervalSeconds());
        made.put("base", CloudAnswer.size(wanted.base()));
        made.put("step", CloudAnswer.size(wanted.step()));
        made.put("seed", seed);
        return new CloudDemand(shape.label(), "shape", wanted.demand(), made);
    }

    /** True for the first of two words. */
    private static boolean choice(
            String option,
            @Nullable String text,
            List<String> words,
            boolean usual,
            CommonOptions common) {
        return text == null
                ? usual
                : common.argument(() -> OptionNames.require(option, text, words))
                        .equals(words.get(0));
    }

    private static long seconds(
            String option, @Nullable String text, long usual, CommonOptions common) {
        return text == null ? usual : CloudFlags.seconds(option, text, 1, common);
    }

    private static Resources size(
            String option, @Nullable String text, Resources usual, CommonOptions common) {
        return text == null ? usual : common.argument(() -> Quantities.size(option, text));
    }

    private static CloudDemand recorded(Path path) {
        return new CloudDemand(
                InputNames.base(path), "csv", DemandCsv.read(path).demand(), Map.of());
    }

    private CloudDemand ofTasks(Path path, long decisionSeconds, CommonOptions common) {
        Optional<TaskClass> only = taskClass.only(common);
        TaskDemand.Result found = DemandFile.tasks(path, only, decisionSeconds, common.progress());
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("class", only.map(CloudAnswer::label).orElse("all"));
        made.put("tasks", found.tasks());
        made.put("alive", found.alive());
        made.put("originSeconds", found.originMicros() / MICROS_PER_SECOND);
        List<String> notes = WorkloadInput.open(path, Optional.empty()).workload().notes();
        return new CloudDemand(InputNames.base(path), "tasks", found.demand(), made, notes);
    }

    static final class Timing extends Names.Candidates {
        Timing() {
            super(TIMINGS);
        }
    }

    static final class Increment extends Names.Candidates {
        Increment() {
            super(INCREMENTS);
        }
    }
}
