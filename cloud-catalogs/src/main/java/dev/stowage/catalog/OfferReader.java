package dev.stowage.catalog;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SpotPrice;
import dev.stowage.model.cloud.VmFeatures;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
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
    private final FieldReader.Pools pools = new FieldReader.Pools();

    /** A reader that knows these providers. */
    public OfferReader(Set<String> providers) {
        this.providers = Set.copyOf(providers);
    }

    /** The offer of a row; empty if there was a problem, which {@code problems} is then told. */
    public Optional<VmOffer> read(SourceRow row, Consumer<Problem> problems) {
        return new Reading(row, problems).offer();
    }

    /** Forgets how large a type is: the next row of it says so. */
    public void forget(String provider, String vmType) {
        types.remove(key(provider, vmType));
    }

    private static String key(String provider, String vmType) {
        return provider + " " + vmType;
    }

    /** What makes the type of a row, besides its name: rows of one type say the same. */
    public static List<String> size(SourceRow row) {
        return Arrays.stream(OF_TYPE).map(row::text).toList();
    }

    /** The reading of one row. */
    private final class Reading {
        private final SourceRow row;
        private final FieldReader fields;

        Reading(SourceRow row, Consumer<Problem> problems) {
            this.row = row;
            this.fields = new FieldReader(row, pools, problems);
        }

        Optional<VmOffer> offer() {
            String provider = fields.text(CatalogueColumn.PROVIDER);
            String region = fields.text(CatalogueColumn.REGION);
            String name = fields.text(CatalogueColumn.VM_TYPE);
            VmType type = type(provider, name);
            currency();
            BigDecimal price = fields.positive(CatalogueColumn.PRICE_USD_PER_HOUR, Reason.NO_PRICE);
            String source = fields.text(CatalogueColumn.SOURCE);
            LocalDate date = fields.date();
            if (!provider.isEmpty() && !providers.contains(provider)) {
                fields.report(
                        Reason.PROVIDER,
                        "provider \"" + provider + "\" without a billing rule",
                        "one of " + String.join(", ", providers.stream().sorted().toList()));
            }
            Optional<SpotPrice> spot = spot(source);
            List<Commitment> commitments = commitments(source);
            return fields.problemsFound() > 0 || type == null
                    ? Optional.empty()
                    : Optional.of(
                            new VmOffer(type, region, price, source, date, spot, commitments));
        }

        private @Nullable VmType type(String provider, String name) {
            String key = key(provider, name);
            Seen seen = types.get(key);
            if (seen != null && seen.isSame(row)) {
                return seen.type();
            }
            String family = fields.text(CatalogueColumn.FAMILY);
            Resources size =
                    new Resources(
                            fields.scaled(CatalogueColumn.VCPUS, Resources.MICRO_CORES_PER_CORE),
                            fields.scaled(CatalogueColumn.MEMORY_GIB, Resources.BYTES_PER_GIB));
            VmType.Architecture architecture =
                    fields.choice(CatalogueColumn.ARCHITECTURE, VmType.Architecture.X86_64);
            VmType.Category category =
                    fields.choice(CatalogueColumn.CATEGORY, VmType.Category.OTHER);
            VmFeatures features = features();
            if (fields.problemsFound() > 0) {
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
            fields.report(
                    Reason.OTHER_SIZE,
                    type.name() + " with another size, family, category or architecture",
                    "what other regions say: " + known.describe());
            return null;
        }

        private VmFeatures features() {
            double gpus = fields.number(CatalogueColumn.GPUS).orElse(0);
            if (gpus > 1_000) {
                fields.report(Reason.VALUE, "gpus " + gpus, "a number of at most 1000");
                gpus = 0;
            }
            OptionalDouble score = fields.number(CatalogueColumn.CPU_SCORE);
            if (score.isPresent() && score.getAsDouble() == 0) {
                fields.report(Reason.VALUE, "cpu_score 0", "a number above 0, or nothing");
                score = OptionalDouble.empty();
            }
            double disk = fields.number(CatalogueColumn.LOCAL_DISK_GIB).orElse(0);
            return new VmFeatures(gpus, isSharedCore(), disk, score);
        }

        private boolean isSharedCore() {
            String text = row.text(CatalogueColumn.SHARED_CORE);
            if (!text.isEmpty() && !text.equals("true") && !text.equals("false")) {
                fields.report(Reason.VALUE, "shared_core \"" + text + "\"", "true or false");
            }
            return text.equals("true");
        }

        private Optional<SpotPrice> spot(String source) {
            if (row.text(CatalogueColumn.SPOT_USD_PER_HOUR).isEmpty()) {
                return Optional.empty();
            }
            int before = fields.problemsFound();
            BigDecimal price = fields.positive(CatalogueColumn.SPOT_USD_PER_HOUR, Reason.VALUE);
            OptionalDouble rate = fields.number(CatalogueColumn.SPOT_INTERRUPTIONS_PER_HOUR);
            String spotSource = row.text(CatalogueColumn.SPOT_SOURCE);
            return fields.problemsFound() > before
                    ? Optional.empty()
                    : Optional.of(
                            new SpotPrice(
                                    price,
                                    spotSource.isEmpty() ? source : pools.shared(spotSource),
                                    rate));
        }

        private List<Commitment> commitments(String source) {
            String text = row.text(CatalogueColumn.COMMITMENTS);
            if (text.isEmpty()) {
                return List.of();
            }
            String own = row.text(CatalogueColumn.COMMITMENT_SOURCE);
            Optional<List<Commitment>> read =
                    CommitmentText.parse(text, own.isEmpty() ? source : pools.shared(own));
            if (read.isEmpty()) {
                fields.report(Reason.VALUE, "commitments \"" + text + "\"", CommitmentText.EXAMPLE);
            }
            return read.orElse(List.of());
        }

        private void currency() {
            String text = row.text(CatalogueColumn.CURRENCY);
            String price = row.text(CatalogueColumn.PRICE_USD_PER_HOUR);
            boolean isDigit = price.isEmpty() || Character.isDigit(price.charAt(0));
            String sign = isDigit ? "" : SIGNS.getOrDefault(price.substring(0, 1), "");
            String currency = text.isEmpty() ? sign : text;
            if (!currency.isEmpty() && !currency.equals(CURRENCY)) {
                fields.report(
                        Reason.CURRENCY,
                        "currency " + currency,
                        "USD: prices of other currencies can't be compared; convert them first");
            }
        }
    }
}
