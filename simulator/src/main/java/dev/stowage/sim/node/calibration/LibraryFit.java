package dev.stowage.sim.node.calibration;

import dev.stowage.basis.Seeds;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.ParameterSource;
import dev.stowage.stats.BoundedLeastSquares;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;

/** Fits free parameters of a library to residuals, with priors on all of them. */
final class LibraryFit {
    private final NodeLibrary base;
    private final List<FreeParameter> free;
    private final double priorWeight;
    private final int mostSteps;

    /**
     * Of a library whose other parameters stay.
     *
     * @param priorWeight of the residual of a prior, in standard deviations
     */
    LibraryFit(NodeLibrary base, List<FreeParameter> free, double priorWeight, int mostSteps) {
        this.base = base;
        this.free = List.copyOf(free);
        this.priorWeight = priorWeight;
        this.mostSteps = mostSteps;
    }

    /**
     * The library at a point: values of the free parameters, logarithms for those that have one.
     */
    NodeLibrary at(double[] point) {
        NodeLibrary library = base;
        for (int i = 0; i < point.length; i++) {
            FreeParameter each = free.get(i);
            library =
                    each.change()
                            .apply(library, each.prior().value(point[i]), ParameterSource.FITTED);
        }
        return library;
    }

    /** The same, where what only a prior says, or is a guess, is not called fitted. */
    NodeLibrary at(double[] point, List<FittedParameter> fitted) {
        NodeLibrary library = at(point);
        for (int i = 0; i < point.length; i++) {
            FittedParameter found = fitted.get(i);
            if (found.isGuess() || found.evidence() == FittedParameter.Evidence.PRIOR) {
                FreeParameter each = free.get(i);
                library =
                        each.change()
                                .apply(library, each.prior().value(point[i]), ParameterSource.OURS);
            }
        }
        return library;
    }

    /** What the priors say. */
    double[] priors() {
        return column(each -> each.place(each.mean()));
    }

    /**
     * What the priors say, and further points near it, always the same.
     *
     * @param stream name of the random numbers
     */
    List<double[]> starts(int count, String stream) {
        List<double[]> starts = new ArrayList<>(List.of(priors()));
        RandomGenerator random = Seeds.stream(1, stream, 0);
        for (int i = 1; i < count; i++) {
            double[] start = priors();
            for (int j = 0; j < start.length; j++) {
                start[j] += 0.7 * free.get(j).prior().deviation() * random.nextGaussian();
            }
            starts.add(start);
        }
        return starts;
    }

    /** The best point near any of the starts. */
    BoundedLeastSquares.Found from(
            List<double[]> starts, Function<NodeLibrary, double[]> residuals) {
        return starts.stream()
                .map(start -> from(start, residuals))
                .reduce((a, b) -> b.sumOfSquares() < a.sumOfSquares() ? b : a)
                .orElseThrow();
    }

    /** The best point near a start. */
    BoundedLeastSquares.Found from(double[] start, Function<NodeLibrary, double[]> residuals) {
        double[] priors = priors();
        return search(
                        point -> {
                            double[] data = residuals.apply(at(point));
                            double[] all = new double[data.length + point.length];
                            System.arraycopy(data, 0, all, 0, data.length);
                            for (int i = 0; i < point.length; i++) {
                                all[data.length + i] =
                                        priorWeight
                                                * (point[i] - priors[i])
                                                / free.get(i).prior().deviation();
                            }
                            return all;
                        })
                .from(start);
    }

    /** Standard deviations at a point, by the data and the priors. */
    double[] deviations(double[] point, Function<NodeLibrary, double[]> residuals) {
        return search(each -> residuals.apply(at(each)))
                .deviations(point, column(FreeParameter.Prior::deviation));
    }

    private BoundedLeastSquares search(java.util.function.UnaryOperator<double[]> residuals) {
        return new BoundedLeastSquares(
                residuals,
                column(each -> each.place(each.low())),
                column(each -> each.place(each.high())),
                mostSteps);
    }

    private double[] column(ToDoubleFunction<FreeParameter.Prior> value) {
        return free.stream().map(FreeParameter::prior).mapToDouble(value).toArray();
    }
}
