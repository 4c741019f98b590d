package dev.stowage.stats.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Against {@code scipy-reference.json}, which states tool, versions and command. */
class ReliabilityTest {
    private static JsonNode reference() throws IOException {
        try (InputStream in = ReliabilityTest.class.getResourceAsStream("scipy-reference.json")) {
            return new ObjectMapper().readTree(in).get("reliabilities");
        }
    }

    @Test
    void hasTheLimitsOfSciPy() throws IOException {
        assertThat(reference()).hasSize(32);
        for (JsonNode each : reference()) {
            Reliability claim =
                    new Reliability(
                            each.get("share").doubleValue(), each.get("confidence").doubleValue());
            int held = each.get("held").intValue();
            int replications = each.get("replications").intValue();
            assertThat(claim.claimed(held, replications))
                    .as("%s", each)
                    .isCloseTo(each.get("claimed").doubleValue(), within(1e-9));
            assertThat(claim.notExcluded(held, replications))
                    .as("%s", each)
                    .isCloseTo(each.get("notExcluded").doubleValue(), within(1e-9));
            assertThat(claim.allowedMisses(replications))
                    .as("%s", each)
                    .isEqualTo(each.get("allowedMisses").intValue());
        }
    }

    /** The published sizes of samples without a miss, and what each further miss costs. */
    @Test
    void asksForAsManyReplicationsAsTheClaimTakes() {
        Reliability claim = new Reliability(0.9, 0.95);
        int[] published = {29, 46, 61, 76, 89, 103};
        for (int misses = 0; misses < published.length; misses++) {
            int least = claim.leastReplications(misses);
            assertThat(least).isEqualTo(published[misses]);
            assertThat(claim.claimed(least - misses, least)).isGreaterThanOrEqualTo(0.9);
            assertThat(claim.claimed(least - 1 - misses, least - 1)).isLessThan(0.9);
        }
        assertThat(new Reliability(0.95, 0.95).leastReplications(0)).isEqualTo(59);
        assertThat(new Reliability(0.99, 0.95).leastReplications(0)).isEqualTo(299);
    }
}
