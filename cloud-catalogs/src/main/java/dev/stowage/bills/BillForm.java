package dev.stowage.bills;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a provider writes its bills.
 *
 * @param kind which of the forms
 * @param words its name in words
 * @param required columns that tell it from others
 * @param names of columns by what they hold, the first that is there counts
 */
record BillForm(Kind kind, String words, Set<String> required, Map<Column, List<String>> names) {
    /** All forms; the first that fits counts. */
    static final List<BillForm> ALL =
            List.of(
                    new BillForm(
                            Kind.FOCUS,
                            "FOCUS",
                            Set.of("chargeperiodstart", "chargeperiodend", "skupricedetails"),
                            Map.ofEntries(
                                    Map.entry(Column.START, List.of("chargeperiodstart")),
                                    Map.entry(Column.END, List.of("chargeperiodend")),
                                    Map.entry(Column.PROVIDER, List.of("providername")),
                                    Map.entry(Column.REGION, List.of("regionid")),
                                    Map.entry(Column.DETAILS, List.of("skupricedetails")),
                                    Map.entry(Column.HOURS, List.of("consumedquantity")),
                                    Map.entry(Column.UNIT, List.of("consumedunit")),
                                    Map.entry(Column.COST, List.of("effectivecost", "billedcost")),
                                    Map.entry(Column.CHARGE, List.of("chargecategory")),
                                    Map.entry(Column.STATUS, List.of("commitmentdiscountstatus")),
                                    Map.entry(Column.CURRENCY, List.of("billingcurrency")))),
                    new BillForm(
                            Kind.AWS,
                            "AWS cost and usage report",
                            Set.of(
                                    "lineitemusagestartdate",
                                    "lineitemproductcode",
                                    "lineitemusageamount"),
                            Map.ofEntries(
                                    Map.entry(Column.START, List.of("lineitemusagestartdate")),
                                    Map.entry(Column.END, List.of("lineitemusageenddate")),
                                    Map.entry(
                                            Column.REGION,
                                            List.of("productregioncode", "productregion")),
                                    Map.entry(Column.TYPE, List.of("productinstancetype")),
                                    Map.entry(Column.KIND, List.of("lineitemusagetype")),
                                    Map.entry(Column.HOURS, List.of("lineitemusageamount")),
                                    Map.entry(Column.COST, List.of("lineitemunblendedcost")),
                                    Map.entry(Column.CHARGE, List.of("lineitemlineitemtype")),
                                    Map.entry(
                                            Column.RESERVED_COST,
                                            List.of("reservationeffectivecost")),
                                    Map.entry(
                                            Column.PLAN_COST,
                                            List.of("savingsplansavingsplaneffectivecost")),
                                    Map.entry(Column.SYSTEM, List.of("productoperatingsystem")),
                                    Map.entry(Column.CURRENCY, List.of("lineitemcurrencycode")))),
                    new BillForm(
                            Kind.AZURE,
                            "Azure cost export",
                            Set.of("metercategory"),
                            Map.of(
                                    Column.START, List.of("date", "usagedatetime", "usagedate"),
                                    Column.REGION,
                                            List.of("resourcelocation", "location", "meterregion"),
                                    Column.DETAILS,
                                            List.of("additionalinfo", "additionalinformation"),
                                    Column.KIND, List.of("metercategory"),
                                    Column.SYSTEM, List.of("metersubcategory"),
                                    Column.CHARGE, List.of("chargetype"),
                                    Column.STATUS, List.of("reservationid", "benefitid"),
                                    Column.HOURS,
                                            List.of(
                                                    "quantity",
                                                    "usagequantity",
                                                    "consumedquantity"),
                                    Column.COST,
                                            List.of(
                                                    "costinbillingcurrency",
                                                    "pretaxcost",
                                                    "cost",
                                                    "extendedcost"),
                                    Column.CURRENCY,
                                            List.of(
                                                    "billingcurrencycode",
                                                    "billingcurrency",
                                                    "currency"))),
                    new BillForm(
                            Kind.GOOGLE,
                            "Google billing export",
                            Set.of("servicedescription", "skudescription", "usagestarttime"),
                            Map.of(
                                    Column.START, List.of("usagestarttime"),
                                    Column.END, List.of("usageendtime"),
                                    Column.REGION, List.of("locationregion"),
                                    Column.DETAILS, List.of("systemlabels"),
                                    Column.KIND, List.of("skudescription"),
                                    Column.HOURS, List.of("usageamount"),
                                    Column.UNIT, List.of("usageunit"),
                                    Column.COST, List.of("cost"),
                                    Column.CHARGE, List.of("costtype"),
                                    Column.CURRENCY, List.of("currency"))));

    /** Whose rows mean the same. */
    enum Kind {
        FOCUS,
        AWS,
        AZURE,
        GOOGLE
    }

    /**
     * What a column holds. {@code CHARGE} is usage, a fee, a credit or a tax; {@code STATUS}
     * whether a commitment pays; {@code SYSTEM} the operating system.
     */
    enum Column {
        START,
        END,
        PROVIDER,
        REGION,
        TYPE,
        KIND,
        DETAILS,
        HOURS,
        UNIT,
        COST,
        RESERVED_COST,
        PLAN_COST,
        CHARGE,
        STATUS,
        SYSTEM,
        CURRENCY
    }

    /** The form of a file with these columns. */
    static Optional<BillForm> of(List<String> header) {
        List<String> plain = header.stream().map(BillForm::plain).toList();
        return ALL.stream().filter(form -> plain.containsAll(form.required)).findFirst();
    }

    /** Index of the column that holds something; −1 if there is none. */
    int index(List<String> header, Column column) {
        List<String> plain = header.stream().map(BillForm::plain).toList();
        return names.getOrDefault(column, List.of()).stream()
                .mapToInt(plain::indexOf)
                .filter(index -> index >= 0)
                .findFirst()
                .orElse(-1);
    }

    /** Letters and digits alone; of {@code Datum (Date)} what is in the brackets. */
    private static String plain(String name) {
        String english = name.endsWith(")") ? name.replaceAll("^.*\\(|\\)$", "") : name;
        return english.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
