package dev.stowage.cli.cloud;

import dev.stowage.cli.session.CatalogFlags;
import dev.stowage.cli.session.CheckedCommand;
import dev.stowage.cli.session.CommonOptions;
import dev.stowage.cli.session.ExitCode;
import dev.stowage.cli.session.OutputOptions;
import dev.stowage.json.Json;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.output.OutputTarget;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.deployment.MarketFilter;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.report.cloud.CloudResult;
import dev.stowage.report.cloud.CloudText;
import dev.stowage.report.cloud.CommitmentStudy;
import dev.stowage.report.cloud.PortfolioResult;
import dev.stowage.report.cloud.PortfolioText;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.sim.cloud.DeploymentStudy;
import dev.stowage.sim.cloud.DeploymentStudyRequest;
import dev.stowage.sim.cloud.PlanLimits;
import dev.stowage.terminal.Wrapped;
import dev.stowage.workflow.cloud.BillDemand;
import dev.stowage.workflow.cloud.CloudAnswer;
import dev.stowage.workflow.cloud.CloudBill;
import dev.stowage.workflow.cloud.CloudCaveats;
import dev.stowage.workflow.cloud.CloudCommitments;
import dev.stowage.workflow.cloud.CloudDemand;
import dev.stowage.workflow.cloud.CloudExplanation;
import dev.stowage.workflow.cloud.CloudStudy;
import dev.stowage.workflow.cloud.CloudTimeline;
import dev.stowage.workflow.cloud.DrawnFutures;
import dev.stowage.workflow.cloud.HomeRegion;
import dev.stowage.workflow.cloud.PortfolioAnswer;
import dev.stowage.workflow.cloud.PriceDoubts;
import dev.stowage.workflow.cloud.RunBill;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code stowage cloud}: a service on clouds over time, under several policies. */
@Command(
        name = "cloud",
        customSynopsis = "stowage cloud (DEMAND | --from-bill FILE) [-o NAME.cloud] [OPTIONS]",
        description = {
            "Compare how a service can be deployed on clouds over time, and at what cost.",
            "",
            "Each policy runs on each provider alone and on all of them (any); the gap is that to"
                    + " the lower bound over all. Writes cloud.json, timeline.csv,"
                    + " bill.csv of the recommended plan, and report.html (opens from disk).",
            "",
            "With --portfolio: what to commit to, and what to rent beside it on demand and on spot;"
                    + " writes portfolio.json, bill.csv and report.html. With --forecast 1y: the"
                    + " same for drawn futures of the demand, with the regret."
        },
        footer = {
            "  stowage cloud oscillating",
            "  stowage cloud random --providers aws,azure --policies fixed,type-adaptive --seed 7",
            "  stowage cloud demand.csv --quantum 1h --boot 90s --state-gib 50 --egress 0.09",
            "  stowage cloud june.trace --class user-facing --cpu-score --stay aws/us-east-1/fixed",
            "  stowage cloud gradual --explain m7g.xlarge",
            "  stowage cloud gradual --commitment 1",
            "  stowage cloud --from-bill june.csv --home aws/us-east-1 --max-types 2",
            "  stowage cloud demand.csv --portfolio --interruptions 0.05",
            "  stowage cloud demand.csv --forecast 1y --growth 30%%",
            "  stowage cloud gradual --duration 31d --start 2027-01-01 --focus"
        })
public final class CloudCommand implements Callable<Integer>, CheckedCommand {
    private static final int MONTHS_PER_YEAR = 12;
    private static final int MOST_YEARS = 3;

    @Parameters(
            arity = "0..1",
            paramLabel = "DEMAND",
            description =
                    "What the service needs: gradual, oscillating or random; a CSV with the header"
                            + " time_s,cpu,memory_gib; or a trace or a CSV of tasks, whose requests"
                            + " are added up.")
    private @Nullable String demandText;

    @Option(
            names = "--from-bill",
            order = 1,
            paramLabel = "FILE",
            description =
                    "Take what a bill says was rented as the demand, and compare with what was"
                            + " paid: FOCUS, an AWS cost and usage report, an Azure cost export or"
                            + " a Google billing export, as CSV.")
    private @Nullable Path bill;

    @Mixin private DemandFlags demandFlags = new DemandFlags();
    @Mixin private CloudFlags cloudFlags = new CloudFlags();
    @Mixin private PlanLimitFlags limitFlags = new PlanLimitFlags();
    @Mixin private MarketFlags marketFlags = new MarketFlags();
    @Mixin private BillFlags billFlags = new BillFlags();
    @Mixin private PortfolioFlags portfolioFlags = new PortfolioFlags();
    @Mixin private FutureFlags futureFlags = new FutureFlags();

    @Option(
            names = "--seed",
            order = 58,
            paramLabel = "N",
            defaultValue = "42",
            description = "Root of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--explain",
            order = 60,
            paramLabel = "TYPE",
            description = "Say why a VM type was rented or not, at each place; or all.")
    private @Nullable String explain;

    @Option(
            names = "--commitment",
            order = 60,
            paramLabel = "YEARS",
            description =
                    "Say how many VMs to commit to for 1 or 3 years, if the demand repeats through"
                            + " them; writes committed-bill.csv, too. With --portfolio the longest"
                            + " term (default: 3).")
    private @Nullable Integer commitment;

    @Mixin private CatalogFlags catalogs = new CatalogFlags();
    @Mixin private OutputOptions output = new OutputOptions();
    @Mixin private CommonOptions common = new CommonOptions();

    @Override
    public Integer call() {
        checkArguments();
        Optional<LocalDate> start = billFlags.start(common);
        MarketFilter filter = marketFlags.filter(limitFlags, common);
        long decisionSeconds = cloudFlags.decisionSeconds(common);
        CloudDemand demand = demand(decisionSeconds);
        demand.check(String.valueOf(bill == null ? demandText : bill), decisionSeconds);
        if (portfolioFlags.isAsked() || futureFlags.isAsked()) {
            portfolio(demand, filter, start);
            return ExitCode.DONE.code();
        }
        portfolioFlags.requireNone(common);
        try (OutputTarget target = output.directory(demand.name() + ".cloud", CloudResult.FILE)) {
            CloudStudy study = study(demand, filter, start);
            Optional<CommitmentStudy> commitments =
                    Optional.ofNullable(commitment)
                            .map(years -> years * MONTHS_PER_YEAR)
                            .map(months -> CloudCommitments.of(study, months, start));
            CloudResult result =
                    CloudAnswer.of(
                            study,
                            commitments.map(CloudCommitments::answer).orElse(null),
                            explain == null ? null : new CloudExplanation(study, explain).of());
            Json.write(result, target.temporary().resolve(CloudResult.FILE));
            CloudTimeline.write(study.result(), target.temporary().resolve(CloudTimeline.FILE));
            new CloudBill(study, start, commitments).write(target.temporary(), billFlags.isFocus());
            target.commit();
            CloudText text = new CloudText(result, common.style());
            common.print(result, out -> Wrapped.narrow(out, text::print));
            common.note("Written: " + target.path());
            common.note("Report: " + target.path().resolve(CloudBill.REPORT));
        }
        return ExitCode.DONE.code();
    }

    @Override
    public void checkArguments() {
        if (seed < 0) {
            throw common.usage("--seed: found " + seed + ", expected a whole number of at least 0");
        }
        if (commitment != null && commitment != 1 && commitment != 3) {
            throw common.usage("--commitment: found " + commitment + ", expected 1 or 3");
        }
        boolean isFile = demandText != null && DemandFlags.isFile(demandText);
        futureFlags.check(isFile, commitment, common);
        billFlags.start(common);
        marketFlags.filter(limitFlags, common);
        cloudFlags.decisionSeconds(common);
        cloudFlags.checkPolicies(common);
        if (commitment != null) {
            limitFlags.requireOneZone("--commitment", common);
        }
        if (marketFlags.isSpot()) {
            limitFlags.requireOneZone("--spot", common);
        }
    }

    private CloudDemand demand(long decisionSeconds) {
        if ((demandText == null) == (bill == null)) {
            throw common.usage(
                    "DEMAND: found "
                            + (bill == null ? "none" : "with --from-bill")
                            + ", expected either a demand or --from-bill");
        }
        if (bill != null) {
            marketFlags.requireNoExtras(common);
            return BillDemand.read(bill, catalogs.catalogue(common));
        }
        return demandFlags.read(Objects.requireNonNull(demandText), seed, decisionSeconds, common);
    }

    /** What to commit to and what to rent beside it, instead of a comparison of policies. */
    private void portfolio(CloudDemand demand, MarketFilter asked, Optional<LocalDate> start) {
        if (marketFlags.isSpot() || explain != null) {
            throw common.usage(
                    (futureFlags.isAsked() ? "--forecast" : "--portfolio")
                            + ": found with "
                            + (explain != null ? "--explain" : "--spot")
                            + ", expected without; it weighs spot VMs by itself");
        }
        limitFlags.requireNoneBut(common);
        VmCatalogue catalogue = catalogs.catalogue(common);
        PriceDoubts doubts = PriceDoubts.of(catalogue);
        Optional<HomeRegion> home = home(catalogue);
        Markets markets = markets(catalogue, near(home, marketFlags.without(doubts, asked)));
        PortfolioAnswer.Request request =
                new PortfolioAnswer.Request(
                        demand.withHeadRoom(limitFlags.headRoom(common)),
                        markets.markets(),
                        CloudStudy.billing(markets, catalogue),
                        mostMonths(),
                        portfolioFlags.kinds(common),
                        portfolioFlags.risk(cloudFlags.interruptions(), common),
                        start,
                        seed,
                        notes(doubts, asked, markets));
        try (OutputTarget target =
                output.directory(demand.name() + ".portfolio", PortfolioResult.FILE)) {
            PortfolioAnswer answer =
                    futureFlags.isAsked()
                            ? PortfolioAnswer.of(request, futures())
                            : PortfolioAnswer.of(request);
            PortfolioResult result = answer.result();
            Json.write(result, target.temporary().resolve(PortfolioResult.FILE));
            Map<String, String> facts = new LinkedHashMap<>(); // of one order in every process
            facts.put("Catalogue", catalogue.name());
            facts.put("Charged", "by " + marketFlags.quantum());
            facts.put("Seed", Long.toString(seed));
            answer.write(result, facts, target.temporary(), billFlags.isFocus());
            target.commit();
            PortfolioText text = new PortfolioText(result, common.style());
            common.print(result, out -> Wrapped.narrow(out, text::print));
            common.note("Written: " + target.path());
            common.note("Report: " + target.path().resolve(CloudBill.REPORT));
        }
    }

    private static List<String> notes(PriceDoubts doubts, MarketFilter asked, Markets markets) {
        return Stream.of(doubts.leftOut(markets), CloudCaveats.extras(asked.extras(), markets))
                .flatMap(Optional::stream)
                .toList();
    }

    private int mostMonths() {
        if (commitment != null) {
            return commitment * MONTHS_PER_YEAR;
        }
        return futureFlags.isAsked()
                ? futureFlags.mostMonths(common)
                : MOST_YEARS * MONTHS_PER_YEAR;
    }

    private DrawnFutures futures() {
        Path history = Path.of(Objects.requireNonNull(demandText));
        return futureFlags.draw(history, limitFlags.headRoom(common), seed, common);
    }

    private Optional<HomeRegion> home(VmCatalogue catalogue) {
        return limitFlags.home(catalogue, marketFlags.providers(catalogue, common));
    }

    /** With a home, only it and the regions named. */
    private static MarketFilter near(Optional<HomeRegion> home, MarketFilter filter) {
        return home.map(at -> filter.with(draft -> draft.regions = at.with(draft.regions)))
                .orElse(filter);
    }

    private Markets markets(VmCatalogue catalogue, MarketFilter filter) {
        List<String> providers = marketFlags.providers(catalogue, common);
        return Markets.of(catalogue, providers, filter, rule -> marketFlags.billing(rule, common));
    }

    private CloudStudy study(CloudDemand demand, MarketFilter asked, Optional<LocalDate> start) {
        VmCatalogue catalogue = catalogs.catalogue(common);
        PriceDoubts doubts = PriceDoubts.of(catalogue);
        Optional<HomeRegion> home = home(catalogue);
        MarketFilter filter = near(home, marketFlags.without(doubts, asked));
        List<String> providers = marketFlags.providers(catalogue, common);
        Markets markets = markets(catalogue, filter);
        PlanLimits limits = limitFlags.limits(home, markets, common);
        DeploymentSpec spec =
                cloudFlags.spec(markets, limits, marketFlags.isSpot(), start, seed, common);
        List<PolicySpec> policies = cloudFlags.policies(spec, common);
        DeploymentStudyRequest request =
                new DeploymentStudyRequest(
                        markets.markets(),
                        demand.demand(),
                        policies,
                        spec,
                        cloudFlags.hasOptimal(common),
                        cloudFlags.hasBound(common),
                        cloudFlags.hasSimple(common),
                        cloudFlags.stay(markets, policies, common),
                        run ->
                                RunBill.usd(
                                        run, spec, start, CloudStudy.billing(markets, catalogue)),
                        common.threads(),
                        common.progress());
        return new CloudStudy(
                demand,
                catalogue,
                providers,
                filter,
                marketFlags.quantum(),
                markets,
                doubts,
                DeploymentStudy.run(request));
    }
}
