package dev.stowage.ingest.listed;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestRequest;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** How many MHz a core has, for sources that count CPU in MHz and don't say. */
public final class CoreSpeed {
    /** Without a default: nobody knows it but the user. */
    public static final FormatOption OPTION =
            FormatOption.ofText(
                    "core-mhz", "how many MHz a core has, for amounts of CPU in MHz", "NUMBER");

    private CoreSpeed() {}

    /**
     * Micro-cores of a MHz.
     *
     * @throws InputException if the user does not say, or says no number above 0
     */
    public static BigDecimal microCoresPerMhz(IngestRequest request) {
        String text = request.options().getOrDefault(OPTION.name(), "");
        if (!text.matches("[0-9]{1,6}(\\.[0-9]{1,6})?") || new BigDecimal(text).signum() == 0) {
            throw InputException.at(
                    "--option " + OPTION.name(),
                    text.isEmpty() ? "nothing" : "\"" + text + "\"",
                    "the MHz of a core, a number above 0: the source counts CPU in MHz",
                    "For cores of 2.6 GHz, say --option core-mhz=2600.");
        }
        return Amount.MILLION.divide(
                new BigDecimal(text), new MathContext(30, RoundingMode.HALF_UP));
    }
}
