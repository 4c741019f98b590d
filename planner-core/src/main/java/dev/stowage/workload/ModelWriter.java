package dev.stowage.workload;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.model.Resources;
import dev.stowage.stats.Candidate;
import dev.stowage.stats.Degenerate;
import dev.stowage.stats.Density;
import dev.stowage.stats.Empirical;
import dev.stowage.stats.KernelDensity;
import dev.stowage.stats.Parametric;
import dev.stowage.stats.Scores;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * Writes a model in its file form: fixed order of keys, numbers rounded to 12 significant digits
 * (parameters) or 6 (scores, heights of a grid). {@link ModelReader} reads it back.
 */
final class ModelWriter {
    private static final MathContext PARAMETER = new MathContext(12);
    private static final MathContext FIGURE = new MathContext(6);
    private static final double PLAIN_BELOW = 1e15;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ModelWriter() {}

    static String write(WorkloadModel model) {
        ObjectNode root = NODES.objectNode();
        root.put("format", ModelReader.FORMAT);
        root.put("version", WorkloadModel.FORMAT_VERSION);
        root.put("name", model.name());
        root.set("provenance", provenance(model.provenance()));
        ObjectNode classes = root.putObject("classes");
        model.classes()
                .forEach((taskClass, ofClass) -> classes.set(taskClass.name(), write(ofClass)));
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        try {
            return new ObjectMapper()
                            .writer(new DefaultPrettyPrinter().withObjectIndenter(indenter))
                            .writeValueAsString(root)
                    + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain nodes can't be written", e);
        }
    }

    private static ObjectNode provenance(ModelProvenance provenance) {
        TraceProvenance trace = provenance.trace();
        ObjectNode node = NODES.objectNode();
        node.put("trace", trace.trace());
        node.put("format", trace.format());
        node.put("attribution", trace.attribution());
        node.put("classRule", trace.classRule());
        Resources machine = trace.machine();
        node.putObject("machine")
                .put("cpuMicroCores", machine.cpuMicroCores())
                .put("memoryBytes", machine.memoryBytes());
        ObjectNode tables = node.putObject("tables");
        trace.tables()
                .forEach(
                        (name, table) -> {
                            ObjectNode row = tables.putObject(name);
                            row.put("rows", table.rows());
                            row.set("fromSeconds", number(table.fromSeconds(), PARAMETER));
                            row.set("toSeconds", number(table.toSeconds(), PARAMETER));
                        });
        node.set("files", texts(trace.files()));
        node.set("notes", texts(trace.notes()));
        node.put("criterion", provenance.criterion());
        node.put("bandwidth", provenance.bandwidth());
        node.put("productVersion", provenance.productVersion());
        return node;
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode array = NODES.arrayNode();
        texts.forEach(array::add);
        return array;
    }

    private static ObjectNode write(WorkloadModel.ClassModel model) {
        ObjectNode node = NODES.objectNode();
        node.set("share", number(model.share(), PARAMETER));
        node.put("jobs", model.jobs());
        ObjectNode parameters = node.putObject("parameters");
        model.parameters()
                .forEach(
                        (parameter, fitted) ->
                                parameters.set(parameter.key(), write(parameter, fitted)));
        return node;
    }

    private static ObjectNode write(Parameter parameter, ParameterModel model) {
        ObjectNode node = NODES.objectNode();
        node.put("symbol", parameter.symbol());
        node.put("unit", parameter.unit());
        node.put("observations", model.observations());
        node.put("censored", model.censored());
        node.put("rejected", model.rejected());
        node.set("low", number(model.low(), PARAMETER));
        node.set("high", number(model.high(), PARAMETER));
        node.put("note", model.note());
        node.set("density", write(model.density()));
        ArrayNode candidates = node.putArray("candidates");
        for (Candidate candidate : model.candidates()) {
            candidates.add(write(candidate, candidate.density() == model.density()));
        }
        return node;
    }

    /** The density of the chosen candidate stands above already. */
    private static ObjectNode write(Candidate candidate, boolean isChosen) {
        ObjectNode node = NODES.objectNode();
        node.put("name", candidate.name());
        node.put("chosen", isChosen);
        node.put("converged", candidate.isConverged());
        node.put("note", candidate.note());
        Scores scores = candidate.scores();
        if (scores != null) {
            ObjectNode figures = node.putObject("scores");
            figures.set("distance", number(scores.distance(), FIGURE));
            figures.set("ks", number(scores.ks(), FIGURE));
            figures.set("wasserstein", number(scores.wasserstein(), FIGURE));
            figures.set("logLikelihood", number(scores.logLikelihood(), PARAMETER));
            figures.set("aic", number(scores.aic(), PARAMETER));
            figures.set("bic", number(scores.bic(), PARAMETER));
        }
        Density density = candidate.density();
        if (density != null && !isChosen) {
            node.set("density", write(density));
        }
        return node;
    }

    private static ObjectNode write(Density density) {
        ObjectNode node = NODES.objectNode();
        if (density instanceof Parametric member) {
            node.put("type", "family");
            node.put("family", member.family().spelling());
            List<String> names = member.family().shapeNames();
            for (int i = 0; i < names.size(); i++) {
                node.set(names.get(i), number(member.shapes().get(i), PARAMETER));
            }
            node.set("location", number(member.location(), PARAMETER));
            node.set("scale", number(member.scale(), PARAMETER));
        } else if (density instanceof KernelDensity kernel) {
            writeKernel(kernel, node);
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

    /** As many digits as it takes to read the same number back, so that no two become one. */
    private static JsonNode exact(double value) {
        int digits = PARAMETER.getPrecision();
        while (new BigDecimal(value).round(new MathContext(digits)).doubleValue() != value) {
            digits++;
        }
        return number(value, new MathContext(digits));
    }

    /** A rounded decimal; null for what JSON has no number for. */
    private static JsonNode number(double value, MathContext digits) {
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
