package dev.stowage.workflow.cloud;

import dev.stowage.basis.InputException;
import dev.stowage.bills.BillFile;
import dev.stowage.bills.VmUse;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.output.InputNames;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a bill says was rented, as a demand: the size of each VM for the hours that it ran, evenly
 * over the time that its row is about.
 */
public final class BillDemand {
    /** What the demand is made from, in results. */
    static final String KIND = "bill";

    private static final double SECONDS_PER_HOUR = 3_600;
    private static final double ROUNDING = 1e-12;
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private final Map<String, Resources> sizes = new HashMap<>();
    private final NavigableMap<Long, long[]> changes = new TreeMap<>();
    private final Map<String, Integer> unknown = new TreeMap<>();
    private final Set<String> accelerated = new TreeSet<>();
    private final Map<String, Integer> withAccelerators = new TreeMap<>();
    private BigDecimal paid = BigDecimal.ZERO;
    private double vmHours;

    private BillDemand(VmCatalogue catalogue) {
        for (String provider : catalogue.providers()) {
            for (String region : catalogue.regions(provider)) {
                for (VmOffer offer : catalogue.offers(provider, region)) {
                    String key = key(provider, offer.type().name());
                    sizes.put(key, offer.type().capacity());
                    if (offer.type().gpus() > 0) {
                        accelerated.add(key);
                    }
                }
            }
        }
    }

    private static String key(String provider, String type) {
        return provider + " " + type.toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a bill.
     *
     * @param catalogue which knows the sizes of VM types
     * @throws InputException if it is no bill, or if no type of it is known
     */
    public static CloudDemand read(Path file, VmCatalogue catalogue) {
        BillFile bill = BillFile.read(file, catalogue);
        BillDemand demand = new BillDemand(catalogue);
        bill.vms().forEach(demand::add);
        return demand.of(file, bill);
    }

    private void add(VmUse use) {
        Resources size = sizes.get(key(use.provider(), use.type()));
        if (size == null) {
            unknown.merge(use.type(), 1, Integer::sum);
            return;
        }
        if (accelerated.contains(key(use.provider(), use.type()))) {
            withAccelerators.merge(use.type(), 1, Integer::sum);
        }
        double vms = use.vmHours() * SECONDS_PER_HOUR / (use.endSeconds() - use.startSeconds());
        long cpu = up(vms * size.cpuMicroCores());
        long memory = up(vms * size.memoryBytes());
        change(use.startSeconds(), cpu, memory);
        change(use.endSeconds(), -cpu, -memory);
        paid = paid.add(use.cost());
        vmHours += use.vmHours();
    }

    /** Rounded away from 0, but not for what division lost: 0.3 h of 0.1 h are three VMs. */
    private static long up(double amount) {
        return amount < 0 ? -up(-amount) : (long) Math.ceil(amount * (1 - ROUNDING));
    }

    private void change(long seconds, long cpu, long memory) {
        long[] sum = changes.computeIfAbsent(seconds, at -> new long[2]);
        sum[0] += cpu;
        sum[1] += memory;
    }

    private CloudDemand of(Path file, BillFile bill) {
        if (changes.isEmpty()) {
            throw InputException.of(
                    file,
                    "no VM type that the catalogue knows: " + new TreeSet<>(unknown.keySet()),
                    "types whose size it has",
                    "--catalog gives a list that has them.");
        }
        long first = changes.firstKey();
        int levels = changes.size() - 1;
        long[] starts = new long[levels];
        long[] cpu = new long[levels];
        long[] memory = new long[levels];
        int i = 0;
        for (Map.Entry<Long, long[]> change : changes.headMap(changes.lastKey()).entrySet()) {
            starts[i] = (change.getKey() - first) * MICROS_PER_SECOND;
            cpu[i] = (i == 0 ? 0 : cpu[i - 1]) + change.getValue()[0];
            memory[i] = (i == 0 ? 0 : memory[i - 1]) + change.getValue()[1];
            refuseLessThanNothing(file, change.getKey(), cpu[i], memory[i]);
            i++;
        }
        long end = (changes.lastKey() - first) * MICROS_PER_SECOND;
        return new CloudDemand(
                InputNames.base(file),
                KIND,
                new ServiceDemand(starts, cpu, memory, end),
                made(bill, first));
    }

    private static void refuseLessThanNothing(Path file, long seconds, long cpu, long memory) {
        if (cpu < 0 || memory < 0) {
            throw InputException.of(
                    file,
                    "corrections from "
                            + Instant.ofEpochSecond(seconds)
                            + " on that take back more than the bill has there",
                    "what they correct in the same bill",
                    "Add the rows that they are about, or leave the corrections out.");
        }
    }

    private List<String> remarks(BillFile bill) {
        List<String> remarks = new ArrayList<>(bill.doubts().sentences());
        if (!withAccelerators.isEmpty()) {
            remarks.add(
                    "VMs with accelerators in the bill, by rows: "
                            + withAccelerators.values().stream().mapToInt(each -> each).sum()
                            + " ("
                            + String.join(", ", withAccelerators.keySet())
                            + "). The demand is their CPU and memory alone, and what is compared"
                            + " has no accelerators.");
        }
        return remarks;
    }

    private Map<String, Object> made(BillFile bill, long first) {
        Map<String, Object> made = new LinkedHashMap<>(); // of one order in every process
        made.put("form", bill.form());
        made.put("originSeconds", first);
        made.put("vmHours", vmHours);
        made.put("paid", paid);
        made.put("currency", bill.currency());
        made.put("rows", bill.rows());
        made.put("leftOut", bill.leftOut());
        made.put("unknownTypes", unknown);
        made.put("isComparable", bill.doubts().isComparable() && withAccelerators.isEmpty());
        made.put("remarks", remarks(bill));
        return made;
    }
}
