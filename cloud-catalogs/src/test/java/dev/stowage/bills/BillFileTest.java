package dev.stowage.bills;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.catalog.Catalogues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bills in the forms of their providers, of our own making. */
class BillFileTest {
    private static final long JUNE_2 = LocalDate.of(2026, 6, 2).toEpochDay() * 86_400;

    @TempDir private Path directory;

    private BillFile read(String text) throws IOException {
        return BillFile.read(Files.writeString(directory.resolve("bill.csv"), text));
    }

    private static void isOneVm(BillFile bill, String provider, String region, String type) {
        assertThat(bill.vms()).hasSize(1);
        VmUse vm = bill.vms().get(0);
        assertThat(vm.provider()).isEqualTo(provider);
        assertThat(vm.region()).isEqualTo(region);
        assertThat(vm.type()).isEqualTo(type);
        assertThat(vm.startSeconds()).isEqualTo(JUNE_2);
        assertThat(vm.vmHours()).isEqualTo(10);
        assertThat(vm.cost()).isEqualByComparingTo("1.25");
        assertThat(bill.currency()).isEqualTo("USD");
    }

    @Test
    void readsFocus() throws IOException {
        BillFile bill =
                read(
                        "ChargePeriodStart,ChargePeriodEnd,ProviderName,RegionId,SkuPriceDetails,"
                                + "ConsumedQuantity,ConsumedUnit,EffectiveCost,BillingCurrency\n"
                                + "2026-06-02T00:00:00Z,2026-06-03T00:00:00Z,Amazon Web Services,"
                                + "us-east-1,\"{\"\"InstanceType\"\":\"\"m5.large\"\"}\",10,Hours,"
                                + "1.25,USD\n"
                                + "2026-06-02T00:00:00Z,2026-06-03T00:00:00Z,Amazon Web Services,"
                                + "us-east-1,,3,GB,0.3,USD\n");
        isOneVm(bill, "aws", "us-east-1", "m5.large");
        assertThat(bill.leftOut()).containsEntry("of other charges than running VMs", 1L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"us-east-1", "\"us\"east-1"})
    void refusesAQuoteThatIsNotClosed(String region) {
        String header =
                "ChargePeriodStart,ChargePeriodEnd,ProviderName,SkuPriceDetails,"
                        + "ConsumedQuantity,ConsumedUnit,EffectiveCost,BillingCurrency,RegionId\n";
        String row =
                "2026-06-02T00:00:00Z,2026-06-03T00:00:00Z,Amazon Web Services,"
                        + "\"{\"\"InstanceType\"\":\"\"m5.large\"\"}\",10,Hours,1.25,USD,";
        for (String after : new String[] {row + "us-east-1\n", row.replace("\"", "") + "x\n"}) {
            String text = header + row + region + "\n" + after.repeat(9);
            assertThatThrownBy(() -> read(text))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("quote")
                    .hasMessageContaining("line 2");
        }
    }

    @Test
    void refusesARowThatWasCut() {
        assertThatThrownBy(
                        () ->
                                read(
                                        "ChargePeriodStart,ChargePeriodEnd,ProviderName,RegionId,"
                                                + "SkuPriceDetails,ConsumedQuantity,ConsumedUnit,"
                                                + "EffectiveCost,BillingCurrency\n"
                                                + "2026-06-02T00:00:00Z,2026-06-03T00:00:00Z,Amaz"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("bill.csv:2: found 3 of 9 fields")
                .hasMessageContaining("cut");
    }

    @ParameterizedTest
    @CsvSource({"lineItem/, product/", "line_item_, product_"})
    void readsReportsOfAwsInBothSpellings(String line, String product) throws IOException {
        String header =
                "~UsageStartDate,~UsageEndDate,~ProductCode,~UsageType,~UsageAmount,"
                        + "~UnblendedCost,~CurrencyCode,^instanceType,^region\n";
        BillFile bill =
                read(
                        header.replace("~", line).replace("^", product)
                                + "2026-06-02T00:00:00Z,2026-06-02T10:00:00Z,AmazonEC2,"
                                + "EUC1-BoxUsage:m5.large,10,1.25,USD,m5.large,eu-central-1\n"
                                + "2026-06-02T00:00:00Z,2026-06-02T10:00:00Z,AmazonEC2,"
                                + "EUC1-EBS:VolumeUsage.gp3,5,0.4,USD,,eu-central-1\n");
        isOneVm(bill, "aws", "eu-central-1", "m5.large");
        assertThat(bill.vms().get(0).endSeconds()).isEqualTo(JUNE_2 + 36_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Date,MeterCategory,Quantity,CostInBillingCurrency,BillingCurrencyCode,"
                        + "ResourceLocation,AdditionalInfo | 06/02/2026",
                "date,meterCategory,quantity,costInBillingCurrency,billingCurrency,"
                        + "resourceLocation,additionalInfo | 2026-06-02",
                "UsageDateTime,MeterCategory,UsageQuantity,PreTaxCost,Currency,ResourceLocation,"
                        + "AdditionalInfo | 2026-06-02",
                "Datum (Date),Messkategorie (Meter Category),Menge (Consumed Quantity),"
                        + "Kosten (Cost),Währung (Currency),Ort (Resource Location),"
                        + "Weiteres (Additional Info) | 6/2/2026",
                "date,meterCategory,UsageQuantity (UsageQuantity),costInBillingCurrency,"
                        + "Currency,Ressourcenstandort (ResourceLocation),additionalInfo"
                        + " | 06/02/2026"
            })
    void readsExportsOfAzureBySeveralNamesOfColumns(String header, String date) throws IOException {
        BillFile bill =
                read(
                        "\ufeff"
                                + header
                                + "\n"
                                + date
                                + ",Virtual Machines,10,1.25,USD,West Europe,"
                                + "\"{\"\"ServiceType\"\":\"\"Standard_D2s_v3\"\"}\"\n"
                                + date
                                + ",Virtual Machines,,1.25,USD,West Europe,"
                                + "\"{\"\"ServiceType\"\":\"\"Standard_D2s_v3\"\"}\"\n"
                                + date
                                + ",Storage,7,0.2,USD,West Europe,\n");
        isOneVm(bill, "azure", "westeurope", "Standard_D2s_v3");
        assertThat(bill.leftOut()).containsEntry("of VMs whose hours are not said", 1L);
    }

    /** Fees, credits, refunds and taxes with the type and hours of what they are about. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "EdpDiscount",
                "Credit",
                "Refund",
                "Tax",
                "RIFee",
                "SavingsPlanNegation",
                "SavingsPlanRecurringFee",
                "Fee"
            })
    void countsRunningTimeOfAwsAlone(String charge) throws IOException {
        BillFile bill =
                read(AWS + row("Usage", "1.25", "", "Linux") + row(charge, "-1", "", "Linux"));
        isOneVm(bill, "aws", "us-east-1", "m5.large");
        assertThat(bill.leftOut()).containsEntry("of other charges than running VMs", 1L);
        assertThat(bill.doubts().isComparable()).isTrue();
    }

    private static final String AWS =
            "lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/ProductCode,lineItem/UsageType,"
                    + "lineItem/UsageAmount,lineItem/CurrencyCode,product/instanceType,"
                    + "product/region,lineItem/LineItemType,lineItem/UnblendedCost,"
                    + "reservation/EffectiveCost,savingsPlan/SavingsPlanEffectiveCost,"
                    + "product/operatingSystem\n";

    private static String row(String charge, String cost, String effective, String system) {
        return "2026-06-02T00:00:00Z,2026-06-02T10:00:00Z,AmazonEC2,BoxUsage:m5.large,10,USD,"
                + "m5.large,us-east-1,"
                + String.join(",", charge, cost, effective, effective, system)
                + "\n";
    }

    /**
     * A plan's own price counts, where the bill has the price on demand; a reservation's, where 0.
     */
    @ParameterizedTest
    @CsvSource({"DiscountedUsage, 0", "SavingsPlanCoveredUsage, 1.9"})
    void countsWhatACommitmentCosts(String charge, String unblended) throws IOException {
        isOneVm(
                read(AWS + row(charge, unblended, "1.25", "Linux")),
                "aws",
                "us-east-1",
                "m5.large");

        BillFile unsaid = read(AWS + row(charge, unblended, "", "Linux"));
        assertThat(unsaid.doubts().isComparable()).isFalse();
        assertThat(unsaid.doubts().sentences().get(0))
                .contains("a commitment pays for, by rows: 1.");
    }

    @Test
    void saysThatCostsHoldLicences() throws IOException {
        BillFile bill = read(AWS + row("Usage", "1.25", "", "Windows"));
        assertThat(bill.doubts().licensed()).isEqualTo(1);
        assertThat(bill.doubts().isComparable()).isFalse();
    }

    /** Reports of AWS whose column of the system is empty, or is one key of a map. */
    @ParameterizedTest
    @CsvSource({
        "RunInstances, , false",
        "RunInstances:0002, , true",
        "RunInstances:0010, , true",
        "RunInstances:0002:SV001, , true",
        "RunInstances:SV001, , false",
        "RunInstances:0800, , false",
        "RunInstances, Linux, false",
        "RunInstances, Windows, true"
    })
    void seesLicencesOfAwsWhereverTheyAreSaid(String operation, String system, boolean isLicensed)
            throws IOException {
        String head =
                "line_item_usage_start_date,line_item_product_code,line_item_usage_type,"
                        + "line_item_usage_amount,line_item_unblended_cost,line_item_operation,"
                        + "product_instance_type,product\n";
        String product =
                system == null ? "" : "\"{\"\"operating_system\"\": \"\"" + system + "\"\"}\"";
        BillFile bill =
                read(
                        head
                                + "2026-06-02,AmazonEC2,BoxUsage:m5.large,1,0.1,"
                                + String.join(",", operation, "m5.large", product)
                                + "\n");
        assertThat(bill.doubts().licensed()).isEqualTo(isLicensed ? 1 : 0);
    }

    /** The fee of a service on top of a VM has the VM's type and hours, and is no second VM. */
    @Test
    void countsVmsOfTheirOwnServiceAlone() throws IOException {
        String vm = row("Usage", "1.25", "", "Linux");
        for (String other : new String[] {"ElasticMapReduce", "6oj1xlfbwjtvzplxx"}) {
            BillFile bill = read(AWS + vm + vm.replace("AmazonEC2", other));
            isOneVm(bill, "aws", "us-east-1", "m5.large");
            assertThat(bill.leftOut()).containsEntry("of other charges than running VMs", 1L);
        }
        String head =
                "ChargePeriodStart,ChargePeriodEnd,ProviderName,RegionId,SkuPriceDetails,"
                        + "ConsumedQuantity,ConsumedUnit,EffectiveCost,BillingCurrency,"
                        + "ServiceCategory\n";
        String focus =
                "2026-06-02T00:00:00Z,2026-06-03T00:00:00Z,AWS,us-east-1,"
                        + "\"{\"\"InstanceType\"\":\"\"m5.large\"\"}\",10,Hrs,1.25,USD,";
        String silent = focus.replace("10,Hrs", ",") + "Compute\n";
        BillFile bill = read(head + focus + "Compute\n" + focus + "Databases\n" + silent);
        isOneVm(bill, "aws", "us-east-1", "m5.large");
        assertThat(bill.leftOut())
                .containsEntry("of other charges than running VMs", 1L)
                .containsEntry("of VMs whose hours are not said", 1L);
    }

    /** Actual-cost exports of Azure have 0 for what a reservation pays for. */
    @ParameterizedTest
    @CsvSource({
        "Reservation, 0, ComputeHR, false",
        "SavingsPlan, 0, ComputeHR, false",
        "Reservation, 1.25, ComputeHR, true",
        "OnDemand, 1.25, ComputeHR, true",
        "OnDemand, 1.25, ComputeHR_WIN, false"
    })
    void comparesBillsOfAzureThatSayWhatVmsCost(
            String pricing, String cost, String usage, boolean isComparable) throws IOException {
        String head =
                "Date,MeterCategory,Quantity,CostInBillingCurrency,PricingModel,"
                        + "ResourceLocation,AdditionalInfo\n";
        String details =
                "\"{\"\"ServiceType\"\":\"\"A\"\",\"\"UsageType\"\":\"\"" + usage + "\"\"}\"";
        BillFile bill =
                read(
                        head
                                + String.join(
                                        ",",
                                        "2026-06-02,Virtual Machines,10",
                                        cost,
                                        pricing,
                                        "eastus",
                                        details)
                                + "\n");
        assertThat(bill.doubts().isComparable()).isEqualTo(isComparable);
    }

    private static final String GOOGLE =
            "service.description,sku.description,usage_start_time,usage_end_time,"
                    + "location.region,usage.amount,usage.unit,cost,currency,system_labels";

    private static String google(String type, String coreSeconds, String cost) {
        return "Compute Engine,N2 Instance Core running in Iowa,2026-06-02 00:00:00 UTC,"
                + "2026-06-02 10:00:00 UTC,us-central1,"
                + String.join(",", coreSeconds, "seconds", cost, "USD")
                + ",\"[{\"\"key\"\":\"\"compute.googleapis.com/machine_spec\"\","
                + "\"\"value\"\":\"\""
                + type
                + "\"\"}]\"";
    }

    /** Google's invoice is the sum of costs and credits. */
    @Test
    void takesOffCreditsOfGoogle() throws IOException {
        String vm = google("n2-standard-4", "144000", "1.5");
        String sustained =
                ",\"[{\"\"name\"\":\"\"Sustained\"\",\"\"amount\"\":-0.2},{\"\"amount\"\":-0.05}]\"";
        BillFile nested = read(GOOGLE + ",credits\n" + vm + sustained + "\n");
        isOneVm(nested, "gcp", "us-central1", "n2-standard-4");
        assertThat(nested.doubts().isComparable()).isTrue();
        BillFile flat = read(GOOGLE + ",credits.amount\n" + vm + ",-0.25\n");
        isOneVm(flat, "gcp", "us-central1", "n2-standard-4");
        assertThat(flat.doubts().isComparable()).isTrue();

        String committed =
                ",\"[{\"\"type\"\":\"\"COMMITTED_USAGE_DISCOUNT\"\",\"\"amount\"\":-1.5}]\"";
        BillFile elsewhere = read(GOOGLE + ",credits\n" + vm + committed + "\n");
        assertThat(elsewhere.doubts().paidElsewhere()).isEqualTo(1);
        BillFile unsaid = read(GOOGLE + "\n" + vm + "\n");
        assertThat(unsaid.doubts().isComparable()).isFalse();
        assertThat(unsaid.doubts().sentences().get(0)).contains("without credits, by rows: 1");
        BillFile unreadable = read(GOOGLE + ",credits\n" + vm + ",\n" + vm + ",?\n");
        assertThat(unreadable.leftOut()).containsEntry("of VMs without a readable cost", 1L);
    }

    /** 12 cores by the catalogue; of types that share cores a part of them is charged. */
    @Test
    void knowsCoresOfGooglesTypesByTheCatalogue() throws IOException {
        Path file =
                Files.writeString(
                        directory.resolve("bill.csv"),
                        GOOGLE
                                + ",credits\n"
                                + google("a2-highgpu-1g", "432000", "1.25")
                                + ",\n"
                                + google("e2-medium", "36000", "0.3")
                                + ",\n");
        BillFile bill = BillFile.read(file, Catalogues.reference());
        isOneVm(bill, "gcp", "us-central1", "a2-highgpu-1g");
        assertThat(bill.leftOut())
                .containsEntry("of VMs whose number of cores is not known, and so their hours", 1L);
    }

    @Test
    void leavesOutVmsOnHardwareOfTheirOwn() {
        String dedicated = row("Usage", "1", "", "Linux").replace("BoxUsage", "DedicatedUsage");
        assertThatThrownBy(() -> read(AWS + dedicated))
                .hasMessageContaining("1 of VMs on hardware of their own");
    }

    @ParameterizedTest
    @CsvSource({
        "Usage, , Used, Hours, 10, 1",
        "Usage, Correction, , Hours, -4, 1",
        "Usage, , , Minutes, 600, 1",
        "Usage, , Unused, Hours, 10, 0",
        "Credit, , , Hours, 10, 0",
        "Tax, , , Hours, 10, 0"
    })
    void countsRunningTimeOfFocusAlone(
            String category, String kind, String status, String unit, String amount, int vms)
            throws IOException {
        String head =
                "ChargePeriodStart,ChargePeriodEnd,ProviderName,RegionId,SkuPriceDetails,"
                        + "ConsumedQuantity,ConsumedUnit,EffectiveCost,BillingCurrency,"
                        + "ChargeCategory,ChargeClass,CommitmentDiscountStatus\n";
        String begin =
                "2026-06-02T00:00:00Z,2026-06-03T00:00:00Z,AWS,us-east-1,"
                        + "\"{\"\"InstanceType\"\":\"\"m5.large\"\"}\",";
        BillFile bill =
                read(
                        head
                                + begin
                                + "10,Hours,1.25,USD,Usage,,\n"
                                + begin
                                + String.join(",", amount, unit, "1", "USD", category)
                                + ","
                                + (kind == null ? "" : kind)
                                + ","
                                + (status == null ? "" : status)
                                + "\n");
        assertThat(bill.vms()).hasSize(1 + vms);
        if (vms == 1) {
            double hours = unit.equals("Minutes") ? 10 : Double.parseDouble(amount);
            assertThat(bill.vms().get(1).vmHours()).isEqualTo(hours);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Refund", "Purchase", "UnusedReservation"})
    void countsRunningTimeOfAzureAlone(String charge) throws IOException {
        String head =
                "Date,MeterCategory,Quantity,CostInBillingCurrency,BillingCurrencyCode,"
                        + "ResourceLocation,AdditionalInfo,ChargeType\n";
        String vm =
                "06/02/2026,Virtual Machines,10,1.25,USD,eastus,"
                        + "\"{\"\"ServiceType\"\":\"\"Standard_D2s_v3\"\"}\",";
        BillFile bill = read(head + vm + "Usage\n" + vm + charge + "\n");
        isOneVm(bill, "azure", "eastus", "Standard_D2s_v3");
        assertThat(bill.doubts().sentences()).hasSize(1);
        assertThat(bill.doubts().sentences().get(0)).contains("month before the day");
    }

    @Test
    void countsRegularRowsOfGoogleAlone() throws IOException {
        String row =
                "Compute Engine,N2 Instance Core running in Iowa,2026-06-02 00:00:00 UTC,"
                        + "2026-06-02 10:00:00 UTC,us-central1,144000,seconds,1.25,USD,"
                        + "\"[{\"\"key\"\":\"\"compute.googleapis.com/machine_spec\"\","
                        + "\"\"value\"\":\"\"n2-standard-4\"\"}]\",";
        BillFile bill =
                read(
                        "service.description,sku.description,usage_start_time,usage_end_time,"
                                + "location.region,usage.amount,usage.unit,cost,currency,"
                                + "system_labels,cost_type\n"
                                + row
                                + "regular\n"
                                + row
                                + "tax\n"
                                + row
                                + "adjustment\n");
        isOneVm(bill, "gcp", "us-central1", "n2-standard-4");
    }

    /** Microsoft's cost exports in eight column sets; in two of them every row ends early. */
    @Test
    void readsRowsThatAllEndBeforeColumnsThatNobodyNeeds() throws IOException {
        String head = "UsageDateTime,MeterCategory,Quantity,Cost,AdditionalInfo,ResourceLocation\n";
        String vm =
                "2026-06-02,Virtual Machines,10,1.25,\"{\"\"ServiceType\"\":\"\"Standard_A\"\"}\"";
        BillFile bill = read(head + vm + "\n2026-06-02,Storage,1,1,\n");
        assertThat(bill.vms()).hasSize(1);
        assertThat(bill.vms().get(0).region()).isEmpty();
        for (String cut : new String[] {vm + "\n", vm + ",x\n" + vm + "\n", vm + "\n2026-06"}) {
            assertThatThrownBy(() -> read(head + cut))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining(" of 6 fields")
                    .hasMessageContaining("cut");
        }
    }

    @Test
    void saysThatAnExportHasNoHours() {
        String vm = "2026-06-02,Virtual Machines,1.25,\"{\"\"ServiceType\"\":\"\"A\"\"}\"\n";
        assertThatThrownBy(
                        () -> read("UsageDateTime,MeterCategory,Cost,AdditionalInfo\n" + vm + vm))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no VM in 2 rows: 2 of VMs whose hours are not said")
                .hasMessageContaining("no column of hours")
                .hasMessageContaining("quantity");
    }

    @ParameterizedTest
    @CsvSource({
        "US East 2, eastus2",
        "us south central, southcentralus",
        "East US, eastus",
        "EU West, westeurope",
        "AP Southeast, southeastasia",
        "CA Central, canadacentral",
        "UK South, uksouth",
        "germanywestcentral, germanywestcentral",
        "West US 3, westus3"
    })
    void namesRegionsOfAzureAsItsPricesDo(String text, String name) {
        assertThat(AzureRegions.named(text)).isEqualTo(name);
    }

    @Test
    void readsExportsOfGoogleByTheirCores() throws IOException {
        String labels =
                "\"[{\"\"key\"\":\"\"compute.googleapis.com/machine_spec\"\","
                        + "\"\"value\"\":\"\"n2-standard-4\"\"}]\"";
        BillFile bill =
                read(
                        "service.description,sku.description,usage_start_time,usage_end_time,"
                                + "location.region,usage.amount,usage.unit,cost,currency,"
                                + "system_labels\n"
                                + "Compute Engine,N2 Instance Core running in Iowa,"
                                + "2026-06-02 00:00:00 UTC,2026-06-02 10:00:00 UTC,us-central1,"
                                + "144000,seconds,1.25,USD,"
                                + labels
                                + "\n");
        isOneVm(bill, "gcp", "us-central1", "n2-standard-4");
        assertThat(bill.hours()).containsEntry("gcp us-central1 n2-standard-4", 10.0);
    }

    @Test
    void readsTheDayFirstWhereTheMonthCannotBe() throws IOException {
        String row = "/2026,Virtual Machines,1,1,USD,x,\"{\"\"ServiceType\"\":\"\"A\"\"}\"\n";
        BillFile bill =
                read(
                        "Date,MeterCategory,Quantity,Cost,Currency,ResourceLocation,AdditionalInfo\n"
                                + "02/06"
                                + row
                                + "13/06"
                                + row);
        assertThat(bill.doubts().dates()).isEqualTo(BillFile.DateOrder.DAY_FIRST);
        assertThat(bill.vms().get(0).startSeconds()).isEqualTo(JUNE_2);
        assertThat(bill.cost()).isEqualByComparingTo("2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "time,cpu#0,1 | FOCUS, AWS cost and usage report",
                "MeterCategory,Date,Quantity,Cost#Storage,2026-06-02,1,1 | no VM in 1 rows"
            })
    void refusesWhatIsNoBill(String text, String message) {
        assertThatThrownBy(() -> read(text.replace("#", "\n") + "\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }
}
