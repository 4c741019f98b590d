package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code stowage cloud} takes and refuses. */
class CloudInputTest {
    private static final String SHORT = "--duration=4h";

    @TempDir private Path directory;

    private CloudRuns runs() {
        return new CloudRuns(directory);
    }

    private Path csv(String text) throws IOException {
        return Files.writeString(directory.resolve("demand.csv"), text);
    }

    @Test
    void takesADemandFromACsvAndSaysWhatSingleCannotHold() throws IOException {
        Path demand = csv("cpu,time_s,memory_gib\n4,100,8\n5000,700,8\n4,1300,8\n");

        JsonNode result =
                runs().cloud("a", demand, "--policies", "single,fixed", "--providers", "aws");

        assertThat(result.at("/demand/seconds").asDouble()).isEqualTo(1_800);
        assertThat(result.at("/demand/peak/cpu").asDouble()).isEqualTo(5_000);
        JsonNode last = result.get("alternatives").get(1);
        assertThat(last.get("policy").asText()).isEqualTo("single");
        assertThat(last.at("/refusal/place").asText()).isEqualTo("demand at 600 s");
        assertThat(last.at("/refusal/able").toString()).contains("adaptive", "fixed");
        Stowage.run(
                        "cloud",
                        demand,
                        "--policies",
                        "single",
                        "--providers",
                        "aws",
                        "-o",
                        directory.resolve("b"))
                .exits(3)
                .says("demand at 600 s", "5000.0 cores", "These policies can: adaptive, fixed");
    }

    @Test
    void addsUpTheRequestsOfTasks() throws IOException {
        Path tasks =
                Files.writeString(
                        directory.resolve("tasks.csv"),
                        """
                        submit_s,duration_s,cpu,memory_gib,class
                        0,600,2,4,batch
                        60,600,1,2,user_facing
                        600,60,2,4,batch
                        """);

        JsonNode all = runs().cloud("a", tasks, "--policies", "fixed");
        JsonNode batch = runs().cloud("b", tasks, "--policies", "fixed", "--class", "batch");

        assertThat(all.at("/demand/tasks").asInt()).isEqualTo(3);
        assertThat(all.at("/demand/peak/cpu").asDouble()).isEqualTo(3);
        assertThat(all.at("/demand/seconds").asDouble()).isEqualTo(660);
        assertThat(batch.at("/demand/tasks").asInt()).isEqualTo(2);
        assertThat(batch.at("/demand/peak/cpu").asDouble()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0,1,1;-5,2,2 | 3: found "-5" as time_s
                    0,1,1;60,-2,2 | 3: found "-2" as cpu
                    0,1,1;60,NaN,2 | 3: found "NaN" as cpu
                    0,1,1;60,2, | 3: found no memory_gib
                    0,1,1;,2,2 | 3: found no time_s
                    0,1,1;60,2,2;60,1,1 | 4: found time_s 60, not after the row before it
                    0,1,1;60,2,2;30,1,1 | 4: found time_s 30, not after the row before it
                    0,1,1 | found 1 row, expected at least two
                    0,0,0;60,0,0 | a demand of nothing
                    0,1,1;60,1e12,1 | at most 10,000,000 cores
                    """)
    void refusesABadDemandWithItsLine(String rows, String message) throws IOException {
        Path demand = csv("time_s,cpu,memory_gib\n" + rows.strip().replace(';', '\n') + "\n");

        Stowage.run("cloud", demand, "-o", directory.resolve("a"))
                .exits(3)
                .says("demand.csv", message);
        assertThat(directory.resolve("a")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    sawtooth | one of gradual, oscillating, random
                    oscillating --policies cheapest | "cheapest"
                    oscillating --policies optimal | expected one of single
                    oscillating --providers ibm | one of aws, gcp, azure
                    oscillating --arch sparc | one of x86_64, arm64
                    oscillating --quantum 0s | expected whole seconds, at least 1
                    oscillating --interruptions 0.1 | found without --spot
                    oscillating --class batch | found with a shape, expected a trace
                    oscillating --stay aws/mars | "aws/mars"
                    oscillating --min-size 8c8g --max-size 4c4g | expected at least 8c8g
                    """)
    void refusesWrongUsage(String line, String message) {
        List<Object> args = new ArrayList<>(List.of("cloud"));
        args.addAll(List.of(line.strip().split(" ")));
        args.addAll(List.of("-o", directory.resolve("a")));
        Stowage.run(args.toArray()).exits(2).says(message);
    }

    /** A directory called as a shape doesn't hide it, and a region spelt almost right is named. */
    @Test
    void namesTheNearestRegionAndKeepsShapesApartFromFiles() throws Exception {
        Path out = directory.resolve("near");
        Stowage.run("cloud", "gradual", "--providers=aws", "--regions=us-esat-1", "-o", out)
                .exits(3)
                .says("us-esat-1", "Did you mean us-east-1?");
        Stowage.run("cloud", "gradual", "--home=aws/eu-centrall-1", "-o", out)
                .exits(3)
                .says("--home", "Did you mean aws/eu-central-1?");
        Stowage.run("cloud", "gradual", "--home=aws/europe-west4", "-o", out)
                .exits(3)
                .says("--home", "aws/europe-west4", "gcp/europe-west4");
        Files.createDirectory(directory.resolve("gradual"));
        Path told = directory.resolve("told.txt");
        Process process =
                Stowage.process(
                                directory,
                                "cloud",
                                "gradual",
                                "--providers=aws",
                                "--duration=1h",
                                "--policies=fixed",
                                "-o",
                                "shape")
                        .redirectErrorStream(true)
                        .redirectOutput(told.toFile())
                        .start();
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(told)).contains("./gradual is the file or directory here");
    }

    @Test
    void refusesWhatTheCatalogueDoesNotHave() {
        Object out = directory.resolve("a");
        Stowage.run("cloud", "gradual", "--regions", "aws/mars", "-o", out)
                .exits(3)
                .says("\"aws/mars\"", "us-east-1");
        Stowage.run("cloud", "gradual", "--regions", "us-est-1", "-o", out)
                .exits(3)
                .says("\"us-est-1\"", "Did you mean us-east-1?");
        Stowage.run("cloud", "gradual", "--cpu-score", "m9.huge", "-o", out)
                .exits(3)
                .says("\"m9.huge\"");
        Stowage.run("cloud", "gradual", SHORT, "--explain", "m9.huge", "-o", out)
                .exits(3)
                .says("\"m9.huge\"", "none of the providers");
        Stowage.run("cloud", "gradual", "--min-size", "9000c9g", "-o", out)
                .exits(3)
                .says("nothing to rent", "below the least size");
    }

    @Test
    void refusesAnExistingOutput() throws IOException {
        Path out = Files.createDirectory(directory.resolve("a"));
        Files.writeString(out.resolve("mine.txt"), "mine");

        Stowage.run("cloud", "gradual", SHORT, "-o", out).exits(3).says("an existing directory");
        Stowage.run("cloud", "gradual", SHORT, "-o", out, "--force")
                .exits(3)
                .says("a directory with other content");
    }
}
