package dev.stowage.ingest.alibaba;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.MachineRow;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.text.TextIndex;
import dev.stowage.model.ServerExtras;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Machines with GPUs from the node list: all there from the start. */
final class GpuNodeTable extends TableBuilder {
    private static final SourceSchema TABLE =
            FamilyDescription.of("alibaba-gpu-2023").table("openb_node_list");
    private static final int NAME = TABLE.column("sn");
    private static final int CPU = TABLE.column("cpu_milli");
    private static final int MEMORY = TABLE.column("memory_mib");
    private static final int GPUS = TABLE.column("gpu");
    private static final int MODEL = TABLE.column("model");

    private final TextIndex names = new TextIndex();
    private final Set<String> models = new TreeSet<>();
    private final MachineList machines = new MachineList();
    private long gpus;

    GpuNodeTable(TraceClock clock, Quarantine quarantine) {
        super(clock, quarantine);
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            take(chunk, row);
        }
    }

    private void take(RowChunk chunk, int row) {
        int known = names.size();
        long cpu = chunk.value(CPU, row);
        long memory = chunk.value(MEMORY, row);
        if (cpu == 0 || memory == 0) {
            reject(chunk, row, BadRow.OUT_OF_RANGE, "a node without CPU or memory");
            return;
        }
        int number = chunk.number(NAME, row, names);
        if (number < known) {
            reject(chunk, row, BadRow.DUPLICATE, "node \"" + names.text(number) + "\" again");
            return;
        }
        @Nullable String model = chunk.value(MODEL, row) == ABSENT ? null : chunk.text(MODEL, row);
        if (model != null) {
            models.add(model);
        }
        gpus += chunk.value(GPUS, row);
        machines.add(
                new MachineRow(
                        0,
                        number,
                        MachineEvent.ADD,
                        cpu,
                        memory,
                        model,
                        names.text(number),
                        chunk.value(GPUS, row) * ServerExtras.MICROS_PER_GPU));
    }

    /** Kinds of GPUs, in order. */
    Set<String> models() {
        return models;
    }

    /** GPUs of all machines. */
    long gpus() {
        return gpus;
    }

    /** Number of machines. */
    long distinct() {
        return machines.distinct();
    }

    long write(Path directory) {
        return machines.write(directory, ledger, true);
    }
}
