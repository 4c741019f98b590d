package dev.stowage.sim.fleet;

import dev.stowage.basis.Check;
import dev.stowage.model.node.BatchProfile;
import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.PolicySpec;
import dev.stowage.sim.node.NodeSimulation;
import dev.stowage.sim.node.NodeSpec;
import dev.stowage.sim.node.WindowedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which loads some services hold side by side on one server under a manager: the room of a server
 * for a mix.
 *
 * <p>A load is held if each service is within its target in all but a share of a minute that
 * follows a minute of settling, in each of some replications. Loads between the points of a grid
 * are rounded up to the next point, of every service: where less load is never harder to hold, as
 * under {@code unmanaged} and {@code oracle}, the answer is never above the true frontier. Managers
 * that find their way by trying may miss at a lower load what they hold at a higher one. Points are
 * computed when they are first asked for, and once.
 */
final class MixFrontier {
    /** Source: PARTIES, section 5.1 gives a manager a minute to find an allocation. */
    static final double SETTLING_SECONDS = 60;

    private static final double JUDGED_SECONDS = 60;
    private static final double EXACTLY = 1e-9;

    private final NodeSpec at;
    private final PolicySpec manager;
    private final Terms terms;
    private final Map<List<Integer>, Boolean> known = new ConcurrentHashMap<>();

    /**
     * How a point is judged.
     *
     * @param gridSteps points up to the largest load
     * @param replications in each of which it has to be held
     * @param violatedShare share of the judged minute that a service may be above its target
     * @param seed of the noise
     */
    record Terms(int gridSteps, int replications, double violatedShare, long seed) {
        Terms {
            Check.positive("gridSteps", gridSteps);
            Check.positive("replications", replications);
            Check.inRange("violatedShare", violatedShare, 0, 1);
        }
    }

    MixFrontier(
            NodeProfile node,
            List<ServiceProfile> services,
            List<BatchProfile> batch,
            PolicySpec manager,
            Terms terms) {
        this.manager = manager;
        this.terms = terms;
        List<NodeSpec.Tenant> tenants = new ArrayList<>();
        for (int i = 0; i < services.size(); i++) {
            ServiceProfile own = services.get(i).as(i + "." + services.get(i).name());
            tenants.add(new NodeSpec.Tenant(own, new LoadCurve.Constant(0)));
        }
        at =
                new NodeSpec(
                        node,
                        tenants,
                        batch,
                        SETTLING_SECONDS + JUDGED_SECONDS,
                        NodeSpec.Fidelity.ANALYTIC);
    }

    /** True if the loads are held, by the grid; false above the largest load. */
    boolean holds(double[] loads) {
        Integer[] point = new Integer[loads.length];
        for (int i = 0; i < point.length; i++) {
            if (!(loads[i] <= 1 + EXACTLY)) {
                return false;
            }
            point[i] = (int) Math.ceil(loads[i] * terms.gridSteps() - EXACTLY);
        }
        return known.computeIfAbsent(List.of(point), this::judge);
    }

    private boolean judge(List<Integer> point) {
        return direct(
                point.stream().mapToDouble(each -> (double) each / terms.gridSteps()).toArray());
    }

    /** True if just these loads are held, without the grid. */
    boolean direct(double[] loads) {
        NodeSimulation simulation = new NodeSimulation(at.at(loads));
        for (int replication = 0; replication < terms.replications(); replication++) {
            WindowedRun run =
                    simulation.windows(manager, terms.seed(), replication, JUDGED_SECONDS);
            for (double share : run.windows().get(1).violationShare()) {
                if (share > terms.violatedShare()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Points that were computed. */
    int points() {
        return known.size();
    }
}
