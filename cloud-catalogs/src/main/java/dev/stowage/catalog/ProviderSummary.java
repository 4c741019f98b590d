package dev.stowage.catalog;

import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import java.time.LocalDate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a catalogue has of one provider.
 *
 * @param provider its name
 * @param regions names of the regions, in the order of the catalogue
 * @param types number of distinct VM types
 * @param offers number of prices
 * @param from date of the oldest price
 * @param to date of the newest price
 * @param sources who published the prices, in the order of the catalogue
 */
public record ProviderSummary(
        String provider,
        List<String> regions,
        int types,
        int offers,
        LocalDate from,
        LocalDate to,
        List<String> sources) {
    public ProviderSummary {
        regions = List.copyOf(regions);
        sources = List.copyOf(sources);
    }

    /**
     * Counts one provider of a catalogue.
     *
     * @throws dev.stowage.basis.InputException if there is no such provider
     */
    public static ProviderSummary of(VmCatalogue catalogue, String provider) {
        List<String> regions = catalogue.regions(provider);
        List<VmOffer> offers =
                regions.stream()
                        .flatMap(region -> catalogue.offers(provider, region).stream())
                        .toList();
        Set<String> sources = new LinkedHashSet<>();
        offers.forEach(offer -> sources.add(offer.source()));
        List<LocalDate> dates = offers.stream().map(VmOffer::date).sorted().toList();
        return new ProviderSummary(
                provider,
                regions,
                (int) offers.stream().map(VmOffer::type).distinct().count(),
                offers.size(),
                dates.get(0),
                dates.get(dates.size() - 1),
                List.copyOf(sources));
    }
}
