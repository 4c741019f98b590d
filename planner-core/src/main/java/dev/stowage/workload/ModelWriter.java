package dev.stowage.workload;

import static dev.stowage.workload.DensityWriter.FIGURE;
import static dev.stowage.workload.DensityWriter.PARAMETER;
import static dev.stowage.workload.DensityWriter.number;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.model.Resources;
import dev.stowage.stats.Candidate;
import dev.stowage.stats.Scores;
import dev.stowage.stats.density.Density;
import java.util.List;

/**
 * Writes a model in its file form: fixed order of keys, numbers rounded to 12 significant digits
 * (parameters) or 6 (scores, heights of a grid). {@link ModelReader} reads it back.
 */
public final class ModelWriter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ModelWriter() {}

    public static String write(WorkloadModel model) {
        ObjectNode root = NODES.objectNode();
        root.put("format", ModelReader.FORMAT);
        root.put(
                "version",
                model.isFaithful() ? WorkloadModel.FORMAT_VERSION : WorkloadModel.MARGINALS_ONLY);
        root.put("name", model.name());
        root.set("provenance", provenance(model.provenance()));
        ObjectNode classes = root.putObject("classes");
        model.classes()
                .forEach((taskClass, ofClass) -> classes.set(taskClass.name(), write(ofClass)));
        Arrivals arrivals = model.arrivals();
        JointModel joint = model.joint();
        if (arrivals != null && joint != null) {
            root.set("arrivals", FaithfulJson.write(arrivals));
            root.set("joint", FaithfulJson.write(joint));
        }
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
        if (!trace.asked().isEmpty()) {
            ObjectNode asked = node.putObject("asked");
            trace.asked().forEach((column, tasks) -> asked.put(column.label(), tasks));
        }
        node.set("notes", texts(trace.notes()));
        node.put("criterion", provenance.settings().criterion().spelling());
        node.put("bandwidth", provenance.settings().bandwidth().spelling());
        node.put("bins", provenance.settings().bins().spelling());
        node.put("censoring", provenance.censoring().spelling());
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
        Survival survival = model.survival();
        if (survival != null) {
            node.set("kaplanMeier", write(survival));
        }
        node.set("density", DensityWriter.write(model.density()));
        ArrayNode candidates = node.putArray("candidates");
        for (Candidate candidate : model.candidates()) {
            candidates.add(write(candidate, candidate.density() == model.density()));
        }
        return node;
    }

    private static ObjectNode write(Survival survival) {
        ObjectNode node = NODES.objectNode();
        node.put("lowerBounds", survival.lowerBounds());
        node.set("horizon", number(survival.horizon(), PARAMETER));
        node.set("meanToHorizon", number(survival.meanToHorizon(), PARAMETER));
        node.set("median", number(survival.median(), PARAMETER));
        node.set("p90", number(survival.p90(), PARAMETER));
        node.set("beyond", number(survival.beyond(), PARAMETER));
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
            node.set("density", DensityWriter.write(density));
        }
        return node;
    }
}
