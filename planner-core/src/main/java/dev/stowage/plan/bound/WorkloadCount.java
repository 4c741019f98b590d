package dev.stowage.plan.bound;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.plan.bound.WorkloadFigures.Extras;
import dev.stowage.plan.bound.WorkloadFigures.Shortage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counts the tasks of a workload one by one. */
final class WorkloadCount {
    private static final double MICROS_PER_HOUR = 3.6e9;
    private static final Dimension[] DIMENSIONS = Dimension.values();

    private final ServerType type;
    private final HeldTasks held;
    private final Map<Dimension, Tally> asked = new EnumMap<>(Dimension.class);
    private final Map<Dimension, Tally> lacking = new EnumMap<>(Dimension.class);
    private long tasks;
    private long tooLarge;
    private long openEnded;
    private long first;
    private long last;
    private long constrained;
    private long unmet;
    private @Nullable PlacementConstraints firstUnmet;

    WorkloadCount(HeldTasks held, ServerType type) {
        this.held = held;
        this.type = type;
        for (Dimension each : DIMENSIONS) {
            asked.put(each, new Tally());
            lacking.put(each, new Tally());
        }
    }

    void task(TaskBatch batch, int row) {
        if (tasks++ == 0) {
            first = batch.submitMicros[row];
        }
        last = batch.submitMicros[row];
        long duration = batch.durationMicros[row];
        openEnded += duration == TaskBatch.NONE ? 1 : 0;
        boolean isHeld = held.holds(batch, row);
        for (Dimension each : DIMENSIONS) {
            long amount = each.asked(batch, row);
            if (amount > 0) {
                of(each, asked).add(amount, duration, isHeld);
            }
        }
        constrained += !batch.isPlain && batch.constraints[row] != null ? 1 : 0;
        if (!isHeld) {
            tooLarge(batch, row);
        }
    }

    private void tooLarge(TaskBatch batch, int row) {
        tooLarge++;
        for (Dimension each : DIMENSIONS) {
            if (held.isShort(each, batch, row)) {
                of(each, lacking).add(each.asked(batch, row), batch.durationMicros[row], false);
            }
        }
        if (!held.meetsConstraints(batch, row)) {
            unmet++;
            firstUnmet = firstUnmet == null ? batch.constraints[row] : firstUnmet;
        }
    }

    private List<Shortage> shortages() {
        List<Shortage> shortages = new ArrayList<>();
        for (Dimension dimension : DIMENSIONS) {
            Tally tally = of(dimension, lacking);
            if (tally.tasks > 0) {
                shortages.add(
                        new Shortage(
                                dimension.suffix(),
                                tally.tasks,
                                (tally.tasks > 1 ? "up to " : "") + dimension.text(tally.most),
                                dimension.text(dimension.capacity(type))));
            }
        }
        if (firstUnmet != null) {
            String attributes =
                    type.extras().attributes().entrySet().stream()
                            .map(each -> each.getKey() + "=" + each.getValue())
                            .collect(Collectors.joining(", "));
            shortages.add(
                    new Shortage(
                            "constraints",
                            unmet,
                            (unmet > 1 ? "a place such as " : "") + firstUnmet,
                            attributes.isEmpty() ? "no attributes" : attributes));
        }
        return shortages;
    }

    private static Tally of(Dimension dimension, Map<Dimension, Tally> tallies) {
        return Objects.requireNonNull(tallies.get(dimension));
    }

    private Tally of(Dimension dimension) {
        return of(dimension, asked);
    }

    WorkloadFigures figures() {
        return new WorkloadFigures(
                tasks,
                tooLarge,
                shortages(),
                openEnded,
                first,
                last,
                of(Dimension.CPU).hours(Dimension.CPU),
                of(Dimension.MEMORY).hours(Dimension.MEMORY),
                new Resources(of(Dimension.CPU).most, of(Dimension.MEMORY).most),
                new Resources(of(Dimension.CPU).mostHeld, of(Dimension.MEMORY).mostHeld),
                new Extras(
                        of(Dimension.GPU).tasks,
                        of(Dimension.GPU).hours(Dimension.GPU),
                        gpus(of(Dimension.GPU).most),
                        gpus(of(Dimension.GPU).mostHeld),
                        of(Dimension.DISK).tasks,
                        of(Dimension.NETWORK).tasks,
                        constrained));
    }

    private static double gpus(long micros) {
        return micros / (double) ServerExtras.MICROS_PER_GPU;
    }

    /** Tasks that ask for some of a resource, the most that one asks for, and all of it. */
    private static final class Tally {
        private long tasks;
        private long most;
        private long mostHeld;
        private double amountMicros;

        private void add(long amount, long durationMicros, boolean isHeld) {
            tasks++;
            most = Math.max(most, amount);
            mostHeld = isHeld ? Math.max(mostHeld, amount) : mostHeld;
            amountMicros += durationMicros == TaskBatch.NONE ? 0 : (double) durationMicros * amount;
        }

        private double hours(Dimension dimension) {
            return amountMicros / dimension.unit() / MICROS_PER_HOUR;
        }
    }
}
