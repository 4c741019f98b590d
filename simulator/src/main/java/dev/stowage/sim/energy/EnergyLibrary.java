package dev.stowage.sim.energy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.json.JsonCursor;
import dev.stowage.model.node.Parameter;
import dev.stowage.model.node.ParameterKey;
import dev.stowage.model.node.ParameterSet;
import dev.stowage.model.node.ParameterSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Platforms and network services by name, each parameter with its source. */
public record EnergyLibrary(Map<String, Platform> platforms, Map<String, NetworkService> services) {
    private static final String RESOURCE = "energy.yaml";

    public EnergyLibrary {
        platforms = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(platforms));
        services = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(services));
    }

    /** Those that ship with the product. */
    public static EnergyLibrary shipped() {
        try (InputStream in = EnergyLibrary.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + RESOURCE);
            }
            return of(RESOURCE, new YAMLMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Those of a file.
     *
     * @throws dev.stowage.basis.InputException with the first issue
     */
    public static EnergyLibrary of(String file, JsonNode root) {
        JsonCursor at = JsonCursor.of(file, root).only("platforms", "services");
        Map<String, Platform> platforms = new LinkedHashMap<>();
        if (at.has("platforms")) {
            at.at("platforms").members().forEach(each -> platforms.put(each.key(), platform(each)));
        }
        Map<String, NetworkService> services = new LinkedHashMap<>();
        if (at.has("services")) {
            at.at("services")
                    .members()
                    .forEach(
                            each -> {
                                each.only(keys(RequestParameter.values()));
                                services.put(
                                        each.key(),
                                        new NetworkService(
                                                each.key(),
                                                parameters(RequestParameter.class, each)));
                            });
        }
        return new EnergyLibrary(platforms, services);
    }

    /** These and those of another library, which come first where names are the same. */
    public EnergyLibrary overriddenBy(EnergyLibrary other) {
        Map<String, Platform> allPlatforms = new LinkedHashMap<>(platforms);
        allPlatforms.putAll(other.platforms);
        Map<String, NetworkService> allServices = new LinkedHashMap<>(services);
        allServices.putAll(other.services);
        return new EnergyLibrary(allPlatforms, allServices);
    }

    /** A service on a platform, both by name. */
    public EnergyModel model(String platform, String service) {
        Platform found = platforms.get(platform);
        NetworkService of = services.get(service);
        if (found == null || of == null) {
            throw new IllegalArgumentException(
                    "no platform " + platform + " or no service " + service);
        }
        return new EnergyModel(found, of);
    }

    private static Platform platform(JsonCursor at) {
        at.only(keys(PlatformParameter.values(), "frequenciesGhz", "sleepStates"));
        List<Double> frequencies = new ArrayList<>();
        at.at("frequenciesGhz").elements().forEach(each -> frequencies.add(each.positive()));
        List<SleepState> states = new ArrayList<>();
        for (JsonCursor each : at.at("sleepStates").elements()) {
            List<JsonCursor> row = each.row(5, "[name, exit us, residency us, W, followsVoltage]");
            states.add(
                    new SleepState(
                            row.get(0).name(),
                            row.get(1).number(),
                            row.get(2).number(),
                            row.get(3).number(),
                            row.get(4).flag()));
        }
        ParameterSet<PlatformParameter> set = parameters(PlatformParameter.class, at);
        try {
            return new Platform(at.key(), frequencies, states, set);
        } catch (IllegalArgumentException e) {
            throw at.bad(String.valueOf(e.getMessage()));
        }
    }

    private static String[] keys(ParameterKey[] keys, String... others) {
        List<String> all = new ArrayList<>(List.of(others));
        for (ParameterKey key : keys) {
            all.add(key.spelling());
        }
        return all.toArray(String[]::new);
    }

    private static <K extends Enum<K> & ParameterKey> ParameterSet<K> parameters(
            Class<K> type, JsonCursor at) {
        Map<K, Parameter> values = new EnumMap<>(type);
        for (K key : type.getEnumConstants()) {
            ParameterKey.Form form = key.form();
            List<JsonCursor> pair =
                    at.at(key.spelling()).row(2, "[value in " + form.unit() + ", source]");
            values.put(
                    key,
                    new Parameter(
                            pair.get(0).inRange(form.low(), form.high()),
                            pair.get(1)
                                    .oneOf(ParameterSource.values(), ParameterSource::spelling)));
        }
        return ParameterSet.of(type, values);
    }
}
