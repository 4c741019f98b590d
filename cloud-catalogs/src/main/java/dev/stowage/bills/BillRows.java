package dev.stowage.bills;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.basis.InputException;
import dev.stowage.bills.BillForm.Column;
import dev.stowage.bills.BillForm.Kind;
import dev.stowage.catalog.SourceText;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The rows of a bill as they are read. */
final class BillRows {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OTHER = "of other charges than running VMs";
    private static final String NO_TYPE = "of VMs whose type is not said";
    private static final String NO_HOURS = "of VMs whose hours are not said";
    private static final String NO_TIME = "of VMs without a readable time";
    private static final String NO_COST = "of VMs without a readable cost";

    private final Path file;
    private final List<VmUse> vms = new ArrayList<>();
    private final Map<String, Long> leftOut = new TreeMap<>();
    private final Set<String> currencies = new TreeSet<>();
    private final List<String[]> taken = new ArrayList<>();
    private final Map<Column, Integer> indices = new EnumMap<>(Column.class);
    private @Nullable BillForm form;
    private final NavigableMap<Integer, Long> firstLineByFields = new TreeMap<>();
    private int columnCount;
    private long rows;

    BillRows(Path file) {
        this.file = file;
    }

    SourceText.Rows header(List<String> header) {
        BillForm found = BillForm.of(header).orElseThrow(() -> BillFile.unknown(file, header));
        form = found;
        for (Column column : Column.values()) {
            indices.put(column, found.index(header, column));
        }
        return (line, fields) -> row(line, fields, header.size());
    }

    private void row(long line, String[] fields, int columns) {
        if (fields.length == 1 && fields[0].isBlank()) {
            return;
        }
        columnCount = columns;
        firstLineByFields.putIfAbsent(Math.min(fields.length, columns), line);
        rows++;
        if (isVm(fields)) {
            taken.add(fields);
        } else {
            leaveOut(OTHER);
        }
    }

    private void leaveOut(String reason) {
        leftOut.merge(reason, 1L, Long::sum);
    }

    private String get(String[] fields, Column column) {
        int index = indices.getOrDefault(column, -1);
        return index < 0 || index >= fields.length ? "" : fields[index].strip();
    }

    private boolean isVm(String[] fields) {
        String kind = get(fields, Column.KIND);
        return switch (form().kind()) {
            case FOCUS ->
                    get(fields, Column.UNIT).equalsIgnoreCase("Hours") && type(fields).isPresent();
            case AWS -> kind.contains("BoxUsage") || kind.contains("SpotUsage");
            case AZURE -> kind.equalsIgnoreCase("Virtual Machines");
            case GOOGLE -> kind.contains("Instance Core running") || isMemory(fields);
        };
    }

    /** Google charges cores and memory in rows of their own; the hours are those of the cores. */
    private boolean isMemory(String[] fields) {
        return get(fields, Column.KIND).contains("Instance Ram running");
    }

    private BillForm form() {
        if (form == null) {
            throw new IllegalStateException("a row before the header");
        }
        return form;
    }

    /** The VM type, by the column or by the details in JSON. */
    private Optional<String> type(String[] fields) {
        String details = get(fields, Column.DETAILS);
        return switch (form().kind()) {
            case AWS ->
                    Optional.of(get(fields, Column.TYPE))
                            .filter(name -> !name.isEmpty())
                            .or(() -> afterColon(get(fields, Column.KIND)));
            case FOCUS -> text(details, "InstanceType");
            case AZURE -> text(details, "ServiceType");
            case GOOGLE -> machineSpec(details);
        };
    }

    /** {@code EUC1-BoxUsage:m5.large}. */
    private static Optional<String> afterColon(String kind) {
        int colon = kind.indexOf(':');
        return colon < 0 ? Optional.empty() : Optional.of(kind.substring(colon + 1));
    }

    private static Optional<String> text(String json, String key) {
        return Optional.ofNullable(parsed(json))
                .map(node -> node.get(key))
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue);
    }

    private static Optional<String> machineSpec(String json) {
        JsonNode labels = parsed(json);
        if (labels != null && labels.isArray()) {
            for (JsonNode label : labels) {
                if (label.path("key").asText().endsWith("/machine_spec")) {
                    return Optional.ofNullable(label.get("value"))
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

    BillFile result() {
        if (form == null) {
            throw InputException.of(file, "nothing", "a bill", null);
        }
        refuseCutRows();
        BillTimes times =
                BillTimes.of(taken.stream().map(each -> get(each, Column.START)).toList());
        taken.forEach(fields -> use(fields, times));
        if (vms.isEmpty()) {
            throw InputException.of(
                    file,
                    "no VM in " + rows + " rows: " + String.join(", ", BillFile.inWords(leftOut)),
                    "rows of VMs with type, hours, time and cost",
                    remedyForNone());
        }
        if (currencies.size() > 1) {
            throw InputException.of(
                    file, "amounts in " + currencies, "one currency", "Cut the bill by currency.");
        }
        String currency = currencies.isEmpty() ? "" : currencies.iterator().next();
        return new BillFile(form().words(), vms, rows, leftOut, currency, times.isDayFirst());
    }

    /**
     * Some exports end every row before the last columns, which are then empty. Where rows differ,
     * or there is only one, a short row is taken for one that was cut.
     */
    private void refuseCutRows() {
        boolean isUniform = firstLineByFields.size() == 1 && rows > 1;
        if (firstLineByFields.isEmpty()
                || isUniform
                || firstLineByFields.firstKey() == columnCount) {
            return;
        }
        throw InputException.atLine(
                file,
                firstLineByFields.firstEntry().getValue(),
                firstLineByFields.firstKey() + " of " + columnCount + " fields",
                "a field for each column of the head",
                "The file looks as if it was cut: export it again.");
    }

    /** What to do about a bill in which nothing is a VM that could be used. */
    private @Nullable String remedyForNone() {
        return leftOut.containsKey(NO_HOURS) && indices.getOrDefault(Column.HOURS, -1) < 0
                ? "The export has no column of hours, and hours are not made up from costs:"
                        + " export it with one of "
                        + String.join(", ", form().names().getOrDefault(Column.HOURS, List.of()))
                        + "."
                : null;
    }

    private void use(String[] fields, BillTimes times) {
        Optional<String> type = type(fields);
        Optional<Double> hours = hours(fields);
        Optional<Long> start = times.seconds(get(fields, Column.START));
        Optional<BigDecimal> cost = number(get(fields, Column.COST));
        if (type.isEmpty() || hours.isEmpty() || start.isEmpty() || cost.isEmpty()) {
            leaveOut(
                    type.isEmpty()
                            ? NO_TYPE
                            : hours.isEmpty() ? NO_HOURS : start.isEmpty() ? NO_TIME : NO_COST);
            return;
        }
        long end =
                times.seconds(get(fields, Column.END))
                        .filter(at -> at > start.get())
                        .orElse(start.get() + BillTimes.DAY_SECONDS);
        String currency = get(fields, Column.CURRENCY);
        if (!currency.isEmpty()) {
            currencies.add(currency.toUpperCase(Locale.ROOT));
        }
        vms.add(
                new VmUse(
                        provider(fields),
                        region(fields),
                        type.get(),
                        start.get(),
                        end,
                        hours.get(),
                        cost.get()));
    }

    /** Hours of VMs; Google counts those of cores, in seconds. */
    private Optional<Double> hours(String[] fields) {
        Optional<Double> amount =
                number(get(fields, Column.HOURS)).map(BigDecimal::doubleValue).filter(h -> h >= 0);
        if (form().kind() != Kind.GOOGLE) {
            return amount;
        }
        if (isMemory(fields)) {
            return Optional.of(0.0);
        }
        double perHour = get(fields, Column.UNIT).startsWith("sec") ? 3_600 : 1;
        return amount.flatMap(
                cores ->
                        machineSpec(get(fields, Column.DETAILS))
                                .flatMap(BillRows::coresByName)
                                .map(each -> cores / perHour / each));
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

    private String provider(String[] fields) {
        return switch (form().kind()) {
            case AWS -> "aws";
            case AZURE -> "azure";
            case GOOGLE -> "gcp";
            case FOCUS -> {
                String name = get(fields, Column.PROVIDER).toLowerCase(Locale.ROOT);
                yield name.contains("aws") || name.contains("amazon")
                        ? "aws"
                        : name.contains("microsoft") || name.contains("azure")
                                ? "azure"
                                : name.contains("google") ? "gcp" : name;
            }
        };
    }

    private String region(String[] fields) {
        String region = get(fields, Column.REGION);
        return form().kind() == Kind.AZURE ? AzureRegions.named(region) : region;
    }
}
