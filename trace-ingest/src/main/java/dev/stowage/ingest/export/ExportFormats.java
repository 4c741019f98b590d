package dev.stowage.ingest.export;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All formats that a trace can be written in, by name. */
public final class ExportFormats {
    private static final List<ExportFormat> FORMATS =
            List.of(
                    new ExportFormat("google-2011", true, Google2011Export::export),
                    new ExportFormat("csv", false, CsvExport::export),
                    new ExportFormat("swf", false, SwfExport::export));

    private ExportFormats() {}

    /** The formats by name, in the order that help lists them. */
    public static Map<String, ExportFormat> registry() {
        Map<String, ExportFormat> byName = new LinkedHashMap<>();
        FORMATS.forEach(format -> byName.put(format.name(), format));
        return Collections.unmodifiableMap(byName);
    }
}
