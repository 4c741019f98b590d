package dev.stowage.push;

import dev.stowage.basis.InputException;
import dev.stowage.push.kubernetes.KubernetesTarget;
import dev.stowage.push.node.NodeTarget;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.PushTarget;
import dev.stowage.push.terraform.TerraformTarget;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The registry of targets: what can be named with {@code --target}. */
public final class PushTargets {
    private static final List<Entry> ALL =
            List.of(
                    new Entry(
                            KubernetesTarget.NAME,
                            "Sets what workloads of a cluster ask for, by server-side apply, and"
                                    + " moves their pods, by evictions.",
                            Set.of(
                                    "kubeconfig",
                                    "context",
                                    "placement",
                                    "priorities",
                                    "drain",
                                    "only",
                                    "except",
                                    "max-restarts",
                                    "max-unavailable",
                                    "window",
                                    "timeout",
                                    "force-conflicts"),
                            KubernetesTarget::of),
                    new Entry(
                            FilesTarget.NAME,
                            "Writes what the other targets would apply into a folder.",
                            Set.of(
                                    "output",
                                    "format",
                                    "placement",
                                    "priorities",
                                    "slice",
                                    "limits",
                                    "pin"),
                            FilesTarget::of),
                    new Entry(
                            NodeTarget.NAME,
                            "Limits the services on one server: cgroup v2, or drop-ins of systemd."
                                    + " With --manager: what the servers of a fleet start with.",
                            Set.of(
                                    "manager",
                                    "output",
                                    "disk",
                                    "live",
                                    "server",
                                    "slice",
                                    "root",
                                    "cgroup-root",
                                    "limits",
                                    "pin",
                                    "frequency-only"),
                            NodeTarget::of),
                    new Entry(
                            TerraformTarget.NAME,
                            "Writes VM groups of AWS, Google Cloud and Azure as main.tf.json.",
                            Set.of("output", "provider"),
                            TerraformTarget::of));

    private PushTargets() {}

    /** How a target is made. */
    interface Factory {
        /**
         * A target.
         *
         * @param plan read only where it is needed: not to finish or undo a push
         */
        PushTarget make(Supplier<PushPlan> plan, PushSettings settings);
    }

    /**
     * A target.
     *
     * @param name on the command line
     * @param description one sentence
     * @param options of the command line that it takes
     * @param factory makes it
     */
    public record Entry(String name, String description, Set<String> options, Factory factory) {
        /** The target for a plan. */
        public PushTarget make(Supplier<PushPlan> plan, PushSettings settings) {
            return factory.make(plan, settings);
        }
    }

    /** All targets. */
    public static List<Entry> all() {
        return ALL;
    }

    /**
     * The target of a name.
     *
     * @throws InputException if there is none
     */
    public static Entry of(String name) {
        return ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                InputException.at(
                                        "--target",
                                        name,
                                        "one of "
                                                + ALL.stream()
                                                        .map(Entry::name)
                                                        .collect(Collectors.joining(", ")),
                                        null));
    }
}
