package dev.stowage.catalog.gather;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the names of VM types say about them, where a price list doesn't. */
public final class TypeNames {
    private static final Pattern AWS = Pattern.compile("[a-z][a-z0-9-]*\\.[a-z0-9-]+");
    private static final Pattern AZURE = Pattern.compile("(?:Standard|Basic|Internal)_.+");
    private static final Pattern GCP =
            Pattern.compile("(?:(?:[a-z][0-9]+|ct[0-9])[a-z]*|tpu)-[a-z0-9-]+");
    private static final Pattern AWS_ARM =
            Pattern.compile("(?:a1|mac2|mac-m|[a-z]+\\d+g|[a-z]+\\d+g[a-z]+).*");
    private static final Pattern AZURE_PARTS =
            Pattern.compile(
                    "(?:Standard|Basic)_([A-Z]+)(\\d+)(?:-(\\d+))?([a-z]*)(?:_(?:.*_)?(v\\d+))?.*");

    private TypeNames() {}

    /** The provider that names its types so; empty if none does. */
    public static String provider(String type) {
        if (AZURE.matcher(type).matches()) {
            return "azure";
        }
        if (AWS.matcher(type).matches()) {
            return "aws";
        }
        return GCP.matcher(type).matches() ? "gcp" : "";
    }

    /** The family of a type, as far as its name says. */
    public static String family(String provider, String type) {
        if (provider.equals("azure")) {
            Matcher parts = AZURE_PARTS.matcher(type);
            if (parts.matches()) {
                String version = parts.group(5) == null ? "" : parts.group(5);
                return "standard"
                        + parts.group(1)
                        + parts.group(4).toUpperCase(Locale.ROOT)
                        + version
                        + "Family";
            }
            return type;
        }
        int end = type.indexOf(provider.equals("aws") ? '.' : '-');
        return end > 0 ? type.substring(0, end) : type;
    }

    /** {@code arm64} or {@code x86_64}. */
    public static String architecture(String provider, String type) {
        boolean isArm =
                switch (provider) {
                    case "aws" -> AWS_ARM.matcher(family(provider, type)).matches();
                    case "gcp" -> type.matches("(?:t2a|c4a|n4a|a4x)-.*");
                    case "azure" -> {
                        Matcher parts = AZURE_PARTS.matcher(type);
                        yield parts.matches() && parts.group(4).contains("p");
                    }
                    default -> false;
                };
        return isArm ? "arm64" : "x86_64";
    }

    /** True if its cores are shared or throttled after a burst. */
    public static boolean isSharedCore(String provider, String type) {
        return switch (provider) {
            case "aws" -> type.matches("t\\d[a-z]*\\..*");
            case "gcp" -> type.matches("(?:e2-(?:micro|small|medium)|[fg]1-.*)");
            case "azure" -> type.matches("(?:Standard_B\\d.*|Standard_A0|Basic_A0)");
            default -> false;
        };
    }

    /**
     * True if a type of Google always comes with accelerators by its name, whose price some lists
     * leave out.
     */
    public static boolean hasAccelerators(String provider, String type) {
        return provider.equals("gcp") && type.matches("(?:a[2-9]x?|g[2-9]|ct\\d[a-z]*|tpu\\w*)-.*");
    }

    /**
     * vCPUs that a type of Azure with constrained vCPUs has: {@code Standard_DS11-1_v2} has one,
     * with the memory of two. Empty for any other type.
     */
    public static OptionalInt constrainedVcpus(String type) {
        Matcher parts = AZURE_PARTS.matcher(type);
        return parts.matches() && parts.group(3) != null
                ? OptionalInt.of(Integer.parseInt(parts.group(3)))
                : OptionalInt.empty();
    }

    /**
     * What a type is meant for, by its memory for each vCPU: {@code compute} below 3 GiB, {@code
     * memory} above 6 GiB; {@code other} with accelerators or much local storage.
     */
    public static String category(String type, double vcpus, double gib, boolean hasAccelerator) {
        boolean isStorage = type.matches("(?:(?:i|d|h|im|is)\\d.*\\..*|z3-.*|Standard_L.*)");
        if (hasAccelerator || isStorage) {
            return "other";
        }
        if (type.matches("t\\d[a-z]*\\..*|e2-(?:micro|small|medium)|Standard_B\\d.*")) {
            return "general";
        }
        double ratio = gib / vcpus;
        return ratio < 3 ? "compute" : ratio > 6 ? "memory" : "general";
    }
}
