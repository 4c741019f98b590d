package dev.stowage.packing;

import java.util.List;

/** Finds out why items can't be placed. */
final class InfeasibilityCheck {
    private InfeasibilityCheck() {}

    static List<Infeasibility> of(PackModel model, Packing packing) {
        return List.of();
    }
}
