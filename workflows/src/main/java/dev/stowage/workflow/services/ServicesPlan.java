package dev.stowage.workflow.services;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.plan.FewestServers;
import dev.stowage.policy.PolicySpec;
import dev.stowage.scenario.services.ServicesFile;
import dev.stowage.sim.skynet.ObjectiveResult;
import dev.stowage.stats.output.Reliability;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fewest servers on which a controller keeps the objectives: of each service at most a share of
 * application-seconds is below one.
 *
 * @param controller as it was run, with all parameters
 * @param servers how many, or null if not even the most that were allowed do
 * @param most that were allowed
 * @param exact true if nothing is drawn: one run says all
 * @param replications runs that the number was judged on
 * @param held of them
 * @param heldOnOneLess of as many with one server less; null if there is none
 * @param fresh true if these runs are others than those of the search
 * @param share of runs that is claimed; null if exact, or if there is no number
 * @param confidence of that; null so
 * @param headroom what other numbers of servers would do; empty if there is no number
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record ServicesPlan(
        String controller,
        @Nullable Integer servers,
        int most,
        boolean exact,
        int replications,
        int held,
        @Nullable Integer heldOnOneLess,
        boolean fresh,
        @Nullable Double share,
        @Nullable Double confidence,
        List<Headroom> headroom) {
    /** Other numbers of servers, as shares of the one that was found. */
    private static final double[] OTHERS = {0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5};

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
     * @param most servers of which kind, and the most of them
     * @param violatedShare that each service may have
     * @param replications runs to judge on, where anything is drawn
     * @param claim what is to be claimed of others
     * @param seed root of all random numbers
     * @param threads never change the answer
     */
    public record Request(
            ServicesFile file,
            ServicesFile.Servers most,
            double violatedShare,
            int replications,
            Reliability claim,
            long seed,
            int threads) {}

    /** Searches. */
    public static ServicesPlan of(Request request, PolicySpec controller) {
        boolean isExact = !request.file().disturbance().isDrawn();
        FewestServers.Answer answer =
                FewestServers.search(
                        (servers, replication) -> holds(request, controller, servers, replication),
                        request.most().count(),
                        isExact ? 1 : request.replications(),
                        request.claim(),
                        request.threads());
        boolean isClaimed = !isExact && answer.servers() != null;
        return new ServicesPlan(
                controller.toString(),
                answer.servers(),
                request.most().count(),
                isExact,
                answer.replications(),
                answer.held(),
                answer.heldOnOneLess(),
                answer.isOnFresh(),
                isClaimed ? request.claim().share() : null,
                isClaimed ? request.claim().confidence() : null,
                answer.servers() == null
                        ? List.of()
                        : headroom(request, controller, answer.servers(), isExact));
    }

    private static List<Headroom> headroom(
            Request request, PolicySpec controller, int found, boolean isExact) {
        int runs = isExact ? 1 : RUNS_OF_A_POINT;
        return Arrays.stream(OTHERS)
                .mapToInt(share -> (int) Math.round(share * found))
                .filter(servers -> servers >= 1 && servers <= request.most().count())
                .distinct()
                .mapToObj(servers -> point(request, controller, servers, runs))
                .toList();
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
        ServicesFile.Servers on = new ServicesFile.Servers(servers, request.most().size());
        return ControllerStudy.run(request.file(), on, controller, request.seed(), replication);
    }

    /** True if a number of servers was found. */
    @JsonIgnore
    public boolean isMet() {
        return servers != null;
    }

    /** Its name, without parameters. */
    @JsonIgnore
    public String plain() {
        return controller.replaceFirst("\\[.*", "");
    }
}
