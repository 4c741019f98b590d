package dev.stowage.sim.cloud;

import dev.stowage.basis.Check;
import dev.stowage.policy.deployment.Market;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Places among which an alternative may choose.
 *
 * @param name a provider, {@link #ANY}, or {@code provider/region}
 * @param markets the places, in the order that breaks ties; not empty
 */
public record MarketScope(String name, List<Market> markets) {
    /** Name of the free choice over all providers. */
    public static final String ANY = "any";

    public MarketScope {
        Check.notBlank("name", name);
        markets = List.copyOf(markets);
        if (markets.isEmpty()) {
            throw new IllegalArgumentException("markets is empty, expected at least one");
        }
    }

    /** True if it is the free choice over all providers. */
    public boolean isAny() {
        return name.equals(ANY);
    }

    /** Each provider alone, in the order of the markets, then the free choice if they are many. */
    public static List<MarketScope> of(List<Market> markets) {
        Set<String> providers = new LinkedHashSet<>();
        markets.forEach(market -> providers.add(market.provider()));
        List<MarketScope> scopes = new ArrayList<>();
        for (String provider : providers) {
            scopes.add(
                    new MarketScope(
                            provider,
                            markets.stream().filter(m -> m.provider().equals(provider)).toList()));
        }
        if (scopes.size() > 1) {
            scopes.add(new MarketScope(ANY, markets));
        }
        return List.copyOf(scopes);
    }
}
