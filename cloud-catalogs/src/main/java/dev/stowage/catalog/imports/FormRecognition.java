package dev.stowage.catalog.imports;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.stowage.basis.InputException;
import dev.stowage.catalog.SourceText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tells forms of price lists apart by what is in the files: the header, or the first keys. */
final class FormRecognition {
    private static final JsonFactory JSON = new JsonFactory();

    /** Type and region of a reservation offering of AWS. */
    private static final Pattern RESERVATION =
            Pattern.compile("[a-z][a-z0-9-]*\\.[a-z0-9-]+/[a-z]{2}(?:-[a-z]+)+-\\d");

    private FormRecognition() {}

    /**
     * The form of a file.
     *
     * @throws InputException if it is of none that we know, or can't be read
     */
    static PriceForm of(Path file) {
        try {
            Optional<PriceForm> form = isJson(file) ? ofJson(file) : ofCsv(file);
            return form.orElseThrow(() -> unknown(file));
        } catch (JsonProcessingException e) {
            throw noJson(file, e);
        } catch (IOException e) {
            throw SourceText.unreadable(file, e);
        }
    }

    private static boolean isJson(Path file) throws IOException {
        try (InputStream in = SourceText.open(file)) {
            int first = in.read();
            while (first == ' ' || first == '\n' || first == '\r' || first == '\t') {
                first = in.read();
            }
            return first == '{' || first == '[';
        }
    }

    private static Optional<PriceForm> ofCsv(Path file) {
        List<Optional<PriceForm>> found = new ArrayList<>();
        try {
            SourceText.csv(
                    file,
                    header -> {
                        found.add(PriceForm.ofHeader(header));
                        throw new HeaderRead();
                    });
        } catch (HeaderRead e) {
            return found.get(0);
        }
        return Optional.empty();
    }

    /** Ends a reading after the header. */
    private static final class HeaderRead extends RuntimeException {
        private static final long serialVersionUID = 1L;

        HeaderRead() {
            super(null, null, false, false);
        }
    }

    /** Goes by the first key that tells the forms apart. */
    private static Optional<PriceForm> ofJson(Path file) throws IOException {
        try (InputStream in = SourceText.open(file);
                JsonParser json = JSON.createParser(in)) {
            for (JsonToken at = json.nextToken(); at != null; at = json.nextToken()) {
                if (at == JsonToken.FIELD_NAME) {
                    switch (json.currentName()) {
                        case "offerCode", "products", "terms" -> {
                            return Optional.of(PriceForm.AWS);
                        }
                        case "Items", "armSkuName", "retailPrice", "BillingCurrency" -> {
                            return Optional.of(PriceForm.AZURE);
                        }
                        case "spot_advisor", "ranges", "instance_types" -> {
                            return Optional.of(PriceForm.SPOT_ADVISOR);
                        }
                        case "skus", "skuId", "pricingInfo" -> {
                            return Optional.of(PriceForm.GOOGLE);
                        }
                        case "compute", "managed_db", "managed_cache" -> {
                            return Optional.of(PriceForm.COROOT);
                        }
                        case "CPU", "spotCPU", "RAM" -> {
                            return Optional.of(PriceForm.OPENCOST_RATES);
                        }
                        case "infracostCommand", "costComponents", "breakdown" -> {
                            return Optional.of(PriceForm.INFRACOST);
                        }
                        case "families" -> {
                            return Optional.of(PriceForm.SIZE_RULES);
                        }
                        case "numberOfCores", "capabilities", "memoryInMB" -> {
                            return Optional.of(PriceForm.AZURE_SIZES);
                        }
                        default -> {
                            if (RESERVATION.matcher(json.currentName()).matches()) {
                                return Optional.of(PriceForm.RESERVATIONS);
                            }
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static InputException unknown(Path file) {
        return InputException.of(
                file,
                "a file of no form that we know",
                "a price list: "
                        + String.join(
                                ", ", PriceForm.NAMED.stream().map(PriceForm::label).toList()),
                "docs/catalogues.md says how each begins.");
    }

    /** A file that begins as JSON and isn't. */
    static InputException noJson(Path file, JsonProcessingException e) {
        var at = e.getLocation();
        String place = at == null ? file.toString() : file + ":" + at.getLineNr();
        return InputException.at(
                        place,
                        "no JSON (" + e.getOriginalMessage() + ")",
                        "a complete price list",
                        "A download that was cut off ends so.")
                .causedBy(e);
    }
}
