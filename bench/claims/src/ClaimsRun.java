package dev.stowage.plan;

import dev.stowage.basis.Progress;
import dev.stowage.model.Resources;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.plan.objective.Objective;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.Reliability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;

/**
 * How often plans are true: many plans for each shape, procedure and confidence, drawn from pools
 * of replications. A row each, tabs between: shape, share of monotone windows, procedure,
 * confidence, plans that are true, number of servers above the true one, runs.
 */
final class ClaimsRun {
    private static final double SHARE = 0.9;
    private static final int REPLICATIONS = 61;
    private static final int MOST = 200;

    private final Pool pool;
    private final double confidence;
    private final SplittableRandom random;
    private int[] drawn = new int[0];
    private int runs;

    private ClaimsRun(Pool pool, double confidence, long seed) {
        this.pool = pool;
        this.confidence = confidence;
        this.random = new SplittableRandom(seed);
    }

    /** A way to plan; the number of servers by its place in the pool. */
    private interface Procedure {
        int plan(ClaimsRun run);
    }

    private static final Map<String, Procedure> PROCEDURES = new java.util.LinkedHashMap<>();

    static {
        PROCEDURES.put("t, stopped when tight", ClaimsRun::tight);
        PROCEDURES.put("t", ClaimsRun::student);
        PROCEDURES.put("order statistics, 29", run -> run.ordered(29));
        PROCEDURES.put("order statistics", run -> run.ordered(REPLICATIONS));
        PROCEDURES.put("order statistics, 200", run -> run.ordered(MOST));
        PROCEDURES.put("search, then fresh", ClaimsRun::fresh);
        PROCEDURES.put("betting", ClaimsRun::betting);
    }

    public static void main(String[] args) throws IOException {
        int replications = Integer.parseInt(args[0]);
        int plans = Integer.parseInt(args[1]);
        String only = args.length > 3 ? args[3] : "";
        for (Shapes.Shape shape : Shapes.all()) {
            if (!shape.name().contains(only)) {
                continue;
            }
            Pool pool = Pool.of(shape, replications, Path.of(args[2]));
            System.err.println(
                    shape.name()
                            + ": "
                            + pool.servers()
                            + " "
                            + pool.figures().stream()
                                    .map(
                                            row ->
                                                    String.format(
                                                            "%.2f", Pool.share(row, pool.bound())))
                                    .toList());
            for (double confidence : new double[] {0.8, 0.9, 0.95}) {
                for (var each : PROCEDURES.entrySet()) {
                    System.out.println(
                            String.join(
                                    "\t",
                                    shape.name(),
                                    String.format("%.4f", pool.monotone()),
                                    each.getKey(),
                                    String.valueOf(confidence),
                                    row(pool, each, confidence, plans)));
                }
            }
        }
    }

    private static String row(
            Pool pool, Map.Entry<String, Procedure> procedure, double confidence, int plans) {
        boolean isOfMean = procedure.getKey().startsWith("t");
        int needed = first(pool.size(), n -> isTrue(pool, isOfMean, n));
        int isTrue = 0;
        double above = 0;
        long runs = 0;
        for (int seed = 0; seed < plans; seed++) {
            ClaimsRun run = new ClaimsRun(pool, confidence, seed);
            run.drawn = run.random.ints(2 * MOST, 0, pool.figures().get(0).length).toArray();
            int n = procedure.getValue().plan(run);
            isTrue += isTrue(pool, isOfMean, n) ? 1 : 0;
            above += pool.servers().get(n) / (double) pool.servers().get(needed) - 1;
            runs += run.runs;
        }
        return isTrue + "\t" + above / plans + "\t" + runs / plans;
    }

    private static boolean isTrue(Pool pool, boolean isOfMean, int n) {
        double[] row = pool.figures().get(n);
        return isOfMean ? Pool.mean(row) <= pool.bound() : Pool.share(row, pool.bound()) >= SHARE;
    }

    private static int first(int size, IntPredicate holds) {
        int n = 0;
        while (n < size - 1 && !holds.test(n)) {
            n++;
        }
        return n;
    }

    private double figure(int n, int replication) {
        return pool.figures().get(n)[drawn[replication]];
    }

    private boolean isMet(int n, int replication) {
        return figure(n, replication) <= pool.bound();
    }

    /** By bisection, as the search goes. */
    private int bisect(IntPredicate holds) {
        int low = -1;
        int high = pool.size() - 1;
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (holds.test(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private int tight() {
        return bisect(
                n -> {
                    for (int count = 3; ; count = Math.min(REPLICATIONS, count + 2)) {
                        double[] interval = interval(n, count);
                        boolean isTight = interval[1] - interval[0] <= 0.1 * pool.bound();
                        if (isTight || interval[0] > pool.bound() || count == REPLICATIONS) {
                            runs += count;
                            return interval[1] <= pool.bound();
                        }
                    }
                });
    }

    private int student() {
        return bisect(
                n -> {
                    runs += REPLICATIONS;
                    return interval(n, REPLICATIONS)[1] <= pool.bound();
                });
    }

    /** Student's limits; a spread of zero is taken for certainty, as it was before ADR 20. */
    private double[] interval(int n, int count) {
        double[] values = new double[count];
        Arrays.setAll(values, r -> figure(n, r));
        double[] limits = IntervalsRun.student(values, confidence);
        return Double.isNaN(limits[0]) ? new double[] {values[0], values[0]} : limits;
    }

    /** The search of the product, as it is. */
    private int ordered(int replications) {
        return product(replications, 0);
    }

    private int product(int replications, int from) {
        LowerBound bound =
                new LowerBound(
                        1,
                        "none",
                        List.of(),
                        new WorkloadFigures(10, 0, 0, 0, 1, 1, 1, new Resources(1, 1)));
        SearchResult result =
                CapacitySearch.search(
                        SearchOptions.of(bound, pool.size())
                                .withReplications(replications, new Reliability(SHARE, confidence)),
                        Objective.parse(
                                "bench", Map.of("pendingSeconds", Map.of("p95", pool.bound()))),
                        (servers, replication) ->
                                waiting(servers, figure(servers - 1, from + replication)),
                        Progress.NONE);
        runs += result.runs();
        return result.servers() - 1;
    }

    /** The number of the product is to hold on other replications too, else it goes up on these. */
    private int fresh() {
        int found = product(REPLICATIONS, 0);
        int allowed = new Reliability(SHARE, confidence).allowedMisses(REPLICATIONS);
        for (int n = found; n < pool.size() - 1; n++) {
            int misses = 0;
            int r = MOST;
            for (; r < MOST + REPLICATIONS && misses <= allowed; r++) {
                misses += isMet(n, r) ? 0 : 1;
            }
            runs += r - MOST;
            if (misses <= allowed) {
                return n;
            }
        }
        return pool.size() - 1;
    }

    /**
     * The smallest number whose stake on "more than the share holds" has grown to 1 / (1 -
     * confidence) at any time: a mixture over what the share may be, looked at after each
     * replication.
     */
    private int betting() {
        return bisect(
                n -> {
                    int bets = 20;
                    double[] stakes = new double[bets];
                    Arrays.fill(stakes, 1.0 / bets);
                    for (int r = 0; r < MOST; r++) {
                        runs++;
                        double all = 0;
                        for (int i = 0; i < bets; i++) {
                            double share = SHARE + (1 - SHARE) * (i + 0.5) / bets;
                            stakes[i] *= isMet(n, r) ? share / SHARE : (1 - share) / (1 - SHARE);
                            all += stakes[i];
                        }
                        if (all >= 1 / (1 - confidence)) {
                            return true;
                        }
                    }
                    return false;
                });
    }

    private static RunSummary waiting(int servers, double w) {
        RunSummary.Level level = new RunSummary.Level(0.5, 0.5, 0.5, 0.5);
        RunSummary.Distribution waits = new RunSummary.Distribution(10, w, w, w, w, w, w);
        return new RunSummary(
                "pool",
                servers + "x",
                Map.of(),
                1,
                new RunSummary.TaskCounts(10, 0, 10, 10, 0, 0, 0, 0),
                new RunSummary.RejectedByReason(0, 0, 0),
                waits,
                waits,
                waits,
                new RunSummary.Utilisation(level, level, Map.of()),
                new RunSummary.Fragmentation(0, 0),
                new RunSummary.ServersInUse(servers, servers),
                new RunSummary.Energy(0, true),
                0,
                null,
                Optional.empty(),
                Optional.empty(),
                null,
                OptionalLong.empty(),
                Map.of(),
                List.of(),
                Map.of());
    }
}
