package dev.stowage.bills;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.bills.BillForm.Column;
import dev.stowage.bills.BillForm.Kind;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One row of a bill, read by what its columns hold. */
final class BillRow {
    static final String OTHER = "of other charges than running VMs";
    private static final String DEDICATED = "of VMs on hardware of their own";
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Rows that say that VMs ran. All others are fees, credits, refunds and taxes, which some bills
     * write with the type and the hours of what they are about.
     */
    private static final Map<Kind, Set<String>> USAGE =
            Map.of(
                    Kind.FOCUS, Set.of("", "usage"),
                    Kind.AWS, Set.of("", "usage", "discountedusage", "savingsplancoveredusage"),
                    Kind.AZURE, Set.of("", "usage"),
                    Kind.GOOGLE, Set.of("", "regular"));

    private static final Map<String, Integer> PER_HOUR =
            Map.of("hours", 1, "hour", 1, "hrs", 1, "hr", 1, "minutes", 60, "seconds", 3_600);

    private static final Set<String> UNLICENSED = Set.of("", "linux", "na");

    /** Operations of systems whose licence is the customer's own: none, Windows, Red Hat. */
    private static final Set<String> OWN_LICENCE = Set.of("0000", "0800", "00g0");

    private static final Set<String> AZURE_COMMITTED = Set.of("reservation", "savingsplan");

    private final BillForm form;
    private final Map<Column, Integer> indices;
    private final String[] fields;
    private final Map<String, Double> cores;

    /**
     * @param indices of the columns; −1 for one that the bill lacks
     * @param fields as they stand; not copied
     * @param cores of Google's types whose name does not say how many they have
     */
    BillRow(
            BillForm form,
            Map<Column, Integer> indices,
            String[] fields,
            Map<String, Double> cores) {
        this.form = form;
        this.indices = indices;
        this.fields = fields;
        this.cores = cores;
    }

    /** What stands in a column; empty if nothing does. */
    String get(Column column) {
        int index = indices.getOrDefault(column, -1);
        return index < 0 || index >= fields.length ? "" : fields[index].strip();
    }

    private String lower(Column column) {
        return get(column).toLowerCase(Locale.ROOT);
    }

    /** Why it is no row of a VM that ran; empty if it is. */
    Optional<String> noVm() {
        String kind = get(Column.KIND);
        if (form.kind() == Kind.AWS
                && (kind.contains("DedicatedUsage") || kind.contains("HostBoxUsage"))) {
            return Optional.of(DEDICATED);
        }
        boolean isVm =
                switch (form.kind()) {
                    case FOCUS -> isTime() && isService("compute") && type().isPresent();
                    case AWS ->
                            isService("amazonec2")
                                    && (kind.contains("BoxUsage") || kind.contains("SpotUsage"));
                    case AZURE -> kind.equalsIgnoreCase("Virtual Machines");
                    case GOOGLE -> kind.contains("Instance Core running") || isMemory();
                };
        boolean isUsage = USAGE.getOrDefault(form.kind(), Set.of()).contains(lower(Column.CHARGE));
        boolean isUnused = form.kind() == Kind.FOCUS && lower(Column.STATUS).equals("unused");
        return isVm && isUsage && !isUnused ? Optional.empty() : Optional.of(OTHER);
    }

    /** True if the unit is one of time, or is not said. */
    private boolean isTime() {
        String unit = lower(Column.UNIT);
        return unit.isEmpty() || PER_HOUR.containsKey(unit);
    }

    /** True if that service charges it, or if the bill does not say which does. */
    private boolean isService(String name) {
        String service = lower(Column.SERVICE);
        return service.isEmpty() || service.equals(name);
    }

    /** Google charges cores and memory in rows of their own; the hours are those of the cores. */
    private boolean isMemory() {
        return get(Column.KIND).contains("Instance Ram running");
    }

    /** The VM type, by the column or by the details in JSON. */
    Optional<String> type() {
        String details = get(Column.DETAILS);
        return switch (form.kind()) {
            case AWS ->
                    Optional.of(get(Column.TYPE))
                            .filter(name -> !name.isEmpty())
                            .or(() -> afterColon(get(Column.KIND)));
            case FOCUS -> text(details, "InstanceType");
            case AZURE -> text(details, "ServiceType");
            case GOOGLE -> machineSpec(details);
        };
    }

    /** Hours of VMs, below 0 in a correction; Google counts those of cores, in seconds. */
    Optional<Double> hours() {
        Optional<Double> amount = number(get(Column.HOURS)).map(BigDecimal::doubleValue);
        return switch (form.kind()) {
            case FOCUS ->
                    Optional.ofNullable(PER_HOUR.get(lower(Column.UNIT)))
                            .flatMap(perHour -> amount.map(each -> each / perHour));
            case AWS, AZURE -> amount.filter(each -> each >= 0);
            case GOOGLE -> isMemory() ? Optional.of(0.0) : amount.flatMap(this::hoursOfCores);
        };
    }

    private Optional<Double> hoursOfCores(double all) {
        double perHour = get(Column.UNIT).startsWith("sec") ? 3_600 : 1;
        return coresOfOne().map(each -> all / perHour / each).filter(hours -> hours >= 0);
    }

    /** True if it counts cores of a type of which nobody knows how many it has. */
    boolean isOfUnknownCores() {
        return form.kind() == Kind.GOOGLE && type().isPresent() && coresOfOne().isEmpty();
    }

    private Optional<Double> coresOfOne() {
        return type().flatMap(
                        name -> coresByName(name).or(() -> Optional.ofNullable(cores.get(name))));
    }

    /**
     * What was paid: of time that a commitment pays for, its share of the commitment if it is said;
     * less what credits take off.
     */
    Optional<BigDecimal> cost() {
        Optional<BigDecimal> cost = number(committedCost()).or(() -> number(get(Column.COST)));
        return cost.flatMap(before -> credits().map(before::add));
    }

    /** What credits add, below 0; empty if they can't be read. */
    private Optional<BigDecimal> credits() {
        String text = get(Column.CREDITS);
        JsonNode list = text.startsWith("[") ? parsed(text) : null;
        if (list == null) {
            return text.isEmpty() ? Optional.of(BigDecimal.ZERO) : number(text);
        }
        BigDecimal sum = BigDecimal.ZERO;
        for (JsonNode credit : list) {
            Optional<BigDecimal> amount =
                    at(credit, "amount").flatMap(each -> number(each.asText()));
            if (amount.isEmpty()) {
                return Optional.empty();
            }
            sum = sum.add(amount.get());
        }
        return Optional.of(sum);
    }

    /** True if the bill has no column of what is taken off the cost, where such bills have one. */
    boolean isWithoutCredits() {
        return form.kind() == Kind.GOOGLE && indices.getOrDefault(Column.CREDITS, -1) < 0;
    }

    private String committedCost() {
        return switch (lower(Column.CHARGE)) {
            case "discountedusage" -> get(Column.RESERVED_COST);
            case "savingsplancoveredusage" -> get(Column.PLAN_COST);
            default -> "";
        };
    }

    /** True if a commitment pays for it and the bill does not say how much of it. */
    boolean isPaidElsewhere() {
        return switch (form.kind()) {
            case AWS ->
                    !Set.of("", "usage").contains(lower(Column.CHARGE))
                            && number(committedCost()).isEmpty();
            case AZURE ->
                    (!get(Column.STATUS).isEmpty()
                                    || AZURE_COMMITTED.contains(lower(Column.PRICING)))
                            && cost().filter(each -> each.signum() == 0).isPresent();
            case GOOGLE -> lower(Column.STATUS).contains("commit");
            case FOCUS -> false;
        };
    }

    /** True if the cost holds a licence of an operating system other than Linux. */
    boolean hasLicence() {
        return switch (form.kind()) {
            case AWS ->
                    isLicensed(get(Column.SYSTEM))
                            || isLicensed(text(get(Column.DETAILS), "operating_system").orElse(""))
                            || isLicensedOperation(lower(Column.OPERATION));
            case AZURE ->
                    lower(Column.SYSTEM).contains("windows")
                            || text(get(Column.DETAILS), "UsageType").orElse("").endsWith("_WIN");
            case FOCUS ->
                    text(get(Column.DETAILS), "OperatingSystem")
                            .filter(name -> !name.toLowerCase(Locale.ROOT).contains("linux"))
                            .isPresent();
            case GOOGLE -> false; // licences have rows of their own
        };
    }

    private static boolean isLicensed(String system) {
        return !UNLICENSED.contains(system.toLowerCase(Locale.ROOT));
    }

    /**
     * {@code RunInstances:0002} is Windows. Source: Amazon EC2 User Guide, "AMI billing information
     * fields".
     */
    private static boolean isLicensedOperation(String operation) {
        return Arrays.stream(operation.split(":"))
                .skip(1)
                .anyMatch(code -> code.matches("[0-9a-z]{4}") && !OWN_LICENCE.contains(code));
    }

    /** {@code aws}, {@code azure}, {@code gcp}, or the name in the bill. */
    String provider() {
        return switch (form.kind()) {
            case AWS -> "aws";
            case AZURE -> "azure";
            case GOOGLE -> "gcp";
            case FOCUS -> {
                String name = lower(Column.PROVIDER);
                yield name.contains("aws") || name.contains("amazon")
                        ? "aws"
                        : name.contains("microsoft") || name.contains("azure")
                                ? "azure"
                                : name.contains("google") ? "gcp" : name;
            }
        };
    }

    /** The region as prices name it; may be empty. */
    String region() {
        String region = get(Column.REGION);
        return form.kind() == Kind.AZURE ? AzureRegions.named(region) : region;
    }

    /** {@code EUC1-BoxUsage:m5.large}. */
    private static Optional<String> afterColon(String kind) {
        int colon = kind.indexOf(':');
        return colon < 0 ? Optional.empty() : Optional.of(kind.substring(colon + 1));
    }

    private static Optional<String> text(String json, String key) {
        return at(parsed(json), key).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }

    private static Optional<JsonNode> at(@Nullable JsonNode node, String key) {
        return Optional.ofNullable(node).map(each -> each.get(key));
    }

    private static Optional<String> machineSpec(String json) {
        JsonNode labels = parsed(json);
        if (labels != null && labels.isArray()) {
            for (JsonNode label : labels) {
                if (label.path("key").asText().endsWith("/machine_spec")) {
                    return at(label, "value")
                            .filter(JsonNode::isTextual)
                            .map(JsonNode::textValue)
                            .filter(name -> !name.isBlank());
                }
            }
        }
        return Optional.empty();
    }

    /** Details as JSON, which some exports give without braces. */
    private static @Nullable JsonNode parsed(String text) {
        String json = text.startsWith("\"") ? "{" + text + "}" : text;
        try {
            return json.isEmpty() ? null : JSON.readTree(json);
        } catch (JsonProcessingException e) {
            return null; // the type is then not said, which is counted
        }
    }

    /** {@code n2-standard-4}, {@code n2-custom-6-12288}. */
    private static Optional<Double> coresByName(String type) {
        String[] parts = type.split("-", -1);
        int index = type.contains("custom") ? parts.length - 2 : parts.length - 1;
        return index < 1 ? Optional.empty() : number(parts[index]).map(BigDecimal::doubleValue);
    }

    private static Optional<BigDecimal> number(String text) {
        try {
            return Optional.of(new BigDecimal(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
