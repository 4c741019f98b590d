package dev.stowage.policy.deployment;

import dev.stowage.covering.Cover;
import java.util.List;

/**
 * What a policy sees of a service: where it runs and on what.
 *
 * @param market where its VMs are
 * @param active its VMs that work, by kind; none that idle until their charging period ends
 */
public record ServiceView(Market market, List<Cover.Line> active) {
    public ServiceView {
        active = List.copyOf(active);
    }
}
