package dev.stowage.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Provider-oriented admission: slices for applications that share one server, so that the sum over
 * them of performance index times CPU utilisation (QUCI, equation 2.4) is large and no index is
 * below a floor. Source: Sfakianakis 2023, section 2.3.1; the solver is ours.
 *
 * <p>A pattern search on the grid. It starts from equal shares, from what the caller has and, for a
 * few applications, from shares that favour one of them; it moves one stride of one resource, or of
 * all, from one application to another, to or from what is free, while that is better, and halves
 * the stride. It is a local search. Where the grid is small, which it is for most servers without
 * an SSD cache, all ways to share it are compared besides ({@link ExactSharing}), and what is
 * returned has the largest sum. Deterministic. O(K^2) evaluations a sweep for K applications.
 */
public final class ServerSharing {
    private static final double GAIN = 1e-12;
    private static final double BELOW_FLOOR = 10; // a penalty that no sum of a server outweighs

    /** What one gives another, in strides: of one resource, or of all at once. */
    private static final int[][] PLAIN_MOVES = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};

    /** All moves of up to two strides of each resource, either way: what a floor takes. */
    private static final int[][] ALL_MOVES = allMoves();

    /** Sweeps at one stride: a limit in work, which no instance of the tests reaches. */
    private static final int MOST_SWEEPS = 200;

    /** So few applications are also shared out from starts that favour one of them. */
    private static final int FEW = 6;

    /** So few applications are also tried with all moves, which cost thirty times as much. */
    private static final int VERY_FEW = 3;

    private static final int[] WEIGHTS = {3, 1000};

    private final List<ApplicationProfile> applications;
    private final SlicedServer server;
    private final SharingRule rule;
    private final int count;
    private final int[][] steps; // by application (the last: what is free) and resource
    private final double[] values;

    private ServerSharing(
            List<ApplicationProfile> applications, SlicedServer server, SharingRule rule) {
        this.applications = applications;
        this.server = server;
        this.rule = rule;
        count = applications.size();
        steps = new int[count + 1][Slice.DIMENSIONS];
        values = new double[count];
    }

    private static int[][] allMoves() {
        List<int[]> moves = new ArrayList<>(Arrays.asList(PLAIN_MOVES));
        for (int i = 0; i < 125; i++) {
            int[] move = {i / 25 - 2, i / 5 % 5 - 2, i % 5 - 2};
            if (move[0] != 0 || move[1] != 0 || move[2] != 0) {
                moves.add(move);
            }
        }
        return moves.toArray(new int[0][]);
    }

    /**
     * Slices in the order of the applications.
     *
     * @param slices one each; together at most the server
     * @param value what was made most of
     * @param leastPi the least performance index of all
     */
    public record Shares(List<Slice> slices, double value, double leastPi) {
        public Shares {
            slices = List.copyOf(slices);
        }
    }

    /**
     * Shares a server among applications.
     *
     * @param applications at least one, each with a known use of CPU; at most as many as the server
     *     has steps of its scarcest resource
     */
    public static Shares of(
            List<ApplicationProfile> applications, SlicedServer server, SharingRule rule) {
        return of(applications, server, rule, List.of());
    }

    /** The same from what they have now, too; {@code current} may be empty. */
    public static Shares of(
            List<ApplicationProfile> applications,
            SlicedServer server,
            SharingRule rule,
            List<Slice> current) {
        if (applications.isEmpty() || applications.size() > mostApplications(server)) {
            throw new IllegalArgumentException(
                    applications.size()
                            + " applications, expected 1 to "
                            + mostApplications(server)
                            + " on "
                            + server.name());
        }
        Shares best = searched(applications, server, rule, current);
        if (!ExactSharing.isSmall(applications.size(), server)) {
            return best;
        }
        Shares exact =
                new ServerSharing(applications, server, rule)
                        .startFrom(ExactSharing.of(applications, server, rule))
                        .search();
        return exact.value() > best.value() + GAIN ? exact : best;
    }

    /** What the local search finds. */
    static Shares searched(
            List<ApplicationProfile> applications,
            SlicedServer server,
            SharingRule rule,
            List<Slice> current) {
        Shares best = new ServerSharing(applications, server, rule).startWeighted(-1, 1).search();
        if (current.size() == applications.size()) {
            best = better(best, new ServerSharing(applications, server, rule).startFrom(current));
        }
        if (applications.size() <= FEW) {
            for (int k = 0; k < applications.size(); k++) {
                for (int weight : WEIGHTS) {
                    ServerSharing other = new ServerSharing(applications, server, rule);
                    best = better(best, other.startWeighted(k, weight));
                }
            }
        }
        return best;
    }

    private static Shares better(Shares best, ServerSharing other) {
        Shares found = other.search();
        return found.value() > best.value() + GAIN ? found : best;
    }

    /** Applications that can have a step of every resource at once that the server has. */
    public static int mostApplications(SlicedServer server) {
        int most = Integer.MAX_VALUE;
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            most = server.amount(r) == 0 ? most : Math.min(most, server.steps(r));
        }
        return most;
    }

    /** Equal shares, but the favourite counts for {@code weight}; -1 = nobody. */
    private ServerSharing startWeighted(int favourite, int weight) {
        int parts = favourite < 0 ? count : count - 1 + weight;
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            if (server.amount(r) == 0) {
                allOf(r);
                continue;
            }
            int free = server.steps(r);
            for (int k = 0; k < count; k++) {
                int part = k == favourite ? weight : 1;
                steps[k][r] = Math.max(1, server.steps(r) * part / parts);
                free -= steps[k][r];
            }
            for (int k = 0; free != 0; k = (k + 1) % count) {
                int change = free > 0 ? 1 : steps[k][r] > 1 ? -1 : 0;
                steps[k][r] += change;
                free -= change;
            }
        }
        return this;
    }

    /** Of what the server has none of everybody has all. */
    private void allOf(int resource) {
        for (int k = 0; k < count; k++) {
            steps[k][resource] = server.steps(resource);
        }
    }

    private ServerSharing startFrom(List<Slice> current) {
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            if (server.amount(r) == 0) {
                allOf(r);
                continue;
            }
            int free = server.steps(r);
            for (int k = 0; k < count; k++) {
                steps[k][r] = (int) Math.rint(current.get(k).share(r) * server.steps(r));
                free -= steps[k][r];
            }
            steps[count][r] = free;
        }
        return this;
    }

    private Shares search() {
        for (int k = 0; k < count; k++) {
            values[k] = value(k);
        }
        int stride = 1;
        while (stride * 4 <= server.steps(0)) {
            stride *= 2;
        }
        for (; stride > 0; stride /= 2) {
            int sweeps = 0;
            while (sweeps < MOST_SWEEPS && sweep(stride)) {
                sweeps++;
            }
        }
        Slice[] slices = new Slice[count];
        double leastPi = 1;
        for (int k = 0; k < count; k++) {
            slices[k] = server.slice(steps[k][0], steps[k][1], steps[k][2]);
            leastPi = Math.min(leastPi, applications.get(k).performance().at(slices[k]));
        }
        return new Shares(Arrays.asList(slices), Arrays.stream(values).sum(), leastPi);
    }

    /** One sweep over all moves of a stride; true if one was made. */
    private boolean sweep(int stride) {
        boolean isBetter = false;
        for (int from = 0; from <= count; from++) {
            for (int to = 0; to <= count; to++) {
                for (int[] move : from == to ? new int[0][] : moves()) {
                    while (improves(from, to, move, stride)) {
                        isBetter = true;
                    }
                }
            }
        }
        return isBetter;
    }

    /** Makes a move if it is better; else leaves all as it was. */
    private boolean improves(int from, int to, int[] move, int stride) {
        if (!move(from, to, move, stride)) {
            return false;
        }
        double old = (from < count ? values[from] : 0) + (to < count ? values[to] : 0);
        double newFrom = from < count ? value(from) : 0;
        double newTo = to < count ? value(to) : 0;
        if (newFrom + newTo > old + GAIN) {
            if (from < count) {
                values[from] = newFrom;
            }
            if (to < count) {
                values[to] = newTo;
            }
            return true;
        }
        move(to, from, move, stride);
        return false;
    }

    private int[][] moves() {
        return count <= VERY_FEW ? ALL_MOVES : PLAIN_MOVES;
    }

    /** Moves steps, if both keep one of each resource; what is free may run out. */
    private boolean move(int from, int to, int[] move, int stride) {
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            int moved = moved(move, stride, r);
            if (moved != 0
                    && (steps[from][r] - moved < (from < count ? 1 : 0)
                            || steps[to][r] + moved < (to < count ? 1 : 0))) {
                return false;
            }
        }
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            int moved = moved(move, stride, r);
            steps[from][r] -= moved;
            steps[to][r] += moved;
        }
        return true;
    }

    private int moved(int[] move, int stride, int resource) {
        return server.amount(resource) == 0 ? 0 : move[resource] * scaled(stride, resource);
    }

    /** A stride of CPU as steps of another resource: about the same share, at least one. */
    private int scaled(int stride, int resource) {
        return stride == 1 ? 1 : Math.max(1, stride * server.steps(resource) / server.steps(0));
    }

    private double value(int k) {
        ApplicationProfile application = applications.get(k);
        Slice slice = server.slice(steps[k][0], steps[k][1], steps[k][2]);
        return value(application, slice, server, rule);
    }

    /**
     * What one application adds to the sum that is made most of, less a penalty below the floor.
     */
    static double value(
            ApplicationProfile application, Slice slice, SlicedServer server, SharingRule rule) {
        double pi = application.performance().at(slice);
        double used = application.coresUsed(slice, server.cores());
        double utilisation =
                switch (rule.utilisation()) {
                    case ALLOCATION -> used / (slice.cpu() * server.cores());
                    case SERVER -> used / server.cores();
                };
        return pi * utilisation - BELOW_FLOOR * Math.max(0, rule.floor() - pi);
    }
}
