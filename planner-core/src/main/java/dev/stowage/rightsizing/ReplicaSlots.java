package dev.stowage.rightsizing;

import dev.stowage.packing.PlacementPlan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which item a measured replica stands for. Where the source doesn't know items, the replicas of a
 * service take its items in order of their first measurement; the item of one that is measured no
 * more is free for the next.
 */
final class ReplicaSlots {
    /** No item. */
    static final int NONE = -1;

    private final boolean isByItem;
    private final int items;
    private final int[][] itemsOf; // by service
    private final long[] busyUntil; // by item
    private final int[] holder; // replica by item
    private int[] itemOf = new int[64]; // by replica, item + 1; 0 for none

    ReplicaSlots(PlacementPlan plan, boolean isByItem) {
        this.isByItem = isByItem;
        items = plan.items().size();
        busyUntil = new long[items];
        holder = new int[items];
        Arrays.fill(busyUntil, Long.MIN_VALUE);
        Arrays.fill(holder, NONE);
        Map<String, Integer> numbers = new HashMap<>();
        List<PlacementPlan.Service> services = plan.services();
        for (int i = 0; i < services.size(); i++) {
            numbers.put(services.get(i).name(), i);
        }
        int[] counts = new int[services.size()];
        int[] serviceOf = new int[items];
        for (int i = 0; i < items; i++) {
            serviceOf[i] = numbers.getOrDefault(plan.items().get(i).service(), NONE);
            if (serviceOf[i] >= 0) {
                counts[serviceOf[i]]++;
            }
        }
        itemsOf = new int[services.size()][];
        Arrays.setAll(itemsOf, s -> new int[counts[s]]);
        for (int i = items - 1; i >= 0; i--) {
            if (serviceOf[i] >= 0) {
                itemsOf[serviceOf[i]][--counts[serviceOf[i]]] = i;
            }
        }
    }

    /** The item of a measurement; {@link #NONE} if all of its service are taken. */
    int item(UseRow row) {
        if (isByItem) {
            return row.replica < items ? row.replica : NONE;
        }
        if (row.replica >= itemOf.length) {
            itemOf = Arrays.copyOf(itemOf, Math.max(2 * itemOf.length, row.replica + 1));
        }
        int item = itemOf[row.replica] - 1;
        if (item == NONE || holder[item] != row.replica) {
            item = free(row);
        }
        if (item != NONE) {
            holder[item] = row.replica;
            itemOf[row.replica] = item + 1;
            busyUntil[item] = Math.max(busyUntil[item], row.endMicros);
        }
        return item;
    }

    private int free(UseRow row) {
        for (int item : itemsOf[row.service]) {
            if (busyUntil[item] <= row.startMicros) {
                return item;
            }
        }
        return NONE;
    }
}
