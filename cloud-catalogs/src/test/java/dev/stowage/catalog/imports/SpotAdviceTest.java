package dev.stowage.catalog.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.model.cloud.SpotPrice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The spot advisor beside a price list, both of our own making. */
class SpotAdviceTest {
    private static final String ADVICE =
            "{\"ranges\": [{\"index\": 0, \"max\": 5}, {\"index\": 4, \"max\": 100}],"
                    + " \"spot_advisor\": {\"r1\": {\"Linux\": {"
                    + "\"m5.large\": {\"s\": 60, \"r\": 0}, \"m5.xlarge\": {\"s\": 25, \"r\": 4},"
                    + "\"m5.none\": {\"r\": 0}, \"m9.large\": {\"s\": 10, \"r\": 0}},"
                    + " \"Windows\": {\"m5.large\": {\"s\": 1, \"r\": 0}}}}}";

    @TempDir private Path folder;

    @Test
    void estimatesSpotPricesAndSaysHowOftenVmsAreTakenBackAtMost() throws IOException {
        List<Problem> leftOut = new ArrayList<>();
        Path list =
                Files.writeString(
                        folder.resolve("n.csv"),
                        "provider,region,vm_type,family,vcpus,memory_gib,gpu_count,"
                                + "price_usd_per_hour,spot_usd_per_hour,source,snapshot_date,"
                                + "spot_source,flags\n"
                                + "aws,r1,m5.large,m5,2,8,0,0.1,,list,2026-07-20,,\n"
                                + "aws,r1,m5.xlarge,m5,4,16,0,0.2,0.07,list,2026-07-20,own,\n");
        Path advice = Files.writeString(folder.resolve("advice.json"), ADVICE);

        ImportResult read =
                CatalogueImport.run(
                        new ImportRequest(
                                CatalogueImport.AUTO,
                                List.of(list, advice),
                                List.of(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(LocalDate.of(2026, 7, 20)),
                                leftOut::add));

        SpotPrice large = read.offers().get(0).offer().spot().orElseThrow();
        assertThat(large.usdPerHour()).isEqualByComparingTo("0.04");
        assertThat(large.source()).contains("estimate");
        double perHour = large.interruptionsPerHour().orElseThrow();
        assertThat(1 - Math.exp(-730 * perHour)).isCloseTo(0.05, within(1e-6));
        SpotPrice own = read.offers().get(1).offer().spot().orElseThrow();
        assertThat(own.usdPerHour()).as("the list's own price").isEqualByComparingTo("0.07");
        assertThat(own.interruptionsPerHour()).as("the highest class has no end").isEmpty();
        assertThat(leftOut)
                .extracting(Problem::reason)
                .containsExactlyInAnyOrder(
                        Reason.JOINED, Reason.JOINED, Reason.NO_PRICE, Reason.NO_TYPE_HERE);
        assertThat(read.rows()).isEqualTo(6);
    }
}
