package dev.stowage.ingest;

import dev.stowage.ingest.alibaba.Alibaba2017Format;
import dev.stowage.ingest.alibaba.Alibaba2018Format;
import dev.stowage.ingest.alibaba.AlibabaGpu2023Format;
import dev.stowage.ingest.azure.Azure2017Format;
import dev.stowage.ingest.azure.Azure2019Format;
import dev.stowage.ingest.bitbrains.BitbrainsFormat;
import dev.stowage.ingest.csv.CsvFormat;
import dev.stowage.ingest.csv.ParquetFormat;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.google.Google2011Format;
import dev.stowage.ingest.google.Google2019Format;
import dev.stowage.ingest.kubernetes.KubernetesFormat;
import dev.stowage.ingest.swf.SwfFormat;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All trace formats that can be ingested, by name. */
public final class TraceFormats {
    private static final List<TraceFormat> FORMATS =
            List.of(
                    new Google2011Format(),
                    new Google2019Format(),
                    new Azure2017Format(),
                    new Azure2019Format(),
                    new BitbrainsFormat(),
                    new SwfFormat(),
                    new KubernetesFormat(),
                    new Alibaba2017Format(),
                    new Alibaba2018Format(),
                    new AlibabaGpu2023Format(),
                    new ParquetFormat(),
                    new CsvFormat());

    private TraceFormats() {}

    /**
     * Finds out which format files are of, by what is in them.
     *
     * @throws dev.stowage.basis.InputException if it is none, or may be several
     */
    public static FormatRecognition recognise(List<Path> inputs) {
        return FormatRecognition.of(inputs, FORMATS);
    }

    /** The formats by name, in the order that help lists them. */
    public static Map<String, TraceFormat> registry() {
        Map<String, TraceFormat> byName = new LinkedHashMap<>();
        FORMATS.forEach(format -> byName.put(format.name(), format));
        return Collections.unmodifiableMap(byName);
    }
}
