package dev.stowage.cli.session;

import java.util.List;
import java.util.Locale;

/** When to use colour. */
public enum ColorMode {
    /** On a terminal, unless {@code NO_COLOR} is set. */
    AUTO,
    /** Always, even into a file. */
    ALWAYS,
    /** Never. */
    NEVER;

    /** True if text is coloured that goes to a terminal, or does not, and may be refused colour. */
    boolean isOn(boolean isTerminal, boolean isRefused) {
        return switch (this) {
            case AUTO -> isTerminal && !isRefused;
            case ALWAYS -> true;
            case NEVER -> false;
        };
    }

    /** The mode that the raw arguments ask for; it must be known for errors in them. */
    public static ColorMode of(String... args) {
        for (int i = 0; i < args.length; i++) {
            String value =
                    args[i].startsWith("--color=")
                            ? args[i].substring("--color=".length())
                            : args[i].equals("--color") && i + 1 < args.length ? args[i + 1] : "";
            for (ColorMode mode : values()) {
                if (mode.toString().equals(value)) {
                    return mode;
                }
            }
        }
        return AUTO;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The spellings, for completion. */
    static final class Candidates extends Names.Candidates {
        Candidates() {
            super(List.of(AUTO.toString(), ALWAYS.toString(), NEVER.toString()));
        }
    }
}
