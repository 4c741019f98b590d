package dev.stowage.ingest;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.model.InputException;
import dev.stowage.model.MachineEvents;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads {@code machines.parquet} for a replay. Rows that change nothing (the removal of a machine
 * that is gone, the capacity that it has already) are dropped.
 */
final class MachineTableReader {
    private static final List<String> EVENTS =
            Stream.of(MachineEvent.values()).map(Enum::name).toList();

    private final KeyIndex machines = new KeyIndex();
    private long[] cpuNow = new long[0];
    private long[] memoryNow = new long[0];
    private long[] time;
    private int[] machine;
    private long[] cpu;
    private long[] memory;
    private int size;

    private MachineTableReader(int rows) {
        time = new long[rows];
        machine = new int[rows];
        cpu = new long[rows];
        memory = new long[rows];
    }

    static MachineEvents read(Path path) {
        try (ColumnFileReader file =
                ColumnFileReader.open(
                        path,
                        CanonicalTable.MACHINES.columns(
                                "time_micros",
                                "machine_id",
                                "event",
                                "cpu_micro_cores",
                                "memory_bytes"))) {
            MachineTableReader reader = new MachineTableReader(Math.toIntExact(file.rows()));
            while (file.nextGroup()) {
                reader.readGroup(path, file);
            }
            return reader.events();
        }
    }

    private void readGroup(Path path, ColumnFileReader file) {
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
        for (int i = 0; i < count; i++) {
            boolean isRemoval = MachineEvent.of(events[i]) == MachineEvent.REMOVE;
            add(times[i], ids[i], isRemoval ? 0 : cpus[i], isRemoval ? 0 : memories[i]);
            if (times[i] < 0 || (i > 0 && times[i] < times[i - 1])) {
                throw InputException.of(
                        path, "time_micros " + times[i], "times from 0 on, in order", null);
            }
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
                Arrays.copyOf(memory, size));
    }
}
