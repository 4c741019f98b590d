package dev.stowage.catalog;

import dev.stowage.model.Commitment;
import dev.stowage.model.DecimalText;
import dev.stowage.model.Resources;
import dev.stowage.model.SpotPrice;
import dev.stowage.model.VmFeatures;
import dev.stowage.model.VmOffer;
import dev.stowage.model.VmType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns rows into offers: the one place where texts are checked, whatever file they come from.
 * Keeps the types seen, so that a type has one size in all regions, and 80,000 rows share their
 * objects.
 */
public final class OfferReader {
    /** The only currency that costs are counted in. */
    public static final String CURRENCY = "USD";

    private static final int LONGEST_NUMBER = 40;
    private static final BigDecimal LARGEST = BigDecimal.valueOf(1_000_000_000L);
    private static final Map<String, String> SIGNS =
            Map.of("$", CURRENCY, "€", "EUR", "£", "GBP", "¥", "JPY or CNY", "₹", "INR");

    /** What makes a type, besides its name. */
    private static final CatalogueColumn[] OF_TYPE = {
        CatalogueColumn.FAMILY,
        CatalogueColumn.CATEGORY,
        CatalogueColumn.ARCHITECTURE,
        CatalogueColumn.VCPUS,
        CatalogueColumn.MEMORY_GIB,
        CatalogueColumn.GPUS,
        CatalogueColumn.SHARED_CORE,
        CatalogueColumn.LOCAL_DISK_GIB,
        CatalogueColumn.CPU_SCORE
    };

    /** A type, and the row that it was first seen in. */
    private record Seen(SourceRow row, VmType type) {
        boolean isSame(SourceRow other) {
            for (CatalogueColumn column : OF_TYPE) {
                if (!row.text(column).equals(other.text(column))) {
                    return false;
                }
            }
            return true;
        }
    }

    private final Set<String> providers;
    private final Map<String, Seen> types = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, LocalDate> dates = new HashMap<>();

    /** A reader that knows these providers. */
    public OfferReader(Set<String> providers) {
        this.providers = Set.copyOf(providers);
    }

    /** The offer of a row; empty if there was a problem, which {@code problems} is then told. */
    public Optional<VmOffer> read(SourceRow row, Consumer<Problem> problems) {
        return new Reading(row, problems).offer();
    }

    private String shared(String text) {
        String known = texts.putIfAbsent(text, text);
        return known == null ? text : known;
    }

    /** The reading of one row. */
    private final class Reading {
        private final SourceRow row;
        private final Consumer<Problem> problems;
        private int found;

        Reading(SourceRow row, Consumer<Problem> problems) {
            this.row = row;
            this.problems = problems;
        }

        Optional<VmOffer> offer() {
            String provider = text(CatalogueColumn.PROVIDER);
            String region = text(CatalogueColumn.REGION);
            String name = text(CatalogueColumn.VM_TYPE);
            VmType type = type(provider, name);
            currency();
            BigDecimal price = positive(CatalogueColumn.PRICE_USD_PER_HOUR, Reason.NO_PRICE);
            String source = text(CatalogueColumn.SOURCE);
            LocalDate date = date();
            if (!provider.isEmpty() && !providers.contains(provider)) {
                report(
                        Reason.PROVIDER,
                        "provider \"" + provider + "\" without a billing rule",
                        "one of " + String.join(", ", providers.stream().sorted().toList()));
            }
            Optional<SpotPrice> spot = spot(source);
            List<Commitment> commitments = commitments(source);
            return found > 0 || type == null
                    ? Optional.empty()
                    : Optional.of(
                            new VmOffer(type, region, price, source, date, spot, commitments));
        }

        private @Nullable VmType type(String provider, String name) {
            String key = provider + " " + name;
            Seen seen = types.get(key);
            if (seen != null && seen.isSame(row)) {
                return seen.type();
            }
            String family = text(CatalogueColumn.FAMILY);
            Resources size =
                    new Resources(
                            scaled(CatalogueColumn.VCPUS, Resources.MICRO_CORES_PER_CORE),
                            scaled(CatalogueColumn.MEMORY_GIB, Resources.BYTES_PER_GIB));
            VmType.Architecture architecture =
                    choice(CatalogueColumn.ARCHITECTURE, VmType.Architecture.X86_64);
            VmType.Category category = choice(CatalogueColumn.CATEGORY, VmType.Category.OTHER);
            VmFeatures features = features();
            if (found > 0) {
                return null;
            }
            VmType type =
                    new VmType(provider, name, family, category, architecture, size, features);
            if (seen == null) {
                types.put(key, new Seen(row, type));
                return type;
            }
            return same(seen.type(), type);
        }

        private @Nullable VmType same(VmType known, VmType type) {
            if (known.equals(type)) {
                return known;
            }
            report(
                    Reason.OTHER_SIZE,
                    type.name() + " with another size, family, category or architecture",
                    "what an earlier region says: " + known.describe());
            return null;
        }

        private VmFeatures features() {
            double gpus = number(CatalogueColumn.GPUS).orElse(0);
            if (gpus != Math.rint(gpus) || gpus > 1_000) {
                report(Reason.VALUE, "gpus " + gpus, "a whole number of at least 0");
                gpus = 0;
            }
            OptionalDouble score = number(CatalogueColumn.CPU_SCORE);
            if (score.isPresent() && score.getAsDouble() == 0) {
                report(Reason.VALUE, "cpu_score 0", "a number above 0, or nothing");
                score = OptionalDouble.empty();
            }
            double disk = number(CatalogueColumn.LOCAL_DISK_GIB).orElse(0);
            return new VmFeatures((int) gpus, isSharedCore(), disk, score);
        }

        private boolean isSharedCore() {
            String text = row.text(CatalogueColumn.SHARED_CORE);
            if (!text.isEmpty() && !text.equals("true") && !text.equals("false")) {
                report(Reason.VALUE, "shared_core \"" + text + "\"", "true or false");
            }
            return text.equals("true");
        }

        private Optional<SpotPrice> spot(String source) {
            if (row.text(CatalogueColumn.SPOT_USD_PER_HOUR).isEmpty()) {
                return Optional.empty();
            }
            int before = found;
            BigDecimal price = positive(CatalogueColumn.SPOT_USD_PER_HOUR, Reason.VALUE);
            OptionalDouble rate = number(CatalogueColumn.SPOT_INTERRUPTIONS_PER_HOUR);
            String spotSource = row.text(CatalogueColumn.SPOT_SOURCE);
            return found > before
                    ? Optional.empty()
                    : Optional.of(
                            new SpotPrice(
                                    price,
                                    spotSource.isEmpty() ? source : shared(spotSource),
                                    rate));
        }

        private List<Commitment> commitments(String source) {
            String text = row.text(CatalogueColumn.COMMITMENTS);
            if (text.isEmpty()) {
                return List.of();
            }
            String own = row.text(CatalogueColumn.COMMITMENT_SOURCE);
            Optional<List<Commitment>> read =
                    CommitmentText.parse(text, own.isEmpty() ? source : shared(own));
            if (read.isEmpty()) {
                report(Reason.VALUE, "commitments \"" + text + "\"", CommitmentText.EXAMPLE);
            }
            return read.orElse(List.of());
        }

        private void currency() {
            String text = row.text(CatalogueColumn.CURRENCY);
            String price = row.text(CatalogueColumn.PRICE_USD_PER_HOUR);
            String sign = price.isEmpty() ? "" : SIGNS.getOrDefault(price.substring(0, 1), "");
            String currency = text.isEmpty() ? sign : text;
            if (!currency.isEmpty() && !currency.equals(CURRENCY)) {
                report(
                        Reason.CURRENCY,
                        "currency " + currency,
                        "USD: prices of other currencies can't be compared; convert them first");
            }
        }

        private String text(CatalogueColumn column) {
            String text = row.text(column);
            if (text.isEmpty()) {
                report(Reason.NO_NAME, "no " + column.label(), "a text");
                return "";
            }
            return shared(text);
        }

        private BigDecimal positive(CatalogueColumn column, Reason reason) {
            String text = row.text(column);
            BigDecimal value = decimal(text);
            if (value != null && value.signum() > 0) {
                return value;
            }
            String what = text.isEmpty() ? "no " + column.label() : column.label() + " " + text;
            report(reason, what, "a number above 0");
            return BigDecimal.ONE;
        }

        private OptionalDouble number(CatalogueColumn column) {
            String text = row.text(column);
            if (text.isEmpty()) {
                return OptionalDouble.empty();
            }
            BigDecimal value = decimal(text);
            if (value == null || value.signum() < 0) {
                report(Reason.VALUE, column.label() + " " + text, "a number of at least 0");
                return OptionalDouble.empty();
            }
            return OptionalDouble.of(value.doubleValue());
        }

        private long scaled(CatalogueColumn column, long scale) {
            String text = row.text(column);
            int before = found;
            BigDecimal value = positive(column, Reason.NO_SIZE);
            if (found > before) {
                return 1;
            }
            try {
                long scaled = DecimalText.truncate(value.toPlainString(), scale);
                if (scaled > 0) {
                    return scaled;
                }
            } catch (ArithmeticException e) {
                // reported below
            }
            report(Reason.NO_SIZE, column.label() + " " + text, "a size that a VM can have");
            return 1;
        }

        private LocalDate date() {
            String text = row.text(CatalogueColumn.DATE);
            LocalDate known = dates.get(text);
            if (known != null) {
                return known;
            }
            try {
                LocalDate date = LocalDate.parse(text);
                dates.put(text, date);
                return date;
            } catch (DateTimeParseException e) {
                report(Reason.NO_DATE, "date \"" + text + "\"", "a day as 2026-07-20");
                return LocalDate.EPOCH;
            }
        }

        private <E extends Enum<E>> E choice(CatalogueColumn column, E absent) {
            String text = row.text(column);
            if (text.isEmpty()) {
                return absent;
            }
            E[] values = absent.getDeclaringClass().getEnumConstants();
            for (E value : values) {
                if (value.name().toLowerCase(Locale.ROOT).equals(text)) {
                    return value;
                }
            }
            List<String> names =
                    Arrays.stream(values)
                            .map(value -> value.name().toLowerCase(Locale.ROOT))
                            .toList();
            report(
                    Reason.VALUE,
                    column.label() + " \"" + text + "\"",
                    "one of " + String.join(", ", names));
            return absent;
        }

        private void report(Reason reason, String what, String expected) {
            found++;
            problems.accept(new Problem(reason, row.place(), row.name(), what, expected));
        }
    }

    /** The number of a text; null if it is none that a price or a size can be. */
    private static @Nullable BigDecimal decimal(String text) {
        if (text.isEmpty() || text.length() > LONGEST_NUMBER) {
            return null;
        }
        try {
            BigDecimal value = new BigDecimal(text);
            boolean isUsual = Math.abs((long) value.scale()) <= LONGEST_NUMBER;
            return isUsual && value.abs().compareTo(LARGEST) <= 0 ? value : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
