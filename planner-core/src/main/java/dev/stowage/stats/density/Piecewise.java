package dev.stowage.stats.density;

import dev.stowage.basis.Check;
import java.util.List;
import java.util.StringJoiner;

/**
 * Densities side by side: each has an interval of its own, to which it is cut, and a share of the
 * mass.
 */
public final class Piecewise implements Density {
    /** A density needs so much of its mass inside its interval: less is rounding. */
    public static final double MIN_INSIDE = 1e-9;

    private final List<Piece> pieces;
    private final double[] before; // mass before each piece
    private final double[] below; // of the piece's density, below its interval
    private final double[] inside; // and inside

    /**
     * One interval.
     *
     * @param low its lower edge, part of it; may be minus infinity
     * @param high its upper edge, above {@code low}, not part of it; may be infinity
     * @param weight share of the mass, above 0, at most 1
     * @param density what is inside, with some mass between low and high
     */
    public record Piece(double low, double high, double weight, Density density) {
        public Piece {
            if (!(low < high)) {
                throw new IllegalArgumentException(
                        "low = " + low + ", expected a number below high = " + high);
            }
            Check.inRange("weight", Check.positive("weight", weight), 0, 1);
        }

        /** Mass of the density inside the interval, before it is cut. */
        public double inside() {
            return density.cdfBelow(high) - density.cdfBelow(low);
        }
    }

    private Piecewise(List<Piece> pieces) {
        this.pieces = List.copyOf(pieces);
        this.before = new double[pieces.size() + 1];
        this.below = new double[pieces.size()];
        this.inside = new double[pieces.size()];
        double sum = 0;
        for (int i = 0; i < inside.length; i++) {
            Piece piece = pieces.get(i);
            below[i] = piece.density().cdfBelow(piece.low());
            inside[i] = piece.inside();
            if (!(inside[i] >= MIN_INSIDE)) {
                throw new IllegalArgumentException(
                        piece.density().describe()
                                + " has no mass from "
                                + piece.low()
                                + " to "
                                + piece.high());
            }
            sum += piece.weight();
            before[i + 1] = sum;
        }
        for (int i = 0; i < before.length; i++) {
            before[i] /= sum;
        }
    }

    /**
     * Pieces in ascending order, at least one, each beginning where the last one ends.
     *
     * @param pieces their weights need not sum to 1
     */
    public static Piecewise of(List<Piece> pieces) {
        if (pieces.isEmpty()) {
            throw new IllegalArgumentException("no pieces, expected at least one");
        }
        for (int i = 1; i < pieces.size(); i++) {
            if (pieces.get(i).low() != pieces.get(i - 1).high()) {
                throw new IllegalArgumentException(
                        "piece "
                                + i
                                + " begins at "
                                + pieces.get(i).low()
                                + ", expected "
                                + pieces.get(i - 1).high()
                                + ", where the one before ends");
            }
        }
        return new Piecewise(pieces);
    }

    /** The pieces, ascending. */
    public List<Piece> pieces() {
        return pieces;
    }

    private int pieceAt(double x) {
        int i = 0;
        while (i < pieces.size() - 1 && x >= pieces.get(i).high()) {
            i++;
        }
        return i;
    }

    private double weight(int i) {
        return before[i + 1] - before[i];
    }

    @Override
    public boolean isContinuous() {
        return pieces.stream().allMatch(piece -> piece.density().isContinuous());
    }

    @Override
    public double mass(double x) {
        int i = pieceAt(x);
        return weight(i) * pieces.get(i).density().mass(x) / inside[i];
    }

    @Override
    public double logPdf(double x) {
        int i = pieceAt(x);
        Piece piece = pieces.get(i);
        return x < piece.low() || x > piece.high()
                ? Double.NEGATIVE_INFINITY
                : Math.log(weight(i) / inside[i]) + piece.density().logPdf(x);
    }

    @Override
    public double pdf(double x) {
        int i = pieceAt(x);
        Piece piece = pieces.get(i);
        return x < piece.low() || x > piece.high()
                ? 0
                : weight(i) * piece.density().pdf(x) / inside[i];
    }

    @Override
    public double cdf(double x) {
        int i = pieceAt(x);
        return cumulative(i, pieces.get(i).density().cdf(x));
    }

    @Override
    public double cdfBelow(double x) {
        int i = pieceAt(x);
        return cumulative(i, pieces.get(i).density().cdfBelow(x));
    }

    private double cumulative(int i, double cdf) {
        double share = (cdf - below[i]) / inside[i];
        return before[i] + weight(i) * Math.min(1, Math.max(0, share));
    }

    @Override
    public double quantile(double p) {
        int i = 0;
        while (i < pieces.size() - 1 && p > before[i + 1]) {
            i++;
        }
        Piece piece = pieces.get(i);
        double share = Math.min(1, Math.max(0, (p - before[i]) / weight(i)));
        double x = piece.density().quantile(Math.min(1, below[i] + share * inside[i]));
        return Math.min(piece.high(), Math.max(piece.low(), x));
    }

    /** By the midpoint rule over the probabilities; NaN if an outer piece has no mean. */
    @Override
    public double mean() {
        boolean isKnown =
                !Double.isNaN(pieces.get(0).density().mean())
                        && !Double.isNaN(pieces.get(pieces.size() - 1).density().mean());
        int steps = 4096;
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += quantile((i + 0.5) / steps);
        }
        return isKnown ? sum / steps : Double.NaN;
    }

    /** The kinds of the pieces and where they end. */
    @Override
    public String describe() {
        StringJoiner text = new StringJoiner(", ", "piecewise(", ")");
        for (int i = 0; i < pieces.size(); i++) {
            String all = pieces.get(i).density().describe();
            String kind = all.substring(0, all.indexOf('('));
            boolean isLast = i == pieces.size() - 1;
            text.add(isLast ? kind : kind + " to " + Text.of(pieces.get(i).high()));
        }
        return text.toString();
    }
}
