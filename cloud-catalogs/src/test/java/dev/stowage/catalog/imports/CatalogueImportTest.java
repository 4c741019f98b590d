package dev.stowage.catalog.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.Located;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogueImportTest {
    private static final String NORMALISED =
            "provider,region,vm_type,family,vcpus,memory_gib,gpu_count,price_usd_per_hour,"
                    + "spot_usd_per_hour,source,snapshot_date,spot_source,flags";
    private static final String SKYPILOT =
            "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,"
                    + "Region,AvailabilityZone";

    @TempDir Path folder;

    private final List<Problem> leftOut = new ArrayList<>();

    private Path file(String name, String... lines) throws IOException {
        return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    }

    private ImportResult read(Path... files) {
        return CatalogueImport.run(
                new ImportRequest(
                        CatalogueImport.AUTO,
                        List.of(files),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(LocalDate.of(2026, 7, 20)),
                        leftOut::add));
    }

    private static VmOffer only(ImportResult read) {
        assertThat(read.offers()).hasSize(1);
        return read.offers().get(0).offer();
    }

    @Test
    void readsTheNormalisedFormAndInfersWhatItsNamesSay() throws IOException {
        ImportResult read =
                read(
                        file(
                                "n.csv",
                                NORMALISED,
                                "aws,r1,m7g.large,m7g,2,8,0,0.08,0.03,list,2026-07-20,advisor,",
                                "aws,r1,t3.nano,t3,2,0.5,0,0.005,,list,2026-07-20,,burstable",
                                "aws,r1,g5.xlarge,g5,4,16,1,1.0,,list,2026-07-20,,accelerator",
                                "azure,r2,Standard_DS11-1_v2,f,2,14,0,0.2,,l,2026-06-18,,x",
                                "azure,r2,Standard_D2ps_v5,f,2,8,0,0.1,,l,2026-06-18,,"));
        List<VmType> types = read.offers().stream().map(each -> each.offer().type()).toList();
        assertThat(types.get(0).architecture()).isEqualTo(VmType.Architecture.ARM64);
        assertThat(types.get(0).category()).isEqualTo(VmType.Category.GENERAL);
        assertThat(types.get(1).isSharedCore()).isTrue();
        assertThat(types.get(1).category()).isEqualTo(VmType.Category.GENERAL);
        assertThat(types.get(2).gpus()).isEqualTo(1);
        assertThat(types.get(2).category()).isEqualTo(VmType.Category.OTHER);
        assertThat(types.get(3).capacity().cores()).as("constrained vCPUs").isEqualTo(1);
        assertThat(read.corrected()).isEqualTo(1);
        assertThat(types.get(4).architecture()).isEqualTo(VmType.Architecture.ARM64);
        assertThat(read.offers().get(0).offer().spot().orElseThrow().source()).isEqualTo("advisor");
    }

    @Test
    void joinsScoresAndCommitmentsAndCountsThoseOfOtherTypes() throws IOException {
        ImportResult read =
                read(
                        file(
                                "scores.csv",
                                "provider,vm_type,cpu_platform,vcpus,coremark_iter_per_s,source,date",
                                "aws,m5.large,,2,28469.8,vantage,2025-12-10",
                                "aws,m9.large,,2,1,vantage,2025-12-10"),
                        file("n.csv", NORMALISED, "aws,r1,m5.large,m5,2,8,0,0.1,,l,2026-07-20,,"),
                        file(
                                "ri.csv",
                                "region,vm_type,on_demand_usd_per_hour,std_1y_no_upfront,"
                                        + "std_3y_no_upfront,source,snapshot_date",
                                "r1,m5.large,0.1,0.06,,ec2shop,2025-04-04"));
        VmOffer offer = only(read);
        assertThat(offer.type().cpuScore()).hasValue(28469.8);
        assertThat(offer.commitments())
                .extracting(Commitment::name)
                .containsExactly("reserved-1y-no-upfront");
        assertThat(offer.commitments().get(0).source()).isEqualTo("ec2shop 2025-04-04");
        assertThat(read.rows()).isEqualTo(4);
        assertThat(read.counts()).isEqualTo(Map.of(Reason.JOINED, 2L, Reason.NO_TYPE_HERE, 1L));
    }

    @Test
    void readsCustomFamiliesWithTheirRules() throws IOException {
        ImportResult read =
                read(
                        file(
                                "n.csv",
                                NORMALISED,
                                "gcp,r1,n2-standard-2,n2,2,8,0,1,,l,2026-07-30,,"),
                        file(
                                "custom.csv",
                                "family,region,custom_vcpu_usd_h,custom_gib_usd_h,method,source,"
                                        + "snapshot_date",
                                "n9,r1,0.03,0.004,exact,gcosts,2026-07-30",
                                "n4,r1,0.03,0.004,x,gcosts,2026-07-30",
                                "e2,r1,,0.004,x,gcosts,2026-07-30"),
                        file(
                                "rules.json",
                                "{\"memory_step_mb\":256,\"families\":{\"n9\":{\"vcpus\":\"even"
                                        + " 2..8, then multiples of 4 12..16\",\"min_mb_per_vcpu\":"
                                        + "512,\"max_mb_per_vcpu\":8192}}}"));
        assertThat(read.families()).hasSize(1);
        assertThat(read.families().get(0).rule().vcpus()).containsExactly(2, 4, 6, 8, 12, 16);
        assertThat(read.counts())
                .isEqualTo(Map.of(Reason.NO_PRICE, 1L, Reason.NO_SIZE_RULE, 1L, Reason.JOINED, 1L));
        assertThat(CustomPrices.counts("1, or even 2..6")).containsExactly(1, 2, 4, 6);
    }

    @Test
    void joinsMachinesOfGoogleWithTheirAcceleratorsAndLeavesOutThoseWithoutAPrice()
            throws IOException {
        ImportResult read =
                read(
                        file(
                                "gcp.csv",
                                SKYPILOT,
                                "a2-highgpu-1g,,,12,85,,0.739,0.295,us-central1,us-central1-a",
                                "a2-highgpu-1g,,,12,85,,0.739,0.295,us-central1,us-central1-b",
                                "a2-highgpu-2g,,,24,170,,1.478,0.59,us-central1,us-central1-a",
                                "a3-edgegpu-8g,,,208,1872,,9.46,,us-central1,us-central1-a",
                                "ct5lp-hightpu-4t,,,112,192,,1.2,0.5,us-central1,us-central1-a",
                                "tpu-v4-host,,,240,400,,5.0,,us-central1,us-central1-a",
                                "n1-standard-1,,,1,3.75,,0.0475,,us-central1,us-central1-a",
                                ",A100,1,,,,2.934,1.1,us-central1,us-central1-a",
                                ",A100,1,,,,2.934,1.1,us-central1,us-central1-b",
                                ",V100,1,,,,2.48,0.7,us-central1,us-central1-a",
                                ",tpu-v5litepod-4,1,,,,4.8,2.2,us-central1,us-central1-a"));
        assertThat(read.offers()).hasSize(2);
        VmOffer joined = read.offers().get(1).offer();
        assertThat(joined.type().name()).isEqualTo("a2-highgpu-1g");
        assertThat(joined.type().gpus()).isEqualTo(1);
        assertThat(joined.usdPerHour()).isEqualTo("3.673");
        assertThat(joined.spot().orElseThrow().usdPerHour()).isEqualTo("1.395");
        assertThat(read.counts())
                .isEqualTo(
                        Map.of(
                                Reason.ZONE, 1L,
                                Reason.JOINED, 2L,
                                Reason.ACCELERATOR_ALONE, 2L,
                                Reason.ACCELERATOR_UNPRICED, 4L));
        assertThat(leftOut)
                .filteredOn(each -> each.reason() == Reason.ACCELERATOR_UNPRICED)
                .extracting(Problem::row)
                .containsExactly(
                        "a2-highgpu-2g us-central1-a",
                        "a3-edgegpu-8g us-central1-a",
                        "ct5lp-hightpu-4t us-central1-a",
                        "tpu-v4-host us-central1-a");
    }

    @Test
    void wantsTheDayOfAListThatDoesNotSayIt() throws IOException {
        Path list = file("aws.csv", SKYPILOT, "m5.large,,,2,8,,0.096,,us-east-1,us-east-1a");
        assertThatThrownBy(() -> CatalogueImport.run(ImportRequest.of(List.of(list))))
                .hasMessageContaining("--date");
    }

    /** A machine with a part of an accelerator is a machine with a part of one. */
    @Test
    void keepsPartsOfAccelerators() throws IOException {
        ImportResult read =
                read(
                        file(
                                "aws.csv",
                                SKYPILOT,
                                "g6f.large,L4,0.125,2,8,,0.2,0.08,us-east-1,us-east-1a",
                                "g6f.xlarge,L4,0.125,4,16,,0.24,,us-east-1,us-east-1a"));
        assertThat(read.counts()).isEmpty();
        assertThat(read.offers()).hasSize(2).allMatch(each -> each.offer().type().gpus() == 0.125);
    }

    @Test
    void joinsZonesOfSkyPilotAndTakesTheCheapestSpotPrice() throws IOException {
        ImportResult read =
                read(
                        file(
                                "aws.csv",
                                SKYPILOT,
                                "m5.large,,,2.0,8.0,,0.096,0.05,us-east-1,us-east-1a",
                                "m5.large,,,2.0,8.0,,0.096,0.04,us-east-1,us-east-1b",
                                "m5.large,,,2.0,8.0,,0.096,,us-east-1,us-east-1c",
                                "m5.large,,,2.0,8.0,,0.096,0.04,us-east-1,us-east-1b",
                                "p3.2xlarge,V100,1.0,8.0,61.0,\"{'Gpus': []}\",3.06,0.9,us-east-1,a",
                                ",tpu-v3-8,1,,,,8.8,2.6,us-east1,us-east1-d",
                                "m5.xlarge,,,4,16,,,,us-east-1,us-east-1a",
                                "m5.metal,,,,,,4.6,,us-east-1,us-east-1a"));
        assertThat(read.offers()).hasSize(2);
        VmOffer m5 = read.offers().get(0).offer();
        assertThat(m5.type().family()).isEqualTo("m5");
        assertThat(m5.spot().orElseThrow().usdPerHour()).isEqualTo("0.04");
        assertThat(m5.date()).isEqualTo("2026-07-20");
        assertThat(read.counts())
                .isEqualTo(
                        Map.of(
                                Reason.ZONE, 2L,
                                Reason.DUPLICATE, 1L,
                                Reason.ACCELERATOR_ALONE, 1L,
                                Reason.NO_PRICE, 1L,
                                Reason.NO_SIZE, 1L));
        assertThat(leftOut).hasSize(6);
    }

    @Test
    void keepsTheLowerOfTwoPricesAndSaysWhatTheOtherLooksLike() throws IOException {
        ImportResult read =
                read(
                        file(
                                "n.csv",
                                NORMALISED,
                                "aws,r1,m5.large,m5,2,8,0,0.188,,l,2026-07-20,,",
                                "aws,r1,m5.large,m5,2,8,0,0.096,,l,2026-07-20,,",
                                "aws,r1,m5.large,m5,2,8,0,0.106,,l,2026-07-20,,",
                                "aws,r1,m5.large,m5,2,8,0,0.5,,l,2026-07-20,,",
                                "aws,r1,m5.large,m5,2,8,0,0.096,,l,2026-07-20,,",
                                "aws,r1,m5.xlarge windows,m5,4,16,0,0.4,,l,2026-07-20,,",
                                "aws,r1,m5.xlarge,m5,4,16,0,0.2,,l,2026-07-20,,dedicated"));
        assertThat(only(read).usdPerHour()).isEqualTo("0.096");
        assertThat(read.counts())
                .isEqualTo(
                        Map.of(
                                Reason.WINDOWS, 2L,
                                Reason.DEDICATED, 2L,
                                Reason.CONFLICT, 1L,
                                Reason.DUPLICATE, 1L));
        assertThat(read.faults()).hasSize(6);
    }

    @Test
    void namesACurrencyThatIsNotKnown() throws IOException {
        Path list =
                file(
                        "n.csv",
                        NORMALISED + ",currency",
                        "aws,r1,m5.large,m5,2,8,0,0.1,,l,2026-07-20,,,EUR");
        assertThatThrownBy(() -> read(list))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("n.csv:2: found currency EUR");
    }

    @Test
    void changesPricesAsAUserSays() throws IOException {
        Path list =
                file(
                        "n.csv",
                        NORMALISED,
                        "aws,r1,m5.large,m5,2,8,0,0.1,,l,2026-07-20,,",
                        "aws,r2,m5.large,m5,2,8,0,0.2,,l,2026-07-20,,");
        List<Located> offers = read(list).offers();
        Path good =
                file(
                        "o.csv",
                        "provider,region,family,vm_type,change",
                        "aws,,m5,,-10%",
                        ",r2,,,0.5");
        assertThat(Overrides.apply(good, offers))
                .extracting(each -> each.offer().usdPerHour().toPlainString())
                .containsExactly("0.09", "0.5");
        assertThat(Overrides.apply(good, offers).get(0).offer().source())
                .isEqualTo("l (own: -10%)");
        Path yaml = file("o.yaml", "- {family: m5, region: r1, change: +50%}");
        assertThat(Overrides.apply(yaml, offers).get(0).offer().usdPerHour())
                .isEqualByComparingTo("0.15");
        Path keys = file("k.yml", "- {famly: m5, change: +50%}");
        assertThatThrownBy(() -> Overrides.apply(keys, offers))
                .hasMessageContaining("k.yml:1: found the keys [famly, change]");
        Path bad = file("b.csv", "family,change", "m5,cheap", "m6,-10%", "m5,-100%");
        assertThatThrownBy(() -> Overrides.apply(bad, offers))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("b.csv:2: found change \"cheap\"")
                .hasMessageContaining("b.csv:3: found a line that matches no offer")
                .hasMessageContaining("b.csv:4: found -100% on 0.1");
    }

    @Test
    void refusesWhatIsNoPriceList() throws IOException {
        Path other = file("x.csv", "a,b", "1,2");
        assertThatThrownBy(() -> read(other))
                .hasMessageContaining("a file of no form that we know");
        Path cut = file("i.json", ProviderPriceListsTest.aws(false).substring(0, 900));
        assertThatThrownBy(() -> read(cut))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("i.json:1: found no JSON");
        assertThatThrownBy(() -> read(folder.resolve("none.csv")))
                .hasMessageContaining("found nothing");
        Path empty = file("e.csv", NORMALISED);
        assertThatThrownBy(() -> read(empty)).hasMessageContaining("no price that can be used");
    }

    @Test
    void readsGzip() throws IOException {
        Path file = folder.resolve("n.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(
                    (NORMALISED + "\naws,r1,m5.large,m5,2,8,0,0.1,,l,2026-07-20,,\n")
                            .getBytes(StandardCharsets.UTF_8));
        }
        assertThat(only(read(file)).usdPerHour()).isEqualTo("0.1");
    }
}
