package dev.stowage.workflow.compare;

import dev.stowage.basis.Progress;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.ServerFleet;
import dev.stowage.similarity.Comparison;
import dev.stowage.similarity.Figure;
import dev.stowage.similarity.ObservedWorkload;
import dev.stowage.similarity.ReplayPair;
import dev.stowage.similarity.ReplayWindow;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares one workload after another with the same side, on the same servers: those named, else
 * the ones that are typical of the first pair.
 */
public final class ComparisonRun {
    private final ObservedWorkload first;
    private final Optional<Function<ReplayWindow, ServerFleet>> servers;
    private final Optional<MachineEvents> machines;
    private final long seed;
    private final Progress progress;
    private @Nullable TypicalCluster typical;

    /**
     * Prepares.
     *
     * @param servers makes the servers for a window; empty to choose
     * @param machines of the first side, to choose from
     */
    public ComparisonRun(
            ObservedWorkload first,
            Optional<Function<ReplayWindow, ServerFleet>> servers,
            Optional<MachineEvents> machines,
            long seed,
            Progress progress) {
        this.first = first;
        this.servers = servers;
        this.machines = machines;
        this.seed = seed;
        this.progress = progress;
    }

    /**
     * Two sides compared.
     *
     * @param replay what the servers made of both; null if the tasks of both cover no common time
     */
    public record Compared(Comparison comparison, @Nullable ReplayPair replay) {
        public List<Figure> figures() {
            return Figure.of(comparison, replay);
        }
    }

    public Compared with(ObservedWorkload second) {
        ReplayPair replay =
                ReplayedSides.of(first, second, seed, progress).map(this::replayed).orElse(null);
        return new Compared(Comparison.of(first, second, seed), replay);
    }

    private ReplayPair replayed(ReplayedSides sides) {
        if (servers.isPresent()) {
            return sides.on(new TypicalCluster(servers.get().apply(sides.window()), "", ""));
        }
        if (typical != null) {
            return sides.on(typical);
        }
        TellingReplay found = TellingReplay.of(sides, sides.typical(machines));
        typical = found.cluster();
        return found.pair();
    }
}
