package dev.stowage.workflow.forecast;

import dev.stowage.basis.InputException;
import dev.stowage.forecast.OfferedKind;
import dev.stowage.model.Resources;
import dev.stowage.option.OptionException;
import dev.stowage.option.Quantities;
import dev.stowage.option.ServersSpec;
import dev.stowage.plan.mix.Price;
import dev.stowage.scenario.ServersFile;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A kind of server that can be bought.
 *
 * @param type its name; null if only a size was given
 * @param size of one of them
 * @param costMicros what one is compared with others by: a month of all that it costs, millionths
 *     of a USD; 0 without a price
 * @param usdMonthly what one costs a month; null if nobody said
 * @param usdOnce what one costs once; null if nobody said
 * @param most that may be bought
 * @param lead from an order to its servers
 */
public record ServerOffer(
        @Nullable String type,
        Resources size,
        long costMicros,
        @Nullable BigDecimal usdMonthly,
        @Nullable BigDecimal usdOnce,
        int most,
        LeadTime lead) {
    private static final double WEEK_MICROS = 7 * 86_400e6;

    /**
     * What can be bought.
     *
     * @param usual size if none was chosen; empty if there is none
     * @param kinds of the file that {@code --servers} names; empty if it names none
     * @throws InputException if a file of kinds can't be read
     * @throws OptionException if prices or lead times are said twice
     */
    static List<ServerOffer> of(
            SupplyChoice choice, Optional<Resources> usual, Optional<ServersFile.Kinds> kinds) {
        if (choice.buy().filter(ServersSpec::isFile).isPresent()) {
            return ofKinds(choice, ServersFile.kinds(Path.of(choice.buy().orElseThrow())));
        }
        Optional<Resources> size =
                choice.buy()
                        .map(text -> OptionException.reading(() -> Quantities.size("--buy", text)));
        if (size.isEmpty() && kinds.isPresent()) {
            return ofKinds(choice, kinds.get());
        }
        return size
                .or(() -> usual)
                .map(
                        each ->
                                new ServerOffer(
                                        null,
                                        each,
                                        0,
                                        choice.usdMonthly().orElse(null),
                                        choice.usdOnce().orElse(null),
                                        OfferedKind.MOST,
                                        choice.lead()))
                .stream()
                .toList();
    }

    private static List<ServerOffer> ofKinds(SupplyChoice choice, ServersFile.Kinds kinds) {
        refuse("--lead-time", choice.lead().micros() > 0, "leadWeeks");
        refuse("--price", choice.usdMonthly().isPresent(), "monthlyUsd");
        refuse("--purchase-price", choice.usdOnce().isPresent(), "purchaseUsd and years");
        return kinds.offers().stream()
                .map(
                        each ->
                                new ServerOffer(
                                        each.server().name(),
                                        each.server().capacity(),
                                        each.whole().monthlyMicroUsd(),
                                        Price.usd(each.running().monthlyMicroUsd()),
                                        each.purchaseUsd() == null
                                                ? BigDecimal.ZERO
                                                : each.purchaseUsd(),
                                        each.most(),
                                        LeadTime.ofMicros(
                                                (long) Math.ceil(each.leadWeeks() * WEEK_MICROS))))
                .toList();
    }

    private static void refuse(String option, boolean isGiven, String key) {
        if (isGiven) {
            throw new OptionException(
                    option + ": found beside kinds of servers, expected " + key + " of each type");
        }
    }
}
