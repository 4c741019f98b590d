package dev.stowage.report.cloud;

import dev.stowage.billing.Bill;
import dev.stowage.billing.BillLine;
import dev.stowage.billing.Charge;
import dev.stowage.billing.Charge.Item;
import dev.stowage.policy.deployment.DeploymentPolicies;
import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.sim.cloud.DeploymentAlternative;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentStudyResult;
import dev.stowage.sim.cloud.OfflineOptimum;
import dev.stowage.sim.cloud.PriceSensitivity;
import dev.stowage.sim.cloud.Recommendation;
import dev.stowage.sim.cloud.VmShare;
import dev.stowage.words.Amounts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The tables of a comparison of deployments. */
final class CloudTables {
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final String NONE = "–";

    /** Columns of the ranking. */
    private static final int COLUMNS = 14;

    private CloudTables() {}

    /** {@code type-adaptive on aws}. */
    static String label(DeploymentAlternative each) {
        String scope = each.scope().isAny() ? "any provider" : each.scope().name();
        return policy(each) + " on " + scope;
    }

    /** The policy, without parameters that have their defaults. */
    static String policy(DeploymentAlternative each) {
        String name = each.policyName();
        boolean isDefault =
                !DeploymentPolicies.registry().names().contains(name)
                        || DeploymentPolicies.registry()
                                .parse("policy", name)
                                .toString()
                                .equals(each.policy());
        return isDefault ? name : each.policy();
    }

    static String hours(long seconds) {
        return Amounts.decimal(seconds / SECONDS_PER_HOUR);
    }

    /** All alternatives, the cheapest first; those that can't hold the demand last. */
    static DataTable ranking(DeploymentStudyResult result) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "every policy on each provider and on any",
                        Column.number("Rank"),
                        Column.text("Policy"),
                        Column.text("Providers"),
                        Column.number("Cost"),
                        Column.number("Short of demand"),
                        Column.number(aboveBound(result)),
                        Column.number("VM-hours"),
                        Column.number("Idle"),
                        Column.number("Unused CPU"),
                        Column.number("Unused memory"),
                        Column.number("Types"),
                        Column.number("Changes"),
                        Column.number("Moves"),
                        Column.text("Mostly"));
        int rank = 0;
        for (DeploymentAlternative each : result.alternatives()) {
            rank++;
            if (each.run().isPresent()) {
                table.row(rank == 1, row(rank, each, each.run().get()));
            } else {
                table.row(false, refused(rank, each));
            }
        }
        return table.build();
    }

    private static List<String> row(int rank, DeploymentAlternative each, DeploymentRun run) {
        return List.of(
                Amounts.count(rank),
                policy(each),
                each.scope().name(),
                CloudCharts.dollars(each.usd()),
                shortage(run.counts()),
                each.gapToBound().isPresent()
                        ? Amounts.share(each.gapToBound().getAsDouble())
                        : NONE,
                hours(run.chargedVmSeconds()),
                hours(run.idleVmSeconds()),
                Amounts.share(run.unusedCpu()),
                Amounts.share(run.unusedMemory()),
                Amounts.count(run.types()),
                Amounts.count(run.counts().changes()),
                Amounts.count(run.counts().moves()),
                VmShare.of(run).stream()
                        .findFirst()
                        .map(share -> share.item().offer().type().name())
                        .orElse(NONE));
    }

    /** To a bound that is not the optimum the gap is at most what is shown. */
    private static String aboveBound(DeploymentStudyResult result) {
        boolean isExact = result.bound().map(OfflineOptimum::isExact).orElse(false);
        return isExact ? "Above optimum" : "Above optimum, at most";
    }

    /** The cheapest plan of so many types or fewer, up to the best. */
    static DataTable steps(Recommendation of) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "the price of simplicity",
                        Column.text("Plan"),
                        Column.number("Types"),
                        Column.number("Cost"),
                        Column.number("Above the best"),
                        Column.number("Changes"),
                        Column.number("Moves"));
        for (DeploymentAlternative each : of.steps()) {
            DeploymentRun.Counts counts = each.run().orElseThrow().counts();
            table.row(
                    each.equals(of.simplest()),
                    List.of(
                            label(each),
                            Amounts.count(each.types()),
                            CloudCharts.dollars(each.usd()),
                            Amounts.share(of.above(each)),
                            Amounts.count(counts.changes()),
                            Amounts.count(counts.moves())));
        }
        return table.build();
    }

    private static String shortage(DeploymentRun.Counts counts) {
        String time = Amounts.seconds((double) counts.underProvisionedSeconds());
        return counts.underProvisionedSeconds() == 0
                ? time
                : time + ", up to " + Amounts.share(counts.mostMissing());
    }

    private static List<String> refused(int rank, DeploymentAlternative each) {
        List<String> cells = new ArrayList<>();
        cells.add(Amounts.count(rank));
        cells.add(policy(each));
        cells.add(each.scope().name());
        cells.add("not possible");
        while (cells.size() < COLUMNS - 1) {
            cells.add(NONE);
        }
        cells.add(each.refusal().map(why -> why.place() + ": " + why.need()).orElse(NONE));
        return cells;
    }

    /** What one alternative rented. */
    static DataTable mix(DeploymentAlternative each) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "VMs of " + label(each),
                        Column.text("Type"),
                        Column.text("Provider"),
                        Column.text("Region"),
                        Column.number("Started"),
                        Column.number("Most at a time"),
                        Column.number("VM-hours"),
                        Column.number("Cost"));
        for (VmShare share : VmShare.of(each.run().orElseThrow())) {
            table.row(
                    share.item().offer().type().name(),
                    share.market().provider(),
                    share.market().region(),
                    Amounts.count(share.count()),
                    Amounts.count(share.most()),
                    Amounts.decimal(share.vmHours()),
                    CloudCharts.dollars(share.usd()));
        }
        return table.build();
    }

    /**
     * The sum of a bill, and its lines, the dearest first.
     *
     * @param name of the bill
     */
    static DataTable bill(Bill bill, String name) {
        DataTable.Builder table =
                new DataTable.Builder(
                        name + " by line, in " + bill.currency(),
                        Column.text("What"),
                        Column.text("Provider"),
                        Column.text("Region"),
                        Column.text("Price"),
                        Column.number("VM-hours or GiB"),
                        Column.number("Idle VM-hours"),
                        Column.number("Unit price"),
                        Column.number("Amount"));
        table.row(true, List.of("Total", "", "", "", "", "", "", amount(bill.total())));
        List<BillLine> lines = new ArrayList<>(bill.lines());
        lines.sort(Comparator.comparing((BillLine line) -> line.amount().abs()).reversed());
        for (BillLine line : lines) {
            Item item = line.item();
            table.row(
                    item.name(),
                    item.provider(),
                    item.region(),
                    price(item),
                    quantity(line),
                    line.isTime() ? Amounts.decimal(line.idleVmHours().doubleValue()) : NONE,
                    item.kind().isDiscount() ? NONE : unitPrice(item),
                    amount(line.amount()));
        }
        return table.build();
    }

    private static String price(Item item) {
        return switch (item.kind()) {
            case VM ->
                    switch (item.pricing()) {
                        case ON_DEMAND -> "on demand";
                        case COMMITTED -> "paid by a commitment";
                        case SPOT -> "spot";
                    };
            case SUSTAINED_USE -> "sustained use";
            case PLAN_CREDIT -> "paid by a plan";
            case COMMITMENT_FEE, PLAN_FEE -> "by the hour";
            case COMMITMENT_UPFRONT, PLAN_UPFRONT -> "share of the payment at the start";
            case EXTRA -> "beside VMs";
            case EGRESS -> "per GiB";
        };
    }

    private static String quantity(BillLine line) {
        Charge.Kind kind = line.item().kind();
        if (kind.isDiscount() || kind == Charge.Kind.PLAN_FEE || kind == Charge.Kind.PLAN_UPFRONT) {
            return NONE;
        }
        BigDecimal quantity = line.isTime() ? line.vmHours() : line.quantity();
        return Amounts.decimal(quantity.doubleValue());
    }

    private static String unitPrice(Item item) {
        return Amounts.cents(item.unitPrice());
    }

    private static String amount(BigDecimal amount) {
        String text = Amounts.cents(amount.abs());
        return amount.signum() < 0 ? "−" + text : text;
    }

    /** What would change the ranking. */
    static DataTable sensitivity(DeploymentStudyResult result) {
        DataTable.Builder table =
                new DataTable.Builder(
                        "by how much prices must change",
                        Column.text("If"),
                        Column.number("change by"),
                        Column.text("then"),
                        Column.text("How sure"));
        for (PriceSensitivity each : result.sensitivity()) {
            table.row(
                    each.change(),
                    (each.share() > 0 ? "+" : "") + Amounts.share(each.share()),
                    each.effect(),
                    each.isExact() ? "exact" : "if decisions stay as they are");
        }
        return table.build();
    }
}
