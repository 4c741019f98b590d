package dev.stowage.policy.deployment;

import dev.stowage.covering.Cover;
import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Several VMs of different sizes: each increase adds one VM of the size that is missing. What is
 * more than the largest VM holds is cut into as many of those as it takes and one for the rest.
 */
final class AdaptiveSizes implements DeploymentPolicy {
    @Override
    public Optional<VmList> anew(Market market, Resources demand) {
        Optional<CoverItem> one = market.cheapestSingle(demand);
        if (one.isPresent()) {
            return one.map(item -> VmList.of(item, 1));
        }
        return market.largest().map(largest -> cut(market, demand, largest));
    }

    private static VmList cut(Market market, Resources demand, CoverItem largest) {
        List<Cover.Line> lines = new ArrayList<>();
        Resources rest = demand;
        int count = 0;
        Optional<CoverItem> last = Optional.empty();
        while (last.isEmpty()) {
            count++;
            rest = Shortfall.of(rest, largest.provides());
            last = market.cheapestSingle(rest);
        }
        if (last.get().equals(largest)) {
            return VmList.of(largest, count + 1);
        }
        lines.add(new Cover.Line(largest, count));
        if (!rest.equals(Resources.NONE)) {
            lines.add(new Cover.Line(last.get(), 1));
        }
        return new VmList(lines);
    }

    @Override
    public Optional<VmList> add(ServiceView service, Resources missing) {
        return anew(service.market(), missing);
    }

    @Override
    public boolean changesTypes() {
        return false;
    }
}
