package dev.stowage.forecast;

import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.PossibleModel;
import java.util.List;

/**
 * What the demand for several resources may come to: paths drawn from their models together, with
 * the errors of past buckets in random order. The errors of one past bucket stay together, so that
 * resources that rise together go on doing so. In each bucket the paths share the past buckets out
 * evenly, each as often as any other to within three, so that quantiles over the paths are hardly
 * moved by the luck of the draw. Source: McKay, Beckman, Conover, Technometrics 21(2), 1979 (Latin
 * hypercubes). The same seed and number of paths give the same paths in each pass.
 *
 * <p>Hot: all paths go forward by a bucket at a time, so that memory is for paths and a season, not
 * for the horizon.
 */
public final class DemandPaths {
    private final List<DemandModel> models;
    private final int paths;
    private final int buckets;
    private final long seed;
    private final long happening;

    /** Takes in the amounts of one bucket. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * A bucket.
         *
         * @param bucket from 0
         * @param amounts of each resource, of each path; overwritten after the call
         */
        void visit(int bucket, double[][] amounts);
    }

    /**
     * @param models one a resource, of histories of one length
     * @param paths how many, at least 1
     * @param buckets how far
     * @param seed root of all draws
     */
    public DemandPaths(List<DemandModel> models, int paths, int buckets, long seed) {
        this.models = List.copyOf(models);
        this.paths = Check.positive("paths", paths);
        this.buckets = Check.positive("buckets", buckets);
        this.seed = Seeds.mix(seed, "forecast", 0);
        happening = Seeds.mix(seed, "events", 0);
    }

    /** Number of paths. */
    public int paths() {
        return paths;
    }

    /** Number of resources. */
    public int resources() {
        return models.size();
    }

    /** Number of buckets. */
    public int buckets() {
        return buckets;
    }

    /** Goes through all buckets in order. */
    public void forEachBucket(Visitor visitor) {
        walk(visitor);
    }

    /** Amounts of each resource, of each path, that its last level beside the season stands for. */
    double[][] levels() {
        return walk((bucket, amounts) -> {}).stream()
                .map(walk -> walk.levels(buckets - 1))
                .toArray(double[][]::new);
    }

    private List<Walk> walk(Visitor visitor) {
        List<Walk> walks = models.stream().map(model -> new Walk(model, paths)).toList();
        int rows = models.get(0).ets().length();
        int[] drawn = new int[paths];
        double[][] amounts = walks.stream().map(walk -> walk.amounts).toArray(double[][]::new);
        for (int bucket = 0; bucket < buckets; bucket++) {
            draw(bucket, rows, drawn);
            for (Walk walk : walks) {
                walk.step(bucket, drawn);
                walk.model.events().apply(bucket, walk.amounts, happening);
            }
            visitor.visit(bucket, amounts);
        }
        return walks;
    }

    /** Which of the past buckets each path has the errors of: all alike, in random order. */
    private void draw(int bucket, int rows, int[] drawn) {
        for (int i = 0; i < paths; i++) {
            double share = (i + Seeds.uniform(seed, bucket, 2L * i)) / paths;
            int row = Math.min(rows - 1, (int) (share * rows));
            int place = (int) (Seeds.uniform(seed, bucket, 2L * i + 1) * (i + 1));
            drawn[i] = drawn[place]; // Fisher and Yates, from the inside out
            drawn[place] = row;
        }
    }

    /** All paths of one resource; each has one of the models that are possible. */
    private static final class Walk {
        private final DemandModel model;
        private final boolean isRelative;
        private final EtsParameters[] parameters;
        private final double[][] innovations;
        private final double[] level;
        private final double[] slope;
        private final double[][] season;
        private final double[] amounts;

        Walk(DemandModel model, int paths) {
            this.model = model;
            isRelative = model.ets().form().isRelative();
            List<PossibleModel> possible = model.possible();
            int models = possible.size();
            parameters =
                    possible.stream()
                            .map(each -> each.ets().parameters())
                            .toArray(EtsParameters[]::new);
            innovations =
                    possible.stream().map(PossibleModel::innovations).toArray(double[][]::new);
            level = new double[paths];
            slope = new double[paths];
            amounts = new double[paths];
            season = new double[model.ets().form().period()][paths];
            for (int path = 0; path < paths; path++) {
                EtsState last = possible.get(path % models).ets().last();
                level[path] = last.level();
                slope[path] = last.slope();
                double[] effects = last.season();
                for (int i = 0; i < effects.length; i++) {
                    season[i][path] = effects[i];
                }
            }
        }

        double[] levels(int bucket) {
            double[] levels = new double[level.length];
            for (int path = 0; path < levels.length; path++) {
                double mean = 0;
                for (double[] effects : season) {
                    mean += effects[path] / season.length;
                }
                double value = isRelative ? level[path] * mean : level[path] + mean;
                levels[path] = Math.max(0, model.factor(bucket) * model.scale().amount(value));
            }
            return levels;
        }

        void step(int bucket, int[] drawn) {
            double factor = model.factor(bucket);
            double cycle = model.cycle(bucket);
            double[] effects = season[bucket % season.length];
            for (int path = 0; path < amounts.length; path++) {
                EtsParameters own = parameters[path % parameters.length];
                double error = innovations[path % parameters.length][drawn[path]];
                double moved = own.phi() * slope[path];
                double next = level[path] + moved;
                double value =
                        isRelative
                                ? next * effects[path] * (1 + error)
                                : model.scale().amount(next + effects[path] + cycle + error);
                double off = isRelative ? next * error : error;
                level[path] = next + own.alpha() * off;
                slope[path] = moved + own.beta() * off;
                effects[path] += own.gamma() * (isRelative ? effects[path] * error : error);
                amounts[path] = Math.max(0, factor * value);
            }
        }
    }
}
