package dev.stowage.profile.workload;

import dev.stowage.profile.Slice;
import dev.stowage.profile.workload.SlicedWorkload.Given;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which slices tasks have, counted by application. */
final class GivenSlices {
    private final SliceTable table;
    private final List<String> names;
    private final Map<Integer, Counts> counts = new TreeMap<>(); // by application

    /** So far. */
    private static final class Counts {
        private long kept; // tasks that keep their requests
        private long notBorneOut;
        private UntoldRequests untold = UntoldRequests.NONE;
        private final Map<Slice, Long> slices = new LinkedHashMap<>();
    }

    GivenSlices(SliceTable table, List<String> names) {
        this.table = table;
        this.names = names;
    }

    /**
     * Counts a task; null if it keeps its request.
     *
     * @param isBorneOut true if runs say that the slice performs as promised
     */
    void add(int application, @Nullable Slice slice, boolean isBorneOut) {
        Counts of = of(application);
        of.notBorneOut += isBorneOut ? 0 : 1;
        if (slice == null) {
            of.kept++;
        } else {
            of.slices.merge(slice, 1L, Long::sum);
        }
    }

    /** Notes the performance of a request, from the least to the most. */
    void untold(int application, double least, double most) {
        Counts of = of(application);
        of.untold = of.untold.with(least, most);
    }

    private Counts of(int application) {
        return counts.computeIfAbsent(application, key -> new Counts());
    }

    /** By name of the application. */
    Map<String, Given> byName() {
        Map<String, Given> byName = new LinkedHashMap<>();
        counts.forEach(
                (application, of) -> byName.put(names.get(application), of(application, of)));
        return byName;
    }

    private Given of(int application, Counts of) {
        Map<String, Long> slices = new LinkedHashMap<>();
        of.slices.forEach((slice, tasks) -> slices.put(table.describe(application, slice), tasks));
        return new Given(of.kept, slices, of.notBorneOut, of.untold);
    }
}
