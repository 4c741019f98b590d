package dev.stowage.catalog.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.catalog.SourceText;
import dev.stowage.catalog.gather.CsvFields;
import dev.stowage.catalog.gather.Located;
import dev.stowage.model.cloud.VmOffer;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A user's own prices on demand: CSV with the header {@code provider,region,family,vm_type,change}.
 * An empty field stands for all; {@code change} is {@code -12%}, {@code +5%}, or a price in USD an
 * hour. Or YAML, a list of maps with these keys. Later lines change what earlier ones made.
 */
public final class Overrides {
    private static final List<String> COLUMNS =
            List.of("provider", "region", "family", "vm_type", "change");
    private static final Pattern PERCENT = Pattern.compile("([+-]\\d{1,4}(?:\\.\\d{1,9})?)\\s*%");
    private static final Pattern ABSOLUTE = Pattern.compile("\\d{1,9}(?:\\.\\d{1,20})?");
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private record Rule(long line, List<String> keys, String change) {
        boolean matches(VmOffer offer) {
            List<String> values =
                    List.of(
                            offer.type().provider(),
                            offer.region(),
                            offer.type().family(),
                            offer.type().name());
            for (int i = 0; i < values.size(); i++) {
                if (!keys.get(i).isEmpty() && !keys.get(i).equals(values.get(i))) {
                    return false;
                }
            }
            return true;
        }

        BigDecimal price(BigDecimal before) {
            Matcher percent = PERCENT.matcher(change);
            return percent.matches()
                    ? before.multiply(HUNDRED.add(new BigDecimal(percent.group(1)))).divide(HUNDRED)
                    : new BigDecimal(change);
        }
    }

    private final Path file;
    private final List<Rule> rules = new ArrayList<>();
    private final List<Issue> issues = new ArrayList<>();

    private Overrides(Path file) {
        this.file = file;
    }

    /**
     * The offers with changed prices, their source saying so.
     *
     * @throws InputException for lines that can't be read, that match no offer, or that leave no
     *     price above 0; all at once
     */
    public static List<Located> apply(Path file, List<Located> offers) {
        Overrides overrides = new Overrides(file);
        if (String.valueOf(file.getFileName()).matches(".*\\.ya?ml")) {
            overrides.yaml();
        } else {
            SourceText.csv(file, overrides::rows);
        }
        List<Located> changed = overrides.changed(offers);
        if (!overrides.issues.isEmpty()) {
            throw InputException.of(overrides.issues);
        }
        return changed;
    }

    private SourceText.Rows rows(List<String> header) {
        if (!header.contains("change") || !COLUMNS.containsAll(header)) {
            throw InputException.atLine(
                    file,
                    1,
                    "the columns " + String.join(",", header),
                    "some of " + String.join(",", COLUMNS) + ", change among them",
                    null);
        }
        CsvFields fields = new CsvFields(header);
        return (line, row) -> {
            fields.take(row);
            rule(line, fields::get);
        };
    }

    /** Reads a list of maps; what errors call a line is then the number of the map. */
    private void yaml() {
        try (InputStream in = SourceText.open(file)) {
            long index = 0;
            for (JsonNode node : new YAMLMapper().readTree(in)) {
                index++;
                List<String> keys = new ArrayList<>();
                node.fieldNames().forEachRemaining(keys::add);
                if (COLUMNS.containsAll(keys)) {
                    rule(index, key -> node.path(key).asText());
                } else {
                    report(index, "the keys " + keys, "some of " + String.join(", ", COLUMNS));
                }
            }
        } catch (IOException e) {
            throw SourceText.unreadable(file, e);
        }
    }

    private void rule(long line, UnaryOperator<String> field) {
        String change = field.apply("change");
        if (!PERCENT.matcher(change).matches() && !ABSOLUTE.matcher(change).matches()) {
            report(line, "change \"" + change + "\"", "-12%, +5% or a price as 0.096");
            return;
        }
        rules.add(new Rule(line, COLUMNS.subList(0, 4).stream().map(field).toList(), change));
    }

    private List<Located> changed(List<Located> offers) {
        List<Located> changed = new ArrayList<>(offers);
        for (Rule rule : rules) {
            long matches = 0;
            for (int i = 0; i < changed.size(); i++) {
                VmOffer offer = changed.get(i).offer();
                if (rule.matches(offer)) {
                    matches++;
                    BigDecimal price = rule.price(offer.usdPerHour());
                    if (price.signum() <= 0) {
                        report(
                                rule.line(),
                                rule.change() + " on " + offer.usdPerHour().toPlainString(),
                                "a price above 0");
                        break;
                    }
                    changed.set(i, new Located(with(offer, price, rule), changed.get(i).place()));
                }
            }
            if (matches == 0) {
                report(
                        rule.line(),
                        "a line that matches no offer",
                        "provider, region, family or type as the catalogue spells them");
            }
        }
        return changed;
    }

    private static VmOffer with(VmOffer offer, BigDecimal price, Rule rule) {
        return new VmOffer(
                offer.type(),
                offer.region(),
                price,
                offer.source() + " (own: " + rule.change() + ")",
                offer.date(),
                offer.spot(),
                offer.commitments());
    }

    private void report(long line, String found, String expected) {
        issues.add(new Issue(file + ":" + line, found, expected, null));
    }
}
