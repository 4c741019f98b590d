package dev.stowage.catalog.verify;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.Located;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Regions with hardly any types whose name is almost that of a region with many: a slip of the pen
 * puts a type where no one can rent it.
 */
final class RegionNames {
    private static final int MOST_CHANGES = 2;

    /** A region that is left with one type in so many of its neighbour is no region. */
    private static final int TIMES_MORE = 10;

    private final Map<String, String> meant = new HashMap<>();

    RegionNames(List<Located> offers) {
        Map<String, Map<String, Integer>> types = new HashMap<>();
        for (Located each : offers) {
            types.computeIfAbsent(each.offer().type().provider(), p -> new HashMap<>())
                    .merge(each.offer().region(), 1, Integer::sum);
        }
        types.forEach(
                (provider, regions) ->
                        regions.forEach(
                                (region, count) ->
                                        meant(region, count, regions, provider + " " + region)));
    }

    private void meant(String region, int count, Map<String, Integer> regions, String key) {
        regions.entrySet().stream()
                .filter(other -> other.getValue() >= TIMES_MORE * count)
                .filter(other -> changes(region, other.getKey()) <= MOST_CHANGES)
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .ifPresent(name -> meant.put(key, name));
    }

    /** What is wrong with the region of an offer; null if nothing is. */
    @Nullable Problem problem(Located located) {
        String region = located.offer().region();
        String known = meant.get(located.offer().type().provider() + " " + region);
        return known == null
                ? null
                : new Problem(
                        Reason.REGION_NAME,
                        located.place(),
                        located.name(),
                        "region " + region,
                        "maybe " + known);
    }

    /** Letters to change, add or leave out to turn one word into another. */
    static int changes(String from, String to) {
        int[] above = new int[to.length() + 1];
        for (int j = 0; j < above.length; j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[above.length];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replace = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replace, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[to.length()];
    }
}
