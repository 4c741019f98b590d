package dev.stowage.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import dev.stowage.billing.Charge.Kind;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What we write against the rules of FOCUS 1.2. */
final class FocusTest {
    private static final FocusAccount ACCOUNT = new FocusAccount("estimate", "oscillating");
    private static final Map<String, NamedCsvRecord> SPECIFIED = specified();

    private static Map<String, NamedCsvRecord> specified() {
        Map<String, NamedCsvRecord> columns = new LinkedHashMap<>();
        try (CsvReader<NamedCsvRecord> csv =
                CsvReader.builder()
                        .commentStrategy(CommentStrategy.SKIP)
                        .ofNamedCsvRecord(
                                new InputStreamReader(
                                        Objects.requireNonNull(
                                                FocusTest.class.getResourceAsStream(
                                                        "focus-1.2-columns.csv")),
                                        StandardCharsets.UTF_8))) {
            csv.forEach(row -> columns.put(row.getField("column"), row));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return columns;
    }

    private static List<NamedCsvRecord> rows(Bill bill) throws IOException {
        StringWriter out = new StringWriter();
        BillCsv.writeFocus(bill, ACCOUNT, out);
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(out.toString())) {
            return csv.stream().toList();
        }
    }

    @Test
    void hasAllMandatoryColumnsAndNamesOfItsOwnForOthers() {
        List<String> ours = Stream.of(FocusColumn.values()).map(FocusColumn::label).toList();
        List<String> mandatory =
                SPECIFIED.values().stream()
                        .filter(column -> column.getField("level").equals("mandatory"))
                        .map(column -> column.getField("column"))
                        .toList();
        assertThat(mandatory).hasSize(21);
        assertThat(ours).containsAll(mandatory).doesNotHaveDuplicates();
        assertThat(ours.stream().filter(name -> !name.startsWith("x_")))
                .isSorted()
                .allMatch(SPECIFIED::containsKey);
    }

    @Property(tries = 300)
    void keepsTheRulesOfEachColumn(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Bill bill = Bill.of(dated(random), BillSamples.rules(random));

        List<NamedCsvRecord> rows = rows(bill);

        for (NamedCsvRecord row : rows) {
            for (FocusColumn column : FocusColumn.values()) {
                checkValue(column.label(), row.getField(column.label()));
            }
            checkCharge(row);
            checkCommitment(row);
            checkTimes(row);
        }
        checkSums(bill, rows);
    }

    private static Metering dated(Random random) {
        Metering drawn = BillSamples.metering(6_000_000, random);
        return new Metering(
                drawn.vms(),
                drawn.transfers(),
                drawn.purchases(),
                drawn.plan(),
                drawn.periodSeconds(),
                Optional.of(LocalDate.of(2027, 12, 30).plusDays(random.nextInt(90))));
    }

    private static void checkValue(String column, String value) throws IOException {
        NamedCsvRecord rule = SPECIFIED.get(column);
        if (rule == null) {
            return; // one of ours
        }
        if (value.isEmpty()) {
            assertThat(rule.getField("nulls")).as("%s is null", column).isEqualTo("yes");
            return;
        }
        if (!rule.getField("values").isEmpty()) {
            assertThat(rule.getField("values").split("\\|")).as(column).contains(value);
        }
        switch (rule.getField("type")) {
            case "decimal" -> assertThat(value).as(column).matches("-?\\d+(\\.\\d+)?");
            case "price" -> assertThat(value).as(column).matches("\\d+(\\.\\d+)?");
            case "time" -> {
                assertThat(value).as(column).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
                assertThat(Instant.parse(value)).isNotNull();
            }
            case "currency" -> assertThat(Currency.getInstance(value)).isNotNull();
            case "json" -> assertThat(new ObjectMapper().readTree(value).isObject()).isTrue();
            default -> assertThat(value).as(column).isEqualTo(value.strip());
        }
    }

    private static BigDecimal number(NamedCsvRecord row, String column) {
        return new BigDecimal(row.getField(column));
    }

    private static void checkCharge(NamedCsvRecord row) {
        boolean isPurchase = row.getField("ChargeCategory").equals("Purchase");
        boolean isUnused = row.getField("CommitmentDiscountStatus").equals("Unused");
        if (isPurchase) {
            assertThat(row.getField("ChargeFrequency")).isNotEqualTo("Usage-Based");
            assertThat(row.getField("PricingCategory")).isNotEqualTo("Committed");
            assertThat(number(row, "EffectiveCost")).isZero();
        }
        for (String column :
                List.of(
                        "PricingCategory",
                        "PricingQuantity",
                        "PricingUnit",
                        "ListUnitPrice",
                        "ContractedUnitPrice",
                        "SkuId",
                        "SkuPriceId")) {
            assertThat(row.getField(column)).as(column).isNotEmpty();
        }
        assertThat(row.getField("ConsumedQuantity").isEmpty()).isEqualTo(isPurchase || isUnused);
        assertThat(row.getField("ConsumedUnit").isEmpty())
                .isEqualTo(row.getField("ConsumedQuantity").isEmpty());
        assertThat(row.getField("RegionName").isEmpty())
                .isEqualTo(row.getField("RegionId").isEmpty());
        assertThat(row.getField("ResourceType").isEmpty())
                .isEqualTo(row.getField("ResourceId").isEmpty());
        BigDecimal quantity = number(row, "PricingQuantity");
        assertThat(number(row, "ListUnitPrice").multiply(quantity))
                .isEqualByComparingTo(number(row, "ListCost"));
        assertThat(number(row, "ContractedUnitPrice").multiply(quantity))
                .isEqualByComparingTo(number(row, "ContractedCost"));
    }

    private static void checkCommitment(NamedCsvRecord row) {
        boolean has = !row.getField("CommitmentDiscountId").isEmpty();
        for (String column :
                List.of(
                        "CommitmentDiscountCategory",
                        "CommitmentDiscountName",
                        "CommitmentDiscountType",
                        "CommitmentDiscountQuantity",
                        "CommitmentDiscountUnit")) {
            assertThat(row.getField(column).isEmpty()).as(column).isEqualTo(!has);
        }
        boolean isUsage = row.getField("ChargeCategory").equals("Usage");
        assertThat(row.getField("CommitmentDiscountStatus").isEmpty()).isEqualTo(!(has && isUsage));
        assertThat(row.getField("PricingCategory").equals("Committed")).isEqualTo(has && isUsage);
        if (has && isUsage) {
            assertThat(number(row, "BilledCost")).isZero();
        }
    }

    private static void checkTimes(NamedCsvRecord row) {
        Instant from = Instant.parse(row.getField("ChargePeriodStart"));
        Instant to = Instant.parse(row.getField("ChargePeriodEnd"));
        assertThat(from).isBefore(to);
        assertThat(from).isAfterOrEqualTo(Instant.parse(row.getField("BillingPeriodStart")));
        assertThat(to).isBeforeOrEqualTo(Instant.parse(row.getField("BillingPeriodEnd")));
        assertThat(row.getField("BillingPeriodStart")).endsWith("-01T00:00:00Z");
        assertThat(row.getField("BillingPeriodEnd")).endsWith("-01T00:00:00Z");
    }

    private static void checkSums(Bill bill, List<NamedCsvRecord> rows) {
        assertThat(sum(rows, "EffectiveCost"))
                .isCloseTo(bill.exactTotal(), within(new BigDecimal("0.000001")));
        BigDecimal paid = BigDecimal.ZERO;
        for (NamedCsvRecord row : rows) {
            if (row.getField("ChargeFrequency").equals("One-Time")) {
                paid = paid.add(number(row, "BilledCost"));
            }
        }
        BigDecimal spread = BigDecimal.ZERO;
        for (Charge charge : bill.charges()) {
            if (charge.item().kind() == Kind.COMMITMENT_UPFRONT
                    || charge.item().kind() == Kind.PLAN_UPFRONT) {
                spread = spread.add(charge.usd());
            }
        }
        assertThat(sum(rows, "BilledCost"))
                .isCloseTo(
                        bill.exactTotal().subtract(spread).add(paid),
                        within(new BigDecimal("0.000001")));
    }

    private static BigDecimal sum(List<NamedCsvRecord> rows, String column) {
        return rows.stream()
                .map(row -> number(row, column))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Test
    void givesSustainedUseToTheVmsItComesFrom() throws IOException {
        BillingRule gcp = BillingRules.reference().get("gcp");
        VmOffer small = n1("n1-standard-1", 1, 4, "0.0475");
        VmOffer large = n1("n1-standard-4", 4, 16, "0.19");
        long days = 40 * 86_400L;
        Metering metering =
                new Metering(
                        List.of(
                                new VmUsage(small, false, 2, 0, days, days, false),
                                new VmUsage(large, false, 1, 0, days, days, false)),
                        List.of(),
                        List.of(),
                        days,
                        Optional.of(LocalDate.of(2028, 1, 1)));

        Bill bill = Bill.of(metering, provider -> gcp);
        List<NamedCsvRecord> rows = rows(bill);

        assertThat(bill.lines()).anyMatch(line -> line.item().kind() == Kind.SUSTAINED_USE);
        assertThat(rows).hasSize(4).allMatch(row -> number(row, "BilledCost").signum() > 0);
        checkSums(bill, rows);
        // a whole January costs 70 % of the list
        assertThat(number(rows.get(0), "BilledCost"))
                .isCloseTo(
                        number(rows.get(0), "ListCost").multiply(new BigDecimal("0.7")),
                        within(new BigDecimal("0.000001")));
    }

    private static VmOffer n1(String name, int cores, int gib, String usd) {
        VmType type =
                new VmType(
                        "gcp",
                        name,
                        "n1",
                        VmType.Category.GENERAL,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib(cores, gib));
        return new VmOffer(
                type, "us-central1", new BigDecimal(usd), "test", LocalDate.of(2026, 7, 30));
    }

    @Test
    void billsThePaymentAtTheStartOfEachTerm() throws IOException {
        VmOffer offer = BillSamples.offer("p0", "r0", "m5", "0.096", "0.03");
        Commitment month =
                new Commitment(
                        Commitment.Kind.RESERVED, 1, BigDecimal.ZERO, new BigDecimal("73"), "test");
        Metering metering =
                new Metering(
                        List.of(),
                        List.of(),
                        List.of(new Purchase(offer, month, 2)),
                        3 * 730 * 3_600L + 3_600,
                        Optional.of(LocalDate.of(2028, 1, 10)));

        Bill bill = Bill.of(metering, BillSamples.rules(new Random(1)));
        List<NamedCsvRecord> rows = rows(bill);

        assertThat(rows.stream().filter(r -> r.getField("ChargeFrequency").equals("One-Time")))
                .hasSize(4)
                .allMatch(row -> row.getField("BilledCost").equals("146"));
        assertThat(bill.total()).isEqualByComparingTo("438.20");
    }

    @Test
    void needsAFirstDay() {
        Bill bill = Bill.of(Metering.of(List.of(), 0), BillSamples.rules(new Random(1)));

        assertThatThrownBy(() -> BillCsv.writeFocus(bill, ACCOUNT, new StringWriter()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("first day");
    }

    @Test
    void writesLinesThatAddUpToTheTotal() throws IOException {
        Random random = new Random(5);
        Bill bill = Bill.of(dated(random), BillSamples.rules(random));
        StringWriter out = new StringWriter();

        BillCsv.write(bill, out);

        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(out.toString())) {
            List<NamedCsvRecord> rows = csv.stream().toList();
            assertThat(rows).hasSameSizeAs(bill.lines()).isNotEmpty();
            assertThat(sum(rows, "amount")).isEqualByComparingTo(bill.total());
        }
    }
}
