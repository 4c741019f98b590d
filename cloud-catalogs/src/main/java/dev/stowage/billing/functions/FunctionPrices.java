package dev.stowage.billing.functions;

import dev.stowage.json.RecordReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The shipped prices of functions: a file with source and date of each.
 *
 * @param prices in the order of the file
 */
public record FunctionPrices(List<FunctionPrice> prices) {
    private static final String RESOURCE = "function-prices.json";

    public FunctionPrices {
        prices = List.copyOf(prices);
    }

    /** All of them. Reads the file. */
    public static List<FunctionPrice> reference() {
        try (InputStream in = FunctionPrices.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("resource " + RESOURCE + " is missing");
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new RecordReader("prices of functions", null)
                    .parse(Path.of(RESOURCE), text, FunctionPrices.class)
                    .prices();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
