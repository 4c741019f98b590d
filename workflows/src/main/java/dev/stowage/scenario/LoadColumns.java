package dev.stowage.scenario;

import dev.stowage.basis.InputException;
import dev.stowage.model.node.LoadCurve;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Load over time in two columns of a CSV with a header. */
final class LoadColumns {
    private static final String EXPECTED = "a CSV with a header and rows of seconds and loads";

    private LoadColumns() {}

    /**
     * What two columns say; straight lines between rows.
     *
     * @throws InputException with the line, if a value is no number, a load is not from 0 to 1, or
     *     times do not rise
     */
    static LoadCurve read(Path file, String time, String load) {
        List<String> lines = lines(file);
        List<String> header = Arrays.asList(lines.get(0).split(",", -1));
        int timeAt = column(file, header, time);
        int loadAt = column(file, header, load);
        double[] seconds = new double[lines.size() - 1];
        double[] loads = new double[seconds.length];
        for (int i = 0; i < seconds.length; i++) {
            String[] cells = lines.get(i + 1).split(",", -1);
            if (cells.length != header.size()) {
                throw InputException.atLine(
                        file,
                        i + 2,
                        cells.length + " fields",
                        header.size() + " as in the header",
                        null);
            }
            seconds[i] = number(file, i + 2, cells[timeAt]);
            loads[i] = number(file, i + 2, cells[loadAt]);
            if (!(loads[i] >= 0 && loads[i] <= 1)) {
                throw InputException.atLine(
                        file,
                        i + 2,
                        load + " " + cells[loadAt],
                        "a share of the largest load, from 0 to 1",
                        "Divide requests per second by maxLoadPerSecond of the service.");
            }
            if (i > 0 && !(seconds[i] > seconds[i - 1])) {
                throw InputException.atLine(
                        file, i + 2, time + " " + cells[timeAt], "a later time than before", null);
            }
        }
        return new LoadCurve.Points(seconds, loads, true);
    }

    private static List<String> lines(Path file) {
        try {
            List<String> lines =
                    Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                            .filter(line -> !line.isBlank())
                            .toList();
            if (lines.size() < 2) {
                throw InputException.of(file, lines.size() + " lines", EXPECTED, null);
            }
            return lines;
        } catch (IOException e) {
            throw InputException.of(file, "a file that can't be read", EXPECTED, "Check the path.")
                    .causedBy(e);
        }
    }

    private static int column(Path file, List<String> header, String name) {
        int at = header.indexOf(name);
        if (at < 0) {
            throw InputException.atLine(
                    file,
                    1,
                    "no column \"" + name + "\"",
                    "one of " + String.join(", ", header),
                    null);
        }
        return at;
    }

    private static double number(Path file, int line, String text) {
        try {
            double value = Double.parseDouble(text.strip());
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw InputException.atLine(file, line, "\"" + text + "\"", "a number", null);
    }
}
