package dev.stowage.profile;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;

/** Writes profiles in the form that {@link ProfileReader} reads back to an equal library. */
public final class ProfileWriter {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ProfileWriter() {}

    /** The document, for JSON or YAML. */
    public static ObjectNode document(ProfileLibrary library) {
        ObjectNode root = JSON.objectNode();
        root.put("formVersion", ProfileReader.FORM_VERSION);
        root.set("server", server(library.server()));
        ArrayNode applications = root.putArray("applications");
        library.applications().forEach(profile -> applications.add(application(profile)));
        return root;
    }

    private static ObjectNode server(SlicedServer server) {
        ObjectNode node = JSON.objectNode();
        node.put("name", server.name());
        node.put("cores", server.cores());
        node.put("memoryGib", server.memoryGib());
        node.put("ssdGib", server.ssdGib());
        node.putObject("step")
                .put("cores", server.coreStep())
                .put("memoryGib", server.memoryStepGib())
                .put("ssdGib", server.ssdStepGib());
        return node;
    }

    private static ObjectNode application(ApplicationProfile profile) {
        ObjectNode node = JSON.objectNode();
        node.put("name", profile.name());
        if (!profile.input().equals(ApplicationProfile.ANY_INPUT)) {
            node.put("input", profile.input());
        }
        performance(node, profile.performance());
        evidence(node, profile.performance().evidence());
        profile.coresAtFull().ifPresent(value -> node.put("coresAtFull", value));
        profile.secondsAlone().ifPresent(value -> node.put("secondsAlone", value));
        node.put("status", profile.status().label());
        node.put("source", profile.source());
        if (!profile.samples().isEmpty()) {
            samples(node.putArray("samples"), profile.samples());
        }
        if (!profile.errors().isEmpty()) {
            ArrayNode forms = node.putArray("forms");
            profile.errors().forEach(fit -> forms.add(form(fit)));
        }
        return node;
    }

    private static void performance(ObjectNode node, Performance performance) {
        node.put("form", performance.form().label());
        ArrayNode parameters = node.putArray("parameters");
        performance.parameters().forEach(parameters::add);
    }

    private static void evidence(ObjectNode node, Evidence evidence) {
        resources(node, "unvaried", evidence.unvaried());
        shares(node, "had", evidence.had());
        shares(node, "proportion", evidence.proportion());
        resources(node, "tied", evidence.tied());
    }

    /** Those that say something: 0 is none. */
    private static void shares(ObjectNode node, String key, Slice shares) {
        ObjectNode of = JSON.objectNode();
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            if (shares.share(r) > 0) {
                of.put(Slice.RESOURCES.get(r), shares.share(r));
            }
        }
        if (!of.isEmpty()) {
            node.set(key, of);
        }
    }

    private static void resources(ObjectNode node, String key, Set<Integer> resources) {
        if (!resources.isEmpty()) {
            ArrayNode array = node.putArray(key);
            resources.forEach(each -> array.add(Slice.RESOURCES.get(each)));
        }
    }

    private static void samples(ArrayNode array, List<Sample> samples) {
        for (Sample sample : samples) {
            ObjectNode node = array.addObject();
            node.put("cpu", sample.slice().cpu());
            node.put("memory", sample.slice().memory());
            node.put("ssd", sample.slice().ssd());
            node.put("pi", sample.pi());
            sample.cpuUtilisation().ifPresent(value -> node.put("cpuUtilisation", value));
        }
    }

    private static ObjectNode form(FormFit fit) {
        ObjectNode node = JSON.objectNode();
        fit.performance().ifPresent(found -> performance(node, found));
        fit.meanError().ifPresent(value -> node.put("meanError", value));
        fit.leaveOneOutError().ifPresent(value -> node.put("leaveOneOutError", value));
        fit.refusal()
                .ifPresent(reason -> node.put("form", fit.form().label()).put("refused", reason));
        return node;
    }
}
