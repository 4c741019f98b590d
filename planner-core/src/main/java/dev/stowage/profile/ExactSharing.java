package dev.stowage.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The slices of a server's grid with the largest sum, over all ways to share it: one application
 * after the other, for every part of the server that they may have had together (dynamic
 * programming over the knapsack of three resources). What a server has none of everybody has all of
 * it. Ties go to the smaller slice of the later application. O(applications · cells²).
 */
final class ExactSharing {
    /** Sums that are compared at most: some 20 ms. */
    private static final double MOST_SUMS = 20e6;

    private final List<ApplicationProfile> applications;
    private final SlicedServer server;
    private final SharingRule rule;
    private final int[] most = new int[Slice.DIMENSIONS]; // steps to share; 0: nothing to share
    private final int[] least = new int[Slice.DIMENSIONS];

    private ExactSharing(
            List<ApplicationProfile> applications, SlicedServer server, SharingRule rule) {
        this.applications = applications;
        this.server = server;
        this.rule = rule;
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            most[r] = server.amount(r) == 0 ? 0 : server.steps(r);
            least[r] = Math.min(1, most[r]);
        }
    }

    /** True if so many applications are shared out in little time. */
    static boolean isSmall(int applications, SlicedServer server) {
        double sums = applications;
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            double steps = server.amount(r) == 0 ? 1 : server.steps(r);
            sums *= steps * (steps + 1) / 2;
        }
        return sums <= MOST_SUMS;
    }

    /** One slice each; there must be a step of every resource for each. */
    static List<Slice> of(
            List<ApplicationProfile> applications, SlicedServer server, SharingRule rule) {
        return new ExactSharing(applications, server, rule).slices();
    }

    private List<Slice> slices() {
        List<int[]> chosen = new ArrayList<>();
        double[] sums = new double[cell(most[0], most[1], most[2]) + 1];
        double[] values = new double[0];
        for (int k = 0; k < applications.size(); k++) {
            boolean isSame = k > 0 && applications.get(k).equals(applications.get(k - 1));
            values = isSame ? values : values(applications.get(k));
            double[] with = new double[sums.length];
            int[] choice = new int[sums.length];
            for (int c = 0; c <= most[0]; c++) {
                for (int m = 0; m <= most[1]; m++) {
                    for (int s = 0; s <= most[2]; s++) {
                        add(c, m, s, sums, values, with, choice);
                    }
                }
            }
            sums = with;
            chosen.add(choice);
        }
        return taken(chosen);
    }

    /** The best that the applications so far and one more make of a part of the server. */
    private void add(
            int c, int m, int s, double[] sums, double[] values, double[] with, int[] choice) {
        int of = cell(c, m, s);
        double best = Double.NEGATIVE_INFINITY;
        int own = 0;
        for (int i = least[0]; i <= c; i++) {
            for (int j = least[1]; j <= m; j++) {
                int left = cell(c - i, m - j, s - least[2]);
                int mine = cell(i, j, least[2]);
                for (int l = least[2]; l <= s; l++, left--, mine++) {
                    double sum = sums[left] + values[mine];
                    if (sum > best) {
                        best = sum;
                        own = mine;
                    }
                }
            }
        }
        with[of] = best;
        choice[of] = own;
    }

    private List<Slice> taken(List<int[]> chosen) {
        int[] left = most.clone();
        List<Slice> slices = new ArrayList<>();
        for (int k = chosen.size() - 1; k >= 0; k--) {
            int own = chosen.get(k)[cell(left[0], left[1], left[2])];
            int[] steps = {
                own / ((most[1] + 1) * (most[2] + 1)),
                own / (most[2] + 1) % (most[1] + 1),
                own % (most[2] + 1)
            };
            Arrays.setAll(left, r -> left[r] - steps[r]);
            slices.add(slice(steps[0], steps[1], steps[2]));
        }
        Collections.reverse(slices);
        return slices;
    }

    /** What one application adds to the sum on each slice. */
    private double[] values(ApplicationProfile application) {
        double[] values = new double[cell(most[0], most[1], most[2]) + 1];
        for (int c = least[0]; c <= most[0]; c++) {
            for (int m = least[1]; m <= most[1]; m++) {
                for (int s = least[2]; s <= most[2]; s++) {
                    values[cell(c, m, s)] =
                            ServerSharing.value(application, slice(c, m, s), server, rule);
                }
            }
        }
        return values;
    }

    private Slice slice(int c, int m, int s) {
        return server.slice(
                most[0] == 0 ? server.steps(0) : c,
                most[1] == 0 ? server.steps(1) : m,
                most[2] == 0 ? server.steps(2) : s);
    }

    private int cell(int c, int m, int s) {
        return (c * (most[1] + 1) + m) * (most[2] + 1) + s;
    }
}
