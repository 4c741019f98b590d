package dev.stowage.stats;

import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.density.Piecewise;
import dev.stowage.stats.likelihood.Edges;
import dev.stowage.stats.likelihood.Estimate;
import dev.stowage.stats.likelihood.MaximumLikelihood;
import dev.stowage.stats.sample.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fit in pieces: where to cut is found by dynamic programming over {@value #CUTS} candidate edges
 * with simple densities, how often by BIC (at most {@value #MAX_PIECES} pieces), and each piece
 * then gets the most likely of the families with at most one dimension to search, cut to it.
 *
 * <p>The cuts are independent of the number of observations in cost: O(cuts^2 points).
 *
 * <p>Source of piece-wise densities: thesis (Sfakianakis 2023), section 3.2 ("in whole or
 * piece-wise"); of the search: Bellman, On the approximation of curves by line segments using
 * dynamic programming, CACM 4(6), 1961.
 */
final class PieceSearch {
    static final int MAX_PIECES = 4;

    private static final int CUTS = 30;
    private static final int MIN_POINTS = 8;

    /** Shapes, location and scale, or edges; the weight; the cut. */
    private static final int PARAMETERS = 4;

    private static final List<Family> FAMILIES =
            List.of(
                    Family.NORMAL,
                    Family.EXPONENTIAL,
                    Family.LAPLACE,
                    Family.LOG_NORMAL,
                    Family.GAMMA);

    private final Sample sample;
    private final double resolution;
    private final int[] cuts; // first point behind each edge; 0 and size() at the ends
    private final Segments segments;

    private PieceSearch(Sample sample, double resolution) {
        this.sample = sample;
        this.resolution = resolution;
        this.cuts = cuts(sample);
        this.segments = new Segments(sample);
    }

    /** What was found: the density and the number of its parameters. */
    record Found(Piecewise density, int parameters) {}

    /** The best fit in two or more pieces; null if one piece is as good. */
    static @Nullable Found fit(Sample sample, double resolution) {
        if (sample.size() < 2 * MIN_POINTS) {
            return null;
        }
        PieceSearch search = new PieceSearch(sample, resolution);
        int[] edges = search.edges();
        return edges.length < 3 ? null : search.pieces(edges);
    }

    /** Points that candidate edges lie in front of, at equal steps of mass. */
    private static int[] cuts(Sample sample) {
        int[] cuts = new int[CUTS + 2];
        int size = 1;
        double mass = 0;
        for (int i = 0; i < sample.size() && size <= CUTS; i++) {
            boolean isFar = i - cuts[size - 1] >= MIN_POINTS && sample.size() - i >= MIN_POINTS;
            if (isFar && mass >= size * (double) sample.count() / (CUTS + 1)) {
                cuts[size++] = i;
            }
            mass += sample.weight(i);
        }
        cuts[size++] = sample.size();
        return Arrays.copyOf(cuts, size);
    }

    private double edge(int point) {
        if (point == 0) {
            return sample.min() - 0.5 * resolution;
        }
        return point == sample.size()
                ? sample.max() + 0.5 * resolution
                : 0.5 * (sample.value(point - 1) + sample.value(point));
    }

    /** The cuts of the best segmentation, both ends included. */
    private int[] edges() {
        int n = cuts.length;
        double[][] cost = new double[MAX_PIECES + 1][n];
        int[][] from = new int[MAX_PIECES + 1][n];
        for (double[] row : cost) {
            Arrays.fill(row, Double.POSITIVE_INFINITY);
        }
        cost[0][0] = 0;
        double[][] single = singles();
        for (int k = 1; k <= MAX_PIECES; k++) {
            for (int to = 1; to < n; to++) {
                for (int start = 0; start < to; start++) {
                    double sum = cost[k - 1][start] + single[start][to];
                    if (sum < cost[k][to]) {
                        cost[k][to] = sum;
                        from[k][to] = start;
                    }
                }
            }
        }
        int best = 1;
        for (int k = 2; k <= MAX_PIECES; k++) {
            if (bic(cost[k][n - 1], k) < bic(cost[best][n - 1], best)) {
                best = k;
            }
        }
        int[] edges = new int[best + 1];
        edges[best] = n - 1;
        for (int k = best; k > 0; k--) {
            edges[k - 1] = from[k][edges[k]];
        }
        return edges;
    }

    private double bic(double cost, int pieces) {
        return 2 * cost + PARAMETERS * pieces * Math.log((double) sample.count());
    }

    private double[][] singles() {
        double[][] single = new double[cuts.length][cuts.length];
        for (int start = 0; start < cuts.length; start++) {
            for (int to = start + 1; to < cuts.length; to++) {
                single[start][to] =
                        segments.cost(cuts[start], cuts[to], edge(cuts[start]), edge(cuts[to]));
            }
        }
        return single;
    }

    private @Nullable Found pieces(int[] edges) {
        List<Piecewise.Piece> pieces = new ArrayList<>();
        int parameters = edges.length - 2; // the cuts
        for (int i = 0; i + 1 < edges.length; i++) {
            int first = cuts[edges[i]];
            int end = cuts[edges[i + 1]];
            Piecewise.Piece piece = piece(first, end);
            if (piece == null) {
                return null;
            }
            pieces.add(piece);
            parameters += 1 + ((Parametric) piece.density()).parameters();
        }
        return new Found(Piecewise.of(pieces), parameters - 1);
    }

    private Piecewise.@Nullable Piece piece(int first, int end) {
        Sample part = sample.part(first, end);
        double low = edge(first);
        double high = edge(end);
        double weight = (double) part.count() / sample.count();
        List<Parametric> members = new ArrayList<>();
        Parametric onEdges = Edges.betweenGiven(part, low, high);
        if (onEdges != null) {
            members.add(onEdges);
        }
        if (part.size() > 1) {
            double finest = Math.min(resolution, part.resolution());
            for (Family family : FAMILIES) {
                Estimate estimate = MaximumLikelihood.fit(family, part, finest);
                if (estimate.density() != null && estimate.isConverged()) {
                    members.add(estimate.density());
                }
            }
        }
        return members.stream()
                .map(member -> new Piecewise.Piece(low, high, weight, member))
                .filter(piece -> piece.inside() > Piecewise.MIN_INSIDE)
                .filter(piece -> Double.isFinite(logLikelihood(part, piece)))
                .max(Comparator.comparingDouble(piece -> logLikelihood(part, piece)))
                .orElse(null);
    }

    private static double logLikelihood(Sample part, Piecewise.Piece piece) {
        Parametric density = (Parametric) piece.density();
        double sum = 0;
        for (int i = 0; i < part.size(); i++) {
            sum += part.weight(i) * density.logPdf(part.value(i));
        }
        return sum - part.count() * Math.log(piece.inside());
    }
}
