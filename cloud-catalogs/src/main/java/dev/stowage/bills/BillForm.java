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
                                    Map.entry(Column.SERVICE, List.of("servicecategory")),
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
                                    Map.entry(Column.OPERATION, List.of("lineitemoperation")),
                                    Map.entry(Column.SERVICE, List.of("lineitemproductcode")),
                                    Map.entry(Column.DETAILS, List.of("product")),
                                    Map.entry(Column.CURRENCY, List.of("lineitemcurrencycode")))),
                    new BillForm(
                            Kind.AZURE,
                            "Azure cost export",
                            Set.of("metercategory"),
                            Map.ofEntries(
                                    Map.entry(
                                            Column.START,
                                            List.of("date", "usagedatetime", "usagedate")),
                                    Map.entry(
                                            Column.REGION,
                                            List.of("resourcelocation", "location", "meterregion")),
                                    Map.entry(
                                            Column.DETAILS,
                                            List.of("additionalinfo", "additionalinformation")),
                                    Map.entry(Column.KIND, List.of("metercategory")),
                                    Map.entry(Column.SYSTEM, List.of("metersubcategory")),
                                    Map.entry(Column.CHARGE, List.of("chargetype")),
                                    Map.entry(Column.STATUS, List.of("reservationid", "benefitid")),
                                    Map.entry(Column.PRICING, List.of("pricingmodel")),
                                    Map.entry(
                                            Column.HOURS,
                                            List.of(
                                                    "quantity",
                                                    "usagequantity",
                                                    "consumedquantity")),
                                    Map.entry(
                                            Column.COST,
                                            List.of(
                                                    "costinbillingcurrency",
                                                    "pretaxcost",
                                                    "cost",
                                                    "extendedcost")),
                                    Map.entry(
                                            Column.CURRENCY,
                                            List.of(
                                                    "billingcurrencycode",
                                                    "billingcurrency",
                                                    "currency")))),
                    new BillForm(
                            Kind.GOOGLE,
                            "Google billing export",
                            Set.of("servicedescription", "skudescription", "usagestarttime"),
                            Map.ofEntries(
                                    Map.entry(Column.START, List.of("usagestarttime")),
                                    Map.entry(Column.END, List.of("usageendtime")),
                                    Map.entry(Column.REGION, List.of("locationregion")),
                                    Map.entry(Column.DETAILS, List.of("systemlabels")),
                                    Map.entry(Column.KIND, List.of("skudescription")),
                                    Map.entry(Column.HOURS, List.of("usageamount")),
                                    Map.entry(Column.UNIT, List.of("usageunit")),
                                    Map.entry(Column.COST, List.of("cost")),
                                    Map.entry(Column.CREDITS, List.of("credits", "creditsamount")),
                                    Map.entry(
                                            Column.STATUS,
                                            List.of("creditstype", "creditsname", "credits")),
                                    Map.entry(Column.CHARGE, List.of("costtype")),
                                    Map.entry(Column.CURRENCY, List.of("currency")))));

    /** Whose rows mean the same. */
    enum Kind {
        FOCUS,
        AWS,
        AZURE,
        GOOGLE
    }

    /**
     * What a column holds. {@code CHARGE} is usage, a fee, a credit or a tax; {@code STATUS}
     * whether a commitment pays; {@code SYSTEM} the operating system; {@code SERVICE} what of the
     * provider charges it; {@code CREDITS} what is taken off the cost.
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
        CREDITS,
        CHARGE,
        STATUS,
        PRICING,
        SYSTEM,
        OPERATION,
        SERVICE,
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
