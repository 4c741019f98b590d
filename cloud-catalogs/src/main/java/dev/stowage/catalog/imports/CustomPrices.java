package dev.stowage.catalog.imports;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.catalog.Catalogues;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceText;
import dev.stowage.catalog.gather.CsvFields;
import dev.stowage.catalog.gather.Gathering;
import dev.stowage.model.cloud.CustomSizeRule;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmCatalogue;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Families with custom sizes: rules from a file or those that we ship, prices from a CSV. */
final class CustomPrices {
    private static final Pattern COUNTS =
            Pattern.compile("(even|multiples of (\\d+)|)\\s*(\\d+)(?:\\.\\.(\\d+))?");

    private final Gathering gathering;
    private final Map<String, CustomVmFamily> shipped = new HashMap<>();
    private final Map<String, CustomSizeRule> rules = new HashMap<>();

    CustomPrices(Gathering gathering) {
        this.gathering = gathering;
        VmCatalogue reference = Catalogues.reference();
        for (String region : reference.regions("gcp")) {
            for (CustomVmFamily family : reference.customFamilies("gcp", region)) {
                shipped.put(family.family(), family);
                rules.put(family.family(), family.rule());
            }
        }
    }

    /** Takes size rules as JSON; those for shared cores, which fix their vCPUs, are passed over. */
    void rules(JsonNode root) {
        long step = root.path("memory_step_mb").asLong(256);
        for (Map.Entry<String, JsonNode> entry : root.path("families").properties()) {
            JsonNode node = entry.getValue();
            if (node.has("min_mb_per_vcpu")) {
                CustomVmFamily known = shipped.get(entry.getKey());
                long most = known == null ? Long.MAX_VALUE : known.rule().maxMib();
                rules.put(
                        entry.getKey(),
                        new CustomSizeRule(
                                counts(node.path("vcpus").asText()),
                                node.path("min_mb_per_vcpu").asLong(),
                                node.path("max_mb_per_vcpu").asLong(),
                                step,
                                node.path("extended_total_cap_mb").asLong(most)));
            }
        }
    }

    /**
     * Numbers in words: {@code 1, or even 2..96}; {@code even 2..32, then multiples of 4 36..128}.
     */
    static List<Integer> counts(String text) {
        TreeSet<Integer> counts = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = COUNTS.matcher(part.replaceAll("\\b(?:or|then)\\b", "").strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException("numbers of vCPUs \"" + text + "\"");
            }
            int from = Integer.parseInt(matcher.group(3));
            int to = matcher.group(4) == null ? from : Integer.parseInt(matcher.group(4));
            String every = matcher.group(2);
            int step = matcher.group(1).isEmpty() ? 1 : every == null ? 2 : Integer.parseInt(every);
            for (int count = from; count <= to; count += step) {
                counts.add(count);
            }
        }
        return List.copyOf(counts);
    }

    /** Takes prices under {@code family,region,…,custom_vcpu_usd_h,custom_gib_usd_h,method,…}. */
    SourceText.Rows prices(String file, List<String> header) {
        CsvFields fields = new CsvFields(header);
        return (line, row) -> {
            String place = file + ":" + line;
            if (!fields.take(row, place, gathering)) {
                return;
            }
            String family = fields.get("family");
            CustomSizeRule rule = rules.get(family);
            String name = "gcp " + fields.get("region") + " " + family;
            if (rule == null) {
                String known = String.join(", ", new TreeSet<>(rules.keySet()));
                gathering.leaveOut(
                        Reason.NO_SIZE_RULE,
                        place,
                        name,
                        family,
                        "one of those with rules: " + known);
                return;
            }
            try {
                gathering.family(family(fields, rule));
                gathering.leaveOut(Reason.JOINED, place, name, family, "a family");
            } catch (IllegalArgumentException | DateTimeException e) {
                gathering.leaveOut(
                        Reason.NO_PRICE,
                        place,
                        name,
                        String.valueOf(e.getMessage()),
                        "prices above 0, source and date");
            }
        };
    }

    private CustomVmFamily family(CsvFields fields, CustomSizeRule rule) {
        boolean isEstimate = fields.get("method").contains("estimate");
        CustomVmFamily known = shipped.get(fields.get("family"));
        return new CustomVmFamily(
                "gcp",
                fields.get("family"),
                fields.get("region"),
                new BigDecimal(fields.get("custom_vcpu_usd_h")),
                new BigDecimal(fields.get("custom_gib_usd_h")),
                rule,
                fields.get("source")
                        + (isEstimate ? " (estimated: " + fields.get("method") + ")" : ""),
                LocalDate.parse(fields.get("snapshot_date")),
                known == null ? OptionalDouble.empty() : known.cpuScorePerVcpu());
    }
}
