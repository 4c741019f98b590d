package dev.stowage.policy.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.covering.CoverItem;
import dev.stowage.covering.CustomFamilySizes;
import dev.stowage.covering.CustomSizes;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.CustomSizeRule;
import dev.stowage.model.cloud.CustomVmFamily;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScaledSizesTest {
    private static final CustomVmFamily FAMILY =
            new CustomVmFamily(
                    "gcp",
                    "n2",
                    "us",
                    new BigDecimal("0.033174"),
                    new BigDecimal("0.004446"),
                    new CustomSizeRule(List.of(2, 4, 8, 16, 32), 512, 8_192, 256, 65_536),
                    "made by a test",
                    LocalDate.of(2026, 1, 1));

    @Test
    void thePriceAloneIsThatOfTheVm() {
        SplittableRandom random = new SplittableRandom(22);
        for (int trial = 0; trial < 5_000; trial++) {
            CustomSizes whole = new CustomFamilySizes(FAMILY, trial % 2 == 0 ? 1 : 1.37);
            CustomSizes scaled = new ScaledSizes(whole, 1 - random.nextDouble(0.99));
            Resources need =
                    new Resources(
                            random.nextLong(40_000_000L),
                            random.nextLong(70 * Resources.BYTES_PER_GIB));
            long expected =
                    scaled.cheapestCovering(need)
                            .map(CoverItem::nanoUsdPerHour)
                            .orElse(CustomSizes.NONE);
            assertThat(scaled.nanoUsdCovering(need)).as("%s", need).isEqualTo(expected);
        }
    }
}
