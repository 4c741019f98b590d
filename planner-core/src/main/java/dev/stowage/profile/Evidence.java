package dev.stowage.profile;

import dev.stowage.basis.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which resources the runs of an application tell apart. A resource of which every run had more
 * than nine tenths is unvaried: nothing says how much of it is needed. Of others the effect of one
 * alone follows only if its unit vector is a combination of what runs went without (estimability in
 * a linear model); those of which it does not follow are tied: they count as one resource. What is
 * left of a run after the combinations of others counts only from a tenth of the server on (ours):
 * sizes of one ratio that were rounded tell resources apart in the numbers, and not in truth. Two
 * runs between which one resource changes, and the others by less than a tenth of that change, tell
 * that one.
 *
 * @param unvaried resources that no run varied, as in {@link Slice#share}, and the share of each
 *     that runs had, in (0, 1]: nothing says that less is enough
 * @param tied resources that runs vary, but not apart from each other
 */
public record Evidence(Map<Integer, Double> unvaried, Set<Integer> tied) {
    /** Shares that differ by no more are no difference that a run tells. */
    static final double RESOLUTION = 0.1;

    private static final List<String> WORDS = List.of("CPU", "memory", "SSD cache");

    /** Every resource is told apart. */
    public static final Evidence FULL = new Evidence(Map.of(), Set.of());

    public Evidence {
        unvaried.forEach((r, had) -> Check.inRange("share of resource " + r, had, 1e-9, 1));
        unvaried = Collections.unmodifiableMap(new TreeMap<>(unvaried));
        tied = Collections.unmodifiableSet(new TreeSet<>(tied));
    }

    /** What samples tell. */
    static Evidence of(List<Sample> samples) {
        Map<Integer, Double> unvaried = new TreeMap<>();
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            int resource = r;
            if (samples.stream().allMatch(each -> isNearlyAll(each.slice().share(resource)))) {
                unvaried.put(r, had(samples, r));
            }
        }
        List<double[]> rows = reduced(new Evidence(unvaried, Set.of()).joined(samples));
        Set<Integer> tied = new TreeSet<>();
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            int resource = r;
            if (!unvaried.containsKey(r)
                    && rows.stream().noneMatch(row -> isAlone(row, resource))
                    && !isToldByTwo(samples, r, unvaried.keySet())) {
                tied.add(r);
            }
        }
        if (tied.size() == 1) { // the little that it varied says nothing of it
            tied.forEach(r -> unvaried.put(r, had(samples, r)));
            tied.clear();
        }
        return new Evidence(unvaried, tied);
    }

    /** The least share of a resource within a tenth of the most that a run on a part had. */
    private static double had(List<Sample> samples, int resource) {
        double[] shares =
                samples.stream()
                        .filter(each -> !each.slice().equals(Slice.WHOLE))
                        .mapToDouble(each -> each.slice().share(resource))
                        .toArray();
        double most = Arrays.stream(shares).max().orElse(1);
        return Arrays.stream(shares).filter(share -> share > most - RESOLUTION).min().orElse(1);
    }

    private static boolean isToldByTwo(List<Sample> samples, int resource, Set<Integer> unvaried) {
        return samples.stream()
                .anyMatch(
                        one ->
                                samples.stream()
                                        .anyMatch(
                                                other -> isAlone(one, other, resource, unvaried)));
    }

    /** True if between two runs that resource changes and the others nearly stay. */
    private static boolean isAlone(Sample one, Sample other, int resource, Set<Integer> unvaried) {
        double change = one.slice().share(resource) - other.slice().share(resource);
        if (change < RESOLUTION) {
            return false;
        }
        for (int c = 0; c < Slice.DIMENSIONS; c++) {
            double beside = one.slice().share(c) - other.slice().share(c);
            if (c != resource && !unvaried.contains(c) && Math.abs(beside) >= RESOLUTION * change) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNearlyAll(double share) {
        return share > 1 - RESOLUTION;
    }

    /** What samples went without, in reduced row echelon form. */
    private static List<double[]> reduced(List<Sample> samples) {
        List<double[]> rows = new ArrayList<>();
        samples.forEach(
                each ->
                        rows.add(
                                new double[] {
                                    1 - each.slice().cpu(),
                                    1 - each.slice().memory(),
                                    1 - each.slice().ssd()
                                }));
        int done = 0;
        for (int column = 0; column < Slice.DIMENSIONS && done < rows.size(); column++) {
            int largest = done;
            for (int i = done; i < rows.size(); i++) {
                if (Math.abs(rows.get(i)[column]) > Math.abs(rows.get(largest)[column])) {
                    largest = i;
                }
            }
            double pivot = rows.get(largest)[column];
            if (Math.abs(pivot) >= RESOLUTION) {
                Collections.swap(rows, done, largest);
                rows.set(done, Arrays.stream(rows.get(done)).map(x -> x / pivot).toArray());
                clear(rows, done, column);
                done++;
            }
        }
        return rows.subList(0, done);
    }

    private static void clear(List<double[]> rows, int pivot, int column) {
        for (int i = 0; i < rows.size(); i++) {
            double factor = rows.get(i)[column];
            if (i != pivot) {
                for (int c = 0; c < Slice.DIMENSIONS; c++) {
                    rows.get(i)[c] -= factor * rows.get(pivot)[c];
                }
            }
        }
    }

    private static boolean isAlone(double[] row, int resource) {
        for (int c = 0; c < Slice.DIMENSIONS; c++) {
            if (Math.abs(row[c] - (c == resource ? 1 : 0)) >= RESOLUTION) {
                return false;
            }
        }
        return true;
    }

    /** Unvaried resources that a server has, in words; empty if there is none. */
    public String unvariedOf(SlicedServer server) {
        return words(
                unvaried.keySet().stream().filter(each -> server.amount(each) > 0).toList(),
                " or ");
    }

    /** Tied resources in words; empty if there is none. */
    public String tiedOf() {
        return words(List.copyOf(tied), " and ");
    }

    private static String words(List<Integer> resources, String last) {
        List<String> words = resources.stream().sorted().map(WORDS::get).toList();
        int count = words.size();
        return count < 2
                ? String.join("", words)
                : String.join(", ", words.subList(0, count - 1)) + last + words.get(count - 1);
    }

    /** True if every resource is told apart. */
    public boolean isFull() {
        return unvaried.isEmpty() && tied.isEmpty();
    }

    /**
     * Samples in which tied resources have one share, the largest, and unvaried ones all: more than
     * was given promises no less than was measured.
     */
    List<Sample> joined(List<Sample> samples) {
        return samples.stream()
                .map(each -> new Sample(joined(each.slice()), each.pi(), each.cpuUtilisation()))
                .toList();
    }

    private Slice joined(Slice slice) {
        double most = tied.stream().mapToDouble(slice::share).max().orElse(0);
        return new Slice(joined(slice, 0, most), joined(slice, 1, most), joined(slice, 2, most));
    }

    private double joined(Slice slice, int resource, double most) {
        if (unvaried.containsKey(resource)) {
            return 1;
        }
        return tied.contains(resource) ? most : slice.share(resource);
    }
}
