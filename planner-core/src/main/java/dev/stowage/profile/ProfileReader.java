package dev.stowage.profile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.json.JsonCursor;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a file of profiles, whose form {@code profiles.schema.json} describes. Unknown keys are
 * refused.
 */
public final class ProfileReader {
    /** Version of the form. */
    static final int FORM_VERSION = 1;

    private ProfileReader() {}

    /**
     * @param file how errors call the document
     */
    public static ProfileLibrary read(String file, byte[] json) {
        try {
            return read(file, Json.mapper().readTree(json));
        } catch (IOException e) {
            throw InputException.at(file, "no JSON: " + e.getMessage(), "a file of profiles", null)
                    .causedBy(e);
        }
    }

    /** The same from a document that was parsed, of JSON or YAML. */
    public static ProfileLibrary read(String file, JsonNode document) {
        JsonCursor root = JsonCursor.of(file, document);
        root.only("formVersion", "server", "applications");
        if (root.at("formVersion").number() != FORM_VERSION) {
            throw root.at("formVersion").bad("" + FORM_VERSION, "It is the version of this form.");
        }
        SlicedServer server = server(root.at("server"));
        List<ApplicationProfile> applications = new ArrayList<>();
        for (JsonCursor application : root.at("applications").elements()) {
            applications.add(application(application, server));
        }
        return new ProfileLibrary(file, server, applications);
    }

    private static SlicedServer server(JsonCursor at) {
        at.only("name", "cores", "memoryGib", "ssdGib", "step");
        JsonCursor step = at.at("step").only("cores", "memoryGib", "ssdGib");
        try {
            return new SlicedServer(
                    at.at("name").name(),
                    at.at("cores").positive(),
                    at.at("memoryGib").positive(),
                    at.at("ssdGib").inRange(0, Double.MAX_VALUE),
                    step.at("cores").positive(),
                    step.at("memoryGib").positive(),
                    step.at("ssdGib").positive());
        } catch (IllegalArgumentException e) {
            throw at.bad("a server whose steps divide it", e.getMessage()).causedBy(e);
        }
    }

    private static ApplicationProfile application(JsonCursor at, SlicedServer server) {
        at.only(
                "name",
                "input",
                "form",
                "parameters",
                "unvaried",
                "had",
                "proportion",
                "tied",
                "coresAtFull",
                "secondsAlone",
                "status",
                "source",
                "samples",
                "forms");
        List<Sample> samples = at.has("samples") ? samples(at.at("samples")) : List.of();
        return new ApplicationProfile(
                at.at("name").name(),
                at.has("input") ? at.at("input").name() : ApplicationProfile.ANY_INPUT,
                known(at, samples),
                coresAtFull(at, server),
                optional(at, "secondsAlone"),
                at.at("status")
                        .oneOf(
                                ApplicationProfile.Status.values(),
                                ApplicationProfile.Status::label),
                at.at("source").name(),
                samples,
                at.has("forms") ? forms(at.at("forms")) : List.of());
    }

    /** The function, as far as its runs tell: what the file leaves out follows from its samples. */
    private static Performance known(JsonCursor at, List<Sample> samples) {
        Evidence told = Evidence.ofRuns(samples);
        Set<Integer> unvaried = resources(at, "unvaried", told.unvaried());
        Evidence evidence =
                new Evidence(
                        at.has("had") || samples.isEmpty()
                                ? shares(at, "had", unvaried)
                                : told.had(),
                        at.has("proportion") || samples.isEmpty()
                                ? shares(at, "proportion", Set.of())
                                : told.proportion(),
                        unvaried,
                        resources(at, "tied", told.tied()));
        return MeasuredPerformance.of(performance(at), evidence, samples);
    }

    /**
     * A share of each resource; nothing where none is said.
     *
     * @param whole resources of which it is all where none is said
     */
    private static Slice shares(JsonCursor at, String key, Set<Integer> whole) {
        double[] shares = new double[Slice.DIMENSIONS];
        for (int r = 0; r < shares.length; r++) {
            String resource = Slice.RESOURCES.get(r);
            boolean isSaid = at.has(key) && at.at(key).has(resource);
            shares[r] =
                    isSaid ? at.at(key).at(resource).inRange(1e-9, 1) : whole.contains(r) ? 1 : 0;
        }
        if (at.has(key)) {
            at.at(key).only(Slice.RESOURCES.toArray(String[]::new));
        }
        return new Slice(shares[0], shares[1], shares[2]);
    }

    private static Set<Integer> resources(JsonCursor at, String key, Set<Integer> told) {
        Set<Integer> resources = new TreeSet<>(at.has(key) ? Set.of() : told);
        if (at.has(key)) {
            for (JsonCursor each : at.at(key).elements()) {
                int resource = Slice.RESOURCES.indexOf(each.name());
                if (resource < 0) {
                    throw each.bad(
                            "one of " + String.join(", ", Slice.RESOURCES),
                            "It is a resource of a slice.");
                }
                resources.add(resource);
            }
        }
        return resources;
    }

    private static Performance performance(JsonCursor at) {
        PerformanceForm form =
                at.at("form").oneOf(PerformanceForm.values(), PerformanceForm::label);
        JsonCursor parameters = at.at("parameters");
        List<Double> numbers = parameters.elements().stream().map(JsonCursor::number).toList();
        try {
            return form.of(numbers);
        } catch (IllegalArgumentException e) {
            throw parameters
                    .bad("the parameters of form " + form.label(), e.getMessage())
                    .causedBy(e);
        }
    }

    private static OptionalDouble coresAtFull(JsonCursor at, SlicedServer server) {
        OptionalDouble cores = optional(at, "coresAtFull");
        if (cores.isPresent() && cores.getAsDouble() > server.cores()) {
            throw at.at("coresAtFull")
                    .bad(
                            "at most the "
                                    + BigDecimal.valueOf(server.cores())
                                            .stripTrailingZeros()
                                            .toPlainString()
                                    + " cores of the server",
                            "They are the cores in use at full performance, on all of the server.");
        }
        return cores;
    }

    private static OptionalDouble optional(JsonCursor at, String key) {
        return at.has(key) ? OptionalDouble.of(at.at(key).positive()) : OptionalDouble.empty();
    }

    private static List<Sample> samples(JsonCursor at) {
        List<Sample> samples = new ArrayList<>();
        for (JsonCursor each : at.elements()) {
            each.only("cpu", "memory", "ssd", "pi", "cpuUtilisation");
            Slice slice =
                    new Slice(
                            each.at("cpu").inRange(0, 1),
                            each.at("memory").inRange(0, 1),
                            each.at("ssd").inRange(0, 1));
            OptionalDouble utilisation =
                    each.has("cpuUtilisation")
                            ? OptionalDouble.of(each.at("cpuUtilisation").inRange(0, 1))
                            : OptionalDouble.empty();
            samples.add(new Sample(slice, each.at("pi").inRange(0, 1), utilisation));
        }
        return samples;
    }

    /** Errors of the forms as they were when fitted; the functions of the others are not kept. */
    private static List<FormFit> forms(JsonCursor at) {
        List<FormFit> fits = new ArrayList<>();
        for (JsonCursor each : at.elements()) {
            each.only("form", "parameters", "meanError", "leaveOneOutError", "refused");
            PerformanceForm form =
                    each.at("form").oneOf(PerformanceForm.values(), PerformanceForm::label);
            fits.add(
                    each.has("refused")
                            ? FormFit.refused(form, each.at("refused").name())
                            : new FormFit(
                                    form,
                                    Optional.of(performance(each)),
                                    error(each, "meanError"),
                                    error(each, "leaveOneOutError"),
                                    Optional.empty()));
        }
        return fits;
    }

    private static OptionalDouble error(JsonCursor at, String key) {
        return at.has(key) ? OptionalDouble.of(at.at(key).inRange(0, 1)) : OptionalDouble.empty();
    }
}
