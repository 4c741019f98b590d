package dev.stowage.sim;

import dev.stowage.model.AttributePredicate;
import dev.stowage.model.ClusterTerms;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.TasksOf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a run on servers that say how many tasks they take: each asks for one place, beside
 * what it asks for itself.
 */
final class PodTasks extends TasksOf {
    private static final PlacementConstraints ONE = ClusterTerms.onePod();

    private final Map<PlacementConstraints, PlacementConstraints> withPod = new HashMap<>();

    private PodTasks(TaskSource source) {
        super(source);
    }

    /** The source itself where no server limits the number of its tasks. */
    static TaskSource of(TaskSource source, ServerFleet fleet) {
        return isLimited(fleet) ? new PodTasks(source) : source;
    }

    private static boolean isLimited(ServerFleet fleet) {
        if (fleet instanceof ServerFleet.Static groups) {
            return groups.groups().stream()
                    .anyMatch(each -> isLimited(each.type().extras().attributes()));
        }
        if (fleet instanceof ServerFleet.Recorded recorded) {
            for (int machine = 0; machine < fleet.size(); machine++) {
                if (isLimited(recorded.events().extras(machine).attributes())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isLimited(Map<String, String> attributes) {
        return ClusterTerms.there(attributes).containsKey(ClusterTerms.PODS);
    }

    @Override
    public boolean read(TaskBatch batch) {
        if (!source.read(batch)) {
            return false;
        }
        for (int row = 0; row < batch.size && batch.isPlain; row++) {
            batch.clearExtras(row);
        }
        batch.isPlain = false;
        for (int row = 0; row < batch.size; row++) {
            batch.constraints[row] = with(batch.constraints[row]);
        }
        return true;
    }

    private PlacementConstraints with(@Nullable PlacementConstraints own) {
        return own == null ? ONE : withPod.computeIfAbsent(own, PodTasks::plusOne);
    }

    private static PlacementConstraints plusOne(PlacementConstraints own) {
        List<AttributePredicate> all = new ArrayList<>(own.predicates());
        all.addAll(ONE.predicates());
        return new PlacementConstraints(all, own.differentMachines(), own.differentDomains());
    }
}
