package dev.stowage.rightsizing;

/**
 * What the recommender of Kubernetes' vertical pod autoscaler would ask for by the same history,
 * and how both do on it.
 *
 * @param request that it would make
 * @param aboveShare share of the measured time in which one replica used more than that
 * @param ownAboveShare the same of the request that is made here
 */
public record RecommenderCheck(long request, double aboveShare, double ownAboveShare) {}
