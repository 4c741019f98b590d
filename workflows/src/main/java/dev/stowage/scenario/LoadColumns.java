package dev.stowage.scenario;

import dev.stowage.basis.InputException;
import dev.stowage.model.node.LoadCurve;
import java.nio.file.Path;

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
        CsvColumns columns = CsvColumns.read(file, EXPECTED);
        double[] seconds = new double[columns.size()];
        double[] loads = new double[seconds.length];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = columns.number(i, time);
            loads[i] = columns.number(i, load);
            if (!(loads[i] >= 0 && loads[i] <= 1)) {
                throw columns.wrong(
                        i,
                        load + " " + columns.text(i, load),
                        "a share of the largest load, from 0 to 1",
                        "Divide requests per second by maxLoadPerSecond of the service.");
            }
            if (i > 0 && !(seconds[i] > seconds[i - 1])) {
                throw columns.wrong(
                        i, time + " " + columns.text(i, time), "a later time than before", null);
            }
        }
        return new LoadCurve.Points(seconds, loads, true);
    }
}
