package dev.stowage.basis;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known name that somebody probably meant: the least edit distance, if it is small. */
public final class NearestName {
    private NearestName() {}

    /**
     * The name of {@code known} nearest to {@code text}; empty if none is near. Ties: the first.
     */
    public static Optional<String> of(String text, Collection<String> known) {
        String wanted = text.toLowerCase(Locale.ROOT);
        int tolerance = Math.max(1, Math.min(3, wanted.length() / 3));
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(wanted, lower(name))))
                .filter(name -> distance(wanted, lower(name)) <= tolerance);
    }

    /** "Did you mean x?", or nothing. */
    public static Optional<String> question(String text, Collection<String> known) {
        return of(text, known).map(name -> "Did you mean " + name + "?");
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Edit distance with swaps of neighbours (optimal string alignment). */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(int[][] cost, String a, String b, int i, int j) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1);
        best = Math.min(best, cost[i - 1][j - 1] + change);
        boolean swapped =
                i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
