package dev.stowage.workflow.start;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a machine and data allow.
 *
 * @param findings in the order in which they matter
 */
public record Diagnosis(List<Finding> findings) {
    public Diagnosis {
        findings = List.copyOf(findings);
    }

    /** How far something is there. */
    public enum State {
        /** All that it is for can be done. */
        YES,
        /** Some can. */
        PARTLY,
        /** Nothing that needs it can be done. */
        NO;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One thing that was looked at.
     *
     * @param what its name
     * @param state how far it is there
     * @param found what was seen
     * @param remedy what to do for more; null if nothing need be done
     */
    public record Finding(String what, State state, String found, @Nullable String remedy) {}

    /** True if nothing that was looked at is missing. */
    public boolean isWhole() {
        return findings.stream().noneMatch(each -> each.state() == State.NO);
    }
}
