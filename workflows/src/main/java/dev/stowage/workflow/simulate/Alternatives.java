package dev.stowage.workflow.simulate;

import dev.stowage.basis.InputException;
import dev.stowage.option.OptionNames;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.sim.SimulationSpec;
import dev.stowage.sim.queue.QueueDisciplines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The alternatives of a comparison, from the text of {@code --compare}. */
public final class Alternatives {
    private static final String OPTION = "--compare";
    private static final List<String> KINDS = List.of("placement", "admission", "queue");

    /**
     * One alternative.
     *
     * @param name what it differs in, in the spelling that round-trips
     * @param policies the policies that it sets, by kind
     */
    public record Alternative(String name, Map<String, PolicySpec> policies) {
        /** How it lets tasks in, if it says so. */
        public Optional<PolicySpec> admission() {
            return Optional.ofNullable(policies.get("admission"));
        }

        /** A spec with the policies of this alternative, all else as it is. */
        SimulationSpec applyTo(SimulationSpec spec) {
            SimulationSpec changed = spec;
            for (Map.Entry<String, PolicySpec> policy : policies.entrySet()) {
                changed =
                        switch (policy.getKey()) {
                            case "placement" -> changed.withPlacement(policy.getValue());
                            case "admission" -> changed.withAdmission(policy.getValue());
                            default -> changed.withQueue(policy.getValue());
                        };
            }
            return changed;
        }
    }

    private Alternatives() {}

    /**
     * Reads {@code best-fit,power-of-d[d=3]} or {@code placement=best-fit,queue=fifo;queue=…}, any
     * number of texts.
     *
     * @throws InputException if a policy is unknown, or there are not at least two different
     *     alternatives
     */
    public static List<Alternative> parse(List<String> texts) {
        List<Alternative> alternatives = new ArrayList<>();
        for (String text : texts) {
            for (String part : split(text, ';')) {
                if (split(part, '=').size() > 1) {
                    alternatives.add(whole(part));
                } else {
                    split(part, ',').forEach(name -> alternatives.add(placement(name)));
                }
            }
        }
        requireDifferent(alternatives);
        return alternatives;
    }

    private static Alternative placement(String text) {
        PolicySpec policy = OptionNames.policy(OPTION, text, PlacementPolicies.registry());
        return new Alternative(policy.toString(), Map.of("placement", policy));
    }

    private static Alternative whole(String text) {
        Map<String, PolicySpec> policies = new LinkedHashMap<>();
        List<String> names = new ArrayList<>();
        for (String setting : split(text, ',')) {
            int equals = setting.indexOf('=');
            String kind = equals < 0 ? setting : setting.substring(0, equals).strip();
            String value = equals < 0 ? "" : setting.substring(equals + 1).strip();
            PolicySpec policy =
                    switch (equals < 0 ? "" : kind) {
                        case "placement" ->
                                OptionNames.policy(OPTION, value, PlacementPolicies.registry());
                        case "admission" ->
                                OptionNames.policy(OPTION, value, AdmissionPolicies.registry());
                        case "queue" ->
                                OptionNames.policy(OPTION, value, QueueDisciplines.registry());
                        default ->
                                throw InputException.at(
                                        OPTION,
                                        "\"" + setting + "\"",
                                        "KIND=POLICY, where KIND is one of "
                                                + String.join(", ", KINDS),
                                        "Separate alternatives by semicolons.");
                    };
            if (policies.put(kind, policy) != null) {
                throw InputException.at(
                        OPTION,
                        "two of " + kind + " in \"" + text + "\"",
                        "one of each kind in an alternative",
                        "Separate alternatives by semicolons.");
            }
            names.add(kind + "=" + policy);
        }
        return new Alternative(String.join(",", names), policies);
    }

    private static void requireDifferent(List<Alternative> alternatives) {
        for (int i = 0; i < alternatives.size(); i++) {
            Map<String, PolicySpec> policies = alternatives.get(i).policies();
            if (alternatives.subList(0, i).stream().anyMatch(a -> a.policies().equals(policies))) {
                throw InputException.at(
                        OPTION,
                        alternatives.get(i).name() + " twice",
                        "alternatives that differ",
                        null);
            }
        }
        if (alternatives.size() < 2) {
            throw InputException.at(
                    OPTION,
                    alternatives.isEmpty()
                            ? "no alternative"
                            : "one alternative, " + alternatives.get(0).name(),
                    "at least two",
                    "As in: --compare best-fit,least-load");
        }
    }

    /** Parts between separators that are outside of brackets; blank ones are left out. */
    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? separator : text.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (i == text.length() || (c == separator && depth == 0)) {
                parts.add(text.substring(from, i).strip());
                from = i + 1;
            }
        }
        parts.removeIf(String::isEmpty);
        return parts;
    }
}
