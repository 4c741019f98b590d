package dev.stowage.model.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.model.Resources;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CustomVmFamilyTest {
    private static final CustomSizeRule RULE =
            new CustomSizeRule(List.of(2, 4, 6, 8), 512, 8192, 256, 49_152);
    private static final CustomVmFamily N2 =
            new CustomVmFamily(
                    "gcp",
                    "n2",
                    "us-central1",
                    new BigDecimal("0.0333"),
                    new BigDecimal("0.0045"),
                    RULE,
                    "price list",
                    LocalDate.of(2026, 7, 30));

    private static Resources size(double cores, double gib) {
        return new Resources(
                (long) (cores * Resources.MICRO_CORES_PER_CORE),
                (long) (gib * Resources.BYTES_PER_GIB));
    }

    @Test
    void namesAndPricesASizeAsTheProviderDoes() {
        VmOffer offer = N2.offer(size(4, 8));
        assertThat(offer.type().name()).isEqualTo("n2-custom-4-8192");
        assertThat(offer.type().capacity()).isEqualTo(size(4, 8));
        assertThat(offer.usdPerHour()).isEqualByComparingTo("0.1692"); // 4 * 0.0333 + 8 * 0.0045
        CustomVmFamily n1 =
                new CustomVmFamily(
                        "gcp",
                        "n1",
                        "us-central1",
                        BigDecimal.ONE,
                        BigDecimal.ONE,
                        new CustomSizeRule(List.of(1, 2), 922, 6656, 256, 638_976),
                        "price list",
                        LocalDate.EPOCH);
        assertThat(n1.offer(size(1, 1)).type().name()).isEqualTo("custom-1-1024");
    }

    @Test
    void refusesASizeOutsideTheRulesAndNamesTheNearest() {
        assertThatThrownBy(() -> N2.offer(size(3, 20)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("3.0 vCPU with 20.0 GiB")
                .hasMessageContaining("n2-custom-2-16384, n2-custom-4-20480.");
        assertThatThrownBy(() -> N2.offer(size(4, 8.1)))
                .as("no whole step of memory")
                .hasMessageContaining("n2-custom-4-8448.");
        assertThatThrownBy(() -> N2.offer(size(4, 40)))
                .as("more memory for each vCPU than is sold")
                .hasMessageContaining("n2-custom-4-32768, n2-custom-6-40960.");
        assertThatThrownBy(() -> N2.offer(size(100, 1000)))
                .as("beyond the largest")
                .hasMessageContaining("are n2-custom-8-49152.");
    }

    @Test
    void hasNoSizeForANeedBeyondItsLargest() {
        assertThat(N2.cheapestCovering(size(9, 1))).isEmpty();
        assertThat(N2.cheapestCovering(size(1, 48.1))).isEmpty();
        assertThat(N2.cheapestCovering(size(8, 48))).isPresent();
    }

    @Test
    void takesTheCheapestOfAllLegalSizesThatCoverTheNeed() {
        Random random = new Random(6);
        for (int i = 0; i < 2_000; i++) {
            Resources need = new Resources(random.nextLong(9_000_000L), random.nextLong(50L << 30));
            Optional<BigDecimal> expected =
                    RULE.vcpus().stream()
                            .flatMap(
                                    n ->
                                            java.util.stream.LongStream.rangeClosed(1, 200)
                                                    .mapToObj(
                                                            s ->
                                                                    new CustomSizeRule.Size(
                                                                            n, s * 256)))
                            .filter(RULE::allows)
                            .filter(each -> each.resources().covers(need))
                            .map(N2::usdPerHour)
                            .min(BigDecimal::compareTo);
            Optional<VmOffer> found = N2.cheapestCovering(need);
            assertThat(found.map(VmOffer::usdPerHour)).as("need %s", need).isEqualTo(expected);
            found.ifPresent(offer -> N2.offer(offer.type().capacity()));
        }
    }
}
