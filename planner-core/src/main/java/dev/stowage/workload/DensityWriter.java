package dev.stowage.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.stats.density.Atomic;
import dev.stowage.stats.density.Counting;
import dev.stowage.stats.density.Degenerate;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Empirical;
import dev.stowage.stats.density.GeneralisedPareto;
import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.density.Piecewise;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** Writes one density of a model file; {@link DensityJson} reads it back. */
final class DensityWriter {
    static final MathContext PARAMETER = new MathContext(12);
    static final MathContext FIGURE = new MathContext(6);

    private static final double PLAIN_BELOW = 1e15;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private DensityWriter() {}

    static ObjectNode write(Density density) {
        ObjectNode node = NODES.objectNode();
        if (density instanceof Parametric member) {
            node.put("type", "family");
            node.put("family", member.family().spelling());
            write(member.family().shapeNames(), member.shapes(), node);
            node.set("location", number(member.location(), PARAMETER));
            node.set("scale", number(member.scale(), PARAMETER));
        } else if (density instanceof Counting member) {
            node.put("type", "counts");
            node.put("family", member.family().spelling());
            write(member.family().parameterNames(), member.parameters(), node);
            node.set("origin", number(member.origin(), PARAMETER));
        } else if (density instanceof GeneralisedPareto tail) {
            node.put("type", "generalised-pareto");
            node.set("threshold", exact(tail.threshold()));
            node.set("scale", number(tail.scale(), PARAMETER));
            node.set("shape", number(tail.shape(), PARAMETER));
        } else if (density instanceof KernelDensity kernel) {
            writeKernel(kernel, node);
        } else if (density instanceof Piecewise piecewise) {
            writePieces(piecewise, node);
        } else if (density instanceof Atomic atomic) {
            writeAtoms(atomic, node);
        } else if (density instanceof Empirical empirical) {
            node.put("type", "empirical");
            ArrayNode values = node.putArray("values");
            ArrayNode weights = node.putArray("weights");
            for (int i = 0; i < empirical.size(); i++) {
                values.add(exact(empirical.value(i)));
                weights.add(exact(empirical.weight(i)));
            }
        } else if (density instanceof Degenerate constant) {
            node.put("type", "constant");
            node.set("value", number(constant.value(), PARAMETER));
        }
        return node;
    }

    private static void write(List<String> names, List<Double> values, ObjectNode node) {
        for (int i = 0; i < names.size(); i++) {
            node.set(names.get(i), number(values.get(i), PARAMETER));
        }
    }

    private static void writeKernel(KernelDensity kernel, ObjectNode node) {
        node.put("type", "kde");
        node.put("kernel", "gaussian");
        node.set("bandwidth", number(kernel.bandwidth(), PARAMETER));
        node.put("axis", kernel.axis().isLogarithmic() ? "logarithmic" : "linear");
        node.set("shift", number(kernel.axis().shift(), PARAMETER));
        node.set("low", number(kernel.point(0), PARAMETER));
        node.set("high", number(kernel.point(kernel.size() - 1), PARAMETER));
        ArrayNode heights = node.putArray("heights");
        for (int i = 0; i < kernel.size(); i++) {
            heights.add(number(kernel.height(i), FIGURE));
        }
    }

    /** Edges at infinity are null. */
    private static void writePieces(Piecewise piecewise, ObjectNode node) {
        node.put("type", "piecewise");
        ArrayNode pieces = node.putArray("pieces");
        for (Piecewise.Piece piece : piecewise.pieces()) {
            ObjectNode member = pieces.addObject();
            member.set("low", exact(piece.low()));
            member.set("high", exact(piece.high()));
            member.set("weight", number(piece.weight(), PARAMETER));
            member.set("density", write(piece.density()));
        }
    }

    private static void writeAtoms(Atomic atomic, ObjectNode node) {
        node.put("type", "atoms");
        ArrayNode atoms = node.putArray("atoms");
        for (int i = 0; i < atomic.size(); i++) {
            ObjectNode member = atoms.addObject();
            member.set("value", exact(atomic.value(i)));
            member.set("share", number(atomic.share(i), PARAMETER));
        }
        node.set("rest", write(atomic.rest()));
    }

    /** As many digits as it takes to read the same number back, so that no two become one. */
    private static JsonNode exact(double value) {
        int digits = PARAMETER.getPrecision();
        while (Double.isFinite(value)
                && new BigDecimal(value).round(new MathContext(digits)).doubleValue() != value) {
            digits++;
        }
        return number(value, new MathContext(digits));
    }

    /** A rounded decimal; null for what JSON has no number for. */
    static JsonNode number(double value, MathContext digits) {
        if (!Double.isFinite(value)) {
            return NODES.nullNode();
        }
        BigDecimal rounded = new BigDecimal(value).round(digits).stripTrailingZeros();
        return DecimalNode.valueOf(
                rounded.scale() < 0 && Math.abs(value) < PLAIN_BELOW
                        ? rounded.setScale(0)
                        : rounded);
    }
}
