package dev.stowage.ingest.csv;

import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.rightsizing.evidence.MeasuredUse;
import dev.stowage.rightsizing.evidence.UseRow;
import dev.stowage.rightsizing.evidence.UseRows;
import dev.stowage.rightsizing.evidence.UseVisitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Measurements of a CSV in parallel columns, because there may be millions; sorted by start. */
final class UsageRows implements MeasuredUse {
    /** The replica of a row that doesn't name it. */
    static final int UNNAMED = -1;

    private final String source;
    private final List<String> services;
    private final SortedMap<String, Long> alike = new TreeMap<>();
    private final SortedMap<String, Long> unknown = new TreeMap<>();
    private long unknownRows;
    private long noLength;
    private long notMeasured;

    private final BitSet isMixed = new BitSet(); // services without names of several replicas
    private int firstUnnamed;
    private int size;
    private int[] service = new int[64];
    private int[] replica = new int[64];
    private long[] start = new long[64];
    private long[] end = new long[64];
    private long[] cpu = new long[64];
    private long[] peak = new long[64];
    private long[] memory = new long[64];
    private long[] kills = new long[64];
    private int[] order = {};

    UsageRows(String source, List<String> services) {
        this.source = source;
        this.services = List.copyOf(services);
    }

    /** Counts a row of a service that is not packed. */
    void unknown(String name) {
        unknown.merge(name, 1L, Long::sum);
        unknownRows++;
    }

    /** Keeps a row, or counts it if it says nothing. */
    void add(UseRow row) {
        if (row.endMicros <= row.startMicros) {
            noLength++;
            return;
        }
        if (!row.isAmount() && row.outOfMemoryKills == 0) {
            notMeasured++;
            return;
        }
        if (size == service.length) {
            grow(2 * size);
        }
        service[size] = row.service;
        replica[size] = row.replica;
        start[size] = row.startMicros;
        end[size] = row.endMicros;
        cpu[size] = row.cpuMicroCores;
        peak[size] = row.peakMicroCores;
        kills[size] = row.outOfMemoryKills;
        memory[size++] = row.memoryBytes;
    }

    private void grow(int length) {
        service = Arrays.copyOf(service, length);
        replica = Arrays.copyOf(replica, length);
        start = Arrays.copyOf(start, length);
        end = Arrays.copyOf(end, length);
        cpu = Arrays.copyOf(cpu, length);
        peak = Arrays.copyOf(peak, length);
        memory = Arrays.copyOf(memory, length);
        kills = Arrays.copyOf(kills, length);
    }

    /**
     * Sorts by start, then by what else a row says, so that the order of the file does not matter,
     * and numbers the replicas that have no name.
     *
     * @param names of the replicas that have one, by number
     */
    MeasuredUse sorted(List<String> names) {
        numberByName(names);
        order =
                StableOrder.of(
                        size,
                        i -> start[i],
                        i -> service[i],
                        i -> replica[i],
                        i -> end[i],
                        i -> memory[i],
                        i -> cpu[i],
                        i -> peak[i],
                        i -> kills[i]);
        raiseDuplicates();
        leaveOutCopies();
        int named = Arrays.stream(replica, 0, size).max().orElse(UNNAMED) + 1;
        List<NavigableSet<Slot>> slots = new ArrayList<>();
        for (int i = 0; i < services.size(); i++) {
            slots.add(new TreeSet<>());
        }
        firstUnnamed = named;
        int next = named;
        for (int i : order) {
            if (replica[i] == UNNAMED) {
                next += name(i, slots.get(service[i]), next) ? 1 : 0;
            }
        }
        return this;
    }

    private void numberByName(List<String> names) {
        int[] byName =
                IntStream.range(0, names.size())
                        .boxed()
                        .sorted(Comparator.comparing(names::get))
                        .mapToInt(Integer::intValue)
                        .toArray();
        int[] numbers = new int[names.size()];
        for (int i = 0; i < byName.length; i++) {
            numbers[byName[i]] = i;
        }
        for (int i = 0; i < size; i++) {
            replica[i] = replica[i] == UNNAMED ? UNNAMED : numbers[replica[i]];
        }
    }

    /** A replica without a name, and when its last measurement ended. */
    private record Slot(long endMicros, int replica) implements Comparable<Slot> {
        @Override
        public int compareTo(Slot other) {
            int byEnd = Long.compare(endMicros, other.endMicros);
            return byEnd != 0 ? byEnd : Integer.compare(other.replica, replica);
        }
    }

    /**
     * Gives a row the replica whose measurement ended last before it, unless that was too long ago;
     * true if there is none and it is a new one.
     */
    private boolean name(int i, NavigableSet<Slot> slots, int next) {
        boolean isAmount = cpu[i] >= 0 || memory[i] >= 0;
        Slot last = slots.floor(new Slot(start[i], 0));
        if (!isAmount) { // a kill is no replica more
            replica[i] = slots.isEmpty() ? next : slots.last().replica();
            return slots.isEmpty();
        }
        boolean isNew = last == null || start[i] - last.endMicros() > end[i] - start[i];
        if (last != null && !isNew) {
            slots.remove(last);
        }
        isMixed.set(
                service[i], isMixed.get(service[i]) || slots.higher(new Slot(start[i], 0)) != null);
        replica[i] = last == null || isNew ? next : last.replica();
        slots.add(new Slot(end[i], replica[i]));
        return isNew;
    }

    private void leaveOutCopies() {
        int[] unnamed =
                Arrays.stream(order)
                        .filter(i -> replica[i] == UNNAMED && (cpu[i] >= 0 || memory[i] >= 0))
                        .toArray();
        UnnamedCopies found =
                new UnnamedCopies(
                        unnamed,
                        services.size(),
                        i -> service[i],
                        i -> start[i],
                        i -> end[i],
                        i -> cpu[i],
                        i -> memory[i],
                        i -> peak[i],
                        i -> kills[i]);
        order = Arrays.stream(order).filter(i -> !found.copies().get(i)).toArray();
        for (int i = 0; i < services.size(); i++) {
            count(alike, services.get(i), found.alike(i));
        }
    }

    /**
     * Where a replica has two measurements of the same time, the larger amounts are taken; what is
     * there twice is left out by who reads them.
     */
    private void raiseDuplicates() {
        Map<Integer, Integer> firstOf = new HashMap<>(); // by replica, of one start
        for (int at = 0; at < size; at++) {
            int i = order[at];
            if (at == 0 || start[order[at - 1]] != start[i]) {
                firstOf.clear();
            }
            Integer earlier = replica[i] == UNNAMED ? null : firstOf.putIfAbsent(replica[i], i);
            if (earlier != null && end[earlier] == end[i]) {
                cpu[earlier] = raised(cpu[earlier], cpu[i]);
                peak[earlier] = raised(peak[earlier], peak[i]);
                memory[earlier] = raised(memory[earlier], memory[i]);
                kills[earlier] = Math.max(kills[earlier], kills[i]);
                kills[i] = 0; // told once
            }
        }
    }

    private static long raised(long amount, long other) {
        return amount < 0 ? amount : Math.max(amount, other);
    }

    @Override
    public boolean isByItem() {
        return false;
    }

    @Override
    public UseRows visit(UseVisitor visitor) {
        UseRow row = new UseRow();
        for (int i : order) {
            row.service = service[i];
            row.replica = replica[i];
            row.startMicros = start[i];
            row.endMicros = end[i];
            row.cpuMicroCores = cpu[i];
            row.peakMicroCores = peak[i];
            row.memoryBytes = memory[i];
            row.outOfMemoryKills = kills[i];
            row.isMixed = replica[i] >= firstUnnamed && isMixed.get(service[i]);
            visitor.measured(row);
        }
        SortedMap<String, Long> leftOut = new TreeMap<>();
        count(leftOut, "of services that are not packed", unknownRows);
        count(leftOut, "without length", noLength);
        count(leftOut, "without CPU and memory", notMeasured);
        count(leftOut, "there again without a replica", size - order.length);
        long read = size + unknownRows + noLength + notMeasured;
        return new UseRows(source, read, order.length, leftOut, unknown, alike);
    }

    private static void count(SortedMap<String, Long> counts, String reason, long rows) {
        if (rows > 0) {
            counts.put(reason, rows);
        }
    }
}
