package dev.stowage.model.cloud;

import dev.stowage.basis.InputException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What VMs need beside themselves, by place.
 *
 * @param rows prices; of those for an item and a place the first counts
 * @param source where they are from, for errors
 */
public record VmExtras(List<Row> rows, String source) {
    /** Nothing beside the VM. */
    public static final VmExtras NONE = new VmExtras(List.of(), "");

    /**
     * A price.
     *
     * @param provider whose; empty for all
     * @param region where; empty for all
     * @param item what is charged
     * @param usdPerHour for one VM, USD an hour, at least 0; exact
     */
    public record Row(String provider, String region, String item, BigDecimal usdPerHour) {
        private boolean isFor(String ofProvider, String inRegion) {
            return (provider.isEmpty() || provider.equals(ofProvider))
                    && (region.isEmpty() || region.equals(inRegion));
        }
    }

    public VmExtras {
        rows = List.copyOf(rows);
    }

    /** True if VMs need nothing. */
    public boolean isNone() {
        return rows.isEmpty();
    }

    /** Names of what VMs need. */
    public Set<String> items() {
        Set<String> items = new LinkedHashSet<>();
        rows.forEach(row -> items.add(row.item()));
        return items;
    }

    /**
     * What a VM needs at a place, without what is free there.
     *
     * @throws InputException if something has no price there
     */
    public List<VmExtra> at(String provider, String region) {
        List<VmExtra> extras = new ArrayList<>();
        for (String item : items()) {
            BigDecimal usd =
                    rows.stream()
                            .filter(row -> row.item().equals(item) && row.isFor(provider, region))
                            .map(Row::usdPerHour)
                            .findFirst()
                            .orElseThrow(() -> missing(item, provider + "/" + region));
            if (usd.signum() > 0) {
                extras.add(new VmExtra(item, usd));
            }
        }
        return extras;
    }

    private InputException missing(String item, String place) {
        return InputException.at(
                source,
                "no price of " + item + " at " + place,
                "a row for each place that may be rented",
                "Add the row, with 0 if it is free there, or leave the place out with --regions.");
    }
}
