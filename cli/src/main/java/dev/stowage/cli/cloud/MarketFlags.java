package dev.stowage.cli.cloud;

import dev.stowage.catalog.ChargeTables;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmExtras;
import dev.stowage.model.cloud.VmType.Architecture;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import dev.stowage.policy.deployment.MarketFilter;
import dev.stowage.workflow.cloud.PriceDoubts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a service may run, on which VM types, at which prices. */
final class MarketFlags {
    private static final String PROVIDER = "provider";
    private static final String BASELINE = "m5.large";
    private static final List<String> ARCHITECTURES = List.of("x86_64", "arm64");

    @Option(
            names = "--providers",
            order = 3,
            split = ",",
            paramLabel = "NAME",
            description = "Providers to choose from (default: all of the catalogue).")
    private List<String> providers = List.of();

    @Option(
            names = "--regions",
            order = 3,
            split = ",",
            paramLabel = "NAME",
            description = "Only these regions, as us-east-1 or aws/us-east-1.")
    private List<String> regions = List.of();

    @Option(
            names = "--types",
            order = 3,
            split = ",",
            paramLabel = "NAME",
            description = "Only these VM types; then no custom sizes.")
    private List<String> types = List.of();

    @Option(
            names = "--families",
            order = 3,
            split = ",",
            paramLabel = "NAME",
            description = "Only types of these families.")
    private List<String> families = List.of();

    @Option(
            names = "--arch",
            order = 3,
            split = ",",
            paramLabel = "NAME",
            completionCandidates = Architectures.class,
            description = "Only these architectures: ${COMPLETION-CANDIDATES}.")
    private List<String> architectures = List.of();

    @Option(
            names = "--min-size",
            order = 3,
            paramLabel = "SIZE",
            description = "Only types with at least so many vCPUs and GiB, as in 2c4g.")
    private @Nullable String least;

    @Option(
            names = "--max-size",
            order = 3,
            paramLabel = "SIZE",
            description = "Only types with at most so many vCPUs and GiB.")
    private @Nullable String most;

    @Option(names = "--accelerators", order = 3, description = "Also types with accelerators.")
    private boolean accelerators;

    @Option(
            names = "--shared-cores",
            order = 3,
            description = "Also types whose vCPUs are shared or throttled.")
    private boolean sharedCores;

    @Option(
            names = "--cpu-score",
            order = 3,
            arity = "0..1",
            fallbackValue = BASELINE,
            paramLabel = "TYPE",
            description =
                    "Count CPU in vCPUs of this type, by measured speed (CoreMark), so that vCPUs"
                            + " are compared with their like (default: "
                            + BASELINE
                            + "). Types without a score are left out.")
    private @Nullable String baseline;

    @Option(names = "--spot", order = 3, description = "Rent at spot prices, where there are any.")
    private boolean spot;

    @Option(
            names = "--allow-suspect",
            order = 3,
            description = "Also rent at prices that `stowage catalog verify` doubts.")
    private boolean allowSuspect;

    @Option(
            names = "--per-vm",
            order = 3,
            paramLabel = "FILE",
            description =
                    "What each VM needs beside itself, as disks and addresses: a CSV with"
                            + " provider,region,item,usd_per_hour.")
    private @Nullable Path perVm;

    @Option(
            names = "--quantum",
            order = 3,
            paramLabel = "TIME",
            defaultValue = PROVIDER,
            description =
                    "Charging period: provider, as each one bills today, or the same for all, as in"
                            + " 1h (default: ${DEFAULT-VALUE}).")
    private String quantum = PROVIDER;

    /** The providers asked for, of those that there are. */
    List<String> providers(VmCatalogue catalogue, CommonOptions common) {
        if (providers.isEmpty()) {
            return catalogue.providers();
        }
        Set<String> chosen = new LinkedHashSet<>();
        for (String name : providers) {
            chosen.add(
                    common.argument(
                            () ->
                                    OptionNames.require(
                                            "--providers", name.strip(), catalogue.providers())));
        }
        return List.copyOf(chosen);
    }

    /** True if VMs are rented at spot prices. */
    boolean isSpot() {
        return spot;
    }

    /** The filter without doubted prices, unless they were asked for. */
    MarketFilter without(PriceDoubts doubts, MarketFilter filter) {
        return allowSuspect ? filter : filter.with(draft -> draft.suspects = doubts.names());
    }

    /** What the flags say of types. */
    MarketFilter filter(PlanLimitFlags limits, CommonOptions common) {
        Optional<Resources> smallest = size("--min-size", least, common);
        Optional<Resources> largest = size("--max-size", most, common);
        if (smallest.isPresent() && largest.isPresent() && !largest.get().covers(smallest.get())) {
            throw common.usage("--max-size: found " + most + ", expected at least " + least);
        }
        Resources own = limits.overhead(common);
        int spread = limits.zones(common);
        VmExtras extras = perVm == null ? VmExtras.NONE : ChargeTables.perVm(perVm);
        return MarketFilter.NONE.with(
                draft -> {
                    draft.overhead = own;
                    draft.extras = extras;
                    draft.zones = spread;
                    draft.regions = words(regions);
                    draft.types = words(types);
                    draft.families = words(families);
                    draft.architectures = architectures(common);
                    draft.least = smallest;
                    draft.most = largest;
                    draft.hasAccelerators = accelerators;
                    draft.hasSharedCores = sharedCores;
                    draft.speedBaseline = Optional.ofNullable(baseline);
                    draft.pricing = spot ? Pricing.SPOT : Pricing.ON_DEMAND;
                });
    }

    /** Refuses what each VM needs, where payments are compared that don't have it. */
    void requireNoExtras(CommonOptions common) {
        if (perVm != null) {
            throw common.usage(
                    "--per-vm: found with --from-bill, expected without;"
                            + " what was paid is that of VMs alone");
        }
    }

    private static Set<String> words(List<String> list) {
        return Set.copyOf(list.stream().map(String::strip).toList());
    }

    private Set<Architecture> architectures(CommonOptions common) {
        List<Architecture> chosen = new ArrayList<>();
        for (String name : architectures) {
            String known =
                    common.argument(
                            () -> OptionNames.require("--arch", name.strip(), ARCHITECTURES));
            chosen.add(Architecture.valueOf(known.toUpperCase(Locale.ROOT)));
        }
        return Set.copyOf(chosen);
    }

    private static Optional<Resources> size(
            String option, @Nullable String text, CommonOptions common) {
        return Optional.ofNullable(text)
                .map(each -> common.argument(() -> Quantities.size(option, each)));
    }

    /** A provider's rule, with the charging period asked for. */
    BillingRule billing(BillingRule rule, CommonOptions common) {
        if (quantum.equals(PROVIDER)) {
            return rule;
        }
        return new BillingRule(
                rule.provider(),
                CloudFlags.seconds("--quantum", quantum, 1, common),
                0,
                BillingRule.Rounding.UP,
                rule.currency(),
                "--quantum " + quantum,
                rule.sustainedUse());
    }

    /** As typed: {@code provider}, or a time. */
    String quantum() {
        return quantum;
    }

    static final class Architectures extends Names.Candidates {
        Architectures() {
            super(ARCHITECTURES);
        }
    }
}
