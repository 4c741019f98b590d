package dev.stowage.ingest.azure;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.text.TextIndex;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Virtual machines from {@code vmtable}; some 60 bytes each and the texts of their IDs. */
final class VmTable extends TableBuilder {
    private static final long MAX_AMOUNT = 1L << 53;
    private static final int FIRST_CAPACITY = 1 << 10;

    private final int idField;
    private final int subscriptionField;
    private final int deploymentField;
    private final int createdField;
    private final int deletedField;
    private final int meanCpuField;
    private final int categoryField;
    private final int coresField;
    private final int memoryField;
    private final @Nullable BucketAmounts buckets;
    private final TextIndex ids = new TextIndex();
    private final TextIndex subscriptions = new TextIndex();
    private final TextIndex deployments = new TextIndex();
    private long[] created = new long[FIRST_CAPACITY];
    private long[] deleted = new long[FIRST_CAPACITY];
    private long[] cpu = new long[FIRST_CAPACITY];
    private long[] memory = new long[FIRST_CAPACITY];
    private long[] meanUse = new long[FIRST_CAPACITY]; // micro-cores of each core
    private int[] subscription = new int[FIRST_CAPACITY];
    private int[] deployment = new int[FIRST_CAPACITY];
    private byte[] category = new byte[FIRST_CAPACITY];

    /**
     * A table that has taken nothing yet.
     *
     * @param buckets what its cores and memory stand for; null if for themselves
     */
    VmTable(
            TraceClock clock,
            Quarantine quarantine,
            SourceSchema table,
            @Nullable BucketAmounts buckets) {
        super(clock, quarantine);
        idField = table.column("VM ID");
        subscriptionField = table.column("subscription ID");
        deploymentField = table.column("deployment ID");
        createdField = table.column("created");
        deletedField = table.column("deleted");
        meanCpuField = table.column("mean CPU");
        categoryField = table.column("category");
        coresField = table.column("cores");
        memoryField = table.column("memory");
        this.buckets = buckets;
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            take(chunk, row);
        }
    }

    private void take(RowChunk chunk, int row) {
        long begin = chunk.value(createdField, row);
        long end = chunk.value(deletedField, row);
        long cores = chunk.value(coresField, row);
        long bytes = chunk.value(memoryField, row);
        if (buckets != null) {
            cores = buckets.cpuMicroCores(cores);
            bytes = buckets.memoryBytes(bytes);
        }
        if (begin < 0) {
            reject(chunk, row, BadRow.NEGATIVE, "created before 0");
            return;
        }
        if (end != ABSENT && end < begin) {
            reject(chunk, row, BadRow.END_BEFORE_START, "deleted before it was created");
            return;
        }
        if (cores > MAX_AMOUNT || bytes > MAX_AMOUNT) {
            reject(chunk, row, BadRow.OUT_OF_RANGE, "more cores or memory than any machine has");
            return;
        }
        if (!isWanted(begin)) {
            return;
        }
        int vm = ids.size();
        if (chunk.number(idField, row, ids) < vm) {
            reject(chunk, row, BadRow.DUPLICATE, "a second row of a virtual machine");
            return;
        }
        begin(vm);
        created[vm] = begin;
        deleted[vm] = end;
        cpu[vm] = cores;
        memory[vm] = bytes;
        meanUse[vm] = chunk.value(meanCpuField, row);
        subscription[vm] = chunk.number(subscriptionField, row, subscriptions);
        deployment[vm] = chunk.number(deploymentField, row, deployments);
        category[vm] = (byte) chunk.value(categoryField, row);
        if (buckets != null) {
            buckets.count(chunk.value(coresField, row), chunk.value(memoryField, row));
        }
        ledger.used(begin);
    }

    private void begin(int vm) {
        if (vm == created.length) {
            int capacity = Math.addExact(vm, vm >> 1);
            created = Arrays.copyOf(created, capacity);
            deleted = Arrays.copyOf(deleted, capacity);
            cpu = Arrays.copyOf(cpu, capacity);
            memory = Arrays.copyOf(memory, capacity);
            meanUse = Arrays.copyOf(meanUse, capacity);
            subscription = Arrays.copyOf(subscription, capacity);
            deployment = Arrays.copyOf(deployment, capacity);
            category = Arrays.copyOf(category, capacity);
        }
    }

    /** Number of virtual machines. */
    int size() {
        return ids.size();
    }

    /** The number of the virtual machine that a reading names, or -1. */
    int find(RowChunk chunk, int field, int row) {
        return chunk.find(field, row, ids);
    }

    int[] inOrder() {
        return StableOrder.of(created, size());
    }

    String id(int vm) {
        return ids.text(vm);
    }

    String subscription(int vm) {
        return subscriptions.text(subscription[vm]);
    }

    int subscriptions() {
        return subscriptions.size();
    }

    int deploymentNumber(int vm) {
        return deployment[vm];
    }

    String deployment(int vm) {
        return deployments.text(deployment[vm]);
    }

    int deployments() {
        return deployments.size();
    }

    long createdMicros(int vm) {
        return created[vm];
    }

    /** When it was deleted, or absent. */
    long deletedMicros(int vm) {
        return deleted[vm];
    }

    long cpuMicroCores(int vm) {
        return cpu[vm];
    }

    long memoryBytes(int vm) {
        return memory[vm];
    }

    /** Mean CPU use of its whole life, in micro-cores of all its cores, or absent. */
    long meanUseMicroCores(int vm) {
        return meanUse[vm] == ABSENT ? ABSENT : ofAllCores(vm, meanUse[vm]);
    }

    /** A use in micro-cores of each core as one of all cores, truncated. */
    long ofAllCores(int vm, long microCoresPerCore) {
        long perThousand = cpu[vm] / 1000; // cores are whole or simple fractions
        return microCoresPerCore > MAX_AMOUNT / Math.max(1, perThousand)
                ? ABSENT
                : microCoresPerCore * perThousand / 1000;
    }

    int category(int vm) {
        return category[vm];
    }
}
