package dev.stowage.workflow.plan;

import dev.stowage.model.MaintenanceWindow;
import dev.stowage.model.ServerFleet;
import dev.stowage.plan.RunFunction;
import dev.stowage.plan.Survival;
import dev.stowage.plan.loss.Loss;
import dev.stowage.plan.loss.Survive;
import dev.stowage.plan.loss.WorstLoss;
import dev.stowage.plan.objective.Objective;
import dev.stowage.run.RunSummary;
import dev.stowage.run.ServerLog;
import dev.stowage.scenario.Scenario;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs of a scenario with the worst loss of servers that is found in each. */
final class LossRuns implements RunFunction {
    /** Runs with servers that are down at some times. */
    interface Runs {
        /** A run that tells a log of all servers. */
        RunSummary followed(ServerFleet.Static servers, int replication, ServerLog log);

        /** A run with planned times without some servers. */
        RunSummary with(
                List<MaintenanceWindow> windows, ServerFleet.Static servers, int replication);
    }

    private final Scenario scenario;
    private final Survive survive;
    private final Runs runs;
    private final AtomicInteger simulations = new AtomicInteger();

    LossRuns(Scenario scenario, Survive survive, Runs runs) {
        this.scenario = scenario;
        this.survive = survive;
        this.runs = runs;
    }

    @Override
    public RunSummary run(int servers, int replication) {
        return run(scenario.fleet(servers), replication);
    }

    /** The run with the worst loss that is found on some servers. */
    RunSummary run(ServerFleet.Static servers, int replication) {
        WorstLoss found = worst(servers, replication);
        simulations.addAndGet(1 + found.tried());
        return found.summary();
    }

    /** Simulations of the search. */
    int simulations() {
        return simulations.get();
    }

    /** What losses do to the first replication on some servers. */
    Survival survival(ServerFleet.Static servers) {
        return Survival.of(survive, scenario.objective(), worst(servers, 0));
    }

    private WorstLoss worst(ServerFleet.Static servers, int replication) {
        Objective objective = scenario.objective();
        int[] domains = servers.domains();
        return WorstLoss.find(
                survive,
                domains,
                objective,
                new WorstLoss.Runs() {
                    @Override
                    public RunSummary without(ServerLog log) {
                        return runs.followed(servers, replication, log);
                    }

                    @Override
                    public RunSummary with(Loss loss) {
                        return runs.with(
                                loss.windows(survive.lengthMicros()), servers, replication);
                    }
                });
    }
}
