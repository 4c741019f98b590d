package dev.stowage.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.plan.loss.Loss;
import dev.stowage.plan.loss.Survive;
import dev.stowage.plan.loss.WorstLoss;
import dev.stowage.plan.objective.Objective;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the loss of servers does to the planned ones. All figures are those of the first
 * replication; every other one was searched in the same way.
 *
 * @param servers lost at once
 * @param domains failure domains lost at once; each of the two by itself
 * @param hours how long they are down; to the end of the run if null
 * @param tried losses that were simulated; 0 where the objective misses without any
 * @param moments instants at which they were
 * @param searched which losses these are, in words
 * @param everyChoice true if every choice of servers was tried at each of the moments
 * @param everyMoment true if the moments are all in which a task starts or ends without a loss,
 *     just after and just before; of others nothing is proven
 * @param worstServers the servers whose loss comes closest to a bound, or the first found that
 *     misses one, numbered from 0
 * @param worstAtSeconds when, on the workload's clock; null if no loss was tried
 * @param effects every bound without a loss and with that one
 */
public record Survival(
        int servers,
        int domains,
        @Nullable Double hours,
        int tried,
        int moments,
        String searched,
        boolean everyChoice,
        boolean everyMoment,
        List<Integer> worstServers,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double worstAtSeconds,
        List<Effect> effects) {
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MICROS_PER_HOUR = 3.6e9;

    /**
     * A bound of the objective with what a run does without a loss and with the worst one.
     *
     * @param largest of all losses that were tried, which may be another one; null if none was
     */
    public record Effect(
            String metric,
            double bound,
            double without,
            double with,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double largest) {}

    public Survival {
        worstServers = List.copyOf(worstServers);
        effects = List.copyOf(effects);
    }

    /** Of what was found on the planned servers. */
    public static Survival of(Survive asked, Objective objective, WorstLoss found) {
        Loss loss = found.loss();
        return new Survival(
                asked.servers(),
                asked.domains(),
                asked.lengthMicros().isPresent()
                        ? asked.lengthMicros().getAsLong() / MICROS_PER_HOUR
                        : null,
                found.tried(),
                found.moments(),
                found.scope().text(),
                found.scope() != WorstLoss.Scope.HEAVIEST,
                found.scope() == WorstLoss.Scope.EVERY_MOMENT,
                loss == null ? List.of() : loss.servers(),
                loss == null ? null : loss.atMicros() / MICROS_PER_SECOND,
                objective.bounds().stream()
                        .map(
                                bound ->
                                        new Effect(
                                                bound.metric(),
                                                bound.limit(),
                                                Objective.figure(found.without(), bound.metric()),
                                                Objective.figure(found.summary(), bound.metric()),
                                                found.largest().get(bound.metric())))
                        .toList());
    }
}
