package dev.stowage.stats.density;

import dev.stowage.basis.Check;
import java.util.List;
import java.util.StringJoiner;

/** A member of a {@link Family}. */
public final class Parametric implements Density {
    private final Family family;
    private final List<Double> shapes;
    private final double location;
    private final double scale;
    private final Standard standard;

    private Parametric(Family family, List<Double> shapes, double location, double scale) {
        this.family = family;
        this.shapes = List.copyOf(shapes);
        this.location = location;
        this.scale = scale;
        this.standard = family.standard(shapes.stream().mapToDouble(v -> v).toArray());
    }

    /**
     * The member with these parameters.
     *
     * @param shapes as {@link Family#shapeNames()}, each finite and above 0
     * @param location finite
     * @param scale finite and above 0
     */
    public static Parametric of(Family family, List<Double> shapes, double location, double scale) {
        List<String> names = family.shapeNames();
        if (shapes.size() != names.size()) {
            throw new IllegalArgumentException(
                    family.spelling() + " has shapes " + names + ", found " + shapes.size());
        }
        for (int i = 0; i < names.size(); i++) {
            Check.positive(names.get(i), shapes.get(i));
        }
        if (!Double.isFinite(location)) {
            throw new IllegalArgumentException(
                    "location = " + location + ", expected a finite number");
        }
        Check.positive("scale", scale);
        return new Parametric(family, shapes, location, scale);
    }

    public Family family() {
        return family;
    }

    /** In the order of {@link Family#shapeNames()}. */
    public List<Double> shapes() {
        return shapes;
    }

    public double location() {
        return location;
    }

    public double scale() {
        return scale;
    }

    /** Number of free parameters. */
    public int parameters() {
        return shapes.size() + 2;
    }

    @Override
    public double pdf(double x) {
        return standard.density((x - location) / scale) / scale;
    }

    @Override
    public double logPdf(double x) {
        return standard.logDensity((x - location) / scale) - Math.log(scale);
    }

    @Override
    public double cdf(double x) {
        return standard.cdf((x - location) / scale);
    }

    @Override
    public double quantile(double p) {
        return location + scale * standard.quantile(p);
    }

    @Override
    public double mean() {
        return location + scale * standard.mean();
    }

    @Override
    public String describe() {
        StringJoiner text = new StringJoiner(", ", family.spelling() + "(", ")");
        List<String> names = family.shapeNames();
        for (int i = 0; i < names.size(); i++) {
            text.add(names.get(i) + " " + Text.of(shapes.get(i)));
        }
        text.add("location " + Text.of(location)).add("scale " + Text.of(scale));
        return text.toString();
    }
}
