package dev.stowage.covering;

import dev.stowage.model.Resources;
import java.util.List;

/**
 * Tries every number of starts of every type at every decision, at every place that the service may
 * be at: the oracle of interval covering.
 */
final class PeriodBruteForce {
    private final List<List<CoverItem>> places;
    private final List<Resources> needs;
    private final int period;
    private final long[][] cpu;
    private final long[][] memory;
    private long best = Long.MAX_VALUE;

    PeriodBruteForce(List<List<CoverItem>> places, List<Resources> needs, int period) {
        this.places = places;
        this.needs = needs;
        this.period = period;
        this.cpu = new long[places.size()][needs.size() + period];
        this.memory = new long[places.size()][needs.size() + period];
    }

    /** Cost of the best plan, with decisions of an hour. */
    double cheapestUsd() {
        decide(0, 0);
        return best * period / 1e9;
    }

    private void decide(int decision, long price) {
        if (price >= best) {
            return;
        }
        if (decision == needs.size()) {
            best = price;
            return;
        }
        for (int place = 0; place < places.size(); place++) {
            start(decision, place, 0, price);
        }
    }

    private void start(int decision, int place, int item, long price) {
        List<CoverItem> items = places.get(place);
        if (item == items.size()) {
            Resources need = needs.get(decision);
            if (cpu[place][decision] >= need.cpuMicroCores()
                    && memory[place][decision] >= need.memoryBytes()) {
                decide(decision + 1, price);
            }
            return;
        }
        CoverItem each = items.get(item);
        long most = each.countFor(largest());
        for (int count = 0; count <= most && price < best; count++) {
            hold(decision, place, each, count);
            start(decision, place, item + 1, price + count * each.nanoUsdPerHour());
            hold(decision, place, each, -count);
        }
    }

    private Resources largest() {
        return needs.stream().reduce(Resources.NONE, Resources::max);
    }

    private void hold(int decision, int place, CoverItem item, int count) {
        for (int i = decision; i < decision + period; i++) {
            cpu[place][i] += count * item.provides().cpuMicroCores();
            memory[place][i] += count * item.provides().memoryBytes();
        }
    }
}
