package dev.stowage.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.TaskClass;
import dev.stowage.stats.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The figures in {@code docs/models.md} are those of the model that is shipped. */
class ModelsPageTest {
    private static final Pattern ROW =
            Pattern.compile(
                    "\\| ([A-Z_]+)\\[(B|UF)\\] \\|[^|]*\\| ([0-9.]+) % \\(`([a-z-]+)`\\) "
                            + "\\| ([0-9.]+) % \\(`[a-z-]+`\\) \\|[^|]*\\| ([0-9,]+) \\|");

    @Test
    void showsTheSimilaritiesOfTheShippedModel() throws IOException {
        WorkloadModel model = WorkloadModels.load("google-2011");
        Matcher row = ROW.matcher(Files.readString(Path.of("..", "docs", "models.md")));
        int rows = 0;
        while (row.find()) {
            rows++;
            ParameterModel fit = parameter(model, row.group(1), row.group(2));
            Candidate family = fit.nearestFamily().orElseThrow();
            assertThat(family.name()).as(row.group()).isEqualTo(row.group(4));
            assertThat(percent(family.scores().similarity())).isEqualTo(row.group(3));
            assertThat(percent(fit.similarity().orElseThrow())).isEqualTo(row.group(5));
            assertThat(row.group(6).replace(",", "")).isEqualTo("" + fit.observations());
        }
        assertThat(rows).isEqualTo(8);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f", 100 * share);
    }

    private static ParameterModel parameter(WorkloadModel model, String symbol, String shortClass) {
        TaskClass taskClass = shortClass.equals("B") ? TaskClass.BATCH : TaskClass.USER_FACING;
        Parameter parameter =
                Arrays.stream(Parameter.values())
                        .filter(p -> p.symbol().equals(symbol))
                        .findFirst()
                        .orElseThrow();
        return model.classes().get(taskClass).parameter(parameter).orElseThrow();
    }
}
