package dev.stowage.plan.loss;

import dev.stowage.model.MaintenanceWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Servers that go down in one instant.
 *
 * @param servers their numbers, ascending
 * @param atMicros when, on the workload's clock, at least 0
 */
public record Loss(List<Integer> servers, long atMicros) {
    public Loss {
        servers = List.copyOf(servers);
    }

    /**
     * The same as planned times without these servers, one for each row of consecutive numbers.
     *
     * @param lengthMicros how long; for ever if empty
     */
    public List<MaintenanceWindow> windows(OptionalLong lengthMicros) {
        long length = Math.min(lengthMicros.orElse(Long.MAX_VALUE), Long.MAX_VALUE - atMicros);
        List<MaintenanceWindow> windows = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= servers.size(); i++) {
            if (i == servers.size() || servers.get(i) != servers.get(i - 1) + 1) {
                windows.add(
                        new MaintenanceWindow(servers.get(from), i - from, atMicros, length, 0));
                from = i;
            }
        }
        return windows;
    }
}
