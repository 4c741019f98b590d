package dev.stowage.workflow.plan;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.json.RecordReader;
import dev.stowage.packing.AmountText;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementFile;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.plan.CapacityPlan;
import dev.stowage.plan.CapacityPlan.CloudOption;
import dev.stowage.plan.CapacityPlan.PlannedServers;
import dev.stowage.report.cloud.CloudResult;
import dev.stowage.report.cloud.PortfolioResult;
import dev.stowage.report.plan.PlanDocument;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.rightsizing.replay.SizingVerdict.State;
import dev.stowage.words.Amounts;
import dev.stowage.words.Verdict.Mark;
import dev.stowage.workflow.plan.PlanAnswer.Cost;
import dev.stowage.workflow.plan.PlanAnswer.Figure;
import dev.stowage.workflow.plan.PlanAnswer.Kind;
import dev.stowage.workflow.simulate.ComparisonVerdict;
import dev.stowage.workflow.simulate.ComparisonView;
import dev.stowage.workflow.simulate.ReplicationsView;
import dev.stowage.workflow.simulate.RunView;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A kind of result that can be compared with another: its file, and where its answer is. */
enum ResultKind {
    /** Of {@code plan}. */
    PLAN(
            PlanAnswer.FILE,
            "(?!(servers|met|objective|lowerBound|gap|confidence|cost|clouds|placement)\\b).*",
            "(name|curve|notes|assumptions)\\b.*|provenance\\.(runs|inputs\\.scenario)"),
    /** Of {@code pack}. */
    PLACEMENT(
            PlacementFile.NAME,
            "(?!(result|moves)\\b|items\\..*\\.(server|reason)$|servers\\..*\\.isUsed$"
                    + "|services\\..*\\.(evidence$|requestBefore\\b)).*",
            "(name|notes)\\b.*|result\\.(parts|start|startCost(Usd)?|bound\\.method)\\b.*"
                    + "|inputs\\.file"),
    /** Of {@code simulate}. */
    RUN(
            RunView.FILE,
            "(workload|servers|policies|seed)\\b.*",
            "(warnings|verdict\\.details|verdict\\.sentence)\\b.*"),
    /** Of {@code simulate --replications}. */
    REPLICATIONS(
            ReplicationsView.FILE,
            "(workload|servers|policies|seed|confidence|replications|stopping)\\b.*",
            "(notes|verdict\\.details|verdict\\.sentence)\\b.*|metrics\\..*\\.values"),
    /** Of {@code simulate --compare}. */
    COMPARISON(
            ComparisonView.FILE,
            "(workload|servers|seed|confidence|pairedOver|replications|stopping)\\b.*"
                    + "|alternatives\\b.*",
            "(notes|verdict\\.sentence)\\b.*"),
    /** Of {@code cloud}. */
    CLOUD(
            CloudResult.FILE,
            "(demand|catalogue|filters|types|spec)\\b.*",
            "(notes|explanation)\\b.*"),
    /** Of {@code cloud --portfolio}. */
    PORTFOLIO(PortfolioResult.FILE, "(demand|spot)\\b.*", "notes\\b.*");

    private static final String MONTH = "a month";
    private static final String MEAN_OF_RUNS = ", mean of the replications";
    private static final SortedMap<Kind, Long> NO_SERVERS = new TreeMap<>();

    final String file;

    /** Paths of what the answer rests on. */
    final Pattern cause;

    /** Paths of what says nothing new. */
    final Pattern detail;

    ResultKind(String file, String cause, String detail) {
        this.file = file;
        this.cause = Pattern.compile(cause);
        this.detail = Pattern.compile(detail);
    }

    /** What the verdict of this kind is about. */
    ResultsOverview.Question question() {
        return switch (this) {
            case PLAN, PLACEMENT, CLOUD, PORTFOLIO -> ResultsOverview.Question.HOLDS;
            case RUN, REPLICATIONS -> ResultsOverview.Question.SERVED;
            case COMPARISON -> ResultsOverview.Question.DECIDED;
        };
    }

    /** The file of this kind: in a folder, or the path itself; empty if there is none. */
    Optional<Path> in(Path path) {
        Path found = Files.isDirectory(path) ? path.resolve(file) : path;
        return found.endsWith(file) && Files.exists(found) ? Optional.of(found) : Optional.empty();
    }

    /** The whole file. */
    JsonNode document(Path path) {
        if (this == PLACEMENT) {
            return PlacementDocument.of(PlacementFile.readFigures(path));
        }
        JsonNode root = reader().parse(path, text(path), JsonNode.class);
        switch (this) {
            case PLAN -> requireVersion(CapacityPlan.FORMAT_VERSION, path, root);
            case CLOUD -> requireVersion(CloudResult.FORMAT_VERSION, path, root);
            case PORTFOLIO -> requireVersion(PortfolioResult.FORMAT_VERSION, path, root);
            default -> {
                // has no version of its own
            }
        }
        return root;
    }

    private static void requireVersion(int known, Path path, JsonNode root) {
        JsonNode version = root.path("formatVersion");
        if (!version.isInt() || version.intValue() != known) {
            throw InputException.at(
                    path + ": formatVersion",
                    version.isMissingNode() ? "nothing" : version.toString(),
                    String.valueOf(known),
                    "Another version of stowage wrote it: make it again with this one.");
        }
    }

    /** What it says of bad rows that its trace left out. */
    List<String> leftOut(Path path) {
        List<String> said =
                switch (this) {
                    case PLACEMENT -> PlacementFile.readFigures(path).notes();
                    case RUN -> reader().read(path, Warned.class).warnings();
                    default -> reader().read(path, Noted.class).notes();
                };
        return said.stream().filter(TraceManifest::isLeftOut).toList();
    }

    /** What is read of a single run. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Warned(List<String> warnings) {}

    /** What is read of the other kinds. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Noted(List<String> notes) {}

    /** Its answer. */
    PlanAnswer answer(Path path) {
        return switch (this) {
            case PLAN -> answer(PlanDocument.parse(path, text(path)));
            case PLACEMENT -> answer(PlacementFile.readFigures(path), safety(path));
            case RUN -> answer(reader().read(path, RunView.class));
            case REPLICATIONS -> answer(reader().read(path, ReplicationsView.class));
            case COMPARISON -> answer(reader().read(path, ComparisonView.class));
            case CLOUD -> answer(reader().read(path, CloudResult.class));
            case PORTFOLIO -> answer(reader().read(path, PortfolioResult.class));
        };
    }

    private RecordReader reader() {
        return new RecordReader("a result in JSON, as " + file, "Make it again.");
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw InputException.of(path, "a file that can't be read", "a result", null)
                    .causedBy(e);
        }
    }

    /** The cost is that of the servers, or of the cheapest cloud where only clouds have prices. */
    private static PlanAnswer answer(PlanDocument plan) {
        if (!plan.met()) {
            return new PlanAnswer(
                    "no number of servers that holds",
                    NO_SERVERS,
                    Optional.empty(),
                    Mark.NO,
                    Optional.empty(),
                    List.of());
        }
        SortedMap<Kind, Long> servers = new TreeMap<>();
        plan.servers().forEach(each -> servers.merge(kind(each), (long) each.count(), Long::sum));
        BigDecimal own =
                plan.mix() != null
                        ? plan.mix().monthlyUsd()
                        : plan.cost() != null ? plan.cost().monthlyUsd() : null;
        Optional<Cost> cost =
                own != null
                        ? Optional.of(new Cost(own, MONTH))
                        : plan.clouds().stream()
                                .map(CloudOption::monthlyUsd)
                                .min(Comparator.naturalOrder())
                                .map(each -> new Cost(each, MONTH + " in the cheapest cloud"));
        return new PlanAnswer("", servers, Optional.empty(), Mark.YES, cost, List.of());
    }

    private static Kind kind(PlannedServers servers) {
        return new Kind(
                servers.type(),
                Amounts.cores(servers.cores()) + ", " + Amounts.gib(servers.memoryGiB()));
    }

    /** Requests that are not known to be safe are a placement that is not known to hold. */
    private static PlanAnswer answer(PlacementPlan plan, Optional<State> safety) {
        SortedMap<Kind, Long> servers = new TreeMap<>();
        plan.servers().stream()
                .filter(PlacementPlan.Server::isUsed)
                .forEach(server -> servers.merge(kind(plan, server), 1L, Long::sum));
        Mark holds =
                switch (safety.orElse(State.HOLDS)) {
                    case HOLDS -> Mark.YES;
                    case UNKNOWN -> Mark.OPEN;
                    case NOT_SAFE -> Mark.NO;
                };
        boolean isPriced = plan.result().costUnit().equals(PackRequest.USD_A_MONTH);
        return new PlanAnswer(
                "",
                servers,
                Optional.empty(),
                plan.result().unplaced() == 0 ? holds : Mark.NO,
                isPriced ? Optional.of(new Cost(plan.result().cost(), MONTH)) : Optional.empty(),
                List.of());
    }

    private static Kind kind(PlacementPlan plan, PlacementPlan.Server server) {
        String size =
                IntStream.range(0, plan.resources().size())
                        .filter(r -> server.capacity().get(r) > 0)
                        .mapToObj(
                                r ->
                                        AmountText.there(
                                                plan.resources().get(r), server.capacity().get(r)))
                        .collect(Collectors.joining(", "));
        return new Kind(server.type(), size);
    }

    /** Whether new requests are safe; empty if there are none. */
    private static Optional<State> safety(Path placement) {
        Path file = placement.resolveSibling(SizingReport.NAME);
        return Files.exists(file)
                ? Optional.of(
                        new RecordReader("a result of --right-size", "Pack again.")
                                .read(file, Sized.class)
                                .verdict
                                .state)
                : Optional.empty();
    }

    /** What is read of {@link SizingReport}. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Sized(Safety verdict) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Safety(State state) {}

    private static PlanAnswer answer(RunView run) {
        long without = run.tasks().rejected() + run.tasks().pending();
        return of(
                run.servers(),
                run.verdict().mark(),
                List.of(
                        new Figure("tasks without a server", "", without),
                        new Figure(
                                "99 % of admitted tasks wait at most",
                                "s", run.queuedSeconds().p99())));
    }

    /** With the means, as the headline has them. */
    private static PlanAnswer answer(ReplicationsView study) {
        return of(
                study.servers(),
                study.verdict().mark(),
                study.metrics().stream()
                        .map(
                                each ->
                                        new Figure(
                                                each.metric() + MEAN_OF_RUNS,
                                                each.unit(),
                                                each.mean()))
                        .toList());
    }

    /** Of the alternative with least, or of those that tie or that luck may have put behind it. */
    private static PlanAnswer answer(ComparisonView comparison) {
        ComparisonView.Decision verdict = comparison.verdict();
        List<ComparisonView.Value> values =
                comparison.metrics().stream()
                        .filter(each -> each.metric().equals(verdict.metric()))
                        .flatMap(each -> each.alternatives().stream())
                        .toList();
        ComparisonView.Value least =
                values.stream()
                        .filter(each -> each.name().equals(verdict.least()))
                        .findFirst()
                        .orElseThrow();
        List<String> tied = names(values, each -> Double.compare(each.mean(), least.mean()) == 0);
        List<Mark> marks =
                comparison.alternatives().stream()
                        .filter(each -> tied.contains(each.name()))
                        .map(ComparisonView.Alternative::mark)
                        .toList();
        boolean isDecided = Boolean.TRUE.equals(verdict.significant());
        List<String> rivals =
                names(values, each -> each.fromLeast() == null || isRival(each.fromLeast()));
        String choice =
                tied.size() > 1
                        ? joined(tied) + ", which tie,"
                        : isDecided ? verdict.least() : "not decided between " + joined(rivals);
        String suffix = comparison.replications() == 1 ? "" : MEAN_OF_RUNS;
        String unit =
                comparison.metrics().stream()
                        .filter(each -> each.metric().equals(verdict.metric()))
                        .map(ComparisonView.Metric::unit)
                        .findFirst()
                        .orElseThrow();
        String of = tied.size() > 1 || isDecided ? "" : ", of " + verdict.least();
        return of(
                choice + " on " + comparison.servers(),
                ComparisonVerdict.mark(marks, isDecided),
                List.of(new Figure(verdict.metric() + of + suffix, unit, least.mean())));
    }

    private static List<String> names(
            List<ComparisonView.Value> values, Predicate<ComparisonView.Value> which) {
        return values.stream().filter(which).map(ComparisonView.Value::name).toList();
    }

    /** True if the gap to the least may be luck; a single run can't tell. */
    private static boolean isRival(ComparisonView.@Nullable Gap gap) {
        return gap instanceof ComparisonView.SingleGap
                || (gap instanceof ComparisonView.TestedGap tested && !tested.significant());
    }

    private static String joined(List<String> names) {
        return String.join(", ", names.subList(0, names.size() - 1))
                + " and "
                + names.get(names.size() - 1);
    }

    private static PlanAnswer of(String choice, Mark holds, List<Figure> figures) {
        return new PlanAnswer(
                choice, NO_SERVERS, Optional.empty(), holds, Optional.empty(), figures);
    }

    /**
     * That of the plan that the result recommends, else of the cheapest; of none if nothing can
     * hold the demand.
     */
    private static PlanAnswer answer(CloudResult cloud) {
        Optional<CloudResult.Possible> chosen = recommended(cloud);
        if (chosen.isEmpty()) {
            return new PlanAnswer(
                    "nothing", NO_SERVERS, Optional.empty(), Mark.NO, Optional.empty(), List.of());
        }
        CloudResult.Possible possible = chosen.get();
        SortedMap<Kind, Long> servers = new TreeMap<>();
        for (CloudResult.Share each : possible.mix()) {
            String type = each.provider() + "/" + each.region() + "/" + each.type();
            servers.merge(new Kind(type, ""), each.most(), Long::sum);
        }
        return new PlanAnswer(
                possible.policy() + " at " + possible.providers(),
                servers,
                Optional.of(possible.mostVms()),
                possible.holds() ? Mark.YES : Mark.NO,
                Optional.of(new Cost(BigDecimal.valueOf(possible.usd()), "for the whole demand")),
                List.of());
    }

    /**
     * Its servers are those committed to; how many others run at a time, it does not say. It holds
     * its demand, but for futures that nobody is to plan by.
     */
    private static PlanAnswer answer(PortfolioResult portfolio) {
        PortfolioResult.Best best = portfolio.best();
        SortedMap<Kind, Long> servers = new TreeMap<>();
        portfolio.lines().stream()
                .filter(each -> each.pricing() == PortfolioResult.Pricing.COMMITTED)
                .forEach(
                        each ->
                                servers.merge(
                                        new Kind(each.type() + " for " + each.term(), ""),
                                        each.most(),
                                        Long::sum));
        PortfolioResult.Forecast forecast = portfolio.forecast();
        return new PlanAnswer(
                "portfolio at "
                        + best.provider()
                        + " "
                        + best.region()
                        + ", other VMs as they are needed",
                servers,
                Optional.empty(),
                forecast == null || forecast.isGoodEnough() ? Mark.YES : Mark.OPEN,
                Optional.of(new Cost(BigDecimal.valueOf(best.usd()), "for the whole demand")),
                List.of(new Figure("saved against on demand", "%", 100 * portfolio.saving())));
    }

    private static Optional<CloudResult.Possible> recommended(CloudResult cloud) {
        CloudResult.Recommendation recommendation = cloud.recommendation();
        return cloud.alternatives().stream()
                .filter(CloudResult.Possible.class::isInstance)
                .map(CloudResult.Possible.class::cast)
                .filter(each -> recommendation == null || is(recommendation.simplest(), each))
                .findFirst();
    }

    private static boolean is(CloudResult.Step step, CloudResult.Possible of) {
        return step.policy().equals(of.policy())
                && step.providers().equals(of.providers())
                && step.usd() == of.usd();
    }
}
