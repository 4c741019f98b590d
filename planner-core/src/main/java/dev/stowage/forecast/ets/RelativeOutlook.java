package dev.stowage.forecast.ets;

/**
 * The variances of the buckets to come of a model with relative Gaussian errors, exact: what is
 * followed is the expectation of level, slope and their products, each times an effect of the
 * season or its square, so that an error that moved level and season together counts. (Hyndman et
 * al. 2008, section 6.4, take both as independent.) Costs a season for each bucket.
 */
final class RelativeOutlook {
    private final EtsParameters parameters;
    private final double square;

    private RelativeOutlook(EtsParameters parameters, double sigma) {
        this.parameters = parameters;
        square = sigma * sigma;
    }

    /** Variances of the buckets to come, from the last state of a model. */
    static double[] variances(EtsModel model, double sigma, int buckets) {
        RelativeOutlook outlook = new RelativeOutlook(model.parameters(), sigma);
        EtsState last = model.last();
        double[] season = last.season();
        Moments[] moments = new Moments[season.length];
        for (int i = 0; i < season.length; i++) {
            moments[i] = new Moments(last.level(), last.slope(), season[i]);
        }
        double[] variances = new double[buckets];
        for (int h = 0; h < buckets; h++) {
            int place = h % season.length;
            variances[h] = outlook.variance(moments[place]);
            for (int i = 0; i < season.length; i++) {
                outlook.step(moments[i], i == place ? model.parameters().gamma() : 0);
            }
        }
        return variances;
    }

    /** Expectations of level, slope, and their products, with an effect and with its square. */
    private static final class Moments {
        private double level;
        private double slope;
        private double levels;
        private double both;
        private double slopes;

        Moments(double level, double slope, double effect) {
            this.level = level * effect;
            this.slope = slope * effect;
            levels = this.level * this.level;
            both = this.level * this.slope;
            slopes = this.slope * this.slope;
        }
    }

    private double variance(Moments m) {
        double phi = parameters.phi();
        double mean = m.level + phi * m.slope;
        double second = m.levels + 2 * phi * m.both + phi * phi * m.slopes;
        return Math.max(0, second * (1 + square) - mean * mean);
    }

    /** One bucket on, the effect being multiplied by one plus {@code gamma} times the error. */
    private void step(Moments m, double gamma) {
        double alpha = parameters.alpha();
        double beta = parameters.beta();
        double phi = parameters.phi();
        double none = 1 + gamma * gamma * square; // expectation of the squared factor
        double one = 2 * gamma * square; // of that times the error
        double two = square * (1 + 3 * gamma * gamma * square); // times the squared error
        double next = m.level + phi * m.slope;
        double nexts = m.levels + 2 * phi * m.both + phi * phi * m.slopes;
        double across = phi * m.both + phi * phi * m.slopes;
        m.level = next * (1 + alpha * gamma * square);
        m.slope = phi * m.slope + beta * gamma * square * next;
        m.levels = nexts * (none + 2 * alpha * one + alpha * alpha * two);
        m.both = across * (none + alpha * one) + nexts * beta * (one + alpha * two);
        m.slopes =
                phi * phi * m.slopes * none + 2 * beta * across * one + beta * beta * nexts * two;
    }
}
