package dev.stowage.billing;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.model.BillingRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The shipped billing rules: a YAML file with the source of each. */
public final class BillingRules {
    private static final String RESOURCE = "billing-rules.yaml";

    private BillingRules() {}

    /** The rules by provider, in the order of the file. Reads the file. */
    public static Map<String, BillingRule> reference() {
        Map<String, BillingRule> rules = new LinkedHashMap<>();
        try (InputStream in = BillingRules.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("resource " + RESOURCE + " is missing");
            }
            for (BillingRule rule :
                    new YAMLMapper().readValue(in, new TypeReference<List<BillingRule>>() {})) {
                if (rules.put(rule.provider(), rule) != null) {
                    throw new IllegalStateException("two billing rules for " + rule.provider());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rules;
    }
}
