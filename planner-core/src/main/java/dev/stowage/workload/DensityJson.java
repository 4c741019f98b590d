package dev.stowage.workload;

import dev.stowage.json.JsonCursor;
import dev.stowage.stats.density.Atomic;
import dev.stowage.stats.density.CountFamily;
import dev.stowage.stats.density.Counting;
import dev.stowage.stats.density.Degenerate;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Empirical;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.GeneralisedPareto;
import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.density.Piecewise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads one density of a model file. */
final class DensityJson {
    private DensityJson() {}

    static String families() {
        return String.join(", ", Arrays.stream(Family.values()).map(Family::spelling).toList());
    }

    private static String countFamilies() {
        return String.join(
                ", ", Arrays.stream(CountFamily.values()).map(CountFamily::spelling).toList());
    }

    static Density read(JsonCursor at) {
        JsonCursor type = at.at("type");
        return switch (type.text()) {
            case "family" -> family(at);
            case "kde" -> kernel(at);
            case "empirical" -> empirical(at);
            case "counts" -> counts(at);
            case "generalised-pareto" -> pareto(at);
            case "piecewise" -> pieces(at);
            case "atoms" -> atoms(at);
            case "constant" -> new Degenerate(at.only("type", "value").at("value").number());
            default ->
                    throw type.bad(
                            "one of family, counts, kde, piecewise, atoms, generalised-pareto,"
                                    + " empirical, constant");
        };
    }

    private static Density family(JsonCursor at) {
        JsonCursor name = at.at("family");
        Family family =
                Family.parse(name.text()).orElseThrow(() -> name.bad("one of " + families()));
        List<String> keys = new ArrayList<>(List.of("type", "family", "location", "scale"));
        keys.addAll(family.shapeNames());
        at.only(keys.toArray(String[]::new));
        List<Double> shapes = new ArrayList<>();
        for (String shape : family.shapeNames()) {
            shapes.add(at.at(shape).positive());
        }
        return Parametric.of(family, shapes, at.at("location").number(), at.at("scale").positive());
    }

    private static Density counts(JsonCursor at) {
        JsonCursor name = at.at("family");
        CountFamily family =
                CountFamily.parse(name.text())
                        .orElseThrow(() -> name.bad("one of " + countFamilies()));
        List<String> keys = new ArrayList<>(List.of("type", "family", "origin"));
        keys.addAll(family.parameterNames());
        at.only(keys.toArray(String[]::new));
        List<Double> parameters = new ArrayList<>();
        for (String parameter : family.parameterNames()) {
            double value = at.at(parameter).number();
            if (!family.allows(parameter, value)) {
                throw at.at(parameter).bad(CountFamily.range(parameter));
            }
            parameters.add(value);
        }
        JsonCursor origin = at.at("origin");
        if (origin.number() != Math.rint(origin.number()) || Math.abs(origin.number()) > 1e15) {
            throw origin.bad("a whole number");
        }
        return Counting.of(family, parameters, origin.number());
    }

    private static Density pareto(JsonCursor at) {
        at.only("type", "threshold", "scale", "shape");
        return new GeneralisedPareto(
                at.at("threshold").number(), at.at("scale").positive(), at.at("shape").number());
    }

    private static Density pieces(JsonCursor at) {
        at.only("type", "pieces");
        List<Piecewise.Piece> pieces = new ArrayList<>();
        for (JsonCursor element : at.at("pieces").elements()) {
            element.only("low", "high", "weight", "density");
            double low = element.at("low").numberOr(Double.NEGATIVE_INFINITY);
            double high = element.at("high").numberOr(Double.POSITIVE_INFINITY);
            if (!pieces.isEmpty() && low != pieces.get(pieces.size() - 1).high()) {
                throw element.at("low").bad("the upper edge of the piece before");
            }
            if (!(low < high)) {
                throw element.at("high")
                        .bad("a number above low = " + low + ", or null at the end");
            }
            double weight = element.at("weight").positive();
            element.at("weight").inRange(0, 1);
            Piecewise.Piece piece =
                    new Piecewise.Piece(low, high, weight, read(element.at("density")));
            if (!(piece.inside() >= Piecewise.MIN_INSIDE)) {
                throw element.at("density").bad("a density with some mass from low to high");
            }
            pieces.add(piece);
        }
        if (pieces.isEmpty()) {
            throw at.at("pieces").bad("at least one piece");
        }
        return Piecewise.of(pieces);
    }

    private static Density atoms(JsonCursor at) {
        at.only("type", "atoms", "rest");
        List<Double> values = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        double sum = 0;
        for (JsonCursor atom : at.at("atoms").elements()) {
            atom.only("value", "share");
            double value = atom.at("value").number();
            if (!values.isEmpty() && !(value > values.get(values.size() - 1))) {
                throw atom.at("value").bad("more than the value before");
            }
            values.add(value);
            shares.add(atom.at("share").positive());
            sum += atom.at("share").number();
        }
        if (values.isEmpty() || !(sum < 1)) {
            throw at.at("atoms").bad("at least one atom, with shares that sum to less than 1");
        }
        return Atomic.of(values, shares, read(at.at("rest")));
    }

    private static Density kernel(JsonCursor at) {
        at.only("type", "kernel", "bandwidth", "axis", "shift", "low", "high", "heights");
        at.at("kernel").is("gaussian");
        double shift = at.at("shift").inRange(0, Double.MAX_VALUE);
        KernelDensity.Axis axis =
                switch (at.at("axis").text()) {
                    case "linear" -> KernelDensity.Axis.LINEAR;
                    case "logarithmic" -> new KernelDensity.Axis(true, shift);
                    default -> throw at.at("axis").bad("linear or logarithmic");
                };
        double low = at.at("low").number();
        double high = at.at("high").number();
        if (!(high > low)) {
            throw at.at("high").bad("a number above low = " + low);
        }
        List<Double> heights = new ArrayList<>();
        double sum = 0;
        for (JsonCursor height : at.at("heights").elements()) {
            heights.add(height.inRange(0, Double.MAX_VALUE));
            sum += height.number();
        }
        if (heights.size() < 2 || !(sum > 0) || Double.isInfinite(sum)) {
            throw at.at("heights").bad("at least two numbers that are not all 0");
        }
        return KernelDensity.of(at.at("bandwidth").positive(), axis, low, high, heights);
    }

    private static Density empirical(JsonCursor at) {
        at.only("type", "values", "weights");
        List<Double> values = new ArrayList<>();
        for (JsonCursor value : at.at("values").elements()) {
            if (!values.isEmpty() && !(value.number() > values.get(values.size() - 1))) {
                throw value.bad("more than the value before");
            }
            values.add(value.number());
        }
        List<Double> weights =
                at.at("weights").elements().stream().map(JsonCursor::positive).toList();
        if (values.isEmpty() || values.size() != weights.size()) {
            throw at.at("weights").bad("as many weights as values, and at least one");
        }
        return Empirical.of(values, weights);
    }
}
