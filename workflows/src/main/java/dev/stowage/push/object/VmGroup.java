package dev.stowage.push.object;

import dev.stowage.catalog.gather.TypeNames;

/**
 * VMs of one type in one region.
 *
 * @param provider {@code aws}, {@code gcp} or {@code azure}
 * @param count at least 1
 */
public record VmGroup(String provider, String region, String type, int count) {
    /** The only one: price lists are read for Linux alone. */
    private static final String LINUX = "linux";

    /** A name of lower-case letters, digits and {@code separator}, that begins with a letter. */
    public String name(char separator) {
        return words(region + "-" + type, separator);
    }

    /** Instruction set of its processor, which decides about the image. */
    public String architecture() {
        return TypeNames.architecture(provider, type);
    }

    /** Operating system and instruction set, which an image is made for: {@code linux_arm64}. */
    public String system() {
        return LINUX + "_" + architecture();
    }

    public static String words(String text, char separator) {
        String name =
                text.toLowerCase(java.util.Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", String.valueOf(separator));
        return Character.isLetter(name.charAt(0)) ? name : "n" + name;
    }
}
