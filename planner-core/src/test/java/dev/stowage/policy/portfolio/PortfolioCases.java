package dev.stowage.policy.portfolio;

import dev.stowage.covering.CoverItem;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SpotPrice;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import dev.stowage.policy.deployment.Market;
import dev.stowage.workload.demand.ServiceDemand;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Cases that bench/portfolio/milp.py drew and HiGHS solved: types and levels, as text. */
final class PortfolioCases {
    private static final double HOUR_MICROS = 3.6e9;
    private static final String MADE = "made by a test";
    private static final BillingRule BY_THE_SECOND =
            new BillingRule("test", 1, 0, BillingRule.Rounding.UP, "USD", MADE);

    private PortfolioCases() {}

    /** What is sold of a type beside VMs on demand. */
    record Sold(String family, List<Commitment> commitments, Optional<SpotPrice> spot) {}

    /** The fields of each case of a file. */
    static List<String[]> of(String file) throws IOException {
        try (InputStream in = PortfolioCases.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", -1))
                    .toList();
        }
    }

    static double[] numbers(String text) {
        return Arrays.stream(text.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
    }

    /** {@code cores,GiB,milli-USD on demand,…}, by semicolons. */
    static Market market(String text, Function<double[], Sold> sold) {
        List<CoverItem> items = new ArrayList<>();
        for (String type : text.split(";", -1)) {
            double[] of = numbers(type);
            items.add(item("t" + items.size(), of, sold.apply(of)));
        }
        return new Market("test", "region", BY_THE_SECOND, items, List.of());
    }

    private static CoverItem item(String name, double[] of, Sold sold) {
        VmType type =
                new VmType(
                        "test",
                        name,
                        sold.family(),
                        VmType.Category.OTHER,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib((long) of[0], (long) of[1]));
        return CoverItem.of(
                new VmOffer(
                        type,
                        "region",
                        usd(of[2]),
                        MADE,
                        LocalDate.of(2026, 1, 1),
                        sold.spot(),
                        sold.commitments()));
    }

    /** Adds a commitment; at 0 it is not sold. */
    static void add(List<Commitment> to, Commitment.Kind kind, int months, double milliUsd) {
        if (milliUsd > 0) {
            to.add(new Commitment(kind, months, usd(milliUsd), BigDecimal.ZERO, MADE));
        }
    }

    /** At 0 it is not sold. */
    static Optional<SpotPrice> spot(double milliUsd) {
        return milliUsd > 0
                ? Optional.of(new SpotPrice(usd(milliUsd), MADE, OptionalDouble.empty()))
                : Optional.empty();
    }

    private static BigDecimal usd(double milli) {
        return BigDecimal.valueOf((long) milli, 3);
    }

    /** {@code cores,GiB,hours}, by semicolons. */
    static ServiceDemand demand(String text) {
        String[] levels = text.split(";", -1);
        long[] starts = new long[levels.length];
        long[] cpu = new long[levels.length];
        long[] memory = new long[levels.length];
        double end = 0;
        for (int i = 0; i < levels.length; i++) {
            double[] level = numbers(levels[i]);
            starts[i] = (long) end;
            cpu[i] = (long) (level[0] * Resources.MICRO_CORES_PER_CORE);
            memory[i] = (long) (level[1] * Resources.BYTES_PER_GIB);
            end += level[2] * HOUR_MICROS;
        }
        return new ServiceDemand(starts, cpu, memory, (long) end);
    }
}
