package dev.stowage.workload.growth;

import dev.stowage.basis.Check;
import dev.stowage.model.TaskClass;
import java.util.Optional;

/**
 * How the demand of a forecast differs from the workload that is there.
 *
 * @param growthBatch factor on the number of batch jobs, above 0
 * @param growthUserFacing factor on the number of user-facing jobs, above 0
 * @param season how arrivals follow the hours, if not as they do
 */
public record Demand(double growthBatch, double growthUserFacing, Optional<Season> season) {
    /** As it is. */
    public static final Demand SAME = new Demand(1, 1, Optional.empty());

    public Demand {
        Check.positive("growthBatch", growthBatch);
        Check.positive("growthUserFacing", growthUserFacing);
    }

    /** The factor of a class. */
    public double growth(TaskClass taskClass) {
        return switch (taskClass) {
            case BATCH -> growthBatch;
            case USER_FACING -> growthUserFacing;
        };
    }

    /** The larger factor: so many more jobs are to be drawn from a model. */
    public double largestGrowth() {
        return Math.max(growthBatch, growthUserFacing);
    }

    /** What is left to do once {@link #largestGrowth} times the jobs have been drawn. */
    public Demand afterDraw() {
        double drawn = largestGrowth();
        return new Demand(growthBatch / drawn, growthUserFacing / drawn, season);
    }

    /** True if the number of jobs changes. */
    public boolean isGrown() {
        return growthBatch != 1 || growthUserFacing != 1;
    }
}
