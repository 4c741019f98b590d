package dev.stowage.ingest.format;

/**
 * What the beginning of a file has of a table of a format.
 *
 * @param table name of the table; empty if the format has one alone
 * @param share of its first rows that fit, from 0 to 1, and 1 more where the first line names the
 *     columns or a document is of that kind
 * @param rows that were looked at; 0 if the file is judged by its first line or as a whole
 * @param misfit the first thing that does not fit; empty if all does
 */
public record Resemblance(String table, double share, int rows, String misfit) {
    /** Of a file that is judged as a whole. */
    public static Resemblance ofWhole(double share, String misfit) {
        return new Resemblance("", share, 0, share > 0 ? "" : misfit);
    }

    /** In words. */
    @Override
    public String toString() {
        String fits =
                rows == 0
                        ? share > 0 ? "fits" : "does not fit"
                        : Math.round(rows * Math.min(1, share > 1 ? share - 1 : share))
                                + " of the first "
                                + rows
                                + " rows fit"
                                + (share > 1 ? ", and the first line names its columns" : "");
        return fits + (misfit.isEmpty() ? "" : "; " + misfit);
    }
}
