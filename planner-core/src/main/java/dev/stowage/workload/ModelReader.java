package dev.stowage.workload;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.stowage.basis.InputException;
import dev.stowage.json.JsonCursor;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.stats.Bandwidth;
import dev.stowage.stats.BinRule;
import dev.stowage.stats.Candidate;
import dev.stowage.stats.Criterion;
import dev.stowage.stats.FitSettings;
import dev.stowage.stats.Scores;
import dev.stowage.stats.density.Density;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the file form of a model, which people edit: everything that a model can't be is an {@link
 * InputException} with the file and the JSON path.
 */
public final class ModelReader {
    static final String FORMAT = "stowage-model";

    private static final double ROUNDING = 1e-6;

    private ModelReader() {}

    /** The model in {@code text}; {@code file} is how errors call it. */
    public static WorkloadModel read(String file, String text) {
        JsonCursor root = JsonCursor.of(file, parse(file, text));
        root.only("format", "version", "name", "provenance", "classes", "arrivals", "joint");
        root.at("format").is(FORMAT);
        long version = root.at("version").count();
        if (version != WorkloadModel.FORMAT_VERSION && version != WorkloadModel.MARGINALS_ONLY) {
            boolean isNewer = version > WorkloadModel.FORMAT_VERSION;
            throw root.at("version")
                    .bad(
                            "version "
                                    + WorkloadModel.MARGINALS_ONLY
                                    + " or "
                                    + WorkloadModel.FORMAT_VERSION,
                            isNewer
                                    ? "A newer stowage wrote it: use that one, or fit the trace"
                                            + " again with this one."
                                    : "Fit the model again with this version of stowage.");
        }
        if (version == WorkloadModel.MARGINALS_ONLY) {
            root.only("format", "version", "name", "provenance", "classes");
        }
        ModelProvenance provenance = provenance(root.at("provenance"));
        Map<TaskClass, WorkloadModel.ClassModel> classes = classes(root.at("classes"));
        WorkloadModel marginals = new WorkloadModel(root.at("name").name(), provenance, classes);
        return version == WorkloadModel.MARGINALS_ONLY ? marginals : faithful(root, marginals);
    }

    private static WorkloadModel faithful(JsonCursor root, WorkloadModel marginals) {
        return new WorkloadModel(
                marginals.name(),
                marginals.provenance(),
                marginals.classes(),
                FaithfulJson.arrivals(root.at("arrivals"), marginals.windowSeconds()),
                FaithfulJson.joint(root.at("joint")));
    }

    private static JsonNode parse(String file, String text) {
        try {
            return JsonMapper.builder()
                    .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build()
                    .readTree(text);
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw InputException.atLine(
                            Path.of(file),
                            line,
                            e.getOriginalMessage(),
                            "a model in JSON",
                            "A model is written by: stowage fit TRACE -o model.json")
                    .causedBy(e);
        }
    }

    private static ModelProvenance provenance(JsonCursor at) {
        at.only(
                "trace",
                "format",
                "attribution",
                "classRule",
                "machine",
                "tables",
                "files",
                "asked",
                "notes",
                "criterion",
                "bandwidth",
                "bins",
                "censoring",
                "productVersion");
        JsonCursor machine = at.at("machine").only("cpuMicroCores", "memoryBytes");
        Resources size =
                new Resources(
                        machine.at("cpuMicroCores").count(), machine.at("memoryBytes").count());
        TraceProvenance trace =
                new TraceProvenance(
                        at.at("trace").name(),
                        at.at("format").text(),
                        at.at("attribution").text(),
                        at.at("classRule").text(),
                        size,
                        tables(at.at("tables")),
                        texts(at.at("files")),
                        at.has("asked") ? asked(at.at("asked")) : Map.of(),
                        texts(at.at("notes")));
        return new ModelProvenance(
                trace,
                settings(at),
                at.has("censoring")
                        ? at.at("censoring").oneOf(Censoring.values(), Censoring::spelling)
                        : Censoring.NAIVE,
                at.at("productVersion").text());
    }

    private static FitSettings settings(JsonCursor at) {
        return new FitSettings(
                at.at("criterion").oneOf(Criterion.values(), Criterion::spelling),
                at.at("bandwidth").oneOf(Bandwidth.values(), Bandwidth::spelling),
                at.has("bins")
                        ? at.at("bins").oneOf(BinRule.values(), BinRule::spelling)
                        : BinRule.AUTO);
    }

    private static Map<String, TraceProvenance.Table> tables(JsonCursor at) {
        Map<String, TraceProvenance.Table> tables = new LinkedHashMap<>();
        for (JsonCursor table : at.members()) {
            table.only("rows", "fromSeconds", "toSeconds");
            double from = table.at("fromSeconds").inRange(0, Double.MAX_VALUE);
            double to = table.at("toSeconds").inRange(from, Double.MAX_VALUE);
            tables.put(table.key(), new TraceProvenance.Table(table.at("rows").count(), from, to));
        }
        if (!tables.containsKey(TraceProvenance.JOBS)
                && !tables.containsKey(TraceProvenance.TASKS)) {
            throw at.bad("a member \"jobs\" or \"tasks\"", "It holds the window of arrivals.");
        }
        return tables;
    }

    private static Map<TaskColumn, Long> asked(JsonCursor at) {
        at.only(TraceProvenance.DEMANDS.stream().map(TaskColumn::label).toArray(String[]::new));
        Map<TaskColumn, Long> asked = new EnumMap<>(TaskColumn.class);
        for (JsonCursor member : at.members()) {
            asked.put(TaskColumn.find(member.key()).orElseThrow(), member.count());
        }
        return asked;
    }

    private static List<String> texts(JsonCursor at) {
        return at.elements().stream().map(JsonCursor::text).toList();
    }

    private static Map<TaskClass, WorkloadModel.ClassModel> classes(JsonCursor at) {
        at.only(Arrays.stream(TaskClass.values()).map(TaskClass::name).toArray(String[]::new));
        Map<TaskClass, WorkloadModel.ClassModel> classes = new EnumMap<>(TaskClass.class);
        double shares = 0;
        for (JsonCursor member : at.members()) {
            WorkloadModel.ClassModel model = ofClass(member);
            shares += model.share();
            classes.put(TaskClass.valueOf(member.key()), model);
        }
        if (Math.abs(shares - 1) > ROUNDING) {
            throw InputException.at(
                    at.file() + ": " + at.path() + ".*.share",
                    "shares that sum to " + shares,
                    "shares that sum to 1",
                    null);
        }
        return classes;
    }

    private static WorkloadModel.ClassModel ofClass(JsonCursor at) {
        at.only("share", "jobs", "parameters");
        JsonCursor parameters = at.at("parameters");
        parameters.only(
                Arrays.stream(Parameter.values()).map(Parameter::key).toArray(String[]::new));
        Map<Parameter, ParameterModel> models = new EnumMap<>(Parameter.class);
        for (JsonCursor member : parameters.members()) {
            Parameter parameter = Parameter.ofKey(member.key()).orElseThrow();
            models.put(parameter, parameter(member, parameter));
        }
        double share = at.at("share").inRange(0, 1);
        for (Parameter needed : Parameter.NEEDED) {
            if (share > 0 && !models.containsKey(needed)) {
                parameters.at(needed.key());
            }
        }
        return new WorkloadModel.ClassModel(share, at.at("jobs").count(), models);
    }

    private static ParameterModel parameter(JsonCursor at, Parameter parameter) {
        at.only(
                "symbol",
                "unit",
                "observations",
                "censored",
                "rejected",
                "low",
                "high",
                "note",
                "kaplanMeier",
                "density",
                "candidates");
        at.at("symbol").is(parameter.symbol());
        at.at("unit").is(parameter.unit());
        double low = at.at("low").inRange(parameter.support().low(), Double.MAX_VALUE);
        double high = at.at("high").inRange(low, Double.MAX_VALUE);
        Density density = DensityJson.read(at.at("density"));
        double inside = Draw.massInside(density, low, high, parameter.support());
        if (!(inside > 0)) {
            throw at.at("density")
                    .bad(
                            "a density with some of its mass from low = "
                                    + low
                                    + " to high = "
                                    + high,
                            "Values outside of these are never drawn.");
        }
        return new ParameterModel(
                at.at("observations").count(),
                at.at("censored").count(),
                at.at("rejected").count(),
                low,
                high,
                at.at("note").text(),
                density,
                at.has("candidates") ? candidates(at.at("candidates"), density) : List.of(),
                at.has("kaplanMeier") ? survival(at.at("kaplanMeier")) : null);
    }

    private static Survival survival(JsonCursor at) {
        at.only("lowerBounds", "horizon", "meanToHorizon", "median", "p90", "beyond");
        return new Survival(
                at.at("lowerBounds").count(),
                at.at("horizon").inRange(0, Double.MAX_VALUE),
                at.at("meanToHorizon").inRange(0, Double.MAX_VALUE),
                at.at("median").numberOr(Double.NaN),
                at.at("p90").numberOr(Double.NaN),
                at.at("beyond").inRange(0, 1));
    }

    private static List<Candidate> candidates(JsonCursor at, Density chosen) {
        List<Candidate> candidates = new ArrayList<>();
        for (JsonCursor element : at.elements()) {
            element.only("name", "chosen", "converged", "note", "scores", "density");
            String name = element.at("name").name();
            if (!Candidate.names().contains(name)) {
                throw element.at("name").bad("one of " + String.join(", ", Candidate.names()));
            }
            // an edited density leaves the candidate that it came from without one
            boolean isChosen = element.at("chosen").flag() && Candidate.canBe(name, chosen);
            Density density =
                    isChosen
                            ? chosen
                            : element.has("density")
                                    ? DensityJson.read(element.at("density"))
                                    : null;
            candidates.add(
                    new Candidate(
                            name,
                            density,
                            element.has("scores") ? scores(element.at("scores")) : null,
                            element.at("converged").flag(),
                            element.at("note").text()));
        }
        return candidates;
    }

    private static Scores scores(JsonCursor at) {
        at.only("distance", "ks", "wasserstein", "logLikelihood", "aic", "bic");
        return new Scores(
                at.at("distance").numberOr(Double.NaN),
                at.at("ks").numberOr(Double.NaN),
                at.at("wasserstein").numberOr(Double.NaN),
                at.at("logLikelihood").numberOr(Double.NEGATIVE_INFINITY),
                at.at("aic").numberOr(Double.POSITIVE_INFINITY),
                at.at("bic").numberOr(Double.POSITIVE_INFINITY));
    }
}
