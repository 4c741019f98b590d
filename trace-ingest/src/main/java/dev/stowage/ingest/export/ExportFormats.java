package dev.stowage.ingest.export;

import dev.stowage.ingest.trace.DatedTrace;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All formats that a trace can be written in, by name. */
public final class ExportFormats {
    /** The format that is a trace itself, which no ingest has to read. */
    public static final String DATED_TRACE = "dated-trace";

    private static final List<ExportFormat> FORMATS =
            List.of(
                    new ExportFormat("google-2011", true, Google2011Export::export),
                    new ExportFormat("csv", false, CsvExport::export),
                    new ExportFormat("swf", false, SwfExport::export),
                    new ExportFormat(DATED_TRACE, true, ExportFormats::dated));

    private ExportFormats() {}

    private static ExportReport dated(ExportRequest request, Departures departures) {
        Map<String, Long> rows =
                DatedTrace.write(request.trace(), request.output(), request.progress());
        return new ExportReport(DATED_TRACE, rows, departures.list(), null, List.of());
    }

    /** The formats by name, in the order that help lists them. */
    public static Map<String, ExportFormat> registry() {
        Map<String, ExportFormat> byName = new LinkedHashMap<>();
        FORMATS.forEach(format -> byName.put(format.name(), format));
        return Collections.unmodifiableMap(byName);
    }
}
