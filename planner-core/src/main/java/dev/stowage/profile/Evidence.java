package dev.stowage.profile;

import dev.stowage.basis.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;

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
 * @param had of each resource the least share that a run on a part of the server had: nothing says
 *     that less is enough; 0 where no run is known
 * @param proportion of each resource the least share that a run had beside the largest share of the
 *     others, in [0, 1], with what is tied as one and without what is unvaried: nothing says that
 *     scarcer is enough; 0 where any is
 * @param unvaried resources that no run varied, as in {@link Slice#share}
 * @param tied resources that runs vary, but not apart from each other
 */
public record Evidence(Slice had, Slice proportion, Set<Integer> unvaried, Set<Integer> tied) {
    /** Shares that differ by no more are no difference that a run tells. */
    static final double RESOLUTION = 0.1;

    private static final List<String> WORDS = List.of("CPU", "memory", "SSD cache");

    /** Nothing is unknown: the function holds on every slice. */
    public static final Evidence FULL =
            new Evidence(Slice.diagonal(0), Slice.diagonal(0), Set.of(), Set.of());

    private static final double SAME = 1e-9;

    public Evidence {
        unvaried = Collections.unmodifiableSet(new TreeSet<>(unvaried));
        tied = Collections.unmodifiableSet(new TreeSet<>(tied));
        for (int r : unvaried) {
            Check.positive("share of resource " + r + " that runs had", had.share(r));
        }
    }

    /** What samples tell; all if there is none on a part of the server. */
    static Evidence ofRuns(List<Sample> samples) {
        boolean hasPart = samples.stream().anyMatch(each -> !each.slice().equals(Slice.WHOLE));
        return hasPart ? of(samples) : FULL;
    }

    /** The same of samples of which one is on a part of the server. */
    static Evidence of(List<Sample> samples) {
        Set<Integer> unvaried = new TreeSet<>();
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            int resource = r;
            if (samples.stream().allMatch(each -> isNearlyAll(each.slice().share(resource)))) {
                unvaried.add(r);
            }
        }
        List<double[]> rows = reduced(joined(samples, unvaried, Set.of()));
        Set<Integer> tied = new TreeSet<>();
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            int resource = r;
            if (!unvaried.contains(r)
                    && rows.stream().noneMatch(row -> isAlone(row, resource))
                    && !isToldByTwo(samples, r, unvaried)) {
                tied.add(r);
            }
        }
        if (tied.size() == 1) { // the little that it varied says nothing of it
            unvaried.addAll(tied);
            tied.clear();
        }
        return new Evidence(
                had(samples),
                proportion(joined(samples, unvaried, tied), unvaried),
                unvaried,
                tied);
    }

    private static Slice had(List<Sample> samples) {
        double[] had = new double[Slice.DIMENSIONS];
        for (int r = 0; r < had.length; r++) {
            int resource = r;
            had[r] =
                    samples.stream()
                            .map(Sample::slice)
                            .filter(each -> !each.equals(Slice.WHOLE))
                            .mapToDouble(each -> each.share(resource))
                            .min()
                            .orElse(1);
        }
        return new Slice(had[0], had[1], had[2]);
    }

    private static Slice proportion(List<Sample> joined, Set<Integer> unvaried) {
        double[] least = new double[Slice.DIMENSIONS];
        for (int r = 0; r < least.length; r++) {
            least[r] = unvaried.contains(r) ? 0 : 1;
            for (Sample each : joined) {
                double others = 0;
                for (int c = 0; c < least.length; c++) {
                    boolean isOther = c != r && !unvaried.contains(c);
                    others = isOther ? Math.max(others, each.slice().share(c)) : others;
                }
                if (others > 0) {
                    least[r] = Math.min(least[r], each.slice().share(r) / others);
                }
            }
        }
        return new Slice(least[0], least[1], least[2]);
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
        return words(unvaried.stream().filter(each -> server.amount(each) > 0).toList(), " or ");
    }

    /** How much of {@link #unvariedOf} a least slice keeps, in words. */
    public String keptOf(Slice slice, SlicedServer server) {
        return unvaried.stream().allMatch(each -> slice.share(each) > 1 - SAME)
                ? "all the " + unvariedOf(server)
                : "as much " + unvariedOf(server) + " as a run had that did as well";
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

    /** True if a slice has no less of a resource than some run had. */
    public boolean covers(Slice slice) {
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            if (slice.share(r) < had.share(r) - SAME) {
                return false;
            }
        }
        return true;
    }

    /**
     * Samples in which tied resources have one share, the largest, and unvaried ones all: more than
     * was given promises no less than was measured.
     */
    List<Sample> joined(List<Sample> samples) {
        return joined(samples, unvaried, tied);
    }

    private static List<Sample> joined(
            List<Sample> samples, Set<Integer> unvaried, Set<Integer> tied) {
        return samples.stream()
                .map(
                        each ->
                                new Sample(
                                        joined(each.slice(), unvaried, tied, Math::max),
                                        each.pi(),
                                        each.cpuUtilisation()))
                .toList();
    }

    /**
     * The part of a slice of which runs tell: what is more of a resource than the scarcest of those
     * tied to it, or than a run had beside as little of another, counts for nothing. Of what is
     * unvaried it has all that the slice has.
     */
    Slice told(Slice slice) {
        double scarcest = 1;
        for (int r : tied) {
            scarcest = Math.min(scarcest, slice.share(r));
        }
        double[] shares = new double[Slice.DIMENSIONS];
        for (int r = 0; r < shares.length; r++) {
            shares[r] = tied.contains(r) ? scarcest : slice.share(r);
            for (int c = 0; c < shares.length && !unvaried.contains(r); c++) {
                if (c != r && proportion.share(c) > 0) {
                    shares[r] = Math.min(shares[r], slice.share(c) / proportion.share(c));
                }
            }
        }
        return new Slice(shares[0], shares[1], shares[2]);
    }

    /** All of what is unvaried, as in {@link #joined}. */
    Slice withAllUnvaried(Slice slice) {
        return joined(slice, unvaried, Set.of(), Math::min);
    }

    /**
     * The most that a slice may count for: no less of a resource than runs had, and of those tied
     * the largest share.
     */
    Slice atMost(Slice slice) {
        return joined(raised(slice), unvaried, tied, Math::max);
    }

    /** At least as much of each resource as some run had. */
    Slice raised(Slice slice) {
        return new Slice(
                Math.max(slice.cpu(), had.cpu()),
                Math.max(slice.memory(), had.memory()),
                Math.max(slice.ssd(), had.ssd()));
    }

    private static Slice joined(
            Slice slice, Set<Integer> unvaried, Set<Integer> tied, DoubleBinaryOperator which) {
        double one = Double.NaN;
        for (int r : tied) {
            double share = slice.share(r);
            one = Double.isNaN(one) ? share : which.applyAsDouble(one, share);
        }
        double[] shares = new double[Slice.DIMENSIONS];
        for (int r = 0; r < shares.length; r++) {
            shares[r] = unvaried.contains(r) ? 1 : tied.contains(r) ? one : slice.share(r);
        }
        return new Slice(shares[0], shares[1], shares[2]);
    }
}
