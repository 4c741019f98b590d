package dev.stowage.catalog.gather;

import dev.stowage.catalog.Reason;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rows whose texts say that they are not Linux on shared servers. */
public final class ForeignVariants {
    private static final Pattern WINDOWS =
            Pattern.compile("(?i).*\\b(?:windows|win|rhel|suse|sles|sql)\\b.*");

    /** The host of a TPU is no server of one's own. */
    private static final Pattern DEDICATED =
            Pattern.compile("(?i)(?!tpu\\b).*\\b(?:dedicated|dedicatedhost|host)\\b.*");

    private ForeignVariants() {}

    /** Why a row with these texts (name, system, tenancy, flags) is left out; empty if it isn't. */
    public static Optional<Reason> reason(String... texts) {
        for (String text : texts) {
            String words = text.replace('_', ' ').replace('-', ' ');
            if (WINDOWS.matcher(words).matches()) {
                return Optional.of(Reason.WINDOWS);
            }
            if (DEDICATED.matcher(words).matches()) {
                return Optional.of(Reason.DEDICATED);
            }
        }
        return Optional.empty();
    }
}
