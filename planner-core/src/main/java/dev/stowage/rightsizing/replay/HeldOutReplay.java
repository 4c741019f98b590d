package dev.stowage.rightsizing.replay;

import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.RightSizing;
import dev.stowage.rightsizing.SizedRequests;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.evidence.MeasuredUse;
import dev.stowage.rightsizing.evidence.PartOfUse;
import dev.stowage.rightsizing.evidence.SizingOptions;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The rule as it would have been used before the end of the recording: requests from the first part
 * of the time, packed, and the use of the rest replayed on that placement.
 *
 * @param splitMicros when the rest begins
 * @param servers of that placement
 * @param overloaded of them that would have been asked for more than they have
 * @param cpuAboveShare share of the rest, over all its servers, above what they have of CPU
 * @param memoryAboveShare the same of memory
 * @param services on overloaded servers that used more in the rest than they would have asked for,
 *     as the placement orders them
 */
public record HeldOutReplay(
        long splitMicros,
        int servers,
        int overloaded,
        double cpuAboveShare,
        double memoryAboveShare,
        List<String> services) {
    public HeldOutReplay {
        services = List.copyOf(services);
    }

    /** Packs what asks for other requests, as well as it can. */
    @FunctionalInterface
    public interface Packer {
        /** The placement; items without a place have no server. */
        PlacementPlan pack(PackRequest request);
    }

    /** True if a server would have been asked for more than it has. */
    boolean isAbove() {
        return overloaded > 0;
    }

    /**
     * The check; null if no request comes from measured use, or nothing was measured in the rest.
     *
     * @param request what is to be packed, with its requests as they were
     * @param sizing of it by all measurements: what keeps its request in it keeps it here too
     */
    public static @Nullable HeldOutReplay of(
            PackRequest request,
            MeasuredUse use,
            SizingOptions options,
            RightSizing sizing,
            Packer packer) {
        List<SizedService> services = sizing.services();
        BitSet sized = new BitSet();
        IntStream.range(0, services.size())
                .filter(i -> services.get(i).isSized())
                .forEach(sized::set);
        if (sized.isEmpty()) {
            return null;
        }
        long split = split(services);
        RightSizing before =
                RightSizing.of(
                        request,
                        new PartOfUse(use, sized, Long.MIN_VALUE, split),
                        options.ofPart(1 - SizingOptions.HELD_OUT));
        BitSet all = new BitSet();
        all.set(0, services.size());
        MeasuredUse rest = new PartOfUse(use, all, split, Long.MAX_VALUE);
        PlacementPlan plan = packer.pack(SizedRequests.of(request, before, Map.of()));
        ReplayResult replay = UseReplay.of(plan, rest, sizing, null);
        return replay.isEmpty() ? null : of(split, plan, replay, exceeding(before, sizing, rest));
    }

    private static HeldOutReplay of(
            long split, PlacementPlan plan, ReplayResult replay, Set<String> exceeding) {
        Set<String> above =
                replay.servers().stream()
                        .filter(server -> server.aboveShare() > 0)
                        .map(ReplayResult.Server::name)
                        .collect(Collectors.toSet());
        replay.overflows().forEach(overflow -> exceeding.add(overflow.service()));
        Set<String> on = new HashSet<>();
        for (PlacementPlan.Item item : plan.items()) {
            if (above.contains(item.server())) {
                on.add(item.service());
            }
        }
        List<String> all = plan.services().stream().map(PlacementPlan.Service::name).toList();
        return new HeldOutReplay(
                split,
                replay.servers().size(),
                above.size(),
                replay.aboveShare(ReplayResult.Server::cpu),
                replay.aboveShare(ReplayResult.Server::memory),
                all.stream().filter(on::contains).filter(exceeding::contains).toList());
    }

    private static long split(List<SizedService> services) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (SizedService service : services) {
            if (service.history().measurements() > 0) {
                first = Math.min(first, service.history().firstMicros());
                last = Math.max(last, service.history().lastMicros());
            }
        }
        return first + (long) ((1 - SizingOptions.HELD_OUT) * (last - first));
    }

    /** Services of which a replica used more than it would have asked for. */
    private static Set<String> exceeding(RightSizing before, RightSizing sizing, MeasuredUse rest) {
        long[] cpu = new long[before.services().size()];
        long[] memory = new long[cpu.length];
        rest.visit(
                row -> {
                    cpu[row.service] = Math.max(cpu[row.service], row.cpuMicroCores);
                    memory[row.service] = Math.max(memory[row.service], row.memoryBytes);
                });
        Set<String> names = new HashSet<>();
        for (int i = 0; i < cpu.length; i++) {
            SizedService asked = before.services().get(i);
            SizedService judged = sizing.services().get(i);
            if ((judged.cpu().likelyUnit() == null && cpu[i] > asked.cpu().after())
                    || (judged.memory().likelyUnit() == null
                            && memory[i] > asked.memory().after())) {
                names.add(asked.name());
            }
        }
        return names;
    }
}
