package dev.stowage.sim.node.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.node.NodeLibrary;
import dev.stowage.sim.node.study.StressComparison;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The shipped services and node are what {@code stowage node calibrate --published} finds, and so
 * are those of Pliant that are taken from them; {@code ours} where only the prior says so; {@code
 * -Dstowage.regenerate=true} writes them, and what leaving out each cell comes to, anew.
 */
class PublishedFitTest {
    private static final Path PROFILES =
            Path.of("../planner-core/src/main/resources/dev/stowage/model/node");
    private static final Path FIT = Path.of("src/main/resources/published/parties-fit.json");
    private static final NodeLibrary SHIPPED = NodeLibrary.shipped();

    @Test
    void shipsWhatTheFitToTable4Finds() throws IOException {
        boolean isWritten = Boolean.getBoolean("stowage.regenerate");
        PublishedFit fit = isWritten ? PublishedFit.of(SHIPPED) : PublishedFit.once(SHIPPED);
        Map<String, String> found = new LinkedHashMap<>();
        for (FittedParameter each : fit.parameters()) {
            BigDecimal value = new BigDecimal(each.value()).setScale(4, RoundingMode.HALF_EVEN);
            found.put(
                    each.name(),
                    "[%s, %s]"
                            .formatted(
                                    value.stripTrailingZeros().toPlainString(),
                                    each.evidence() == FittedParameter.Evidence.PRIOR
                                            ? "ours"
                                            : "fitted"));
        }
        for (String file : List.of("library.yaml", "pliant.yaml")) {
            List<String> expected = new ArrayList<>();
            String profile = "";
            for (String line : Files.readAllLines(PROFILES.resolve(file))) {
                String[] parts = line.strip().split(": \\[|, |\\]", 3);
                if (line.matches("  \\S.*")) {
                    profile = parts[0].replaceAll(":.*", "");
                }
                String of = profile.equals("pliant") ? "parties" : profile.replace("-pliant", "");
                String value = found.get(of + "." + parts[0]);
                // that a service of Pliant is like one of PARTIES is a choice of ours
                String source = profile.endsWith("-pliant") ? ", ours]" : "";
                expected.add(
                        value == null
                                ? line
                                : line.replaceFirst(
                                        "\\[.*\\]",
                                        source.isEmpty()
                                                ? value
                                                : value.replaceFirst(",.*", source)));
            }
            if (isWritten) {
                Files.write(PROFILES.resolve(file), expected);
            }
            assertThat(Files.readAllLines(PROFILES.resolve(file))).as(file).isEqualTo(expected);
        }
        if (isWritten) {
            Files.writeString(
                    FIT,
                    String.format(
                            Locale.ROOT,
                            """
                            {
                              "command": "stowage node calibrate --published",
                              "leftOut": %s
                            }
                            """,
                            fit.leftOut()));
        }
    }

    @Test
    void saysWhatOnlyPriorsSayAndMeetsTheTargets() {
        StressComparison table = StressComparison.of(SHIPPED);
        assertThat(table.meanAbsoluteError()).isLessThanOrEqualTo(4);
        assertThat(StressComparison.meanAbsoluteError(table.cells(), StressComparison.leftOut()))
                .isLessThanOrEqualTo(10);
        assertThat(PublishedFit.once(SHIPPED).parameters())
                .filteredOn(each -> each.evidence() == FittedParameter.Evidence.PRIOR)
                .extracting(FittedParameter::name)
                .containsExactly("parties.stressNetworkGbps", "parties.swapSeconds");
    }
}
