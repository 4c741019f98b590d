package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MeasuredUseTest {
    @Test
    void theMeanIsThatOfExactSumsHoweverLargeTheyAre() {
        for (int bits = 1; bits <= 53; bits += 4) {
            Random random = new Random(bits);
            MeasuredUse use = new MeasuredUse(1);
            BigInteger weighted = BigInteger.ZERO;
            BigInteger millis = BigInteger.ZERO;
            for (int i = 0; i < 50; i++) {
                long micros = random.nextLong() >>> (64 - bits);
                long cpu = random.nextLong() >>> (63 - bits);
                use.add(0, micros, cpu, ABSENT);
                BigInteger length = BigInteger.valueOf(micros / 1000);
                weighted = weighted.add(length.multiply(BigInteger.valueOf(cpu)));
                millis = millis.add(length);
            }
            long mean = millis.signum() == 0 ? ABSENT : weighted.divide(millis).longValueExact();
            assertThat(use.cpuMicroCores(0)).as("%s bits", bits).isEqualTo(mean);
        }
    }

    @Test
    void lengthsBeyondAllBoundsDoNotOverflow() {
        MeasuredUse use = new MeasuredUse(1);
        for (int i = 0; i < 2000; i++) {
            use.add(0, Long.MAX_VALUE, 5, 7);
        }
        assertThat(use.cpuMicroCores(0)).isEqualTo(5);
        assertThat(use.memoryBytes(0)).isEqualTo(7);
    }
}
