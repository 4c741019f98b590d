package dev.stowage.catalog.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.catalog.CatalogueRows;
import dev.stowage.catalog.Catalogues;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceRow;
import dev.stowage.catalog.SourceText;
import dev.stowage.catalog.gather.Gathering;
import dev.stowage.catalog.gather.Located;
import dev.stowage.catalog.gather.ProblemLog;
import dev.stowage.catalog.gather.SpotAdvice;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads price lists of any form that we know into offers; each row is used, joined or counted. */
public final class CatalogueImport {
    /** Stands for the form that each file turns out to be of. */
    public static final String AUTO = "auto";

    private static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .build();

    private final ImportRequest request;
    private final ProblemLog log;
    private final Gathering gathering;
    private final CustomPrices custom;
    private final AzurePrices azure;
    private final GoogleSkus google;

    private CatalogueImport(ImportRequest request) {
        this.request = request;
        this.log = new ProblemLog(request.leftOut());
        this.gathering = new Gathering(log);
        this.custom = new CustomPrices(gathering);
        this.azure = new AzurePrices(gathering, request.date());
        this.google = new GoogleSkus(gathering, request.date());
    }

    /** What a user may say that his files are. */
    public static List<String> sources() {
        return Stream.concat(Stream.of(AUTO), PriceForm.NAMED.stream().map(PriceForm::label))
                .toList();
    }

    /**
     * Reads all files of a request.
     *
     * @throws InputException if a file is of no form that we know, of another one than asked for,
     *     or can't be read; or if there is no offer in them
     */
    public static ImportResult run(ImportRequest request) {
        return new CatalogueImport(request).run();
    }

    private ImportResult run() {
        Map<Path, PriceForm> forms = forms();
        request.sizes().forEach(this::sizes);
        List<SourceRow> given = gathering.sizes();
        if (forms.values().stream().anyMatch(PriceForm::isWithoutSizes)) {
            Catalogues.referenceRows(gathering::size);
        }
        for (boolean isSide : new boolean[] {true, false}) {
            forms.forEach(
                    (file, form) -> {
                        if (form.isSide() == isSide) {
                            read(file, form, given);
                        }
                    });
        }
        azure.finish();
        google.finish();
        gathering.finish();
        List<Located> offers = new ArrayList<>(gathering.offers());
        if (offers.isEmpty()) {
            throw noOffers();
        }
        if (request.overrides().isPresent()) {
            offers = Overrides.apply(request.overrides().get(), offers);
        }
        return new ImportResult(
                forms.values().stream().map(PriceForm::label).toList(),
                gathering.rows(),
                offers,
                gathering.families(),
                log.counts(),
                log.faults(),
                gathering.corrected());
    }

    private InputException noOffers() {
        List<Issue> issues = new ArrayList<>();
        log.faults().stream().limit(20).forEach(problem -> issues.add(problem.issue()));
        List<String> counts =
                log.counts().entrySet().stream()
                        .map(each -> each.getValue() + " " + each.getKey().text())
                        .toList();
        issues.add(
                new Issue(
                        request.files().get(0).toString(),
                        "no price that can be used (" + String.join("; ", counts) + ")",
                        "at least one VM type with size and price",
                        log.counts().containsKey(Reason.NO_SIZE)
                                ? "Give the sizes of its types with --sizes FILE."
                                : null));
        return InputException.of(issues);
    }

    private Map<Path, PriceForm> forms() {
        Map<Path, PriceForm> forms = new LinkedHashMap<>();
        for (Path file : request.files()) {
            PriceForm form = FormRecognition.of(file);
            boolean isAsked =
                    request.source().equals(AUTO)
                            || form.isSide()
                            || form == PriceForm.CUSTOM_PRICES
                            || form.label().equals(request.source());
            if (!isAsked) {
                throw InputException.of(
                        file,
                        "a file of the form " + form.label(),
                        "one of the form " + request.source(),
                        "`stowage catalog import auto` goes by what is in the files.");
            }
            forms.put(file, form);
        }
        return forms;
    }

    private void read(Path file, PriceForm form, List<SourceRow> sizes) {
        try {
            if (form.isJson()) {
                json(file, form, sizes);
            } else {
                csv(file, form);
            }
        } catch (JsonProcessingException e) {
            throw FormRecognition.noJson(file, e);
        } catch (IOException | UncheckedIOException e) {
            throw SourceText.unreadable(file, e);
        }
    }

    private void json(Path file, PriceForm form, List<SourceRow> sizes) throws IOException {
        switch (form) {
            case AWS -> new AwsPriceList(file, gathering, request.date()).read();
            case AZURE -> azure.read(file);
            case GOOGLE -> google.read(file.toString(), record(file, GoogleSkus.Page.class));
            case COROOT ->
                    record(file, CorootPrices.class).tell(file.toString(), day(file), gathering);
            case OPENCOST_RATES ->
                    new OpenCostRates(file, request, gathering).tell(tree(file), sizes, day(file));
            case INFRACOST ->
                    record(file, InfracostBreakdown.class)
                            .tell(file.toString(), region(file), request.date(), gathering);
            case RESERVATIONS -> ReservationOfferings.tell(file, tree(file), gathering);
            case SPOT_ADVISOR -> SpotAdvice.read(file.toString(), tree(file), gathering);
            case SIZE_RULES -> custom.rules(tree(file));
            default -> AzureSizes.read(file.toString(), tree(file), gathering);
        }
    }

    private static <T> T record(Path file, Class<T> type) throws IOException {
        try (InputStream in = SourceText.open(file)) {
            return MAPPER.readValue(in, type);
        }
    }

    private static JsonNode tree(Path file) throws IOException {
        try (InputStream in = SourceText.open(file)) {
            return MAPPER.readTree(in);
        }
    }

    private void csv(Path file, PriceForm form) throws IOException {
        String name = file.toString();
        List<SkyPilotRows> joined = new ArrayList<>();
        SourceText.csv(
                file,
                header ->
                        switch (form) {
                            case STOWAGE -> own(name, header);
                            case NORMALISED -> new NormalisedRows(name, header, gathering);
                            case SKYPILOT -> {
                                joined.add(sky(file, header));
                                yield joined.get(0);
                            }
                            case OPENCOST -> new OpenCostRows(name, header, request, gathering);
                            case FOCUS -> new FocusPrices(name, header, request.date(), gathering);
                            case SCORES -> SideRows.scores(name, header, gathering);
                            case GCP_COMMITMENTS -> SideRows.gcp(name, header, gathering);
                            case AWS_RESERVED -> SideRows.aws(name, header, gathering);
                            case CUSTOM_PRICES -> custom.prices(name, header);
                            default -> throw new IllegalStateException(form + " is no CSV");
                        });
        joined.forEach(SkyPilotRows::finish);
        if (form == PriceForm.STOWAGE) {
            Catalogues.custom(file).forEach(gathering::family);
        }
    }

    private SourceText.Rows own(String name, List<String> header) {
        CatalogueRows rows = new CatalogueRows(name, header, gathering::offer, log);
        return (line, row) -> {
            gathering.count();
            rows.row(line, row);
        };
    }

    private SkyPilotRows sky(Path file, List<String> header) {
        return new SkyPilotRows(file.toString(), header, gathering, request.provider(), day(file));
    }

    private LocalDate day(Path file) {
        return request.date()
                .orElseThrow(
                        () ->
                                InputException.of(
                                        file,
                                        "a list that doesn't say when its prices held",
                                        "the day of the list",
                                        "Give it with --date, as in --date 2026-07-20."));
    }

    private String region(Path file) {
        return request.region()
                .orElseThrow(
                        () ->
                                InputException.of(
                                        file,
                                        "a list that doesn't say where its prices hold",
                                        "the region that it was made for",
                                        "Give it with --region, as in --region us-east-1."));
    }

    private void sizes(Path file) {
        Gathering other = new Gathering(new ProblemLog(problem -> {}));
        PriceForm form = FormRecognition.of(file);
        if (form == PriceForm.AZURE_SIZES) {
            read(file, form, List.of());
            return;
        }
        SourceText.csv(
                file,
                header ->
                        switch (form) {
                            case STOWAGE ->
                                    new CatalogueRows(
                                            file.toString(), header, gathering::size, log);
                            case NORMALISED -> new NormalisedRows(file.toString(), header, other);
                            default ->
                                    throw InputException.of(
                                            file,
                                            "a file of the form " + form.label(),
                                            "types with sizes: a catalogue, or what az vm"
                                                    + " list-sizes prints",
                                            null);
                        });
        other.offers().forEach(located -> gathering.size(SourceRow.of(located.offer())));
    }
}
