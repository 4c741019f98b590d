package dev.stowage.sim.fleet;

import dev.stowage.basis.Seeds;
import dev.stowage.policy.PolicySpec;
import dev.stowage.sim.node.NodeSimulation;
import dev.stowage.sim.node.WindowedRun;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs every server of a placement, each with noise of its own; the first one as the simulator of
 * nodes runs it with the same seed.
 */
public final class FleetSimulation {
    private static final double HOUR = 3600;
    private static final double MINUTE = 60;

    private FleetSimulation() {}

    /** Runs a placement. */
    public static FleetRun run(
            FleetSpec spec,
            FleetPlacement placement,
            PolicySpec manager,
            long seed,
            int replication) {
        Totals totals = new Totals(spec);
        for (int server = 0; server < placement.count(); server++) {
            int[] counts = placement.servers().get(server);
            long own = server == 0 ? seed : Seeds.mix(seed, "fleet.server." + server, 0);
            totals.add(
                    counts,
                    new NodeSimulation(spec.server(counts))
                            .windows(manager, own, replication, HOUR));
        }
        return totals.run(placement.count());
    }

    /** Sums over servers, in their order. */
    private static final class Totals {
        private final FleetSpec spec;
        private final double[] minutes;
        private final double[] worst;
        private final double[] worstHour;
        private final List<double[]> hours = new ArrayList<>(); // violated, utilisation, watts
        private double utilisation;
        private double watts;
        private double batch;
        private long changes;
        private int moves;
        private int replicas;

        Totals(FleetSpec spec) {
            this.spec = spec;
            minutes = new double[spec.services().size()];
            worst = new double[minutes.length];
            worstHour = new double[minutes.length];
        }

        void add(int[] counts, WindowedRun run) {
            utilisation += run.summary().effectiveUtilisation();
            watts += run.summary().meanWatts();
            batch += run.summary().batchSpeed();
            changes += run.summary().changes();
            moves += run.summary().moveAsked() == null ? 0 : 1;
            int tenant = 0;
            for (int service = 0; service < counts.length; service++) {
                for (int copy = 0; copy < counts[service]; copy++) {
                    double share = run.summary().violationShare().get(tenant);
                    minutes[service] += share * spec.durationSeconds() / MINUTE;
                    worst[service] = Math.max(worst[service], share);
                    worstHour[service] = Math.max(worstHour[service], run.worstWindow(tenant));
                    tenant++;
                }
            }
            replicas += tenant;
            for (int hour = 0; hour < run.windows().size(); hour++) {
                if (hours.size() == hour) {
                    hours.add(new double[3]);
                }
                WindowedRun.Window window = run.windows().get(hour);
                for (double share : window.violationShare()) {
                    hours.get(hour)[0] += share;
                }
                hours.get(hour)[1] += window.effectiveUtilisation();
                hours.get(hour)[2] += window.watts();
            }
        }

        FleetRun run(int servers) {
            List<FleetRun.ServiceRun> services = new ArrayList<>();
            for (int i = 0; i < minutes.length; i++) {
                services.add(new FleetRun.ServiceRun(minutes[i], worst[i], worstHour[i]));
            }
            return new FleetRun(
                    servers,
                    utilisation / servers,
                    watts,
                    batch,
                    changes,
                    moves,
                    services,
                    hours.stream()
                            .map(
                                    each ->
                                            new FleetRun.Hour(
                                                    each[0] / replicas, each[1] / servers, each[2]))
                            .toList());
        }
    }

    /** True if every replica was within its target but for the share that it may not be. */
    static boolean holds(FleetSpec spec, FleetRun run) {
        return run.worstReplica() <= spec.violatedShare();
    }

    /** Servers by what is on them, for a reader: each mix once, with how often it is there. */
    public static List<String> mixes(FleetSpec spec, FleetPlacement placement) {
        return placement.servers().stream()
                .map(
                        counts -> {
                            List<String> names = new ArrayList<>();
                            for (int i = 0; i < counts.length; i++) {
                                for (int copy = 0; copy < counts[i]; copy++) {
                                    names.add(spec.services().get(i).name());
                                }
                            }
                            return String.join(" + ", names);
                        })
                .toList();
    }
}
