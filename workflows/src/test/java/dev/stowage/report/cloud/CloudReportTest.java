package dev.stowage.report.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.basis.Progress;
import dev.stowage.billing.Bill;
import dev.stowage.billing.Metering;
import dev.stowage.billing.Purchase;
import dev.stowage.billing.VmUsage;
import dev.stowage.catalog.Catalogues;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.commitment.CommitmentPlan;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.policy.deployment.MarketFilter;
import dev.stowage.policy.deployment.Markets;
import dev.stowage.sim.cloud.BreakEven;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.sim.cloud.DeploymentStudy;
import dev.stowage.sim.cloud.DeploymentStudyRequest;
import dev.stowage.sim.cloud.DeploymentStudyResult;
import dev.stowage.words.Amounts;
import dev.stowage.workload.demand.DemandShape;
import dev.stowage.workload.demand.TracerDemand;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CloudReportTest {
    private static final Pattern AMOUNT =
            Pattern.compile("<td class=\"number\">(−?)\\$([\\d,.]+)</td></tr>");

    private static DeploymentStudyResult result;
    private static Bill bill;
    private static CommitmentStudy commitments;
    private static String html;
    private static JsonNode charts;

    @BeforeAll
    static void study() throws Exception {
        VmCatalogue catalogue = Catalogues.reference();
        Markets markets =
                Markets.of(catalogue, List.of("aws", "gcp"), MarketFilter.NONE, rule -> rule);
        List<PolicySpec> policies =
                List.of("single", "fixed", "type-adaptive").stream()
                        .map(name -> DeploymentPolicies.registry().parse("policy", name))
                        .toList();
        DeploymentStudyRequest request =
                new DeploymentStudyRequest(
                        markets.markets(),
                        TracerDemand.of(DemandShape.OSCILLATING, 3).demand(),
                        policies,
                        DeploymentSpec.PAPER,
                        true,
                        false,
                        false,
                        Optional.empty(),
                        DeploymentRun::usd,
                        1,
                        Progress.NONE);
        result = DeploymentStudy.run(request);
        DeploymentRun run = result.winner().run().orElseThrow();
        List<VmUsage> usage =
                run.rentals().stream()
                        .map(
                                r ->
                                        new VmUsage(
                                                r.item().offer(),
                                                false,
                                                r.count(),
                                                r.startSeconds(),
                                                r.releasedSeconds(),
                                                r.endSeconds(),
                                                false))
                        .toList();
        bill = Bill.of(Metering.of(usage, run.endSeconds()), catalogue::billing);
        CommitmentPlan plan =
                CommitmentPlan.cheapest(markets.markets(), request.demand(), 12).orElseThrow();
        VmOffer paid = plan.lines().get(0).item().offer();
        Bill committed =
                Bill.of(
                        new Metering(
                                List.of(new VmUsage(paid, false, 1, 0, 7_200, 7_200, false)),
                                List.of(),
                                List.of(new Purchase(paid, plan.lines().get(0).commitment(), 1)),
                                86_400,
                                Optional.empty()),
                        catalogue::billing);
        commitments =
                new CommitmentStudy(
                        12, plan, BreakEven.of(run, 12), committed, List.of("Mind this."));
        html =
                CloudReport.html(
                        new CloudReport.Input(
                                "oscillating <day>",
                                catalogue,
                                markets,
                                result,
                                bill,
                                Optional.of(commitments),
                                List.of("One price is doubtful."),
                                Map.of("Demand", "oscillating")));
        String data = html.split("id=\"charts\">", 2)[1].split("</script>", 2)[0];
        charts = new ObjectMapper().readTree(data);
    }

    @Test
    void saysWhatIsCheapestAndEscapesNames() {
        assertThat(html)
                .contains("oscillating &lt;day&gt;", "One price is doubtful.")
                .doesNotContain("<day>")
                .contains(CloudTables.label(result.winner()) + " is the cheapest");
        for (DeploymentAlternative each : result.alternatives()) {
            assertThat(html).contains(CloudTables.policy(each));
        }
    }

    @Test
    void drawsWhatTheRunsSay() {
        JsonNode cpu = charts.get(0).at("/views/0/series/1/data");
        DeploymentRun run = result.winner().run().orElseThrow();
        double most = run.assigned().stream().mapToDouble(r -> r.cores()).max().orElseThrow();
        double drawn = 0;
        for (JsonNode pair : cpu) {
            drawn = Math.max(drawn, pair.get(1).asDouble());
        }
        assertThat(drawn).isCloseTo(most, within(most * 1e-6));
        JsonNode cost = charts.get(2).at("/views/0/series/0/data");
        assertThat(cost.get(cost.size() - 1).get(1).asDouble())
                .isCloseTo(result.winner().usd(), within(1e-4));
        assertThat(charts.get(3).at("/views/0/series/0/kind").asText()).isEqualTo("stack");
        assertThat(charts.toString()).doesNotContain("NaN", "Infinity", "[null", "null]");
    }

    @Test
    void countsTheVmsOfEachMoment() {
        for (DeploymentAlternative each : result.possible()) {
            DeploymentRun run = each.run().orElseThrow();
            VmMix mix = VmMix.of(run);
            for (int row = 0; row < mix.seconds().length - 1; row++) {
                long most = 0;
                for (double at = mix.seconds()[row];
                        at < mix.seconds()[row + 1];
                        at += run.decisionSeconds()) {
                    long now = 0;
                    for (var rental : run.rentals()) {
                        boolean works =
                                rental.startSeconds() <= at && at < rental.releasedSeconds();
                        now += works ? rental.count() : 0;
                    }
                    most = Math.max(most, now);
                }
                double drawn = 0;
                for (double[] counts : mix.counts()) {
                    drawn += counts[row];
                }
                assertThat(drawn).as("%s, row %d", each.policy(), row).isEqualTo((double) most);
            }
        }
    }

    @Test
    void showsWhatToCommitToAndTheBreakEvenOfEachType() {
        String section = html.split("id=\"commitments\"", 2)[1].split("</section>", 2)[0];
        CommitmentPlan best = commitments.best();
        assertThat(section)
                .contains(CloudCharts.dollars(best.usd()), CloudCharts.dollars(best.onDemandUsd()))
                .contains(Amounts.share(best.saving()), Amounts.share(best.gapToBound()))
                .contains(CloudCharts.dollars(best.boundUsd()));
        assertThat(best.lines()).isNotEmpty();
        for (CommitmentPlan.Line line : best.lines()) {
            assertThat(section).contains(line.item().offer().type().name());
        }
        assertThat(commitments.breakEven()).isNotEmpty();
        for (BreakEven each : commitments.breakEven()) {
            assertThat(section).contains(Amounts.share(each.breakEven()));
        }
        assertAddsUp(section.split("<table>", 4)[3], commitments.bill());
    }

    @Test
    void showsLinesThatAddUpToTheTotal() {
        assertAddsUp(html.split("id=\"bill\"", 2)[1].split("</section>", 2)[0], bill);
    }

    private static void assertAddsUp(String table, Bill bill) {
        Matcher amounts = AMOUNT.matcher(table);
        List<BigDecimal> shown = new ArrayList<>();
        while (amounts.find()) {
            BigDecimal amount = new BigDecimal(amounts.group(2).replace(",", ""));
            shown.add(amounts.group(1).isEmpty() ? amount : amount.negate());
        }
        assertThat(shown).hasSize(bill.lines().size() + 1);
        assertThat(shown.get(0)).isEqualByComparingTo(bill.total());
        assertThat(shown.stream().skip(1).reduce(BigDecimal.ZERO, BigDecimal::add))
                .isEqualByComparingTo(bill.total());
    }
}
