package dev.stowage.packing;

import dev.stowage.basis.Progress;
import dev.stowage.packing.PackingOptions.Search;
import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.heuristic.Construction;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackModelBuilder;
import dev.stowage.packing.placement.PackedResult;
import dev.stowage.packing.search.PackingSolver;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * One problem, packed by each search with equal work; a line of tab-separated values for each
 * search.
 *
 * <p>Arguments: KIND ITEMS SERVERS SEED WORK SEARCH[,SEARCH...], where KIND is the number of a
 * class, {@code loose} or {@code mixed}, and WORK is in millions of looks.
 */
public final class PackingRun {
    private PackingRun() {}

    /** Runs it. */
    public static void main(String[] args) {
        int items = Integer.parseInt(args[1]);
        int servers = Integer.parseInt(args[2]);
        long seed = Long.parseLong(args[3]);
        PackingProblem problem =
                switch (args[0]) {
                    case "loose" -> Instances.loose(items, servers, seed);
                    case "triplets" -> Instances.triplets(items, seed);
                    case "uniform" -> Instances.uniform(items, seed);
                    case "perfect2" -> Instances.perfect(servers, items / servers, 2, seed);
                    case "perfect3" -> Instances.perfect(servers, items / servers, 3, seed);
                    case "ruled" -> Instances.ruled(items, seed);
                    case "mixed" -> Instances.mixed(items, servers, seed);
                    default -> Instances.ofClass(Integer.parseInt(args[0]), items, seed);
                };
        PackModel model = PackModelBuilder.build(problem);
        new Construction(model, Long.MAX_VALUE, unlimited())
                .all(); // compiled by the time it is measured
        long began = System.nanoTime();
        List<Construction.Start> starts =
                new Construction(model, Long.MAX_VALUE, unlimited()).all();
        double seconds = (System.nanoTime() - began) / 1e9 / starts.size();
        long bestFit =
                starts.stream()
                        .filter(s -> s.name().startsWith("best-fit decreasing"))
                        .map(s -> s.state().cost)
                        .min(Comparator.naturalOrder())
                        .orElseThrow();
        for (String search : args[5].split(",")) {
            print(args, problem, bestFit, seconds, Search.valueOf(search));
        }
    }

    /** Of all threads of the process, compilers and collectors too. */
    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean)
                        java.lang.management.ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static Budget unlimited() {
        return new Budget(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    private static void print(
            String[] args, PackingProblem problem, long bestFit, double perStart, Search search) {
        long looks = 1_000_000 * Long.parseLong(args[4]);
        PackingOptions options =
                PackingOptions.DEFAULT.withSearch(search).withWork(looks).withSeed(1);
        long began = cpuNanos();
        PackedResult result = PackingSolver.solve(problem, options, Progress.NONE);
        double seconds = (cpuNanos() - began) / 1e9;
        BigDecimal cost = result.packing().cost();
        System.out.printf(
                Locale.ROOT,
                "%s\t%s\t%s\t%s\t%s\t%d\t%.4f\t%s\t%s\t%s\t%s\t%.6f\t%d\t%.2f\t%08x\t%s\t%s%n",
                args[0],
                args[1],
                args[2],
                args[3],
                search,
                bestFit,
                perStart,
                result.startCost(),
                result.start(),
                cost,
                result.bound().value(),
                result.gap(),
                result.steps(),
                seconds,
                java.util.Arrays.hashCode(result.packing().toArray()),
                result.packing().unplaced().size() + " " + result.bound().method(),
                result.parts());
        if (!result.packing().violations().isEmpty()) {
            throw new IllegalStateException("a packing that is none");
        }
    }
}
