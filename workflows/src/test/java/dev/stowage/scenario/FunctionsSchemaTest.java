package dev.stowage.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.scenario.functions.ServerlessFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of files of functions are as their schema says. */
class FunctionsSchemaTest {
    private static final String SCHEMA = "/dev/stowage/schema/functions.schema.json";
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @TempDir private Path directory;

    @Test
    void holdsForTheShippedExample() {
        assertThat(ServerlessFile.read(Path.of("examples/serverless/burst.yaml")).functions())
                .hasSize(1);
    }

    /** Each block of the page, without the traces that they name. */
    @Test
    void holdsForTheBlocksOfThePage() throws IOException {
        List<String> blocks =
                YAML.matcher(Files.readString(Path.of("docs/serverless.md")))
                        .results()
                        .map((MatchResult match) -> match.group(1))
                        .toList();
        assertThat(blocks).hasSizeGreaterThan(3);
        for (String block : blocks) {
            Path file = Files.writeString(directory.resolve("functions.yaml"), block);
            CheckedYaml.read(file, "functions", SCHEMA);
        }
    }
}
