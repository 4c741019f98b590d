package dev.stowage.sim.profiled;

import dev.stowage.basis.Check;
import dev.stowage.profile.SharingRule;

/** Who is let in on a server, and with which slice. */
public sealed interface SlicePolicy {
    /** True if a task behind one without room may start. */
    default boolean skipsHead() {
        return false;
    }

    /**
     * The least slice that meets a target; never resized. Source: Sfakianakis 2023, section 2.3.1.
     *
     * @param target performance index, above 0 and at most 1
     * @param margin added to the target when a slice is chosen, for errors of profiles
     * @param skipsHead true if a task behind one without room may start: the optimal packing of 2.9
     */
    record User(double target, double margin, boolean skipsHead) implements SlicePolicy {
        public User {
            Check.positive("target", target);
            Check.inRange("target", target, 0, 1);
            Check.notNegative("margin", margin);
        }

        /** Strict order, no margin. */
        public User(double target) {
            this(target, 0, false);
        }
    }

    /**
     * Slices of all that runs, anew whenever somebody comes or goes. The head is let in while the
     * sum that is made most of grows and nobody falls below the floor (ours).
     */
    record Provider(SharingRule rule) implements SlicePolicy {}

    /** So many equal slices. */
    record Equal(int slices) implements SlicePolicy {
        public Equal {
            Check.positive("slices", slices);
        }
    }

    /** All at once, each with an equal share of everything. */
    record Uncoordinated() implements SlicePolicy {}
}
