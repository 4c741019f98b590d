package dev.stowage.catalog.verify;

import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.Located;
import dev.stowage.model.cloud.VmOffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Availability zones that stand where a region should: {@code us-east-1a}. */
final class ZoneNames {
    private static final Map<String, Pattern> ZONES =
            Map.of(
                    "aws", Pattern.compile("([a-z]{2}(?:-[a-z]+)+-\\d)[a-z]"),
                    "gcp", Pattern.compile("([a-z]+-[a-z]+\\d+)-[a-z]"),
                    "azure", Pattern.compile("([a-z0-9]+)-[1-3]"));

    private ZoneNames() {}

    /** The offers with regions instead of zones, one of each type; zones go to {@code findings}. */
    static List<Located> joined(List<Located> offers, List<Problem> findings) {
        Set<String> taken = new HashSet<>();
        List<Located> zones = new ArrayList<>();
        List<Located> joined = new ArrayList<>();
        for (Located offer : offers) {
            if (region(offer) == null) {
                taken.add(offer.name());
                joined.add(offer);
            } else {
                zones.add(offer);
            }
        }
        for (Located zone : zones) {
            VmOffer offer = zone.offer();
            String region = String.valueOf(region(zone));
            findings.add(
                    new Problem(
                            Reason.ZONE_AS_REGION,
                            zone.place(),
                            zone.name(),
                            "zone " + offer.region(),
                            "region " + region));
            VmOffer renamed =
                    new VmOffer(
                            offer.type(),
                            region,
                            offer.usdPerHour(),
                            offer.source(),
                            offer.date(),
                            offer.spot(),
                            offer.commitments());
            Located located = new Located(renamed, zone.place());
            if (taken.add(located.name())) {
                joined.add(located);
            }
        }
        return joined;
    }

    private static @Nullable String region(Located offer) {
        Pattern pattern = ZONES.get(offer.offer().type().provider());
        if (pattern == null) {
            return null;
        }
        Matcher matcher = pattern.matcher(offer.offer().region());
        return matcher.matches() ? matcher.group(1) : null;
    }
}
