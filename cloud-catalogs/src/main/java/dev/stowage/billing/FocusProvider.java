package dev.stowage.billing;

import java.util.Map;

/**
 * Names under which a provider sells.
 *
 * @param name of the provider
 * @param vms its service that rents VMs
 * @param network its service that moves data
 */
record FocusProvider(String name, String vms, String network) {
    private static final Map<String, FocusProvider> KNOWN =
            Map.of(
                    "aws",
                    new FocusProvider("AWS", "Amazon Elastic Compute Cloud", "AWS Data Transfer"),
                    "gcp",
                    new FocusProvider("Google Cloud", "Compute Engine", "Networking"),
                    "azure",
                    new FocusProvider("Microsoft", "Virtual Machines", "Bandwidth"));

    /** The names of a provider of a catalogue; its own name for one that we don't know. */
    static FocusProvider of(String provider) {
        return KNOWN.getOrDefault(
                provider, new FocusProvider(provider, "Virtual Machines", "Data Transfer"));
    }
}
