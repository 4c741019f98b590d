package dev.stowage.workflow.services;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.stowage.plan.FewestClaim;
import dev.stowage.policy.PolicySpec;
import dev.stowage.scenario.services.ServicesFile;
import dev.stowage.sim.skynet.ObjectiveResult;
import dev.stowage.sim.skynet.ObjectiveSpec.Servers;
import dev.stowage.stats.output.Reliability;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The fewest servers on which a controller keeps the objectives: of each service at most a share of
 * application-seconds is below one.
 *
 * @param controller as it was run, with all parameters
 * @param found the number, and the runs that it was judged on
 * @param headroom what other numbers of servers would do; around the most that were allowed if
 *     there is no number
 */
public record ServicesPlan(
        String controller, @JsonUnwrapped FewestClaim found, List<Headroom> headroom) {
    /** Replications of a point of the curve, the same ones for all. */
    private static final int RUNS_OF_A_POINT = 5;

    public ServicesPlan {
        headroom = List.copyOf(headroom);
    }

    /**
     * A point of the headroom curve: means of five runs, of one where nothing is drawn.
     *
     * @param servers how many
     * @param violatedShare application-seconds below an objective
     * @param worstService the same of the service with the most
     * @param cpuUsedShare CPU in use, of all servers
     */
    public record Headroom(
            int servers, double violatedShare, double worstService, double cpuUsedShare) {}

    /**
     * What is asked for.
     *
     * @param file the services
     * @param most servers of which kind, one alone, and the most of them
     * @param violatedShare that each service may have
     * @param replications runs to judge on, where anything is drawn
     * @param claim what is to be claimed of others
     * @param seed root of all random numbers
     * @param threads never change the answer
     */
    public record Request(
            ServicesFile file,
            Servers most,
            double violatedShare,
            int replications,
            Reliability claim,
            long seed,
            int threads) {}

    /** Searches. */
    public static ServicesPlan of(Request request, PolicySpec controller) {
        boolean isExact = !request.file().disturbance().isDrawn();
        FewestClaim found =
                FewestClaim.search(
                        (servers, replication) -> holds(request, controller, servers, replication),
                        !isExact,
                        new FewestClaim.Terms(
                                request.most().count(),
                                request.replications(),
                                request.claim(),
                                request.threads()));
        int runs = isExact ? 1 : RUNS_OF_A_POINT;
        List<Headroom> headroom =
                Arrays.stream(found.around())
                        .mapToObj(servers -> point(request, controller, servers, runs))
                        .toList();
        return new ServicesPlan(controller.toString(), found, headroom);
    }

    private static Headroom point(Request request, PolicySpec controller, int servers, int runs) {
        double violated = 0;
        double worst = 0;
        double cpu = 0;
        for (int i = 0; i < runs; i++) {
            ObjectiveResult result = run(request, controller, servers, i);
            violated += result.violatedShare() / runs;
            worst += Collections.max(result.services()) / runs;
            cpu += result.cpuUsedShare() / runs;
        }
        return new Headroom(servers, violated, worst, cpu);
    }

    private static boolean holds(
            Request request, PolicySpec controller, int servers, int replication) {
        return run(request, controller, servers, replication).services().stream()
                .allMatch(share -> share <= request.violatedShare());
    }

    private static ObjectiveResult run(
            Request request, PolicySpec controller, int servers, int replication) {
        Servers on = Servers.of(servers, request.most().unit());
        return ControllerStudy.run(request.file(), on, controller, request.seed(), replication);
    }

    /** Its name, without parameters. */
    @JsonIgnore
    public String plain() {
        return controller.replaceFirst("\\[.*", "");
    }
}
