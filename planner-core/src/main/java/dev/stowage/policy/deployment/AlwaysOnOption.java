package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;

/**
 * The cheapest {@code count} VMs of one type in one region that cover a demand all year.
 *
 * @param offer type, region, price, its source and date
 * @param count number of VMs, at least 1
 * @param hourlyUsd exact
 * @param monthlyUsd 730 h, to the cent
 * @param yearlyUsd 8,760 h, to the cent
 * @param covered CPU and memory of the VMs together
 * @param boundHourlyUsd what covering the demand costs at least in this region if VMs could be
 *     rented in fractions and types mixed (linear relaxation)
 * @param gapToBound ({@code hourlyUsd - boundHourlyUsd}) / {@code boundHourlyUsd}, at least 0
 */
public record AlwaysOnOption(
        VmOffer offer,
        int count,
        BigDecimal hourlyUsd,
        BigDecimal monthlyUsd,
        BigDecimal yearlyUsd,
        Resources covered,
        double boundHourlyUsd,
        double gapToBound) {}
