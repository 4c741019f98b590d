package dev.stowage.workload.prototype;

import java.util.random.RandomGenerator;

/**
 * Deals prototypes: each as often as its weight before any is dealt again, in runs of neighbours.
 * The runs are shuffled, their insides are not, so that what successive jobs have in common
 * survives.
 */
public final class Deck {
    private final int[] prototypes;
    private final double[] weights;
    private final int runLength;
    private final RandomGenerator random;
    private int[] dealt = new int[0];
    private int[] runs = new int[0];
    private int size;
    private int run;
    private int place;

    /**
     * A deck.
     *
     * @param prototypes numbers of prototypes in order of time, at least one
     * @param weights of each, at least 1
     */
    Deck(int[] prototypes, double[] weights, int runLength, RandomGenerator random) {
        this.prototypes = prototypes;
        this.weights = weights;
        this.runLength = runLength;
        this.random = random;
    }

    /** The next prototype. */
    public int next() {
        while (run == runs.length || runs[run] * runLength + place >= size) {
            shuffle();
        }
        int prototype = dealt[runs[run] * runLength + place];
        if (++place == runLength || runs[run] * runLength + place == size) {
            run++;
            place = 0;
        }
        return prototype;
    }

    private void shuffle() {
        double sum = random.nextDouble();
        size = 0;
        double all = 0;
        for (double weight : weights) {
            all += weight;
        }
        if (dealt.length < all + 1) {
            dealt = new int[(int) all + 2];
        }
        for (int i = 0; i < prototypes.length; i++) {
            long before = (long) sum;
            sum += weights[i];
            for (long copy = before; copy < (long) sum; copy++) {
                dealt[size++] = prototypes[i];
            }
        }
        runs = new int[(size + runLength - 1) / runLength];
        for (int i = 0; i < runs.length; i++) {
            int other = random.nextInt(i + 1);
            runs[i] = runs[other];
            runs[other] = i;
        }
        run = 0;
        place = 0;
    }
}
