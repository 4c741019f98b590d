package dev.stowage.packing.search;

import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.Arrays;
import java.util.List;
import org.optaplanner.core.api.score.buildin.hardmediumsoftlong.HardMediumSoftLongScore;
import org.optaplanner.core.api.solver.SolverFactory;
import org.optaplanner.core.config.heuristic.selector.move.factory.MoveIteratorFactoryConfig;
import org.optaplanner.core.config.localsearch.LocalSearchPhaseConfig;
import org.optaplanner.core.config.localsearch.decider.acceptor.LocalSearchAcceptorConfig;
import org.optaplanner.core.config.localsearch.decider.forager.LocalSearchForagerConfig;
import org.optaplanner.core.config.solver.EnvironmentMode;
import org.optaplanner.core.config.solver.SolverConfig;
import org.optaplanner.core.config.solver.termination.TerminationConfig;
import org.optaplanner.core.impl.solver.DefaultSolver;

/** Local search by OptaPlanner (late acceptance) from a packing. */
final class LocalSearch {
    private static final int LATE = 400;

    /** Work of one score of a move, in looks. */
    private static final long LOOKS_A_SCORE = 2_000;

    /** Scores for each step that is allowed, where nothing else is a limit. */
    private static final long SCORES_A_STEP = 1_000;

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

    /** Improves a packing, which is never worse afterwards; ends with the budget. */
    void improve(PackState state, Budget budget) {
        if (state.model.units == 0 || budget.isEmpty() || !isCountable(state.model)) {
            return;
        }
        SolverFactory<LocalPlan> factory = SolverFactory.create(config(budget));
        DefaultSolver<LocalPlan> solver = (DefaultSolver<LocalPlan>) factory.buildSolver();
        LocalPlan best = solver.solve(new LocalPlan(state, maxMoves));
        budget.count(
                best.steps().get(),
                LOOKS_A_SCORE * solver.getSolverScope().getScoreCalculationCount());
        HardMediumSoftLongScore score = best.score();
        if (score != null && score.isFeasible()) {
            PackState found = new PackState(state.model, maxMoves);
            found.become(best.places());
            if (found.isBetterThan(state)) {
                state.become(best.places());
            }
        }
    }

    /** True if the weights of all units, worse than any cost, have a sum. */
    private static boolean isCountable(PackModel model) {
        double sum = Arrays.stream(model.weight).asDoubleStream().sum();
        return sum * model.aboveAnyCost < Long.MAX_VALUE / 4.0;
    }

    private SolverConfig config(Budget budget) {
        TerminationConfig termination =
                new TerminationConfig()
                        .withBestScoreLimit(
                                "0hard/%dmedium/%dsoft".formatted(-target, Long.MIN_VALUE / 2));
        if (budget.isTimed()) {
            termination.withMillisecondsSpentLimit(Math.max(1, budget.leftNanos() / 1_000_000));
        }
        if (budget.hasWork()) {
            termination.withScoreCalculationCountLimit(
                    Math.max(1, budget.leftWork() / LOOKS_A_SCORE));
        } else if (!budget.isTimed()) {
            // where no move is ever accepted, steps alone would not end it
            termination.withScoreCalculationCountLimit(SCORES_A_STEP * (1 + budget.leftSteps()));
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
        if (budget.leftSteps() < Integer.MAX_VALUE) {
            search.setTerminationConfig(
                    new TerminationConfig().withStepCountLimit((int) budget.leftSteps()));
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
