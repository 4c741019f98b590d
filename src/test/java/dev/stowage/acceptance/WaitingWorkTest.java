package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work that waited when a trace began is there when a drawn workload begins; it never arrives. */
class WaitingWorkTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SUBMIT = 0;
    private static final int SCHEDULE = 1;
    private static final int FINISH = 4;
    private static final int WAITING = 6;
    private static final int ARRIVING = 80;

    @TempDir private Path directory;

    /** Six jobs that wait when the trace begins (600 s), and one more every 50 s. */
    private Path trace() throws IOException {
        List<String> events = new ArrayList<>();
        for (int job = 1; job <= WAITING; job++) {
            events.add(event(0, job, SUBMIT));
        }
        for (int job = 1; job <= WAITING; job++) {
            events.add(event(900, job, SCHEDULE));
        }
        for (int job = WAITING + 1; job <= WAITING + ARRIVING; job++) {
            double at = 900 + 50.0 * (job - WAITING);
            events.add(event(at, job, SUBMIT));
            events.add(event(at + 1, job, SCHEDULE));
            events.add(event(at + 40 + job % 5, job, FINISH));
        }
        for (int job = 1; job <= WAITING; job++) {
            events.add(event(5000, job, FINISH));
        }
        Path source = directory.resolve("g/task_events/part-00000-of-00500.csv");
        Files.createDirectories(source.getParent());
        Files.write(source, events);
        Path trace = directory.resolve("g.trace");
        Stowage.run("ingest", "google-2011", directory.resolve("g"), "-o", trace).exits(0);
        return trace;
    }

    private static String event(double seconds, int job, int type) {
        return (long) (seconds * 1e6) + ",," + job + ",0,1," + type + ",user,3,9,0.5,0.25,0,";
    }

    @Test
    void isNoArrivalAndDoesNotGrow() throws IOException {
        Path model = directory.resolve("g.json");
        Stowage.run("fit", trace(), "-o", model).exits(0);
        JsonNode fitted = JSON.readTree(model.toFile());

        long arrivals = 0;
        for (JsonNode count : fitted.at("/arrivals/jobs/USER_FACING")) {
            arrivals += count.asLong();
        }
        assertThat(arrivals).isEqualTo(ARRIVING);
        assertThat(fitted.at("/arrivals/jobs/USER_FACING/0").asLong()).isLessThanOrEqualTo(1);
        for (String generator : List.of("resampled", "faithful")) {
            assertThat(atTheStart(model, generator, ARRIVING)).isEqualTo(WAITING);
            assertThat(atTheStart(model, generator, 5 * ARRIVING)).isEqualTo(WAITING);
        }
    }

    /** Tasks that waited, all of which are there when a drawn workload begins. */
    private long atTheStart(Path model, String generator, int jobs) throws IOException {
        Path drawn = directory.resolve(generator + jobs + ".trace");
        Path csv = directory.resolve(generator + jobs + ".csv");
        Stowage.run("synth", model, "--generator", generator, "--jobs", jobs, "-o", drawn).exits(0);
        Stowage.run("export", drawn, "--as", "csv", "-o", csv).exits(0);
        List<String[]> waiting = // only those that waited run for 4,100 s
                Files.readAllLines(csv).stream()
                        .skip(1)
                        .map(line -> line.split(","))
                        .filter(row -> Double.parseDouble(row[1]) > 1000)
                        .toList();
        assertThat(waiting).allMatch(row -> row[0].equals("0"));
        return waiting.size();
    }
}
