package dev.stowage.sim.cloud;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.deployment.DeploymentPolicy;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Places and demands for tests of deployments. */
final class CloudSamples {
    private static final long MICROS = 1_000_000L;

    private CloudSamples() {}

    /** A VM of whole cores and GiB; the price is in thousandths of a USD an hour. */
    static CoverItem vm(String provider, String name, long cores, long gib, long milliUsd) {
        VmType type =
                new VmType(
                        provider,
                        name,
                        "family",
                        VmType.Category.OTHER,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib(cores, gib));
        BigDecimal usd = BigDecimal.valueOf(milliUsd, 3);
        return CoverItem.of(
                new VmOffer(type, "region", usd, "made by a test", LocalDate.of(2026, 1, 1)));
    }

    static Market market(String provider, long quantum, long minimum, List<CoverItem> items) {
        BillingRule billing =
                new BillingRule(
                        provider,
                        quantum,
                        minimum,
                        BillingRule.Rounding.UP,
                        "USD",
                        "made by a test");
        return new Market(provider, "region", billing, items, List.of());
    }

    /** A few types of one place, prices roughly by size. */
    static Market market(SplittableRandom random, String provider, long quantum, long minimum) {
        List<CoverItem> items = new ArrayList<>();
        items.add(vm(provider, "tiny", 1, 1, 10L + random.nextInt(10)));
        int n = 1 + random.nextInt(5);
        for (int i = 0; i < n; i++) {
            long cores = 1L + random.nextInt(16);
            long gib = 1L + random.nextInt(48);
            items.add(vm(provider, "t" + i, cores, gib, 8 * cores + 2 * gib + random.nextInt(20)));
        }
        items.add(vm(provider, "huge", 64, 256, 1_500));
        return market(provider, quantum, minimum, items);
    }

    /** Levels that last whole decisions of {@code decisionSeconds}, up to 40 cores and 100 GiB. */
    static ServiceDemand demand(SplittableRandom random, int decisions, long decisionSeconds) {
        List<long[]> levels = new ArrayList<>();
        for (int i = 0; i < decisions; i += 1 + random.nextInt(12)) {
            levels.add(
                    new long[] {
                        i * decisionSeconds * MICROS,
                        random.nextInt(4) == 0 ? 0 : random.nextLong(40_000_000L),
                        random.nextInt(4) == 0 ? 0 : random.nextLong(100 * Resources.BYTES_PER_GIB)
                    });
        }
        return demand(levels, decisions * decisionSeconds * MICROS);
    }

    /** Whole cores and GiB, one level for each decision. */
    static ServiceDemand demand(long decisionSeconds, long... coresAndGib) {
        List<long[]> levels = new ArrayList<>();
        for (int i = 0; i < coresAndGib.length / 2; i++) {
            levels.add(
                    new long[] {
                        i * decisionSeconds * MICROS,
                        coresAndGib[2 * i] * Resources.MICRO_CORES_PER_CORE,
                        coresAndGib[2 * i + 1] * Resources.BYTES_PER_GIB
                    });
        }
        return demand(levels, levels.size() * decisionSeconds * MICROS);
    }

    private static ServiceDemand demand(List<long[]> levels, long end) {
        return new ServiceDemand(
                levels.stream().mapToLong(l -> l[0]).toArray(),
                levels.stream().mapToLong(l -> l[1]).toArray(),
                levels.stream().mapToLong(l -> l[2]).toArray(),
                end);
    }

    /** A fresh policy. */
    static DeploymentPolicy policy(String name) {
        var registry = DeploymentPolicies.registry();
        return registry.create(registry.parse("policy", name), new java.util.Random(1));
    }

    static List<String> policies() {
        return List.of("single", "adaptive", "fixed", "type-adaptive", "lookahead");
    }
}
