package dev.stowage.sim.node.study;

import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.sim.node.SteadyState;
import dev.stowage.sim.node.StressTable.Stressor;
import dev.stowage.study.published.Claims;
import dev.stowage.study.published.Reproduction;
import dev.stowage.study.published.ReproductionStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What PARTIES was measured to do, and what the model makes of it. No parameter is tuned to any of
 * the assertions; the fit knows Table 2, Table 4 and the slacks of section 5.3 only.
 *
 * @param table Table 4, in the fit
 * @param studies effective utilisation by number of services, all six and without MongoDB
 * @param reproduction every sentence
 */
public record PartiesReproduction(
        StressComparison table, List<Mixes> studies, Reproduction reproduction) {
    private static final List<String> ALL =
            List.of("memcached", "xapian", "nginx", "moses", "mongodb", "sphinx");
    private static final List<String> WITHOUT_STORAGE =
            List.of("memcached", "xapian", "nginx", "moses", "sphinx");
    private static final double STEP = 0.1;
    private static final int RUNS = 20; // of Figure 9: most of them decide

    /** Effective utilisation with and without the service whose disk is its bottleneck. */
    public record Mixes(UtilisationStudy all, UtilisationStudy withoutStorage) {}

    public PartiesReproduction {
        studies = List.copyOf(studies);
    }

    /**
     * Runs everything.
     *
     * @param directions of load for each number of services
     */
    public static PartiesReproduction run(NodeLibrary library, int directions, long seed) {
        Work work = new Work(library, directions, seed);
        work.table();
        work.utilisation();
        work.threeServices();
        work.pairs();
        work.convergence();
        work.figure9();
        work.allocations();
        work.rules();
        return new PartiesReproduction(work.table, work.studies, work.claims.reproduction());
    }

    /** As a study of {@code reproduce}, with 60 directions of load. */
    public static ReproductionStudy study() {
        return new ReproductionStudy(
                "parties",
                "PARTIES against Heracles, Unmanaged and the Oracle on one node",
                seed -> run(NodeLibrary.shipped(), 60, seed).reproduction());
    }

    private static final class Work {
        private final NodeLibrary library;
        private final int directions;
        private final long seed;
        private final Claims claims = new Claims("parties");
        private final StressComparison table;
        private final List<Mixes> studies = new ArrayList<>();

        Work(NodeLibrary library, int directions, long seed) {
            this.library = library;
            this.directions = directions;
            this.seed = seed;
            this.table = StressComparison.of(library);
        }

        private LoadFrontier frontier(String manager, String... names) {
            PolicySpec spec = NodeManagers.registry().parse("reproduce", manager);
            return new LoadFrontier(UtilisationStudy.spec(library, List.of(names)), spec, seed, 10);
        }

        void table() {
            boolean isOrdered = true;
            for (Stressor stressor :
                    List.of(
                            Stressor.LLC_CAPACITY,
                            Stressor.LLC_BANDWIDTH,
                            Stressor.MEMORY_BANDWIDTH)) {
                int worst =
                        Math.max(table.ours(stressor, "memcached"), table.ours(stressor, "sphinx"));
                for (String other : List.of("xapian", "nginx", "mongodb")) {
                    isOrdered &= worst <= table.ours(stressor, other);
                }
            }
            boolean isDiskOnly =
                    ALL.stream()
                            .allMatch(
                                    name ->
                                            name.equals("mongodb")
                                                    == (table.ours(Stressor.DISK_BANDWIDTH, name)
                                                            < 100));
            claims.answer(
                    "T4",
                    table.meanAbsoluteError() <= 4,
                    "%.1f points; %d cells agree",
                    table.meanAbsoluteError(),
                    table.exact());
            claims.table(table.besideLeftOut());
            double leftOut =
                    StressComparison.meanAbsoluteError(table.cells(), StressComparison.leftOut());
            claims.answer("T4o", leftOut <= 10, "%.1f points", leftOut);
            claims.answer(
                    "P10", isOrdered && isDiskOnly, isOrdered && isDiskOnly ? "so" : "not so");
        }

        void utilisation() {
            for (int count : new int[] {2, 3, 4, 6}) {
                List<String> rest = WITHOUT_STORAGE;
                int without = Math.min(count, rest.size());
                studies.add(
                        new Mixes(
                                UtilisationStudy.of(library, ALL, count, directions, seed),
                                UtilisationStudy.of(library, rest, without, directions, seed)));
            }
            double two = studies.get(0).all().gain();
            double six = studies.get(3).all().gain();
            claims.answer("P1a", two >= 0.05 && two <= 0.25, "%+.0f %%", 100 * two);
            claims.answer("P1t", two >= 0.08 && two <= 0.18, "%+.0f %%", 100 * two);
            claims.answer("P1b", six >= 0.4 && six <= 1.2, "%+.0f %%", 100 * six);
            UtilisationStudy three = studies.get(1).all();
            UtilisationStudy four = studies.get(2).all();
            claims.answer(
                    "P2",
                    three.isOrdered() && four.isOrdered(),
                    "%s; %s",
                    order(three),
                    order(four));
            three = studies.get(1).withoutStorage();
            four = studies.get(2).withoutStorage();
            claims.answer(
                    "P2w",
                    three.isOrdered() && four.isOrdered(),
                    "%s; %s",
                    order(three),
                    order(four));
        }

        private static String order(UtilisationStudy study) {
            return String.format(
                    Locale.ROOT,
                    "N=%d: %.2f, %.2f, %.2f, %.2f",
                    study.services(),
                    study.of("unmanaged"),
                    study.of("heracles"),
                    study.of("parties"),
                    study.of("oracle"));
        }

        void threeServices() {
            List<String> names = List.of("memcached", "xapian", "nginx");
            UtilisationStudy study = UtilisationStudy.of(library, names, 3, directions, seed);
            double gap = 1 - study.of("parties") / study.of("oracle");
            claims.answer("P3", gap <= 0.2, "%.0f %% below", 100 * gap);
            int better = 0;
            int cells = 0;
            for (int step = 1; step <= 10; step++) {
                double[] loads = {step * STEP, step * STEP, 0};
                int parties = largestThird("parties", loads, names);
                int heracles = largestThird("heracles", loads, names);
                if (parties > 0) {
                    cells++;
                    int more = 10 * (parties - heracles);
                    better += more >= 10 && more <= 30 ? 1 : 0;
                }
            }
            claims.answer("P4", 2 * better > cells, "%d of %d cells", better, cells);
        }

        private int largestThird(String manager, double[] loads, List<String> names) {
            LoadFrontier frontier = frontier(manager, names.toArray(String[]::new));
            for (int step = 10; step > 0; step--) {
                loads[2] = step * STEP;
                if (frontier.holds(loads)) {
                    return step;
                }
            }
            return 0;
        }

        void pairs() {
            int[] twins =
                    frontier("parties", "mongodb", "mongodb").largest(new double[2], AXIS, 1)[0];
            int most = 0;
            for (int i = 0; i < twins.length; i++) {
                most = Math.max(most, twins[i] == 0 ? 0 : i + 1 + twins[i]);
            }
            claims.answer("P5a", most <= 16, "%d %%", 10 * most);
            List<String> short_ = new ArrayList<>();
            int rising = 0;
            for (int first = 0; first < ALL.size(); first++) {
                for (int second = first + 1; second < ALL.size(); second++) {
                    int[] row =
                            frontier("parties", ALL.get(first), ALL.get(second))
                                    .largest(new double[2], AXIS, 1)[0];
                    boolean hasStorage =
                            ALL.get(first).equals("mongodb") || ALL.get(second).equals("mongodb");
                    if (hasStorage && row[8] < 9) {
                        short_.add(
                                ALL.get(first).equals("mongodb")
                                        ? ALL.get(second)
                                        : ALL.get(first));
                    }
                    int least = row[0];
                    for (int cell : row) {
                        rising += cell > least + 1 ? 1 : 0;
                        least = Math.min(least, cell);
                    }
                }
            }
            claims.answer(
                    "P5b",
                    short_.isEmpty(),
                    "%s",
                    short_.isEmpty() ? "all" : "not with " + String.join(", ", short_));
            claims.answer("P6", rising == 0, "%d cells rise by more than a step", rising);
        }

        private static final int[] AXIS = {0};

        void convergence() {
            ConvergenceStudy two = ConvergenceStudy.of(library, ALL, 2, directions, seed);
            ConvergenceStudy six = ConvergenceStudy.of(library, ALL, 6, directions, seed);
            int cases = two.cases() + six.cases();
            int converged = two.seconds().size() + six.seconds().size();
            claims.answer(
                    "P7a",
                    converged == cases,
                    "%d of %d of two, %d of %d of six",
                    two.seconds().size(),
                    two.cases(),
                    six.seconds().size(),
                    six.cases());
            double ratio = six.mean() / two.mean();
            claims.answer(
                    "P7b",
                    ratio >= 1.5 && ratio <= 5,
                    "%.1f s and %.1f s: %s",
                    two.mean(),
                    six.mean(),
                    two.mean() == 0 ? "no ratio" : String.format(Locale.ROOT, "%.1f", ratio));
        }

        void figure9() {
            int reduced = 0;
            int ordered = 0;
            int recovered = 0;
            int moved = 0;
            int paused = 0;
            int early = 0;
            for (int run = 0; run < RUNS; run++) {
                Figure9 parties = Figure9.under(library, "parties", seed + run);
                reduced += parties.areAllReduced() ? 1 : 0;
                double moses = parties.firstSlack(1);
                boolean isOrdered =
                        parties.firstSlack(0) >= moses && moses >= parties.firstSlack(2);
                ordered += isOrdered ? 1 : 0;
                recovered += parties.recoverySeconds() <= 20 ? 1 : 0;
                double[] work = parties.batchSpeeds();
                early += parties.reductionsWithoutSlack();
                moved += work[1] < work[0] && work[2] > work[1] ? 1 : 0;
                Figure9 heracles = Figure9.under(library, "heracles", seed + run);
                double from = heracles.pausedAtSeconds();
                boolean isLost =
                        heracles.violatedAfter(from, 1) == 1
                                && heracles.violatedAfter(from, 2) == 1;
                paused += !Double.isNaN(from) && isLost ? 1 : 0;
            }
            sayRuns("P8a", reduced);
            sayRuns("P8b", ordered);
            sayRuns("P8c", recovered);
            sayRuns("P8d", moved);
            claims.answer("P8e", early == 0, "%d in %d runs", early, RUNS);
            sayRuns("P9", paused);
        }

        private void sayRuns(String id, int runs) {
            claims.answer(id, 2 * runs > RUNS, "in %d of %d runs", runs, RUNS);
        }

        void allocations() {
            NodeProfile node = library.node("reproduce", "parties");
            ServiceProfile mongodb = library.service("reproduce", "mongodb");
            double with60 = alone(node, mongodb, new SteadyState.Part(1, 20, 0, 60));
            double with40 = alone(node, mongodb, new SteadyState.Part(1, 20, 0, 40));
            claims.answer("P11a", with60 <= 1, "%.2f of the target", with60);
            claims.answer(
                    "P11b",
                    with40 > 1,
                    with40 > 100 ? "no steady state" : "%.2f of the target",
                    with40);
            ServiceProfile moses = library.service("reproduce", "moses");
            double first = alone(node, moses, new SteadyState.Part(10, 11, 11, 20));
            double second = alone(node, moses, new SteadyState.Part(14, 11, 6, 20));
            double third = alone(node, moses, new SteadyState.Part(14, 2, 10, 20));
            claims.answer(
                    "P12",
                    first <= 1 && second <= 1 && third <= 1,
                    "%.2f, %.2f, %.2f of the target",
                    first,
                    second,
                    third);
        }

        private static double alone(
                NodeProfile node, ServiceProfile service, SteadyState.Part part) {
            return SteadyState.latencyOverTarget(node, service, 0.9, part);
        }

        void rules() {
            UndoneReductions undone = UndoneReductions.of(library, seed);
            claims.answer(
                    "P13",
                    undone.count() > 0 && undone.followedTooSoon() == 0,
                    "%d undone, %d followed within 30 s",
                    undone.count(),
                    undone.followedTooSoon());
            boolean isSame =
                    Figure9.under(library, "parties", seed)
                            .equalsRun(Figure9.under(library, "parties", seed));
            claims.answer("P14", isSame, isSame ? "the same" : "differs");
        }
    }
}
