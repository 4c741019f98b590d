package dev.stowage.workflow.cloud;

import dev.stowage.model.cloud.VmExtra;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.Rental;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What rentals cost by plain counting in steps of half an hour: every VM by itself, and sustained
 * use core by core and GiB by GiB. Prices of types are those of their cores and GiB, so that nobody
 * has to divide them. All times must be multiples of a step. What VMs need beside themselves is
 * added VM by VM, and data that moves is counted GiB by GiB.
 */
final class PlainBill {
    static final long STEP_SECONDS = 1_800;
    static final int STEPS_OF_MONTH = 2 * 730;
    static final double CORE_USD = 0.03;
    static final double GIB_USD = 0.004;

    /** Share of the price in each quarter of a month, for the family with sustained use. */
    static final double[] RATES = {1, 0.8, 0.6, 0.4};

    /** The family with sustained use. */
    static final String SUSTAINED = "n1";

    private double usd;

    /** Units of a resource in use at each step, by resource and month. */
    private final Map<List<Object>, int[]> used = new HashMap<>();

    private PlainBill() {}

    /**
     * @param stateGib whole GiB that each move takes along
     * @param usdPerGib by {@code provider>provider}
     * @param freeGib of each month, by the same
     */
    static double usd(
            DeploymentRun run,
            int stateGib,
            Map<String, Double> usdPerGib,
            Map<String, Integer> freeGib) {
        PlainBill bill = new PlainBill();
        run.rentals().forEach(bill::add);
        bill.used.forEach(bill::discount);
        Map<List<Object>, Integer> moved = new HashMap<>();
        for (DeploymentRun.Move move : run.moves()) {
            String pair = move.from().provider() + ">" + move.to().provider();
            long month = move.atSeconds() / (STEPS_OF_MONTH * STEP_SECONDS);
            for (int gib = 0; gib < stateGib; gib++) {
                int before = moved.merge(List.of(pair, month), 1, Integer::sum) - 1;
                bill.usd += before < of(freeGib, pair) ? 0 : of(usdPerGib, pair);
            }
        }
        return bill.usd;
    }

    private static <T> T of(Map<String, T> map, String key) {
        return Objects.requireNonNull(map.get(key), key);
    }

    private void add(Rental rental) {
        var rule = rental.market().billing();
        long paid = 0;
        while (paid < rental.endSeconds() - rental.startSeconds() || paid < rule.minimumSeconds()) {
            paid += rule.quantumSeconds();
        }
        var type = rental.item().offer().type();
        double hourly = rental.item().offer().usdPerHour().doubleValue();
        usd += rental.count() * hourly * paid / 3_600;
        for (VmExtra extra : rental.item().offer().extras()) {
            usd += rental.count() * extra.usdPerHour().doubleValue() * paid / 3_600;
        }
        if (!type.family().equals(SUSTAINED)) {
            return;
        }
        long first = rental.startSeconds() / STEP_SECONDS;
        for (long step = first; step < first + paid / STEP_SECONDS; step++) {
            int month = (int) (step / STEPS_OF_MONTH);
            int at = (int) (step % STEPS_OF_MONTH);
            List<Object> place = List.of(rental.market().provider(), rental.market().region());
            units(place, month, true)[at] += rental.count() * (int) type.capacity().cores();
            units(place, month, false)[at] += rental.count() * (int) type.capacity().gib();
        }
    }

    private int[] units(List<Object> place, int month, boolean isCpu) {
        List<Object> key = new ArrayList<>(place);
        key.addAll(List.of(month, isCpu));
        return used.computeIfAbsent(key, k -> new int[STEPS_OF_MONTH]);
    }

    /** The n-th unit is in use at all steps with at least n of them. */
    private void discount(List<Object> resource, int[] units) {
        double unitUsd = resource.contains(true) ? CORE_USD : GIB_USD;
        int most = Arrays.stream(units).max().orElse(0);
        for (int n = 1; n <= most; n++) {
            int steps = 0;
            for (int inUse : units) {
                if (inUse >= n) {
                    double rate = RATES[steps * RATES.length / STEPS_OF_MONTH];
                    usd -= unitUsd * (1 - rate) * STEP_SECONDS / 3_600;
                    steps++;
                }
            }
        }
    }
}
