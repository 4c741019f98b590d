package dev.stowage.forecast.ets;

import java.util.random.RandomGenerator;

/** What the parameters of a form may be, given a series. */
interface Posterior {
    /** The coordinates of the best model. */
    double[] start();

    /** Of coordinates, but for a constant. */
    double logDensity(double[] coordinates);

    /** A model with these coordinates; what they leave open is drawn. */
    PossibleModel model(double[] coordinates, RandomGenerator random);

    /**
     * A chi-square variable over its degrees of freedom. Source: Wilson and Hilferty 1931, good
     * from some five degrees on; fewer are taken as five.
     */
    static double chiSquareShare(int freedom, RandomGenerator random) {
        double part = 2.0 / (9 * Math.max(5, freedom));
        double root = 1 - part + random.nextGaussian() * Math.sqrt(part);
        return Math.max(0.05, root * root * root);
    }
}
