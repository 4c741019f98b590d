package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.policy.deployment.DeploymentPolicy;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.VmList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest configuration for a demand over all places; remembered, because demands recur. A
 * place is skipped if even fractions of VMs would cost more there than the best found.
 */
final class Proposals {
    /** Demands remembered; more of them are computed anew each time. */
    private static final int MOST = 100_000;

    private final DeploymentPolicy policy;
    private final List<Market> markets;
    private final Map<Resources, Optional<Proposal>> best = new HashMap<>();
    private final Map<Resources, List<Proposal>> all = new HashMap<>();
    private @Nullable Market lastMarket;
    private @Nullable Resources lastDemand;
    private Optional<Proposal> last = Optional.empty();

    /**
     * What one place offers.
     *
     * @param market the place
     * @param vms all VMs for the demand
     */
    record Proposal(Market market, VmList vms) {}

    Proposals(DeploymentPolicy policy, List<Market> markets) {
        this.policy = policy;
        this.markets = markets;
    }

    /** The cheapest; of equal ones that of the first place. Empty if no place can hold it. */
    Optional<Proposal> cheapest(Resources demand) {
        Optional<Proposal> known = best.get(demand);
        if (known != null) {
            return known;
        }
        Optional<Proposal> found = Optional.ofNullable(search(demand));
        if (best.size() < MOST) {
            best.put(demand, found);
        }
        return found;
    }

    /** What each place offers, in their order. */
    List<Proposal> all(Resources demand) {
        List<Proposal> known = all.get(demand);
        if (known != null) {
            return known;
        }
        List<Proposal> found = new ArrayList<>();
        for (Market market : markets) {
            policy.anew(market, demand).ifPresent(vms -> found.add(new Proposal(market, vms)));
        }
        if (all.size() < MOST) {
            all.put(demand, found);
        }
        return found;
    }

    /** What the present place offers. Remembers the last: a demand lasts for many decisions. */
    Optional<Proposal> at(Market market, Resources demand) {
        Optional<Proposal> known = best.get(demand);
        if (known != null && known.isPresent() && known.get().market() == market) {
            return known;
        }
        if (market != lastMarket || !demand.equals(lastDemand)) {
            last = policy.anew(market, demand).map(vms -> new Proposal(market, vms));
            lastMarket = market;
            lastDemand = demand;
        }
        return last;
    }

    /** The VM with the most CPU anywhere. */
    Optional<CoverItem> largest() {
        return markets.stream()
                .flatMap(market -> market.largest().stream())
                .max(Comparator.comparingLong(item -> item.provides().cpuMicroCores()));
    }

    private @Nullable Proposal search(Resources demand) {
        Proposal found = null;
        long price = Long.MAX_VALUE;
        for (Market market : markets) {
            if (market.bound(demand) >= price) {
                continue;
            }
            VmList vms = policy.anew(market, demand).orElse(null);
            if (vms != null && vms.nanoUsdPerHour() < price) {
                price = vms.nanoUsdPerHour();
                found = new Proposal(market, vms);
            }
        }
        return found;
    }
}
