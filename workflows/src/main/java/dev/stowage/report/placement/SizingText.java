package dev.stowage.report.placement;

import dev.stowage.model.Resources;
import dev.stowage.rightsizing.SizedResource;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.replay.SizingReport;
import dev.stowage.terminal.Column;
import dev.stowage.terminal.Style;
import dev.stowage.terminal.TextTable;
import dev.stowage.terminal.Wrapped;
import dev.stowage.words.Figures;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;

/** New requests for the terminal: what changed in words, and the largest changes. */
final class SizingText {
    private static final int SHOWN = 10;

    private final SizingReport report;
    private final SizingAnswer answer;

    SizingText(SizingReport report, SizingAnswer answer) {
        this.report = report;
        this.answer = answer;
    }

    void print(PrintWriter out, Style style) {
        answer.sentences().forEach(sentence -> Wrapped.print(out, sentence));
        List<SizedService> changed =
                report.services().stream().filter(SizedService::isChanged).toList();
        if (changed.isEmpty()) {
            return;
        }
        TextTable table =
                new TextTable(
                        Column.text("service"),
                        Column.figure("items"),
                        Column.figure("cores"),
                        Column.figure("before"),
                        Column.figure("GiB"),
                        Column.figure("before"),
                        Column.figure("measurements"));
        changed.stream()
                .sorted(Comparator.comparingDouble(SizingText::change).reversed())
                .limit(SHOWN)
                .forEach(service -> row(table, service));
        out.println();
        table.print(out, style, 0);
        if (changed.size() > SHOWN) {
            out.println(
                    "and " + Figures.count(changed.size() - SHOWN) + " more, in placement.json");
        }
    }

    private static void row(TextTable table, SizedService service) {
        table.row(
                service.name(),
                Figures.count(service.replicas()),
                cores(service.cpu().after()),
                cores(service.cpu().before()),
                gib(service.memory().after()),
                gib(service.memory().before()),
                Figures.count(service.history().measurements()));
    }

    private static String cores(long microCores) {
        return Figures.number((double) microCores / Resources.MICRO_CORES_PER_CORE);
    }

    private static String gib(long bytes) {
        return Figures.number((double) bytes / Resources.BYTES_PER_GIB);
    }

    /** How much all its items change: cores, and GiB at four to a core. */
    private static double change(SizedService service) {
        double cores = difference(service.cpu()) / Resources.MICRO_CORES_PER_CORE;
        double gib = difference(service.memory()) / Resources.BYTES_PER_GIB;
        return service.replicas() * (cores + gib / 4);
    }

    private static double difference(SizedResource resource) {
        return Math.abs((double) resource.after() - resource.before());
    }
}
