package dev.stowage.run;

import dev.stowage.run.RunSummary.Contention;
import dev.stowage.run.RunSummary.Distribution;
import dev.stowage.run.RunSummary.ExtraLevel;
import dev.stowage.run.RunSummary.Level;
import dev.stowage.run.RunSummary.SteadyState;
import dev.stowage.stats.output.SteadyMean;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The quantities that a run measures: the registry of metrics. What objectives may bound, what
 * studies compare, and how reports and terminals name it, derive from an entry here; a test holds
 * each entry to the places that can't derive from it (see CONTRIBUTING.md).
 */
public enum Quantity {
    /** Over started and still waiting tasks, from submit to first start. */
    PENDING_SECONDS(
            "pendingSeconds",
            "pending time",
            Unit.SECONDS,
            Use.OBJECTIVE,
            "pendingSeconds",
            Values.distribution(RunSummary::objectivePendingSeconds)),
    /** The same with what evicted tasks waited again, before each of their starts. */
    QUEUED_SECONDS(
            "queuedSeconds",
            "time queued in all",
            Unit.SECONDS,
            Use.OBJECTIVE,
            "queuedSeconds",
            Values.distribution(RunSummary::queuedSeconds)),
    /** Of the capacity in service, over time. */
    CPU_ALLOCATED(
            "cpuAllocated",
            "CPU given to tasks",
            Unit.SHARE,
            Use.OBJECTIVE,
            "utilisation.cpuAllocated",
            Values.level(run -> run.utilisation().cpuAllocated())),
    /** Of the capacity in service, over time. */
    MEMORY_ALLOCATED(
            "memoryAllocated",
            "memory given to tasks",
            Unit.SHARE,
            Use.OBJECTIVE,
            "utilisation.memoryAllocated",
            Values.level(run -> run.utilisation().memoryAllocated())),
    /** Of the GPUs in service, over time; only where some server has them. */
    GPU_ALLOCATED("gpuAllocated", "GPUs given to tasks", Values.extra("gpuAllocated")),
    /** Of the disk in service, over time; only where some server has it. */
    DISK_ALLOCATED("diskAllocated", "disk given to tasks", Values.extra("diskAllocated")),
    /** Of the network in service, over time; only where some server has it. */
    NETWORK_ALLOCATED(
            "networkAllocated", "network given to tasks", Values.extra("networkAllocated")),
    /** Of the CPU in service, over time. */
    CPU_USED(
            "cpuUsed",
            "CPU used by tasks",
            Unit.SHARE,
            Use.CONTENDED,
            "utilisation.cpuUsed",
            Values.level(Values.contended(Contention::cpuUsed))),
    /** Run time of an attempt over that on an idle server. */
    SLOWDOWN(
            "slowdown",
            "slowdown",
            Unit.RATIO,
            Use.CONTENDED,
            "slowdown",
            Values.distribution(Values.contended(Contention::slowdown))),
    /** Not let in. */
    REJECTED(
            "rejected",
            "rejected tasks",
            Unit.TASKS,
            Use.OBJECTIVE,
            "tasks.rejected",
            Values.single(run -> run.tasks().rejected())),
    /** Still queued when the run ended. */
    PENDING(
            "pending",
            "tasks still waiting at the end",
            Unit.TASKS,
            Use.OBJECTIVE,
            "tasks.pending",
            Values.single(run -> run.tasks().pending())),
    /** Killed for good because their server had less memory than was in use. */
    OOM_KILLED(
            "oomKilled",
            "tasks killed for want of memory",
            Unit.TASKS,
            Use.CONTENDED,
            "oomKilled",
            Values.contendedCount(Contention::oomKilled)),
    /** Without the performance to come to their end; none where tasks run as recorded. */
    STANDING_STILL(
            "standingStill",
            "tasks that stand still",
            Unit.TASKS,
            Use.IMPLIED,
            "standingStill",
            List.of(),
            (run, statistic) -> run.standingStill().stream().mapToDouble(each -> each).findFirst()),
    /** The warm-up removed; none if no task started. */
    STEADY_PENDING(
            "steadyState.pendingSeconds",
            "steady-state pending time",
            Unit.SECONDS,
            Use.STUDY,
            "steadyState.pendingSeconds.mean",
            Values.steady(SteadyState::pendingSeconds)),
    /** From submit to finish, the warm-up removed; none if no task finished. */
    STEADY_RESPONSE(
            "steadyState.responseSeconds",
            "steady-state response time",
            Unit.SECONDS,
            Use.STUDY,
            "steadyState.responseSeconds.mean",
            Values.steady(SteadyState::responseSeconds)),
    /** Share of free CPU on servers that can't hold a further median task. */
    FRAGMENTATION_MEDIAN(
            "fragmentation.medianTask",
            "fragmentation for the median task",
            Unit.SHARE,
            Use.STUDY_LESS_IS_BETTER,
            "fragmentation.medianTask",
            Values.single(run -> run.fragmentation().medianTask())),
    /** The same for a task of the 90th percentile. */
    FRAGMENTATION_P90(
            "fragmentation.p90Task",
            "fragmentation for the p90 task",
            Unit.SHARE,
            Use.STUDY_LESS_IS_BETTER,
            "fragmentation.p90Task",
            Values.single(run -> run.fragmentation().p90Task())),
    /** With at least one task, over time. */
    SERVERS_IN_USE(
            "serversInUse",
            "servers in use",
            Unit.NUMBER,
            Use.STUDY,
            "serversInUse",
            List.of("mean", "peak"),
            (run, statistic) ->
                    statistic.equals("mean")
                            ? OptionalDouble.of(run.serversInUse().mean())
                            : OptionalDouble.of((double) run.serversInUse().peak())),
    /** From the first submit to the last task event. */
    ENERGY(
            "energyKWh",
            "energy",
            Unit.KILOWATT_HOURS,
            Use.STUDY,
            "energyKWh",
            Values.single(run -> run.energy().kWh())),
    /** The last finish on the workload's clock. */
    MAKESPAN(
            "makespanSeconds",
            "makespan",
            Unit.SECONDS,
            Use.STUDY,
            "makespanSeconds",
            Values.single(RunSummary::makespanSeconds)),
    /** A task may be evicted more than once. */
    EVICTED(
            "evicted",
            "evictions",
            Unit.NUMBER,
            Use.STUDY,
            "tasks.evicted",
            Values.single(run -> run.tasks().evicted())),
    /** From the first submit of a job to the last end of its tasks. */
    JOB_SECONDS(
            "jobSeconds",
            "job time",
            Unit.SECONDS,
            Use.PART,
            "parts.jobSeconds",
            Values.distribution(run -> null)),
    /** Jobs that were not done when they were due, of all jobs. */
    LATE_JOBS(
            "lateJobs",
            "share of late jobs",
            Unit.SHARE,
            Use.PART,
            "parts.lateJobs",
            List.of(),
            (run, statistic) -> OptionalDouble.empty());

    /** What a quantity is measured in. */
    public enum Unit {
        SECONDS("s"),
        SHARE("share"),
        RATIO(""),
        TASKS("tasks"),
        KILOWATT_HOURS("kWh"),
        NUMBER("");

        private final String symbol;

        Unit(String symbol) {
            this.symbol = symbol;
        }

        /** For tables: {@code s}; empty for plain numbers. */
        public String symbol() {
            return symbol;
        }
    }

    /** Who asks for it. */
    private enum Use {
        /** Objectives and studies. */
        OBJECTIVE,
        /** Objectives; only runs have it some of whose servers have the resource. */
        SERVERS_WITH,
        /** Objectives; only runs have it whose tasks contend. */
        CONTENDED,
        /** 0 in the objectives of runs that have it; nobody bounds or compares it. */
        IMPLIED,
        /** Studies. */
        STUDY,
        /** Studies; a share of which less is better. */
        STUDY_LESS_IS_BETTER,
        /** Objectives of parts of the tasks, which only runs of plans have. */
        PART
    }

    private final String label;
    private final String noun;
    private final Unit unit;
    private final Use use;
    private final String path;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> statistics;

    @SuppressWarnings("ImmutableEnumChecker") // pure functions
    private final Value value;

    Quantity(String label, String noun, Unit unit, Use use, String path, Values values) {
        this(label, noun, unit, use, path, values.statistics(), values.value());
    }

    Quantity(String label, String noun, Values values) {
        this(label, noun, Unit.SHARE, Use.SERVERS_WITH, "utilisation." + label, values);
    }

    Quantity(
            String label,
            String noun,
            Unit unit,
            Use use,
            String path,
            List<String> statistics,
            Value value) {
        this.label = label;
        this.noun = noun;
        this.unit = unit;
        this.use = use;
        this.path = path;
        this.statistics = statistics;
        this.value = value;
    }

    /** As scenarios and options spell it: {@code pendingSeconds}. */
    public String label() {
        return label;
    }

    /** In words, without a statistic: {@code pending time}. */
    public String noun() {
        return noun;
    }

    /** What it is measured in. */
    public Unit unit() {
        return unit;
    }

    /** Where it stands in {@code summary.json}, keys joined by dots. */
    public String path() {
        return path;
    }

    /** Its statistics; empty if it is a single number. */
    public List<String> statistics() {
        return statistics;
    }

    /** True if an objective may bound it. */
    public boolean isBoundable() {
        return use == Use.OBJECTIVE || use == Use.SERVERS_WITH || use == Use.CONTENDED;
    }

    /** True if only runs have it some of whose servers have the resource. */
    public boolean isOfSomeServers() {
        return use == Use.SERVERS_WITH;
    }

    /** True if it is measured for parts of the tasks beside that of all. */
    public boolean isAlsoOfParts() {
        return this == PENDING_SECONDS || this == SLOWDOWN;
    }

    /** True if it is measured for parts of the tasks alone. */
    public boolean isOfParts() {
        return use == Use.PART;
    }

    /** Its value for a part of the tasks of a run. */
    OptionalDouble of(PartFigures part, String statistic) {
        return switch (this) {
            case PENDING_SECONDS -> OptionalDouble.of(Values.of(part.pendingSeconds(), statistic));
            case SLOWDOWN -> OptionalDouble.of(Values.of(part.slowdown(), statistic));
            case JOB_SECONDS -> OptionalDouble.of(Values.of(part.jobSeconds(), statistic));
            case LATE_JOBS -> OptionalDouble.of(part.lateJobs());
            default -> OptionalDouble.empty();
        };
    }

    /** True if objectives bound it by 0 where it may be more, and nobody else asks for it. */
    public boolean isImplied() {
        return use == Use.IMPLIED;
    }

    /** True if only runs have it whose tasks contend. */
    public boolean isContended() {
        return use == Use.CONTENDED;
    }

    /**
     * True if of two alternatives the one with less of it is better; false if that is a matter of
     * taste, as for the share of a resource that is given away.
     */
    public boolean isLessBetter() {
        return unit != Unit.SHARE || use == Use.STUDY_LESS_IS_BETTER || use == Use.PART;
    }

    /** Its metrics: {@code pendingSeconds.p99}; the label alone if it is a single number. */
    public List<Metric> metrics() {
        return statistics.isEmpty()
                ? List.of(new Metric(this, ""))
                : statistics.stream().map(each -> new Metric(this, each)).toList();
    }

    /** Its value in a run; empty if the run has none. */
    OptionalDouble of(RunSummary run, String statistic) {
        return value.of(run, statistic);
    }

    /** A value of a run. */
    private interface Value {
        OptionalDouble of(RunSummary run, String statistic);
    }

    /** Values by statistic, read from what a summary holds. */
    private record Values(List<String> statistics, Value value) {
        private static Values distribution(Function<RunSummary, @Nullable Distribution> of) {
            return new Values(
                    List.of("mean", "p50", "p90", "p95", "p99", "max"),
                    (run, statistic) -> {
                        Distribution found = of.apply(run);
                        return found == null
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(of(found, statistic));
                    });
        }

        private static Values level(Function<RunSummary, @Nullable Level> of) {
            return new Values(
                    List.of("mean", "p50", "p95", "peak"),
                    (run, statistic) -> {
                        Level found = of.apply(run);
                        return found == null
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(of(found, statistic));
                    });
        }

        private static Values extra(String name) {
            return level(
                    run -> {
                        ExtraLevel found = run.utilisation().extras().get(name);
                        return found == null ? null : found.share();
                    });
        }

        private static Values single(ToDoubleFunction<RunSummary> of) {
            return new Values(
                    List.of(), (run, statistic) -> OptionalDouble.of(of.applyAsDouble(run)));
        }

        private static Values contendedCount(ToLongFunction<Contention> of) {
            return new Values(
                    List.of(),
                    (run, statistic) -> {
                        Contention contention = run.contention();
                        return contention == null
                                ? OptionalDouble.empty()
                                : OptionalDouble.of((double) of.applyAsLong(contention));
                    });
        }

        private static <T> Function<RunSummary, @Nullable T> contended(Function<Contention, T> of) {
            return run -> {
                Contention contention = run.contention();
                return contention == null ? null : of.apply(contention);
            };
        }

        private static Values steady(Function<SteadyState, SteadyMean> of) {
            return new Values(
                    List.of(),
                    (run, statistic) -> {
                        SteadyState steady = run.steadyState();
                        double mean = steady == null ? Double.NaN : of.apply(steady).mean();
                        return Double.isNaN(mean)
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(mean);
                    });
        }

        private static double of(Distribution found, String statistic) {
            return switch (statistic) {
                case "mean" -> found.mean();
                case "p50" -> found.p50();
                case "p90" -> found.p90();
                case "p95" -> found.p95();
                case "p99" -> found.p99();
                case "max" -> found.max();
                default -> throw unknown(statistic);
            };
        }

        private static double of(Level found, String statistic) {
            return switch (statistic) {
                case "mean" -> found.mean();
                case "p50" -> found.p50();
                case "p95" -> found.p95();
                case "peak" -> found.peak();
                default -> throw unknown(statistic);
            };
        }

        private static IllegalArgumentException unknown(String statistic) {
            return new IllegalArgumentException(
                    String.format(Locale.ROOT, "statistic is %s", statistic));
        }
    }
}
