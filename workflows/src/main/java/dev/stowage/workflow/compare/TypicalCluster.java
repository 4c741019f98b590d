package dev.stowage.workflow.compare;

import dev.stowage.basis.DecimalText;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.PowerModel;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.words.Amounts;
import dev.stowage.words.Figures;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The servers that a comparison replays on if nobody names any: so many that the first side's mean
 * load, of CPU, memory or GPUs, is {@value #LOAD} of them, of the most common size in its machine
 * table that holds every task; of four times the largest request where there is no such table or
 * size. {@link TellingReplay} takes another load where that tells nothing.
 *
 * @param fleet the servers
 * @param size why they are of this size
 * @param because the whole rule in words
 */
public record TypicalCluster(ServerFleet fleet, String size, String because) {
    /** Busy enough that bursts wait, and calm enough that not all do. */
    static final double LOAD = 0.6;

    private static final int ROOM = 4;
    private static final String COMMON =
            "the most common machine of the trace that holds every task";

    private static final int GIB_DIGITS = 12;

    /**
     * For one workload, at a load of {@value #LOAD}.
     *
     * @param machines to choose from
     * @param lengthMicros time over which the mean load is taken, above 0
     */
    public static TypicalCluster of(
            Optional<MachineEvents> machines, Workload workload, long lengthMicros) {
        return new Choice(machines, workload, workload, lengthMicros).at(LOAD);
    }

    /** What the sides ask for, from which servers are made for any load. */
    static final class Choice {
        private final Asked asked;
        private final Resources largest;
        private final long largestGpuMicros;
        private final Optional<Resources> common;
        private final long lengthMicros;

        /** Reads both workloads once. */
        Choice(
                Optional<MachineEvents> machines,
                Workload first,
                Workload second,
                long lengthMicros) {
            this.asked = Asked.of(first, lengthMicros);
            Asked other = Asked.of(second, lengthMicros);
            this.largest = asked.largest.max(other.largest);
            this.largestGpuMicros = Math.max(asked.largestGpuMicros, other.largestGpuMicros);
            this.common = machines.flatMap(events -> commonest(events, largest));
            this.lengthMicros = lengthMicros;
        }

        /** Typical servers, so many that the first side's mean load is at most this. */
        TypicalCluster at(double mostLoad) {
            return common.map(size -> of(size, wholeGpus(1), mostLoad, COMMON + gpusOfCommon()))
                    .orElseGet(() -> times(ROOM, mostLoad, "four times the largest request"));
        }

        /** The smallest servers that hold every task: for sides that fill no typical one. */
        TypicalCluster small(double mostLoad) {
            return times(1, mostLoad, "as large as the largest request");
        }

        /** A machine table does not tell GPUs. */
        private String gpusOfCommon() {
            return largestGpuMicros == 0 ? "" : ", with as many GPUs as a task asks for at most";
        }

        private TypicalCluster times(int room, double mostLoad, String what) {
            Resources size =
                    new Resources(
                            Math.max(1, room * largest.cpuMicroCores()),
                            Math.max(1, room * largest.memoryBytes()));
            return of(size, wholeGpus(room), mostLoad, what);
        }

        /** GPUs for so many of the largest request, rounded up to whole ones. */
        private long wholeGpus(int room) {
            return (long) Math.ceil(room * largestGpuMicros / (double) ServerExtras.MICROS_PER_GPU);
        }

        private TypicalCluster of(Resources size, long gpus, double mostLoad, String what) {
            double load =
                    Math.max(
                            asked.microCoreMicros / size.cpuMicroCores(),
                            asked.byteMicros / size.memoryBytes());
            if (gpus > 0) {
                load = Math.max(load, asked.gpuMicroMicros / gpus / ServerExtras.MICROS_PER_GPU);
            }
            int count = (int) Math.max(1, Math.ceil(load / lengthMicros / mostLoad));
            return new TypicalCluster(
                    ServerFleet.of(type(size, gpus), count),
                    common.isPresent() ? what : "assumed: " + what,
                    what
                            + ", so many that the mean load of the trace is "
                            + Figures.share(load / lengthMicros / count)
                            + " (at most "
                            + Figures.share(mostLoad)
                            + ")");
        }

        private static ServerType type(Resources size, long gpus) {
            String name = name(size) + (gpus > 0 ? " with " + Amounts.counted(gpus, "GPU") : "");
            ServerExtras extras =
                    ServerExtras.of(gpus * ServerExtras.MICROS_PER_GPU, 0, 0, Map.of());
            return new ServerType(name, size, PowerModel.DEFAULT, OptionalDouble.empty(), extras);
        }
    }

    /** True if a task that asks for GPUs can run on some server. */
    boolean hasGpus() {
        return fleet instanceof ServerFleet.Static owned
                && owned.groups().stream().anyMatch(group -> group.type().extras().gpuMicros() > 0);
    }

    /** The same for a further reason. */
    TypicalCluster and(String further) {
        return new TypicalCluster(fleet, size, because + further);
    }

    private static Optional<Resources> commonest(MachineEvents events, Resources largest) {
        Map<Resources, Integer> sizes = new LinkedHashMap<>();
        boolean[] isSeen = new boolean[events.machines()];
        for (int i = 0; i < events.size(); i++) {
            Resources size = new Resources(events.cpuMicroCores(i), events.memoryBytes(i));
            if (!isSeen[events.machine(i)] && size.covers(largest) && !events.isRemoval(i)) {
                sizes.merge(size, 1, Integer::sum);
            }
            isSeen[events.machine(i)] = true;
        }
        return sizes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .filter(size -> size.cpuMicroCores() > 0 && size.memoryBytes() > 0);
    }

    private static String name(Resources size) {
        return decimal(size.cpuMicroCores(), Resources.MICRO_CORES_PER_CORE)
                + "c"
                + decimal(size.memoryBytes(), Resources.BYTES_PER_GIB)
                + "g";
    }

    /** The shortest decimal number that is read back as this one, or nearly so. */
    private static String decimal(long value, long unit) {
        BigDecimal exact =
                BigDecimal.valueOf(value)
                        .divide(BigDecimal.valueOf(unit), GIB_DIGITS, RoundingMode.CEILING);
        for (int digits = 0; digits < GIB_DIGITS; digits++) {
            String text = exact.setScale(digits, RoundingMode.CEILING).toPlainString();
            if (DecimalText.truncate(text, unit) == value) {
                return text;
            }
        }
        return exact.stripTrailingZeros().toPlainString();
    }

    /** What a workload asks for inside a window. */
    private static final class Asked {
        private double microCoreMicros;
        private double byteMicros;
        private double gpuMicroMicros;
        private long largestGpuMicros;
        private Resources largest = Resources.NONE;

        static Asked of(Workload workload, long lengthMicros) {
            Asked asked = new Asked();
            TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
            try (TaskSource source = workload.open()) {
                while (source.read(batch)) {
                    for (int i = 0; i < batch.size; i++) {
                        asked.add(batch, i, lengthMicros);
                    }
                }
            }
            return asked;
        }

        private void add(TaskBatch batch, int i, long lengthMicros) {
            double micros = Math.min(batch.durationMicros[i], lengthMicros - batch.submitMicros[i]);
            microCoreMicros += micros * batch.cpuMicroCores[i];
            byteMicros += micros * batch.memoryBytes[i];
            if (!batch.isPlain) {
                gpuMicroMicros += micros * batch.gpuMicros[i];
                largestGpuMicros = Math.max(largestGpuMicros, batch.gpuMicros[i]);
            }
            if (batch.cpuMicroCores[i] > largest.cpuMicroCores()
                    || batch.memoryBytes[i] > largest.memoryBytes()) {
                largest = largest.max(new Resources(batch.cpuMicroCores[i], batch.memoryBytes[i]));
            }
        }
    }
}
