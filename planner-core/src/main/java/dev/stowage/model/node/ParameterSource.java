package dev.stowage.model.node;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where the value of a parameter comes from. */
public enum ParameterSource {
    /** A table of a paper. */
    TABLE,
    /** The text of a paper. */
    TEXT,
    /** A fit to published or measured figures. */
    FITTED,
    /** Our own choice, for which there is no evidence. */
    OURS;

    /** As in files. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The source of that spelling. */
    public static Optional<ParameterSource> of(String spelling) {
        return Arrays.stream(values()).filter(each -> each.spelling().equals(spelling)).findFirst();
    }

    /** All spellings. */
    public static List<String> spellings() {
        return Arrays.stream(values()).map(ParameterSource::spelling).toList();
    }
}
