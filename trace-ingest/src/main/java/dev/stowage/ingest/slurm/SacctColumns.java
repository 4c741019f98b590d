package dev.stowage.ingest.slurm;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.TableColumns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the lines of a file of {@code sacct} are taken apart: between separators ({@code -P}, {@code
 * -p}, any {@code --delimiter}), at the columns of its line of dashes, or, without a first line, as
 * Open XDMoD's shredder calls for it.
 *
 * @param names of the columns, in order
 * @param separator between them; null if the columns are of fixed width
 * @param isEnded true if the separator also ends each line, as with {@code -p}
 * @param ends where the columns of fixed width end
 * @param headerLines lines before the first job
 */
record SacctColumns(
        List<String> names,
        @Nullable String separator,
        boolean isEnded,
        List<Integer> ends,
        int headerLines) {
    static final TableColumns COLUMNS = TableColumns.of(SacctColumns.class, "sacct.txt").get(0);

    /** What Open XDMoD has sacct print, without a first line. */
    private static final List<String> SHREDDER =
            List.of(
                    ("JobID,JobIDRaw,Cluster,Partition,QOS,Account,Group,GID,User,UID,Submit,Eligible,"
                                    + "Start,End,Elapsed,ExitCode,State,NNodes,NCPUS,ReqCPUS,ReqMem,"
                                    + "ReqTRES,AllocTRES,Timelimit,NodeList,JobName")
                            .split(",", -1));

    private static final int SUBMIT_OF_SHREDDER = 10;
    private static final Pattern MOMENT = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}");

    /** The first two names of a header, and what stands between them. */
    private static final Pattern HEADER =
            Pattern.compile("([A-Za-z][A-Za-z0-9]*)([^A-Za-z0-9 ]{1,8})([A-Za-z][A-Za-z0-9]*)?.*");

    SacctColumns {
        names = List.copyOf(names);
        ends = List.copyOf(ends);
    }

    /** Of a file that begins with these lines; empty if it is none of sacct. */
    static Optional<SacctColumns> of(List<String> first) {
        if (first.isEmpty()) {
            return Optional.empty();
        }
        if (first.size() > 1 && first.get(1).matches("-[- ]+")) {
            return fixed(first.get(0), first.get(1));
        }
        String line = first.get(0);
        List<String> fields = split(line, "|");
        if (fields.size() >= SHREDDER.size()
                && MOMENT.matcher(fields.get(SUBMIT_OF_SHREDDER)).matches()) {
            return Optional.of(new SacctColumns(SHREDDER, "|", false, List.of(), 0));
        }
        Matcher header = HEADER.matcher(line);
        if (!header.matches() || !line.toLowerCase(Locale.ROOT).contains("jobid")) {
            return Optional.empty();
        }
        String separator = header.group(2);
        List<String> names = new ArrayList<>(split(line, separator));
        boolean isEnded = names.get(names.size() - 1).isEmpty();
        if (isEnded) {
            names.remove(names.size() - 1);
        }
        SacctColumns columns = new SacctColumns(names, separator, isEnded, List.of(), 1);
        return columns.missing().isEmpty() ? Optional.of(columns) : Optional.empty();
    }

    private static Optional<SacctColumns> fixed(String header, String rule) {
        List<String> names = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        Matcher dashes = Pattern.compile("-+").matcher(rule);
        while (dashes.find()) {
            names.add(cut(header, dashes.start(), dashes.end()));
            ends.add(dashes.end());
        }
        SacctColumns columns = new SacctColumns(names, null, false, ends, 2);
        return columns.missing().isEmpty() ? Optional.of(columns) : Optional.empty();
    }

    private static String cut(String line, int from, int to) {
        return from >= line.length()
                ? ""
                : line.substring(from, Math.min(to, line.length())).strip();
    }

    static List<String> split(String line, String separator) {
        return List.of(line.split(Pattern.quote(separator), -1));
    }

    private List<String> missing() {
        List<String> normal = names.stream().map(n -> n.toLowerCase(Locale.ROOT)).toList();
        return Stream.of("JobID", "State", "Submit")
                .filter(name -> !normal.contains(name.toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** The error for a file that is none. */
    static InputException unknown(Path file, List<String> first) {
        String line = first.isEmpty() ? "" : first.get(0);
        return SlurmFormat.missing(
                file,
                "a first line " + Amount.shown(line),
                "lines of sacct -P with the columns JobID, State and Submit at least, or of scontrol"
                        + " show nodes");
    }

    /** The fields of a line; more or fewer than names if it is odd. */
    List<String> fields(String line) {
        if (separator != null) {
            List<String> fields = split(line, separator);
            int last = fields.size() - 1;
            return isEnded && fields.get(last).isEmpty() ? fields.subList(0, last) : fields;
        }
        List<String> fields = new ArrayList<>();
        int from = 0;
        for (int end : ends) {
            fields.add(cut(line, from, end));
            from = end + 1;
        }
        return fields;
    }

    /**
     * Ways to make as many fields as there are names out of too many: the separators are in one
     * text, or in two. In the order in which it is likely.
     */
    List<List<String>> joined(List<String> fields) {
        int surplus = fields.size() - names.size();
        List<Integer> texts = texts();
        List<List<String>> all = new ArrayList<>();
        for (int place : texts) {
            all.add(join(fields, place, surplus));
        }
        for (int one : texts) {
            for (int other : texts) {
                for (int n = 1; n < surplus && one < other; n++) {
                    all.add(join(join(fields, one, n), other, surplus - n));
                }
            }
        }
        return all;
    }

    private List<String> join(List<String> fields, int place, int surplus) {
        List<String> joined = new ArrayList<>(fields.subList(0, place));
        int next = place + surplus + 1;
        joined.add(String.join(String.valueOf(separator), fields.subList(place, next)));
        joined.addAll(fields.subList(next, fields.size()));
        return joined;
    }

    private List<Integer> texts() {
        return Stream.of(
                        "JobName",
                        "SubmitLine",
                        "Constraints",
                        "Comment",
                        "AdminComment",
                        "SystemComment",
                        "WorkDir")
                .map(names::indexOf)
                .filter(place -> place >= 0)
                .toList();
    }
}
