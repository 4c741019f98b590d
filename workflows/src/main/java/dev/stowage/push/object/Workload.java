package dev.stowage.push.object;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A workload of Kubernetes: the name of a service that is {@code namespace/Kind/name}.
 *
 * @param kind as in {@code Deployment}
 */
public record Workload(String namespace, String kind, String name) {
    /** Kinds whose pods are made anew when their template changes. */
    public static final Set<String> KINDS = Set.of("DaemonSet", "Deployment", "StatefulSet");

    private static final Pattern NAME =
            Pattern.compile("([a-z0-9.-]+)/([A-Z][A-Za-z]+)/([a-z0-9.-]+)");

    /** The workload of a name; empty if it is not of that form. */
    public static Optional<Workload> of(String service) {
        Matcher name = NAME.matcher(service);
        return name.matches()
                ? Optional.of(new Workload(name.group(1), name.group(2), name.group(3)))
                : Optional.empty();
    }

    public static boolean isNamed(String service) {
        return NAME.matcher(service).matches();
    }

    @Override
    public String toString() {
        return namespace + "/" + kind + "/" + name;
    }
}
