package dev.stowage.cli;

import dev.stowage.model.VmCatalogue;
import dev.stowage.policy.deployment.MarketFilter;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.sim.cloud.DeploymentStudyResult;
import java.util.List;

/**
 * A comparison of deployments with all that it was made from.
 *
 * @param demand what was held
 * @param catalogue whose prices
 * @param providers asked for
 * @param filter which types
 * @param quantum how time was charged: as each one does, or the period of all, as typed
 * @param markets what could be rented, and what was left out
 * @param result what came of it
 */
record CloudStudy(
        CloudDemand demand,
        VmCatalogue catalogue,
        List<String> providers,
        MarketFilter filter,
        String quantum,
        Markets markets,
        DeploymentStudyResult result) {}
