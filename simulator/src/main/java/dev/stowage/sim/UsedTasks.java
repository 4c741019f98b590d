package dev.stowage.sim;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.model.TasksOf;
import dev.stowage.sim.execution.Fidelity;
import dev.stowage.sim.execution.MeasuredUse;
import dev.stowage.sim.execution.Reserve;
import dev.stowage.sim.execution.Reserve.Kind;
import dev.stowage.sim.execution.UsageModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a workload with what they use filled in, and with what the scheduler sets aside for
 * them in place of their requests. Reads through another source, row by row, in order.
 */
public final class UsedTasks extends TasksOf {
    private static final int CLASSES = TaskClass.values().length;

    private final Reserve reserve;
    private final UsageModels.@Nullable Model model; // null: a replay
    private final double[] cpuRatio = new double[CLASSES]; // reserved / requested
    private final double[] memoryRatio = new double[CLASSES];

    private UsedTasks(SimulationSpec spec, MeasuredUse measured) {
        super(spec.workload().open());
        Fidelity fidelity = spec.fidelity();
        reserve = fidelity.reserve();
        model =
                fidelity.isContended()
                        ? UsageModels.open(
                                fidelity.usageModel(),
                                measured,
                                Seeds.stream(spec.seed(), "usage", spec.replication()))
                        : null;
        for (int i = 0; i < CLASSES && reserve.kind() == Kind.PERCENTILE; i++) {
            cpuRatio[i] = atMostOne(measured.cpuRatio(i, reserve.percentile()));
            memoryRatio[i] = atMostOne(measured.memoryRatio(i, reserve.percentile()));
        }
    }

    private static double atMostOne(double ratio) {
        return ratio < 1 ? ratio : 1; // 1 for NaN
    }

    /**
     * The tasks of a run: those of the workload, with use and reserves where the fidelity asks for
     * them.
     *
     * @param measured as {@link #measured} found it
     */
    public static TaskSource open(SimulationSpec spec, Optional<MeasuredUse> measured) {
        return isUntouched(spec.fidelity())
                ? spec.workload().open()
                : new UsedTasks(spec, measured.orElse(MeasuredUse.NOTHING));
    }

    private static boolean isUntouched(Fidelity fidelity) {
        return fidelity.reserve().kind() == Kind.REQUEST
                && (!fidelity.isContended() || fidelity.usageModel().name().equals("request"));
    }

    /**
     * What was measured in the workload, if the fidelity needs to know.
     *
     * @throws InputException if it does and nothing was measured
     */
    public static Optional<MeasuredUse> measured(SimulationSpec spec) {
        Fidelity fidelity = spec.fidelity();
        boolean isReserved = fidelity.reserve().kind() != Kind.REQUEST;
        boolean isModelled =
                fidelity.isContended() && UsageModels.needsMeasured(fidelity.usageModel());
        if (!isReserved && !isModelled) {
            return Optional.empty();
        }
        MeasuredUse measured = MeasuredUse.of(spec.workload());
        if (measured.hasNoRatios() && measured.tasks() > 0) {
            String asked =
                    isReserved
                            ? "reserve " + fidelity.reserve()
                            : "usage model " + fidelity.usageModel();
            throw InputException.at(
                    spec.workload().name(),
                    "no measured use beside a request in any of " + measured.tasks() + " tasks",
                    "a workload with measured use, as " + asked + " asks for",
                    "Reserve by request, and use the model request or ratio.");
        }
        return Optional.of(measured);
    }

    /** Says for how many tasks a request or a model stands in for a use that nobody measured. */
    static List<String> warnings(SimulationSpec spec, Optional<MeasuredUse> measured) {
        List<String> warnings = new ArrayList<>();
        measured.ifPresent(
                use -> {
                    long unknown = use.tasks() - use.measured();
                    if (unknown > 0 && spec.fidelity().reserve().kind() == Kind.USAGE) {
                        warnings.add(
                                unknown
                                        + " of "
                                        + use.tasks()
                                        + " tasks have no measured use: what they ask for is"
                                        + " reserved.");
                    }
                });
        return warnings;
    }

    @Override
    public boolean read(TaskBatch batch) {
        if (!source.read(batch)) {
            return false;
        }
        if (model != null && batch.isPlain) {
            for (int row = 0; row < batch.size; row++) {
                batch.clearExtras(row);
            }
            batch.isPlain = false;
        }
        for (int row = 0; row < batch.size; row++) {
            fill(batch, row);
        }
        return true;
    }

    private void fill(TaskBatch batch, int row) {
        long cpu = batch.cpuMicroCores[row];
        long memory = batch.memoryBytes[row];
        reserve(batch, row);
        if (model != null) {
            model.next();
            if (batch.cpuUsedMicroCores[row] == TaskBatch.NONE) {
                batch.cpuUsedMicroCores[row] = share(cpu, model.cpuShare());
            }
            if (batch.memoryUsedBytes[row] == TaskBatch.NONE) {
                batch.memoryUsedBytes[row] = share(memory, model.memoryShare());
            }
        }
    }

    private void reserve(TaskBatch batch, int row) {
        long cpu = batch.cpuMicroCores[row];
        long memory = batch.memoryBytes[row];
        switch (reserve.kind()) {
            case REQUEST -> {}
            case USAGE -> {
                if (!batch.isPlain) {
                    batch.cpuMicroCores[row] = known(batch.cpuUsedMicroCores[row], cpu);
                    batch.memoryBytes[row] = known(batch.memoryUsedBytes[row], memory);
                }
            }
            case PERCENTILE -> {
                batch.cpuMicroCores[row] = share(cpu, cpuRatio[batch.taskClass[row]]);
                batch.memoryBytes[row] = share(memory, memoryRatio[batch.taskClass[row]]);
            }
        }
    }

    /** The measured use, at most the request; the request if it is unknown. */
    private static long known(long used, long requested) {
        return used == TaskBatch.NONE ? requested : Math.min(used, requested);
    }

    /** Rounded up. */
    private static long share(long amount, double share) {
        return share == 1 ? amount : (long) Math.ceil(amount * share);
    }
}
