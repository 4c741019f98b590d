package dev.stowage.policy.node;

import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import java.util.List;

/** The managers of nodes by name. A new one is one class and one entry here. */
public final class NodeManagers {
    private static final PolicyRegistry<NodeManager> REGISTRY =
            new PolicyRegistry<>(
                    "node manager",
                    List.of(
                            new Entry<>(
                                    "unmanaged",
                                    "nobody decides: all share all",
                                    false,
                                    List.of(),
                                    (spec, random) -> new Unmanaged()),
                            heracles(),
                            parties(),
                            new Entry<>(
                                    "oracle",
                                    "the best division that the model knows of",
                                    false,
                                    List.of(),
                                    (spec, random) -> new Oracle()),
                            pliant(
                                    "pliant",
                                    "variants first, then units of approximate jobs",
                                    true,
                                    true),
                            pliant(
                                    "precise",
                                    "equal shares beside approximate jobs that run precisely",
                                    false,
                                    false),
                            pliant("precise-reclaim", "as pliant, without variants", false, true)));

    private NodeManagers() {}

    /** All of them. */
    public static PolicyRegistry<NodeManager> registry() {
        return REGISTRY;
    }

    private static Entry<NodeManager> parties() {
        return new Entry<>(
                "parties",
                "one step of one resource every half second, by slack",
                true,
                List.of(
                        new PolicyParameter(
                                "literal-waits",
                                0,
                                0,
                                1,
                                "1: an action and its observation take two intervals."),
                        new PolicyParameter(
                                "downsize-next",
                                0,
                                0,
                                1,
                                "1: reduce the next service where that of largest slack may not"
                                        + " be.")),
                (spec, random) ->
                        new Parties(
                                spec.parameter("literal-waits") == 1,
                                spec.parameter("downsize-next") == 1,
                                random));
    }

    private static Entry<NodeManager> heracles() {
        return new Entry<>(
                "heracles",
                "the strictest service first, all others in a pool that grows with its slack",
                false,
                List.of(
                        new PolicyParameter(
                                "pause-seconds", 300, 0, 3600, "Pause after a violation."),
                        new PolicyParameter("top-seconds", 10, 1, 600, "Seconds of the top loop."),
                        percent("disable-load", 85, "Load above which the pool stands still."),
                        percent("enable-load", 80, "Load below which it runs again."),
                        percent("growth-slack", 10, "Slack below which the pool does not grow."),
                        percent("cut-slack", 5, "Slack below which it is cut to two cores."),
                        percent("core-slack", 30, "Slack above which it gets one more core."),
                        percent("bandwidth-limit", 90, "Memory bandwidth that may be used.")),
                (spec, random) -> new Heracles(spec));
    }

    /** The managers of services beside approximate jobs. */
    public static List<String> ofApproximateJobs() {
        return List.of("pliant", "precise", "precise-reclaim");
    }

    /** The managers of services beside best-effort jobs. */
    public static List<String> ofBestEffortJobs() {
        return List.of("unmanaged", "heracles", "parties", "oracle");
    }

    private static Entry<NodeManager> pliant(
            String name, String description, boolean hasVariants, boolean reclaims) {
        return new Entry<>(
                name,
                description,
                true,
                List.of(
                        new PolicyParameter(
                                "half-seconds", 2, 1, 120, "Half seconds between decisions.")),
                (spec, random) ->
                        new Pliant(hasVariants, reclaims, spec.parameter("half-seconds"), random));
    }

    private static PolicyParameter percent(String name, int standard, String help) {
        return new PolicyParameter(name, standard, 0, 100, help);
    }
}
