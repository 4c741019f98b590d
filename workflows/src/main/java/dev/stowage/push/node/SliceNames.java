package dev.stowage.push.node;

import dev.stowage.basis.InputException;
import java.util.HashMap;
import java.util.Map;

/**
 * Names of slices: a child's name begins with its parent's and a dash, says systemd, so a dash in
 * the name of a service would be a level of its own. Letters, digits and underscores remain.
 */
public final class SliceNames {
    private static final String SUFFIX = ".slice";

    private final String parent;
    private final Map<String, String> services = new HashMap<>();

    /**
     * Names below a slice.
     *
     * @param parent as in {@code stowage.slice}
     * @throws InputException if it is no name of a slice
     */
    public SliceNames(String parent) {
        if (!parent.matches("[a-zA-Z0-9_]+\\.slice")) {
            throw InputException.at(
                    "--slice", parent, "the name of a slice, as in stowage.slice", null);
        }
        this.parent = parent;
    }

    String parent() {
        return parent;
    }

    /** The slice of a service; two services never have the same. */
    public String of(String service) {
        String words = service.replaceAll("[^A-Za-z0-9_]+", "_");
        String other = services.putIfAbsent(words, service);
        if (other != null && !other.equals(service)) {
            words += "_" + Integer.toHexString(service.hashCode());
        }
        return parent.replace(SUFFIX, "") + "-" + words + SUFFIX;
    }
}
