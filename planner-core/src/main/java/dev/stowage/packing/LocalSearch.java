package dev.stowage.packing;

import java.util.List;
import org.optaplanner.core.api.score.buildin.hardmediumsoftlong.HardMediumSoftLongScore;
import org.optaplanner.core.api.solver.Solver;
import org.optaplanner.core.api.solver.SolverFactory;
import org.optaplanner.core.config.heuristic.selector.move.factory.MoveIteratorFactoryConfig;
import org.optaplanner.core.config.localsearch.LocalSearchPhaseConfig;
import org.optaplanner.core.config.localsearch.decider.acceptor.LocalSearchAcceptorConfig;
import org.optaplanner.core.config.localsearch.decider.forager.LocalSearchForagerConfig;
import org.optaplanner.core.config.solver.EnvironmentMode;
import org.optaplanner.core.config.solver.SolverConfig;
import org.optaplanner.core.config.solver.termination.TerminationConfig;

/** Local search by OptaPlanner (late acceptance) from a packing. */
final class LocalSearch {
    private static final int LATE = 400;

    private final long target;
    private final long seed;
    private final long maxMoves;

    /**
     * A search.
     *
     * @param target cost at which it stops, in the model's steps
     */
    LocalSearch(long target, long seed, long maxMoves) {
        this.target = target;
        this.seed = seed;
        this.maxMoves = maxMoves;
    }

    /** Improves a packing, which is never worse afterwards; ends with the deadline. */
    void improve(PackState state, Deadline deadline) {
        if (state.model.units == 0 || deadline.leftSteps() == 0 || deadline.leftNanos() <= 0) {
            return;
        }
        SolverFactory<LocalPlan> factory = SolverFactory.create(config(deadline));
        Solver<LocalPlan> solver = factory.buildSolver();
        LocalPlan best = solver.solve(new LocalPlan(state, maxMoves));
        deadline.count(best.steps().get(), deadline.leftNanos() <= 0);
        HardMediumSoftLongScore score = best.score();
        if (score != null && score.isFeasible()) {
            PackState found = new PackState(state.model, maxMoves);
            found.become(best.places());
            if (found.isBetterThan(state)) {
                state.become(best.places());
            }
        }
    }

    private SolverConfig config(Deadline deadline) {
        TerminationConfig termination =
                new TerminationConfig()
                        .withBestScoreLimit(
                                "0hard/%dmedium/%dsoft".formatted(-target, Long.MIN_VALUE / 2));
        if (deadline.leftNanos() < Long.MAX_VALUE / 2) {
            termination.withMillisecondsSpentLimit(Math.max(1, deadline.leftNanos() / 1_000_000));
        }
        LocalSearchPhaseConfig search =
                new LocalSearchPhaseConfig()
                        .withMoveSelectorConfig(
                                new MoveIteratorFactoryConfig()
                                        .withMoveIteratorFactoryClass(LocalMoves.class))
                        .withAcceptorConfig(
                                new LocalSearchAcceptorConfig().withLateAcceptanceSize(LATE))
                        .withForagerConfig(
                                new LocalSearchForagerConfig().withAcceptedCountLimit(1));
        if (deadline.leftSteps() < Integer.MAX_VALUE) {
            search.setTerminationConfig(
                    new TerminationConfig().withStepCountLimit((int) deadline.leftSteps()));
        }
        return new SolverConfig()
                .withEnvironmentMode(EnvironmentMode.REPRODUCIBLE)
                .withRandomSeed(seed)
                .withSolutionClass(LocalPlan.class)
                .withEntityClassList(List.of(LocalUnit.class))
                .withConstraintProviderClass(LocalConstraints.class)
                .withTerminationConfig(termination)
                .withPhaseList(List.of(search));
    }
}
