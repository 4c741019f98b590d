import dev.stowage.catalog.CatalogueStore;
import dev.stowage.covering.Cover;
import dev.stowage.covering.ExactCover;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.MarketFilter;
import dev.stowage.policy.deployment.Markets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Milliseconds of exact covers of drawn demands in every region of imported catalogues, custom
 * sizes included.
 *
 * <p>{@code java -cp cli/target/stowage.jar bench/clouds/src/RegionCovers.java DATA-DIR CATALOG…}
 */
final class RegionCovers {
    private static final int DEMANDS = 200;

    private RegionCovers() {}

    public static void main(String[] args) {
        List<Market> markets = new ArrayList<>();
        for (int i = 1; i < args.length; i++) {
            VmCatalogue catalogue = new CatalogueStore(Path.of(args[0])).open(args[i]);
            List<String> providers = catalogue.providers();
            markets.addAll(
                    Markets.of(catalogue, providers, MarketFilter.NONE, rule -> rule).markets());
        }
        System.out.println("regions\ttypes\tcovers\tproven\tp50 ms\tp99 ms\tmost ms");
        report("warm-up", markets, 1);
        report("all", markets, 2);
        report("no custom", markets.stream().filter(m -> m.pool().custom().isEmpty()).toList(), 2);
        report("custom", markets.stream().filter(m -> !m.pool().custom().isEmpty()).toList(), 2);
    }

    private static void report(String name, List<Market> markets, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Long> nanos = new ArrayList<>();
        int proven = 0;
        int types = 0;
        for (Market market : markets) {
            ExactCover exact = new ExactCover(market.pool());
            types += market.items().size();
            for (int i = 0; i < DEMANDS; i++) {
                Resources demand = demand(random);
                long start = System.nanoTime();
                Cover cover = exact.cover(demand);
                nanos.add(System.nanoTime() - start);
                proven += cover.isOptimal() ? 1 : 0;
            }
        }
        nanos.sort(null);
        System.out.printf(
                "%s (%d)\t%d\t%d\t%d\t%.3f\t%.3f\t%.3f%n",
                name,
                markets.size(),
                types,
                nanos.size(),
                proven,
                at(nanos, 0.5),
                at(nanos, 0.99),
                at(nanos, 1));
    }

    /** From 1 to 3,000 cores, 0.5 to 16 GiB for each. */
    private static Resources demand(SplittableRandom random) {
        double cores = Math.pow(10, 3.5 * random.nextDouble());
        double gib = cores * 0.5 * Math.pow(2, 5 * random.nextDouble());
        return new Resources((long) (cores * 1e6), (long) (gib * Resources.BYTES_PER_GIB));
    }

    private static double at(List<Long> sorted, double share) {
        int index = (int) Math.min(sorted.size() - 1, Math.floor(share * sorted.size()));
        return sorted.get(index) / 1e6;
    }
}
