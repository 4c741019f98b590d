package dev.stowage.ingest.functions;

import dev.stowage.basis.InputException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Traces of Azure that have each request: its functions of 2021, of which the file says the end and
 * the duration, and its language models of 2023, of which it says the tokens.
 */
public final class AzureRequests {
    private static final DateTimeFormatter MOMENT =
            new DateTimeFormatterBuilder()
                    .appendPattern("yyyy-MM-dd HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                    .toFormatter(Locale.ROOT);

    private AzureRequests() {}

    /**
     * Reads {@code app,func,end_timestamp,duration}, in seconds from the start of the trace; rows
     * need no order. A request began its duration before its end; one that began before the trace
     * counts from its start.
     *
     * @throws InputException at the line of what is wrong
     */
    public static RequestTrace functions2021(Path file) {
        Requests requests = new Requests();
        int[] odd = new int[2]; // of no duration, begun before the trace
        FunctionTable.rows(
                file,
                (header, row) -> {
                    String app = row.getField(FunctionTable.column(file, header, List.of("app")));
                    String name = row.getField(FunctionTable.column(file, header, List.of("func")));
                    int endColumn = FunctionTable.column(file, header, List.of("end_timestamp"));
                    int lengthColumn = FunctionTable.column(file, header, List.of("duration"));
                    double end = FunctionTable.number(file, row, endColumn);
                    double duration = FunctionTable.number(file, row, lengthColumn);
                    odd[0] += duration == 0 ? 1 : 0;
                    odd[1] += end < duration ? 1 : 0;
                    double millis =
                            duration == 0
                                    ? FunctionTable.BELOW_RESOLUTION_MILLIS
                                    : duration * 1_000;
                    requests.add(
                            app + "/" + name,
                            Math.round(Math.max(0, end - duration) * 1e6),
                            millis * 1_000);
                });
        List<String> notes = new ArrayList<>();
        if (odd[0] > 0) {
            notes.add(odd[0] + " requests have a duration of 0 ms, taken as 0.5 ms.");
        }
        if (odd[1] > 0) {
            notes.add(odd[1] + " requests began before the trace, and come at its start.");
        }
        return new RequestTrace(requests.functions(file), notes);
    }

    /**
     * Reads {@code TIMESTAMP,ContextTokens,GeneratedTokens} as requests of one function, from the
     * moment of the first of them. The trace has no durations, so the caller says what a token
     * costs.
     *
     * @param millisPerContextToken CPU time of a token that is read, at least 0
     * @param millisPerGeneratedToken of one that is written, at least 0
     * @throws InputException at the line of what is wrong
     */
    public static RequestTrace languageModel2023(
            Path file, double millisPerContextToken, double millisPerGeneratedToken) {
        Requests requests = new Requests();
        List<LocalDateTime> moments = new ArrayList<>();
        List<Double> micros = new ArrayList<>();
        FunctionTable.rows(
                file,
                (header, row) -> {
                    int at = FunctionTable.column(file, header, List.of("TIMESTAMP"));
                    int context = FunctionTable.column(file, header, List.of("ContextTokens"));
                    int written = FunctionTable.column(file, header, List.of("GeneratedTokens"));
                    try {
                        moments.add(LocalDateTime.parse(row.getField(at).strip(), MOMENT));
                    } catch (DateTimeParseException e) {
                        throw FunctionTable.bad(
                                        file, row, at, "a moment such as 2023-11-16 18:17:03.97")
                                .causedBy(e);
                    }
                    double millis =
                            millisPerContextToken * FunctionTable.number(file, row, context)
                                    + millisPerGeneratedToken
                                            * FunctionTable.number(file, row, written);
                    micros.add(Math.max(millis, FunctionTable.BELOW_RESOLUTION_MILLIS) * 1_000);
                });
        LocalDateTime first =
                moments.stream().min(LocalDateTime::compareTo).orElse(LocalDateTime.MIN);
        for (int i = 0; i < moments.size(); i++) {
            requests.add(
                    "language model",
                    ChronoUnit.MICROS.between(first, moments.get(i)),
                    micros.get(i));
        }
        return new RequestTrace(
                requests.functions(file),
                List.of(
                        "The trace has no durations: a request is taken to need "
                                + millisPerContextToken
                                + " ms of CPU a token that it reads and "
                                + millisPerGeneratedToken
                                + " ms a token that it writes, as given."));
    }
}
