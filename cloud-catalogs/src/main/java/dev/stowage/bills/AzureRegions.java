package dev.stowage.bills;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Regions of Azure as its exports write them: {@code eastus}, {@code East US}, or as a meter's
 * region, which begins with its country: {@code US East 2}, {@code EU West}.
 */
final class AzureRegions {
    /** How a country at the beginning is written at the end of a region's name. */
    private static final Map<String, String> LAST =
            Map.of("us", "us", "eu", "europe", "ap", "asia", "in", "india");

    /** How a country at the beginning is written at the beginning of a region's name. */
    private static final Map<String, String> FIRST =
            Map.of(
                    "au", "australia",
                    "br", "brazil",
                    "ca", "canada",
                    "fr", "france",
                    "ja", "japan",
                    "kr", "korea");

    private AzureRegions() {}

    /** The region's name, {@code eastus2} of {@code US East 2}. */
    static String named(String text) {
        List<String> words = Arrays.asList(text.toLowerCase(Locale.ROOT).split(" +"));
        String country = words.get(0);
        boolean isNumbered = words.get(words.size() - 1).matches("\\d");
        int end = isNumbered ? words.size() - 1 : words.size();
        if (end < 2) {
            return String.join("", words);
        }
        String direction = String.join("", words.subList(1, end));
        String number = isNumbered ? words.get(end) : "";
        return LAST.containsKey(country)
                ? direction + LAST.get(country) + number
                : FIRST.getOrDefault(country, country) + direction + number;
    }
}
