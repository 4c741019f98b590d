package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bills as demand and as what is paid today, and prices that moved for what runs. */
class CloudBillTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    /** Two days of Azure: three VMs of 2 cores and 8 GiB all day, then one for half a day. */
    private Path azure() throws IOException {
        String info = "\"{\"\"ServiceType\"\":\"\"Standard_D2s_v5\"\"}\"";
        return Files.writeString(
                directory.resolve("june.csv"),
                "Date,MeterCategory,Quantity,CostInBillingCurrency,BillingCurrencyCode,"
                        + "ResourceLocation,AdditionalInfo\n"
                        + "2026-06-02,Virtual Machines,72,7.2,USD,eastus,"
                        + info
                        + "\n2026-06-03,Virtual Machines,12,1.2,USD,eastus,"
                        + info
                        + "\n2026-06-03,Storage,1,0.5,USD,eastus,\n");
    }

    @Test
    void startsFromABill() throws IOException {
        JsonNode result =
                JSON.readTree(
                        Stowage.run(
                                        "cloud",
                                        "--from-bill",
                                        azure(),
                                        "--policies=fixed,simple",
                                        "-o",
                                        directory.resolve("out"),
                                        "--json")
                                .exits(0)
                                .out());

        assertThat(result.at("/demand/kind").asText()).isEqualTo("bill");
        assertThat(result.at("/demand/seconds").asLong()).isEqualTo(2 * 86_400);
        assertThat(result.at("/demand/peak/cpu").asDouble()).isEqualTo(6);
        assertThat(result.at("/demand/mean/cpu").asDouble()).isCloseTo(3.5, within(1e-6));
        assertThat(result.at("/demand/paid").asDouble()).isEqualTo(8.4);
        assertThat(result.get("notes").toString())
                .contains("The bill has 8.4 USD for these VMs", "% less", "what was rented")
                .contains("1 of other charges than running VMs");
    }

    /** What was paid for an accelerator is no price of CPU and memory. */
    @Test
    void comparesNoMachinesWithAccelerators() throws IOException {
        Path bill =
                Files.writeString(
                        directory.resolve("gpu.csv"),
                        """
                        lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/UsageType,\
                        lineItem/UsageAmount,lineItem/UnblendedCost,product/instanceType,\
                        product/region,lineItem/ProductCode,lineItem/LineItemType,\
                        lineItem/CurrencyCode,product/operatingSystem
                        2026-06-01T00:00:00Z,2026-06-01T12:00:00Z,BoxUsage:g5.xlarge,12,12.072,\
                        g5.xlarge,us-east-1,AmazonEC2,Usage,USD,Linux
                        """);
        JsonNode result =
                JSON.readTree(
                        Stowage.run(
                                        "cloud",
                                        "--from-bill",
                                        bill,
                                        "--policies=fixed",
                                        "-o",
                                        directory.resolve("gpu"),
                                        "--json")
                                .exits(0)
                                .out());
        assertThat(result.at("/demand/isComparable").asBoolean()).isFalse();
        assertThat(result.get("notes").toString())
                .contains("VMs with accelerators in the bill, by rows: 1 (g5.xlarge)")
                .doesNotContain("% less");
    }

    @Test
    void refusesABillWithoutAKnownTypeAndTwoDemands() throws IOException {
        Path unknown = directory.resolve("unknown.csv");
        Files.writeString(unknown, Files.readString(azure()).replace("D2s_v5", "D2s_v99"));
        Stowage.run("cloud", "--from-bill", unknown, "-o", directory.resolve("no"))
                .exits(3)
                .says("Standard_D2s_v99", "--catalog");
        Stowage.run("cloud", "gradual", "--from-bill", unknown).exits(2).says("either a demand");
        Stowage.run("cloud").exits(2).says("found none");
    }

    @Test
    void saysWhichPricesMovedForWhatRuns() throws IOException {
        String header =
                "provider,region,vm_type,family,vcpus,memory_gib,price_usd_per_hour,source,date\n";
        Path before = directory.resolve("before.csv");
        Path after = directory.resolve("after.csv");
        String row = "azure,eastus,Standard_D2s_v5,D,2,8,%s,a test,2026-06-01\n";
        Files.writeString(before, header + row.formatted("0.1"));
        Files.writeString(after, header + row.formatted("0.11"));

        String text =
                Stowage.run("catalog", "diff", before, after, "--for", azure())
                        .exits(1)
                        .out()
                        .replace('\u00a0', ' ');
        assertThat(text)
                .startsWith("What you run, 84 VM-hours, costs $8.40 → $9.24 on demand, +10.0 %.")
                .contains("1 of 1 price on demand moved: 1 up, 0 down. New: 0 offers");
        Stowage.run("catalog", "diff", before, after, "--for", azure(), "--tolerance", "9%")
                .exits(1);
        Stowage.run("catalog", "diff", before, after, "--for", azure(), "--tolerance", "11%")
                .exits(0);
        Stowage.run("catalog", "diff", before, before).exits(0);
    }
}
