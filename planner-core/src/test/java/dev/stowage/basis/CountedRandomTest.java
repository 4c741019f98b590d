package dev.stowage.basis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CountedRandomTest {
    private static final List<Function<RandomGenerator, Number>> DRAWS =
            List.of(
                    RandomGenerator::nextInt,
                    random -> random.nextInt(12_500),
                    random -> random.nextInt(3, 17),
                    RandomGenerator::nextLong,
                    random -> random.nextLong(1L << 40),
                    RandomGenerator::nextDouble,
                    RandomGenerator::nextGaussian,
                    RandomGenerator::nextExponential,
                    random -> random.nextBoolean() ? 1 : 0);

    @Test
    void givesTheNumbersOfTheStreamThatItWraps() {
        RandomGenerator plain = Seeds.stream(7, "placement", 3);
        RandomGenerator counted = new CountedRandom(Seeds.stream(7, "placement", 3));
        for (int i = 0; i < 10_000; i++) {
            Function<RandomGenerator, Number> draw = DRAWS.get(i * 31 % DRAWS.size());
            assertThat(draw.apply(counted)).isEqualTo(draw.apply(plain));
        }
    }

    @Test
    void goesOnWhereItsCheckpointWasWritten() throws IOException {
        CountedRandom first = new CountedRandom(Seeds.stream(7, "placement", 0));
        for (int i = 0; i < 1000; i++) {
            assertThat(DRAWS.get(i % DRAWS.size()).apply(first)).isNotNull();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        first.writeState(new DataOutputStream(bytes));
        CountedRandom second = new CountedRandom(Seeds.stream(7, "placement", 0));
        second.readState(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(second.nextLong()).isEqualTo(first.nextLong());
    }
}
