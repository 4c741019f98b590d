package dev.stowage.ingest.export;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All formats that a trace can be written in, by name. */
public final class ExportFormats {
    private static final List<ExportFormat> FORMATS =
            List.of(new Google2011Export(), new CsvExport(), new SwfExport());

    private ExportFormats() {}

    /** The formats by name, in the order that help lists them. */
    public static Map<String, ExportFormat> registry() {
        Map<String, ExportFormat> byName = new LinkedHashMap<>();
        FORMATS.forEach(format -> byName.put(format.name(), format));
        return Collections.unmodifiableMap(byName);
    }
}
