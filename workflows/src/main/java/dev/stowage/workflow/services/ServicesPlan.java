package dev.stowage.workflow.services;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.plan.FewestServers;
import dev.stowage.policy.PolicySpec;
import dev.stowage.scenario.services.ServicesFile;
import dev.stowage.stats.output.Reliability;
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
        @Nullable Double confidence) {
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
                isClaimed ? request.claim().confidence() : null);
    }

    private static boolean holds(
            Request request, PolicySpec controller, int servers, int replication) {
        ServicesFile.Servers on = new ServicesFile.Servers(servers, request.most().size());
        return ControllerStudy.run(request.file(), on, controller, request.seed(), replication)
                .services()
                .stream()
                .allMatch(share -> share <= request.violatedShare());
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
