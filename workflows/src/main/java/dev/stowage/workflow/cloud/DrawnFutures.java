package dev.stowage.workflow.cloud;

import dev.stowage.workload.demand.ServiceDemand;
import java.util.List;

/**
 * Futures of a demand that a portfolio is bought for, all of one length.
 *
 * @param history what was seen
 * @param toDecide the decision looks at these; not empty
 * @param toJudge and is judged by these; not empty
 * @param models of the history, from which they are drawn, in words
 * @param bucketSeconds how long amounts hold
 * @param isGoodEnough true if the forecast is good enough to plan by
 * @param reasons why it is not
 */
public record DrawnFutures(
        ServiceDemand history,
        List<ServiceDemand> toDecide,
        List<ServiceDemand> toJudge,
        List<String> models,
        double bucketSeconds,
        boolean isGoodEnough,
        List<String> reasons) {
    public DrawnFutures {
        toDecide = List.copyOf(toDecide);
        toJudge = List.copyOf(toJudge);
        models = List.copyOf(models);
        reasons = List.copyOf(reasons);
    }

    /** These with a share of every need more. */
    public DrawnFutures withMore(double share) {
        return new DrawnFutures(
                history.withMore(share),
                toDecide.stream().map(each -> each.withMore(share)).toList(),
                toJudge.stream().map(each -> each.withMore(share)).toList(),
                models,
                bucketSeconds,
                isGoodEnough,
                reasons);
    }
}
