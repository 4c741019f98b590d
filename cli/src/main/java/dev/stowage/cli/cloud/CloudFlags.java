package dev.stowage.cli.cloud;

import dev.stowage.basis.InputException;
import dev.stowage.catalog.ChargeTables;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.Names;
import dev.stowage.model.cloud.SpotPrice;
import dev.stowage.model.cloud.TransferPrices;
import dev.stowage.option.OptionNames;
import dev.stowage.option.Quantities;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.deployment.Market;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.report.cloud.CloudResult;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.sim.cloud.DeploymentStudyRequest.Stay;
import dev.stowage.sim.cloud.MarketScope;
import dev.stowage.sim.cloud.PlanLimits;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a service is deployed over time: policies, decisions, and what moving costs. */
final class CloudFlags {
    static final String ALL = "all";

    /** What names plans of few types, among the policies. */
    private static final String SIMPLE = "simple";

    private static final String DATA = "data";
    private static final long MICROS_PER_SECOND = 1_000_000L;

    @Option(
            names = "--policies",
            order = 2,
            paramLabel = "NAME",
            defaultValue = ALL,
            completionCandidates = Policies.class,
            description =
                    "Policies to compare, joined by commas: ${COMPLETION-CANDIDATES} (default:"
                            + " ${DEFAULT-VALUE}).")
    private String policies = ALL;

    @Option(
            names = "--decision",
            order = 4,
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "Time between decisions (default: ${DEFAULT-VALUE}).")
    private String decision = "";

    @Option(
            names = "--horizon",
            order = 4,
            paramLabel = "TIME",
            defaultValue = "1h",
            description =
                    "Time over which adding VMs is compared with changing the configuration"
                            + " (default: ${DEFAULT-VALUE}).")
    private String horizon = "";

    @Option(
            names = "--boot",
            order = 4,
            paramLabel = "TIME",
            defaultValue = "0s",
            description =
                    "From the request of a VM until it works; lookahead then plans ahead by as much"
                            + " (default: ${DEFAULT-VALUE}).")
    private String boot = "";

    @Option(
            names = "--max-shortage",
            order = 4,
            paramLabel = "TIME",
            defaultValue = "0s",
            description =
                    "How long there may be less than the demand while VMs boot; alternatives with"
                            + " more are ranked behind all others (default: ${DEFAULT-VALUE}).")
    private String maxShortage = "";

    @Option(
            names = "--state-gib",
            order = 4,
            paramLabel = "GIB",
            defaultValue = "0",
            description = "Data that moves with the service (default: ${DEFAULT-VALUE}).")
    private String stateGib = "";

    @Option(
            names = "--egress",
            order = 4,
            paramLabel = "USD|FILE",
            defaultValue = "0",
            description =
                    "Price of a GiB that leaves a region or provider; or a CSV of prices by pair of"
                            + " places with from,to,usd_per_gib,free_gib_per_month (default:"
                            + " ${DEFAULT-VALUE}).")
    private String egress = "";

    @Option(
            names = "--interruptions",
            order = 4,
            paramLabel = "RATE",
            description =
                    "With --spot: how often a VM is taken back, times an hour; or data: the rate of"
                            + " each type in the catalogue, else the mean of these (default: 0)."
                            + " With --portfolio: a rate, or measured.")
    private @Nullable String interruptions;

    @Option(
            names = "--savings-threshold",
            order = 4,
            paramLabel = "SHARE",
            defaultValue = "0%",
            description =
                    "Stay where changing saves less, in each decision and in the advice (default:"
                            + " ${DEFAULT-VALUE}).")
    private String savingsThreshold = "";

    @Option(
            names = "--stay",
            order = 4,
            paramLabel = "PLACE",
            description =
                    "Where the service is now, PROVIDER[/REGION][/POLICY] as in aws/us-east-1/fixed:"
                            + " says whether to stay (default: the cheapest provider alone).")
    private @Nullable String stay;

    /** A time of at least {@code least} whole seconds. */
    static long seconds(String option, String text, long least, CommonOptions common) {
        long micros = common.argument(() -> Quantities.micros(option, text));
        if (micros % MICROS_PER_SECOND != 0 || micros < least * MICROS_PER_SECOND) {
            throw common.usage(
                    option + ": found " + text + ", expected whole seconds, at least " + least);
        }
        return micros / MICROS_PER_SECOND;
    }

    long decisionSeconds(CommonOptions common) {
        return seconds("--decision", decision, 1, common);
    }

    /** What runs are simulated under. */
    DeploymentSpec spec(
            Markets markets,
            PlanLimits limits,
            boolean isSpot,
            Optional<LocalDate> start,
            long seed,
            CommonOptions common) {
        if (interruptions != null && !isSpot) {
            throw common.usage("--interruptions: found without --spot, expected both");
        }
        double rate = interruptionsPerHour(markets, common);
        return new DeploymentSpec(
                decisionSeconds(common),
                seconds("--horizon", horizon, 1, common),
                seconds("--boot", boot, 0, common),
                common.argument(() -> Quantities.number("--state-gib", stateGib)),
                transfers(markets, limits, common),
                start,
                common.argument(() -> Quantities.share("--savings-threshold", savingsThreshold)),
                rate,
                DATA.equals(interruptions),
                seconds("--max-shortage", maxShortage, 0, common),
                seed,
                limits);
    }

    /** What data costs that moves; a table has a price for each pair that may come. */
    private TransferPrices transfers(Markets markets, PlanLimits limits, CommonOptions common) {
        boolean isNumber = egress.matches("[-+.0-9].*");
        if (!isNumber && !Files.exists(Path.of(egress))) {
            throw common.usage(
                    "--egress: found "
                            + egress
                            + ", expected a price of a GiB such as 0.09, or a file that is there");
        }
        if (!Files.exists(Path.of(egress))) {
            return TransferPrices.flat(
                    BigDecimal.valueOf(
                            common.argument(() -> Quantities.number("--egress", egress))));
        }
        TransferPrices prices = ChargeTables.transfers(Path.of(egress));
        List<Market> starts = new ArrayList<>(markets.markets());
        limits.home().ifPresent(starts::add);
        for (Market from : starts) {
            for (Market to : markets.markets()) {
                if (!from.name().equals(to.name())) {
                    prices.of(from.name(), to.name());
                }
            }
        }
        return prices;
    }

    /** How often a spot VM is taken back, as typed; empty if it was not said. */
    Optional<String> interruptions() {
        return Optional.ofNullable(interruptions);
    }

    private double interruptionsPerHour(Markets markets, CommonOptions common) {
        if (interruptions == null) {
            return 0;
        }
        if (!interruptions.equals(DATA)) {
            String text = interruptions;
            return common.argument(() -> Quantities.number("--interruptions", text));
        }
        return markets.markets().stream()
                .flatMap(market -> market.pool().items().stream())
                .flatMap(item -> item.offer().spot().stream())
                .map(SpotPrice::interruptionsPerHour)
                .flatMapToDouble(OptionalDouble::stream)
                .average()
                .orElseThrow(
                        () ->
                                InputException.at(
                                        "--interruptions",
                                        "no rates in the catalogue",
                                        "a catalogue that has them, or a number",
                                        null));
    }

    /** The policies asked for, without {@code optimal} and {@code offline-optimum}. */
    List<PolicySpec> policies(DeploymentSpec spec, CommonOptions common) {
        return policies(-Math.floorDiv(-spec.bootSeconds(), spec.decisionSeconds()), common);
    }

    /** Refuses what is no policy, before a demand is there to say how far they look ahead. */
    void checkPolicies(CommonOptions common) {
        policies(1, common);
    }

    private List<PolicySpec> policies(long ahead, CommonOptions common) {
        List<PolicySpec> chosen = new ArrayList<>();
        for (String name : names(common)) {
            if (!Policies.NOT_RUN.contains(name)) {
                chosen.add(
                        common.argument(() -> DeploymentPolicies.parse("--policies", name, ahead)));
            }
        }
        if (chosen.isEmpty()) {
            throw common.usage(
                    "--policies: found "
                            + policies
                            + " alone, expected one of "
                            + String.join(", ", DeploymentPolicies.registry().names())
                            + " with it");
        }
        return chosen;
    }

    boolean hasOptimal(CommonOptions common) {
        return names(common).contains(CloudResult.OPTIMAL);
    }

    boolean hasBound(CommonOptions common) {
        return names(common).contains(CloudResult.OFFLINE_OPTIMUM);
    }

    /** True if plans of few types are wanted. */
    boolean hasSimple(CommonOptions common) {
        return names(common).contains(SIMPLE);
    }

    private Set<String> names(CommonOptions common) {
        if (policies.equals(ALL)) {
            return new LinkedHashSet<>(Policies.NAMES);
        }
        Set<String> names = new LinkedHashSet<>();
        for (String part : policies.split(",(?![^\\[]*\\])", -1)) {
            String name = part.strip();
            common.argument(
                    () ->
                            OptionNames.require(
                                    "--policies", name.replaceFirst("\\[.*", ""), Policies.NAMES));
            names.add(name);
        }
        return names;
    }

    /** Where the service is now; empty if it was not said. */
    Optional<Stay> stay(Markets markets, List<PolicySpec> chosen, CommonOptions common) {
        if (stay == null) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>(List.of(stay.split("/", -1)));
        List<String> known = DeploymentPolicies.registry().names();
        String last = parts.get(parts.size() - 1);
        PolicySpec policy = chosen.get(0);
        if (parts.size() > 1 && known.contains(last.replaceFirst("\\[.*", ""))) {
            policy = common.argument(() -> DeploymentPolicies.registry().parse("--stay", last));
            parts.remove(parts.size() - 1);
        }
        String place = String.join("/", parts);
        List<Market> there =
                markets.markets().stream()
                        .filter(m -> place.equals(m.provider()) || place.equals(name(m)))
                        .toList();
        if (there.isEmpty()) {
            Set<String> places = new LinkedHashSet<>();
            markets.markets().forEach(m -> places.add(m.provider()));
            markets.markets().forEach(m -> places.add(name(m)));
            common.argument(() -> OptionNames.require("--stay", place, places));
        }
        return Optional.of(new Stay(new MarketScope(place, there), policy));
    }

    private static String name(Market market) {
        return market.provider() + "/" + market.region();
    }

    static final class Policies extends Names.Candidates {
        /** Those that are no policies of the registry. */
        static final List<String> NOT_RUN =
                List.of(SIMPLE, CloudResult.OPTIMAL, CloudResult.OFFLINE_OPTIMUM);

        static final List<String> NAMES =
                Stream.concat(DeploymentPolicies.registry().names().stream(), NOT_RUN.stream())
                        .toList();

        Policies() {
            super(NAMES);
        }
    }
}
