package dev.stowage.billing.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.billing.functions.FunctionPrice.Use;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures by hand from the providers' own worked examples and rules. */
class FunctionPricesTest {
    private static final List<FunctionPrice> PRICES = FunctionPrices.reference();

    private static FunctionPrice of(String service) {
        return PRICES.stream()
                .filter(price -> price.service().equals(service))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyPriceHasASourceAndADate() {
        assertThat(PRICES).hasSize(4);
        assertThat(PRICES).allSatisfy(price -> assertThat(price.source()).startsWith("https://"));
    }

    /** Three million requests of 120 ms with 1,536 MB: 540,000 GB-s, of which 140,000 cost. */
    @Test
    void chargesAMonthOfLambdaAfterWhatIsFree() {
        FunctionPrice lambda = of("lambda, x86");
        Use use = lambda.use(3_000_000, 3_000_000 * 120.0, 1_536);
        assertThat(use.gibSeconds()).isCloseTo(540_000, within(1e-6));
        assertThat(lambda.usdOfMonth(use)).isCloseTo(2.33 + 0.40, within(0.005));
        assertThat(lambda.usd(use)).isCloseTo(9.00 + 0.60, within(0.005));
    }

    /** A core comes with 1,769 MB: with a quarter of that, CPU time takes four times as long. */
    @Test
    void givesCpuWithTheMemory() {
        FunctionPrice lambda = of("lambda, x86");
        assertThat(lambda.chargedMillis(10, 1, 1_769)).isEqualTo(10);
        assertThat(lambda.chargedMillis(10, 1, 3_538)).isEqualTo(10);
        assertThat(lambda.chargedMillis(10, 2, 3_538)).isEqualTo(5);
        assertThat(lambda.chargedMillis(10, 1, 442.25)).isEqualTo(40);
        assertThat(lambda.chargedMillis(0.2, 1, 1_769)).isEqualTo(1);
    }

    /** 128 MB are 200 MHz of a core of 2.4 GHz; times are whole tenths of a second. */
    @Test
    void chargesGooglesFirstGenerationByMemoryAndClock() {
        FunctionPrice google = of("functions, 1st generation");
        assertThat(google.chargedMillis(10, 1, 100)).isEqualTo(200);
        assertThat(google.chargedMib(129)).isEqualTo(256);
        Use use = google.use(1_000_000, 1_000_000 * 300.0, 1_024);
        assertThat(use.gibSeconds()).isCloseTo(300_000, within(1e-6));
        assertThat(google.usd(use)).isCloseTo(0.75 + 300_000 * 1.4 * 0.00001 + 0.40, within(1e-3));
    }

    /** A quarter of a core comes with 442.25 MB: 226 s of CPU time take 904 s. */
    @Test
    void knowsHowLongARequestMayRun() {
        FunctionPrice lambda = of("lambda, x86");
        assertThat(lambda.lets(224_000, lambda.cores(442))).isTrue();
        assertThat(lambda.lets(226_000, lambda.cores(442))).isFalse();
        assertThat(of("functions, consumption plan").lets(600_001, 1)).isFalse();
        assertThat(of("functions, consumption plan").lets(600_000, 1)).isTrue();
        assertThat(of("functions, 1st generation").mostSeconds()).isEqualTo(540);
    }

    @Test
    void chargesAzureForATenthOfASecondAtLeast() {
        FunctionPrice azure = of("functions, consumption plan");
        assertThat(azure.chargedMillis(3, 1, 128)).isEqualTo(100);
        assertThat(azure.chargedMib(130)).isEqualTo(256);
        assertThat(azure.holds(1_537)).isFalse();
    }
}
