package dev.stowage.ingest;

import dev.stowage.ingest.alibaba.AlibabaAssembly;
import dev.stowage.ingest.alibaba.GpuAssembly;
import dev.stowage.ingest.archive.ArchiveFormats;
import dev.stowage.ingest.azure.AzureAssembly;
import dev.stowage.ingest.bitbrains.BitbrainsAssembly;
import dev.stowage.ingest.csv.CsvFormat;
import dev.stowage.ingest.csv.ParquetFormat;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.google.GoogleAssembly;
import dev.stowage.ingest.kubernetes.KubernetesFormat;
import dev.stowage.ingest.platform.KubeMetricsFormat;
import dev.stowage.ingest.platform.NomadFormat;
import dev.stowage.ingest.platform.OpenShiftFormat;
import dev.stowage.ingest.platform.OpenStackFormat;
import dev.stowage.ingest.prometheus.PrometheusFormat;
import dev.stowage.ingest.slurm.SlurmFormat;
import dev.stowage.ingest.source.TraceFamily;
import dev.stowage.ingest.swf.SwfAssembly;
import dev.stowage.ingest.vsphere.RvToolsFormat;
import dev.stowage.ingest.vsphere.VropsFormat;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All trace formats that can be ingested, by name. */
public final class TraceFormats {
    private static final List<TraceFormat> FORMATS =
            Stream.of(
                            List.<TraceFormat>of(
                                    new TraceFamily("google-2011", GoogleAssembly::new),
                                    new TraceFamily("google-2019", GoogleAssembly::new),
                                    new TraceFamily(
                                            "azure-2017",
                                            List.of(AzureAssembly.JOB),
                                            AzureAssembly::new),
                                    new TraceFamily(
                                            "azure-2019",
                                            List.of(AzureAssembly.JOB, AzureAssembly.BUCKET),
                                            AzureAssembly::new),
                                    new TraceFamily("bitbrains", BitbrainsAssembly::new),
                                    new TraceFamily(
                                            "swf",
                                            List.of(SwfAssembly.TASKS, SwfAssembly.PROCESSORS),
                                            SwfAssembly::new),
                                    new KubernetesFormat(),
                                    new TraceFamily("alibaba-2017", AlibabaAssembly::new),
                                    new TraceFamily("alibaba-2018", AlibabaAssembly::new),
                                    new TraceFamily("alibaba-gpu-2023", GpuAssembly::new),
                                    new SlurmFormat(),
                                    new RvToolsFormat(),
                                    new VropsFormat(),
                                    new KubeMetricsFormat(),
                                    new OpenShiftFormat(),
                                    new NomadFormat(),
                                    new OpenStackFormat()),
                            ArchiveFormats.all(),
                            List.<TraceFormat>of(
                                    new PrometheusFormat(), new ParquetFormat(), new CsvFormat()))
                    .flatMap(List::stream)
                    .toList();

    private TraceFormats() {}

    /**
     * Finds out which format files are of, by what is in them.
     *
     * @throws dev.stowage.basis.InputException if it is none, or may be several
     */
    public static FormatRecognition recognise(List<Path> inputs) {
        return FormatRecognition.of(inputs, FORMATS);
    }

    /**
     * What each file below the inputs has of each format.
     *
     * @param name of the only format to look at; empty for all
     */
    public static List<FormatEvidence> explain(List<Path> inputs, Optional<String> name) {
        return FormatEvidence.of(inputs, name.map(each -> List.of(named(each))).orElse(FORMATS));
    }

    /** The format of that name. */
    public static TraceFormat named(String name) {
        return FORMATS.stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("format = " + name));
    }

    /** The formats by name, in the order that help lists them. */
    public static Map<String, TraceFormat> registry() {
        Map<String, TraceFormat> byName = new LinkedHashMap<>();
        FORMATS.forEach(format -> byName.put(format.name(), format));
        return Collections.unmodifiableMap(byName);
    }

    /** The formats that take a time zone, as they are said: {@code slurm, vrops, ... and csv}. */
    public static String ofWallClock() {
        List<String> names =
                FORMATS.stream().filter(TraceFormat::hasWallClock).map(TraceFormat::name).toList();
        int last = names.size() - 1;
        return String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
