package dev.stowage.workflow.cloud;

import dev.stowage.billing.Bill;
import dev.stowage.billing.DataTransfer;
import dev.stowage.billing.Metering;
import dev.stowage.billing.Purchase;
import dev.stowage.billing.VmUsage;
import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.model.cloud.BillingMonths;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.TransferMeter;
import dev.stowage.sim.cloud.DeploymentRun;
import dev.stowage.sim.cloud.DeploymentSpec;
import dev.stowage.sim.cloud.Rental;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a simulated deployment used, as a bill wants to know it. The bill charges the seconds of VMs
 * that the run charged, and the provider that the service leaves for the data that moves.
 */
public final class RunBill {
    private RunBill() {}

    /** What a run costs by the rules of its providers, USD. */
    public static double usd(
            DeploymentRun run,
            DeploymentSpec spec,
            Optional<LocalDate> start,
            Function<String, BillingRule> rules) {
        return Bill.of(metering(run, spec, List.of(), start), rules).exactTotal().doubleValue();
    }

    /**
     * The usage of a run.
     *
     * @param spec what it ran under
     * @param purchases commitments that pay for its VMs
     * @param start first day of the demand, in UTC; empty if it has none
     */
    static Metering metering(
            DeploymentRun run,
            DeploymentSpec spec,
            List<Purchase> purchases,
            Optional<LocalDate> start) {
        List<DataTransfer> transfers = new ArrayList<>();
        if (spec.stateGib() > 0) {
            TransferMeter meter = new TransferMeter(spec.transfers(), new BillingMonths(start));
            run.moves().forEach(move -> transfers.addAll(transfers(move, spec, meter)));
        }
        return new Metering(
                run.rentals().stream().map(RunBill::usage).toList(),
                transfers,
                purchases,
                run.endSeconds(),
                start);
    }

    /**
     * A rental. A VM given back at the end of a charging period is charged for it; a spot VM that
     * ends when it stops to work was taken back, or was at that end, which costs the same.
     */
    private static VmUsage usage(Rental rental) {
        boolean isSpot = rental.item().pricing() == Pricing.SPOT;
        return new VmUsage(
                rental.item().offer(),
                isSpot,
                rental.vms(),
                rental.startSeconds(),
                rental.releasedSeconds(),
                rental.endSeconds(),
                isSpot && rental.releasedSeconds() == rental.endSeconds());
    }

    private static List<DataTransfer> transfers(
            DeploymentRun.Move move, DeploymentSpec spec, TransferMeter meter) {
        BigDecimal all = BigDecimal.valueOf(spec.stateGib());
        return meter.move(move.from().name(), move.to().name(), all, move.atSeconds()).stream()
                .map(
                        part ->
                                new DataTransfer(
                                        move.from().provider(),
                                        move.from().region(),
                                        move.atSeconds(),
                                        part.gib(),
                                        part.usdPerGib()))
                .toList();
    }
}
