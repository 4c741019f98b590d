package dev.stowage.model.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Profiles from the JSON form of their YAML files, where a parameter is {@code [value, source]}.
 * Collects every issue of a file.
 */
final class ProfileReader {
    private static final List<String> SERVICE_KEYS = List.of("stateless");
    private static final List<String> APPROXIMATE_KEYS =
            List.of("nominalSeconds", "overhead", "variants", "variantSource");
    private static final List<String> NODE_KEYS = List.of("frequenciesGhz", "nominalLevel");

    private final String file;
    private final List<Issue> issues = new ArrayList<>();

    private ProfileReader(String file) {
        this.file = file;
    }

    /**
     * All profiles of a file.
     *
     * @throws InputException with every issue
     */
    static NodeLibrary read(String file, JsonNode root) {
        ProfileReader reader = new ProfileReader(file);
        reader.knowOnly("", root, List.of("services", "batch", "nodes", "approximate"));
        Map<String, ServiceProfile> services = reader.each("services", root, reader::service);
        Map<String, BatchProfile> batch = reader.each("batch", root, reader::batch);
        Map<String, NodeProfile> nodes = reader.each("nodes", root, reader::node);
        Map<String, ApproximateProfile> approximate =
                reader.each("approximate", root, reader::approximate);
        if (!reader.issues.isEmpty()) {
            throw InputException.of(reader.issues);
        }
        return new NodeLibrary(services, batch, nodes, approximate);
    }

    /** A profile under its name. */
    private record Named(String path, String name, JsonNode value) {}

    private <T> Map<String, T> each(
            String section, JsonNode root, Function<Named, @Nullable T> make) {
        Map<String, T> all = new LinkedHashMap<>();
        root.path(section)
                .properties()
                .forEach(
                        entry -> {
                            String path = section + "." + entry.getKey();
                            T made = make.apply(new Named(path, entry.getKey(), entry.getValue()));
                            if (made != null) {
                                all.put(entry.getKey(), made);
                            }
                        });
        return all;
    }

    private @Nullable ServiceProfile service(Named from) {
        JsonNode stateless = from.value().path("stateless");
        if (!stateless.isBoolean()) {
            issue(from.path() + ".stateless", found(stateless), "true or false");
            return null;
        }
        return parameters(ServiceParameter.class, from, SERVICE_KEYS)
                .map(set -> new ServiceProfile(from.name(), stateless.booleanValue(), set))
                .orElse(null);
    }

    private @Nullable BatchProfile batch(Named from) {
        return parameters(BatchParameter.class, from, List.of())
                .map(set -> new BatchProfile(from.name(), set))
                .orElse(null);
    }

    private @Nullable ApproximateProfile approximate(Named from) {
        JsonNode value = from.value();
        Optional<ParameterSource> source =
                ParameterSource.of(value.path("variantSource").asText(""));
        Optional<ParameterSet<BatchParameter>> set =
                parameters(BatchParameter.class, from, APPROXIMATE_KEYS);
        if (source.isEmpty()) {
            issue(
                    from.path() + ".variantSource",
                    found(value.path("variantSource")),
                    "one of " + String.join(", ", ParameterSource.spellings()));
            return null;
        }
        double nominalSeconds = plain(from, "nominalSeconds");
        double overhead = plain(from, "overhead");
        if (Double.isNaN(nominalSeconds) || Double.isNaN(overhead)) {
            return null;
        }
        try {
            List<ApproximateProfile.Variant> all = new ArrayList<>();
            for (JsonNode each : value.path("variants")) {
                all.add(
                        new ApproximateProfile.Variant(
                                each.path(0).asDouble(Double.NaN),
                                each.path(1).asDouble(Double.NaN),
                                each.path(2).asDouble(Double.NaN)));
            }
            List<ApproximateProfile.Variant> dropped = new ArrayList<>();
            List<ApproximateProfile.Variant> kept =
                    ApproximateProfile.useful(all, ApproximateProfile.BOUND, dropped);
            for (ApproximateProfile.Variant each : dropped) {
                issue(
                        from.path() + ".variants",
                        "["
                                + each.timeRatio()
                                + ", "
                                + each.inaccuracy()
                                + ", "
                                + each.pressure()
                                + "]",
                        "variants within an inaccuracy of "
                                + ApproximateProfile.BOUND
                                + " that no other one beats in both time and inaccuracy");
            }
            return set.map(
                            job ->
                                    new ApproximateProfile(
                                            new BatchProfile(from.name(), job),
                                            nominalSeconds,
                                            overhead,
                                            kept,
                                            source.get()))
                    .orElse(null);
        } catch (IllegalArgumentException e) {
            issue(
                    from.path(),
                    String.valueOf(e.getMessage()),
                    "nominalSeconds, overhead, and variants as [timeRatio, inaccuracy, pressure],"
                            + " the precise one first");
            return null;
        }
    }

    /** A number by itself; NaN, and an issue, if it is none. */
    private double plain(Named from, String key) {
        JsonNode value = from.value().path(key);
        if (!value.isNumber()) {
            issue(from.path() + "." + key, found(value), "a number by itself, without a source");
            return Double.NaN;
        }
        return value.doubleValue();
    }

    private @Nullable NodeProfile node(Named from) {
        List<Double> levels = new ArrayList<>();
        from.value().path("frequenciesGhz").forEach(each -> levels.add(each.asDouble(Double.NaN)));
        JsonNode nominal = from.value().path("nominalLevel");
        Optional<ParameterSet<NodeParameter>> set =
                parameters(NodeParameter.class, from, NODE_KEYS);
        if (levels.isEmpty() || !nominal.isNumber() || !nominal.canConvertToExactIntegral()) {
            issue(from.path(), "no levels of frequency", "frequenciesGhz and nominalLevel");
            return null;
        }
        try {
            return set.map(all -> new NodeProfile(from.name(), levels, nominal.intValue(), all))
                    .orElse(null);
        } catch (IllegalArgumentException e) {
            issue(from.path(), String.valueOf(e.getMessage()), "levels that rise");
            return null;
        }
    }

    private <K extends Enum<K> & ParameterKey> Optional<ParameterSet<K>> parameters(
            Class<K> type, Named from, List<String> others) {
        List<String> known = new ArrayList<>(others);
        Map<K, Parameter> values = new EnumMap<>(type);
        int before = issues.size();
        for (K key : type.getEnumConstants()) {
            known.add(key.spelling());
            String path = from.path() + "." + key.spelling();
            Parameter parameter = parameter(path, from.value().path(key.spelling()), key.form());
            if (parameter != null) {
                values.put(key, parameter);
            }
        }
        knowOnly(from.path(), from.value(), known);
        return issues.size() > before
                ? Optional.empty()
                : Optional.of(ParameterSet.of(type, values));
    }

    private @Nullable Parameter parameter(String path, JsonNode pair, ParameterKey.Form form) {
        Optional<ParameterSource> source =
                ParameterSource.of(pair.path(1).isTextual() ? pair.path(1).textValue() : "");
        double value = pair.path(0).isNumber() ? pair.path(0).doubleValue() : Double.NaN;
        if (pair.size() != 2
                || source.isEmpty()
                || !(value >= form.low() && value <= form.high())) {
            issue(
                    path,
                    found(pair),
                    String.format(
                            "[a number from %s to %s in %s, its source: one of %s]: %s",
                            form.low(),
                            form.high(),
                            form.unit(),
                            String.join(", ", ParameterSource.spellings()),
                            form.help()));
            return null;
        }
        return new Parameter(value, source.get());
    }

    private void knowOnly(String path, JsonNode object, List<String> known) {
        object.fieldNames()
                .forEachRemaining(
                        name -> {
                            if (!known.contains(name)) {
                                issue(
                                        path.isEmpty() ? name : path + "." + name,
                                        "the unknown key \"" + name + "\"",
                                        "one of " + String.join(", ", known));
                            }
                        });
    }

    private void issue(String path, String found, String expected) {
        issues.add(new Issue(file + ": " + path, found, expected, "See docs/node.md."));
    }

    private static String found(JsonNode node) {
        return node.isMissingNode() ? "nothing" : node.toString();
    }
}
