package dev.stowage.scenario;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.json.Json;
import dev.stowage.model.ServerType;
import dev.stowage.plan.mix.Aim;
import dev.stowage.plan.mix.EnergyTerms;
import dev.stowage.plan.mix.Price;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the energy of servers counts, and of what a mix is to have the least: {@code energy} and
 * {@code minimise} of {@code servers}.
 */
record EnergyYaml(Optional<EnergyTerms> terms, Aim aim) {
    /** Where the map stands. */
    static final JsonPointer ENERGY = JsonPointer.compile("/servers/energy");

    private static final JsonPointer MINIMISE = JsonPointer.compile("/servers/minimise");
    private static final List<String> WATTS = List.of("idleWatts", "peakWatts", "powerWatts");

    /** The keys as they stand there. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Form(@Nullable Terms energy, @Nullable String minimise) {}

    private record Terms(
            @Nullable Double usdPerKWh,
            double pue,
            double use,
            @JsonProperty("gCO2PerKWh") @Nullable Double gramsPerKWh) {
        EnergyTerms terms() {
            return new EnergyTerms(
                    usdPerKWh == null ? 0 : usdPerKWh,
                    pue,
                    use,
                    gramsPerKWh == null ? 0 : gramsPerKWh);
        }
    }

    /** Of a checked map. */
    static EnergyYaml of(JsonNode servers) {
        Form form = Json.mapper().convertValue(servers, Form.class);
        return new EnergyYaml(
                Optional.ofNullable(form.energy()).map(Terms::terms),
                form.minimise() == null ? Aim.COST : Aim.of(form.minimise()));
    }

    /**
     * What a server takes: a month of money and of CO2 beside its energy, and that of its energy.
     */
    Price price(ServerType server, BigDecimal usd, BigDecimal kilograms) {
        if (terms.isEmpty()) {
            return Price.ofUsd(Price.micros(usd));
        }
        EnergyTerms energy = terms.get();
        return new Price(
                Price.micros(usd.add(BigDecimal.valueOf(energy.monthlyUsd(server.power())))),
                Price.micros(BigDecimal.valueOf(energy.watts(server.power()))),
                Price.micros(
                        kilograms.add(
                                BigDecimal.valueOf(energy.monthlyKilograms(server.power())))));
    }

    /** What a schema can't know. */
    static void issues(LocatedYaml yaml, List<LocatedIssue> issues) {
        JsonNode energy = yaml.at(ENERGY);
        String aim = yaml.at(MINIMISE).asText();
        boolean isPriced = energy.has("usdPerKWh");
        boolean isCounted = energy.has("gCO2PerKWh");
        if (energy.isMissingNode() && (aim.equals("power") || aim.equals("carbon"))) {
            KindsYaml.add(
                    issues,
                    yaml,
                    MINIMISE,
                    aim + " without energy",
                    "energy beside it: {pue: 1.4, use: 0.5}",
                    "It says how the power of servers counts.");
        }
        if (energy.isObject() && aim.equals("carbon") && !isCounted) {
            KindsYaml.add(
                    issues,
                    yaml,
                    ENERGY,
                    "no gCO2PerKWh, with minimise: carbon",
                    "the CO2 that a kWh causes, g",
                    null);
        }
        if (energy.isObject() && !aim.equals("power") && !aim.equals("carbon") && !isPriced) {
            KindsYaml.add(
                    issues,
                    yaml,
                    ENERGY,
                    "no usdPerKWh, with energy as a cost",
                    "what a kWh costs, USD",
                    "Write usdPerKWh: 0 if it costs nothing, or minimise: power.");
        }
        if (!energy.isMissingNode()) {
            withoutWatts(yaml, issues);
        }
        JsonNode types = yaml.at(JsonPointer.compile("/servers/types"));
        for (int i = 0; i < types.size(); i++) {
            if (types.get(i).has("embodiedKgCO2") && !isCounted) {
                KindsYaml.add(
                        issues,
                        yaml,
                        JsonPointer.compile("/servers/types/" + i + "/embodiedKgCO2"),
                        "embodiedKgCO2 without energy.gCO2PerKWh",
                        "both, or neither",
                        "The CO2 of a mix is that of what is bought and of its energy.");
            }
        }
    }

    private static void withoutWatts(LocatedYaml yaml, List<LocatedIssue> issues) {
        JsonNode types = yaml.at(JsonPointer.compile("/servers/types"));
        for (int i = 0; i < types.size(); i++) {
            if (types.get(i).isObject() && WATTS.stream().noneMatch(types.get(i)::has)) {
                KindsYaml.add(
                        issues,
                        yaml,
                        JsonPointer.compile("/servers/types/" + i),
                        "a type without watts, where energy counts",
                        "peakWatts, idleWatts and peakWatts, or powerWatts",
                        null);
            }
        }
    }
}
