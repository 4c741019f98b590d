package dev.stowage.workflow.sweep.result;

import dev.stowage.basis.InputException;
import dev.stowage.catalog.Catalogues;
import dev.stowage.ingest.csv.CsvWorkload;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerType;
import dev.stowage.model.Workload;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.words.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What moved inside an input: offers of a catalogue of prices, figures of a workload, lines of
 * another text.
 */
final class InputDifference {
    /** Characters of a line that are told. */
    private static final int SHOWN = 100;

    private InputDifference() {}

    /** A few words. */
    static String between(Path before, Path now) {
        return offers(before, now)
                .or(() -> workloads(before, now))
                .or(() -> lines(before, now))
                .orElse("other content");
    }

    private static Optional<String> offers(Path before, Path now) {
        Optional<Map<String, VmOffer>> was = catalogue(before);
        Optional<Map<String, VmOffer>> is = catalogue(now);
        if (was.isEmpty() || is.isEmpty()) {
            return Optional.empty();
        }
        int dearer = 0;
        int cheaper = 0;
        int other = 0;
        int added = 0;
        for (var each : is.get().entrySet()) {
            VmOffer earlier = was.get().get(each.getKey());
            int moved =
                    earlier == null
                            ? 0
                            : each.getValue().usdPerHour().compareTo(earlier.usdPerHour());
            added += earlier == null ? 1 : 0;
            dearer += moved > 0 ? 1 : 0;
            cheaper += moved < 0 ? 1 : 0;
            other += earlier != null && moved == 0 && !each.getValue().equals(earlier) ? 1 : 0;
        }
        long gone = was.get().keySet().stream().filter(key -> !is.get().containsKey(key)).count();
        return Optional.of(
                (dearer + cheaper)
                        + " of "
                        + Figures.count(is.get().size())
                        + " offers moved: "
                        + dearer
                        + " dearer, "
                        + cheaper
                        + " cheaper; "
                        + other
                        + " differ otherwise, "
                        + added
                        + " new, "
                        + gone
                        + " gone");
    }

    private static Optional<Map<String, VmOffer>> catalogue(Path file) {
        if (!file.toString().matches(".*\\.csv(\\.gz)?")) {
            return Optional.empty();
        }
        try {
            VmCatalogue catalogue = Catalogues.load(file);
            Map<String, VmOffer> offers = new LinkedHashMap<>();
            for (String provider : catalogue.providers()) {
                for (String region : catalogue.regions(provider)) {
                    for (VmOffer offer : catalogue.offers(provider, region)) {
                        offers.put(provider + " " + region + " " + offer.type().name(), offer);
                    }
                }
            }
            return Optional.of(offers);
        } catch (InputException e) {
            return Optional.empty(); // no catalogue
        }
    }

    private static Optional<String> workloads(Path before, Path now) {
        Optional<WorkloadFigures> was = workload(before);
        Optional<WorkloadFigures> is = workload(now);
        if (was.isEmpty() || is.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                "tasks "
                        + moved((double) was.get().tasks(), (double) is.get().tasks())
                        + ", core hours "
                        + moved(was.get().coreHours(), is.get().coreHours())
                        + ", GiB hours "
                        + moved(was.get().gibHours(), is.get().gibHours()));
    }

    private static String moved(double before, double now) {
        return before == now
                ? Figures.number(now) + " as before"
                : Figures.number(before) + " before, " + Figures.number(now) + " now";
    }

    private static Optional<WorkloadFigures> workload(Path path) {
        try {
            Workload workload =
                    CanonicalTrace.isTrace(path)
                            ? CanonicalTrace.open(path).workload()
                            : CsvWorkload.open(path);
            return Optional.of(
                    WorkloadFigures.of(
                            workload,
                            ServerType.of("any", new Resources(Long.MAX_VALUE, Long.MAX_VALUE))));
        } catch (InputException e) {
            return Optional.empty(); // no workload
        }
    }

    /** How many lines differ, and the first of them. */
    private static Optional<String> lines(Path before, Path now) {
        try {
            List<String> was = Files.readAllLines(before);
            List<String> is = Files.readAllLines(now);
            int most = Math.max(was.size(), is.size());
            List<Integer> differing =
                    IntStream.range(0, most)
                            .filter(i -> !line(was, i).equals(line(is, i)))
                            .boxed()
                            .toList();
            if (differing.isEmpty()) {
                return Optional.empty(); // other line ends
            }
            int first = differing.get(0);
            String place = "line " + (first + 1) + " " + quoted(line(was, first), line(is, first));
            String text = place + " before, " + quoted(line(is, first), line(was, first)) + " now";
            int more = differing.size() - 1;
            return Optional.of(
                    was.size() != is.size()
                            ? "lines " + moved(was.size(), is.size()) + ", from " + text
                            : text
                                    + (more == 0
                                            ? ""
                                            : ", and "
                                                    + Figures.count(more)
                                                    + (more == 1 ? " line" : " lines")
                                                    + " more of "
                                                    + Figures.count(most)));
        } catch (IOException e) {
            return Optional.empty(); // a folder, or no text
        }
    }

    private static String line(List<String> lines, int index) {
        return index < lines.size() ? lines.get(index).strip() : "";
    }

    /** A line, or of a long one what is around its first difference from another. */
    private static String quoted(String line, String other) {
        if (line.isEmpty()) {
            return "nothing";
        }
        int at = 0;
        while (at < Math.min(line.length(), other.length())
                && line.charAt(at) == other.charAt(at)) {
            at++;
        }
        int from = line.length() <= SHOWN ? 0 : Math.max(0, at - SHOWN / 2);
        int to = Math.min(line.length(), from + SHOWN);
        return '"'
                + (from > 0 ? "…" : "")
                + line.substring(from, to)
                + (to < line.length() ? "…" : "")
                + '"';
    }
}
