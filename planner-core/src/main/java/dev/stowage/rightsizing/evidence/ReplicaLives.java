package dev.stowage.rightsizing.evidence;

import dev.stowage.packing.placement.PlacementPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * When each measured replica runs, from its first measurement to its last, and which item stands
 * for it. Where the source knows items, a replica is its item. All others take the item of their
 * service that the fewest replicas are on at that time, the first of these. A second replica on an
 * item has no place of its own for now: the item carries its use too, so that no use is lost. It
 * gets the first item of its service that is left alone, and stands for it from then on.
 */
public final class ReplicaLives {
    /** No item. */
    public static final int NONE = -1;

    private final boolean isByItem;
    private final int items;
    private final int[][] itemsOf; // by service
    private final int[] serviceOfItem;
    private long[] first = new long[64]; // by replica
    private long[] last = new long[64];
    private int[] serviceOf = new int[64];
    private int[] itemOf = new int[64];
    private boolean[] isExtra = new boolean[64]; // not alone on its item
    private int[] began = new int[64]; // replicas in the order of their first measurement
    private int replicas;
    private @Nullable RandomGenerator random;
    private int[] successor = {}; // by place among the ended
    private int[] successorItem = {};

    public ReplicaLives(PlacementPlan plan, boolean isByItem) {
        this.isByItem = isByItem;
        items = plan.items().size();
        Map<String, Integer> numbers = new HashMap<>();
        List<PlacementPlan.Service> services = plan.services();
        for (int i = 0; i < services.size(); i++) {
            numbers.put(services.get(i).name(), i);
        }
        int[] counts = new int[services.size()];
        serviceOfItem = new int[items];
        for (int i = 0; i < items; i++) {
            Integer service = numbers.get(plan.items().get(i).service());
            serviceOfItem[i] = service == null ? NONE : service;
            if (service != null) {
                counts[service]++;
            }
        }
        itemsOf = new int[services.size()][];
        Arrays.setAll(itemsOf, s -> new int[counts[s]]);
        for (int i = items - 1; i >= 0; i--) {
            if (serviceOfItem[i] >= 0) {
                itemsOf[serviceOfItem[i]][--counts[serviceOfItem[i]]] = i;
            }
        }
        Arrays.fill(first, Long.MAX_VALUE);
    }

    /** The first pass, in order of the start. */
    public void add(UseRow row) {
        int replica = row.replica;
        if (replica >= first.length) {
            grow(Math.max(2 * first.length, replica + 1));
        }
        if (first[replica] == Long.MAX_VALUE) {
            first[replica] = row.startMicros;
            serviceOf[replica] = row.service;
            if (replicas == began.length) {
                began = Arrays.copyOf(began, 2 * replicas);
            }
            began[replicas++] = replica;
        }
        last[replica] = Math.max(last[replica], row.endMicros);
    }

    private void grow(int length) {
        int before = first.length;
        first = Arrays.copyOf(first, length);
        Arrays.fill(first, before, length, Long.MAX_VALUE);
        last = Arrays.copyOf(last, length);
        serviceOf = Arrays.copyOf(serviceOf, length);
        itemOf = Arrays.copyOf(itemOf, length);
        isExtra = Arrays.copyOf(isExtra, length);
    }

    /**
     * Gives replicas their items, after the first pass.
     *
     * @param random chooses among the items that the fewest replicas are on; null for the first
     */
    public void assign(@Nullable RandomGenerator random) {
        this.random = random;
        successor = new int[replicas];
        successorItem = new int[replicas];
        Arrays.fill(successor, NONE);
        Assignment assignment = new Assignment();
        int[] ends = ended();
        int end = 0;
        for (int i = 0; i < replicas; i++) {
            while (last[ends[end]] <= first[began[i]]) {
                assignment.end(ends[end], end++);
            }
            assignment.begin(began[i]);
        }
        while (end < replicas) {
            assignment.end(ends[end], end++);
        }
    }

    /** Who is on which item as replicas begin and end. */
    private final class Assignment {
        private final int[] holders = new int[items];
        private final int[] itemNow = new int[first.length]; // by replica
        private final List<Set<Integer>> extras = new ArrayList<>(); // by service, oldest first

        Assignment() {
            for (int i = 0; i < services(); i++) {
                extras.add(new LinkedHashSet<>());
            }
        }

        void begin(int replica) {
            int item = item(replica, holders);
            itemOf[replica] = item;
            itemNow[replica] = item;
            if (item != NONE && holders[item]++ > 0) {
                isExtra[replica] = true;
                extras.get(serviceOf[replica]).add(replica);
            }
        }

        /** What is left alone by who held it goes to a replica that has no item of its own. */
        void end(int replica, int place) {
            int item = itemNow[replica];
            if (item == NONE) {
                return;
            }
            holders[item]--;
            Set<Integer> waiting = extras.get(serviceOf[replica]);
            if (waiting.remove(replica) || waiting.isEmpty()) {
                return;
            }
            int next =
                    waiting.stream()
                            .filter(each -> itemNow[each] == item)
                            .findFirst()
                            .orElseGet(() -> waiting.iterator().next());
            waiting.remove(next);
            holders[itemNow[next]]--;
            holders[item]++;
            itemNow[next] = item;
            successor[place] = next;
            successorItem[place] = item;
        }
    }

    private int item(int replica, int[] holders) {
        if (isByItem && replica < items) {
            return replica;
        }
        int best = NONE;
        int ties = 0;
        for (int item : itemsOf[serviceOf[replica]]) {
            boolean isTie = best != NONE && holders[item] == holders[best];
            ties = isTie ? ties + 1 : ties;
            if (best == NONE || holders[item] < holders[best]) {
                best = item;
                ties = 1;
            } else if (isTie && random != null && random.nextInt(ties) == 0) {
                best = item;
            }
        }
        return best;
    }

    /** Replicas in the order of their first measurement. */
    public int[] began() {
        return Arrays.copyOf(began, replicas);
    }

    /** Replicas in the order of their last measurement's end. */
    public int[] ended() {
        return Arrays.stream(began, 0, replicas)
                .boxed()
                .sorted(Comparator.comparingLong(replica -> last[replica]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * The replica that is on an item of its own as another ends; {@link #NONE} if there is none.
     *
     * @param place of the one that ends among those that {@link #ended}
     */
    public int successor(int place) {
        return successor[place];
    }

    /** The item that it stands for from then on. */
    public int successorItem(int place) {
        return successorItem[place];
    }

    /** Services that are replayed. */
    public int services() {
        return itemsOf.length;
    }

    /** The service of an item; {@link #NONE} if it is of none. */
    public int serviceOf(int item) {
        return serviceOfItem[item];
    }

    /** How many numbers of replicas are taken. */
    public int size() {
        return first.length;
    }

    public int[] itemsOf(int service) {
        return itemsOf[service];
    }

    public long first(int replica) {
        return first[replica];
    }

    public long last(int replica) {
        return last[replica];
    }

    public int service(int replica) {
        return serviceOf[replica];
    }

    /** The item that carries a replica at first; {@link #NONE} if its service has none. */
    public int item(int replica) {
        return itemOf[replica];
    }

    /** True if another replica was on its item when it began. */
    public boolean isExtra(int replica) {
        return isExtra[replica];
    }
}
