package dev.stowage.ingest.trace;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.ServerExtras;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads {@code machines.parquet} for a replay. Rows that change nothing (the removal of a machine
 * that is gone, the capacity that it has already) are dropped. A machine has the attribute {@code
 * platform}, if its rows name it, and the GPUs and other attributes that its last row gives.
 */
final class MachineTableReader {
    private static final List<String> EVENTS =
            Stream.of(MachineEvent.values()).map(Enum::name).toList();

    private static final String PLATFORM = "platform";
    private static final String GPUS = "gpu_micros";
    private static final String ATTRIBUTES = "attributes";
    private static final List<String> ALWAYS =
            List.of(
                    "time_micros",
                    "machine_id",
                    "event",
                    "cpu_micro_cores",
                    "memory_bytes",
                    PLATFORM);

    private final Path path;
    private final List<String> columns;
    private final List<Map<String, String>> attributeSets = new ArrayList<>();
    private final List<String> platforms = new ArrayList<>();
    private final Map<ServerExtras, ServerExtras> sameExtras = new HashMap<>();
    private ServerExtras[] extras = new ServerExtras[0];
    private final KeyIndex machines = new KeyIndex();
    private long[] cpuNow = new long[0];
    private long[] memoryNow = new long[0];
    private long[] time;
    private int[] machine;
    private long[] cpu;
    private long[] memory;
    private int size;

    private MachineTableReader(Path path, List<String> columns, int rows) {
        this.path = path;
        this.columns = columns;
        time = new long[rows];
        machine = new int[rows];
        cpu = new long[rows];
        memory = new long[rows];
    }

    static MachineEvents read(Path path) {
        List<String> columns = columns(path);
        try (ColumnFileReader file =
                ColumnFileReader.open(
                        path, CanonicalTable.MACHINES.columns(columns.toArray(String[]::new)))) {
            MachineTableReader reader =
                    new MachineTableReader(path, columns, Math.toIntExact(file.rows()));
            while (file.nextGroup()) {
                reader.readGroup(file);
            }
            return reader.events();
        }
    }

    private static List<String> columns(Path path) {
        Set<String> present = ColumnFileReader.columnNames(path);
        List<String> names = new ArrayList<>(ALWAYS);
        Stream.of(GPUS, ATTRIBUTES).filter(present::contains).forEach(names::add);
        return names;
    }

    private void readGroup(ColumnFileReader file) {
        int count = file.groupRows();
        long[] times = new long[count];
        long[] ids = new long[count];
        byte[] events = new byte[count];
        long[] cpus = new long[count];
        long[] memories = new long[count];
        file.column(0).longs(times, count, 0);
        file.column(1).longs(ids, count, 0);
        file.column(2).words(events, count, EVENTS);
        file.column(3).longs(cpus, count, 0);
        file.column(4).longs(memories, count, 0);
        int[] platformOf = new int[count];
        int[] attributesOf = new int[count];
        long[] gpus = new long[count];
        file.column(columns.indexOf(PLATFORM)).numbers(platformOf, count, this::platform);
        if (columns.contains(GPUS)) {
            file.column(columns.indexOf(GPUS)).longs(gpus, count, 0);
        }
        Arrays.fill(attributesOf, -1);
        if (columns.contains(ATTRIBUTES)) {
            file.column(columns.indexOf(ATTRIBUTES)).numbers(attributesOf, count, this::attributes);
        }
        for (int i = 0; i < count; i++) {
            boolean isRemoval = MachineEvent.of(events[i]) == MachineEvent.REMOVE;
            add(times[i], ids[i], isRemoval ? 0 : cpus[i], isRemoval ? 0 : memories[i]);
            if (!isRemoval) {
                describe(ids[i], platformOf[i], attributesOf[i], gpus[i]);
            }
            if (times[i] < 0 || (i > 0 && times[i] < times[i - 1])) {
                throw InputException.of(
                        path, "time_micros " + times[i], "times from 0 on, in order", null);
            }
        }
    }

    private int platform(String name) {
        platforms.add(name);
        return platforms.size() - 1;
    }

    private int attributes(String text) {
        Map<String, String> attributes = new HashMap<>();
        try {
            for (AttributePredicate each : PlacementConstraints.parse(text).predicates()) {
                if (each.operator() != AttributePredicate.Operator.EQUAL) {
                    throw new IllegalArgumentException("\"" + text + "\" compares");
                }
                attributes.put(each.name(), each.value());
            }
        } catch (IllegalArgumentException e) {
            throw InputException.of(
                            path, "attributes: " + e.getMessage(), "attributes as in a=1;b=2", null)
                    .causedBy(e);
        }
        attributeSets.add(attributes);
        return attributeSets.size() - 1;
    }

    /** What the machine has besides: of its last row that adds or changes it. */
    private void describe(long id, int platform, int attributes, long gpuMicros) {
        int number = machines.find(id, 0);
        if (number >= 0) {
            Map<String, String> all = new HashMap<>();
            if (platform >= 0) {
                all.put(PLATFORM, platforms.get(platform));
            }
            if (attributes >= 0) {
                all.putAll(attributeSets.get(attributes));
            }
            ServerExtras found = ServerExtras.of(gpuMicros, 0, 0, all);
            extras[number] = sameExtras.computeIfAbsent(found, key -> key);
        }
    }

    private void add(long timeMicros, long id, long cpuMicroCores, long memoryBytes) {
        int known = machines.size();
        int number = machines.find(id, 0);
        if (number < 0) {
            if (cpuMicroCores == 0 && memoryBytes == 0) {
                return; // gone before it came
            }
            number = machines.findOrAdd(id, 0);
            if (known == cpuNow.length) {
                cpuNow = Arrays.copyOf(cpuNow, Math.max(1024, 2 * known));
                memoryNow = Arrays.copyOf(memoryNow, Math.max(1024, 2 * known));
                extras = Arrays.copyOf(extras, Math.max(1024, 2 * known));
            }
        } else if (cpuNow[number] == cpuMicroCores && memoryNow[number] == memoryBytes) {
            return;
        }
        cpuNow[number] = cpuMicroCores;
        memoryNow[number] = memoryBytes;
        time[size] = timeMicros;
        machine[size] = number;
        cpu[size] = cpuMicroCores;
        memory[size++] = memoryBytes;
    }

    private MachineEvents events() {
        return new MachineEvents(
                machines.size(),
                Arrays.copyOf(time, size),
                Arrays.copyOf(machine, size),
                Arrays.copyOf(cpu, size),
                Arrays.copyOf(memory, size),
                Arrays.asList(Arrays.copyOf(extras, machines.size())));
    }
}
