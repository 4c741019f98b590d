package dev.stowage.ingest.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.ingest.csv.demand.DemandCsv;
import dev.stowage.ingest.functions.AzureFunctions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No reader takes the rows behind a quote that is not closed for the text of a value. */
final class OpenQuoteTest {
    private static final Map<String, Consumer<Path>> READERS =
            Map.of(
                    "service,start_s,end_s,cpu,memory_gib,replica\n|a,#,1e6,1,1,~\n",
                    file -> UsageCsv.read(file, List.of("a")),
                    "time_s,cpu,memory_gib\n|#,1,~\n",
                    DemandCsv::read,
                    "meanCpuCores,note\n|1,~\n",
                    file -> MeasurementCsv.read(file, Progress.NONE),
                    "cpu,memory_gib,ssd_gib,metric,value,app\n|1,1,1,rate,#,~\n",
                    ProfileRunsCsv::read,
                    "HashFunction,Count,Average,note\n|#,1,1,~\n",
                    file -> AzureFunctions.read(file, file));

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"\"1", "\"1\"\"", "\"1\"2"})
    void isAnErrorAtItsLine(String open) throws IOException {
        for (Map.Entry<String, Consumer<Path>> reader : READERS.entrySet()) {
            String header = reader.getKey().substring(0, reader.getKey().indexOf('|'));
            String row = reader.getKey().substring(header.length() + 1);
            for (String closed : new String[] {"1", "\"1\""}) {
                StringBuilder text = new StringBuilder(header);
                for (int i = 1; i <= 100; i++) {
                    text.append(row.replace("#", "" + i).replace("~", i == 41 ? open : closed));
                }
                Path file = Files.writeString(folder.resolve("rows.csv"), text);
                assertThatThrownBy(() -> reader.getValue().accept(file))
                        .as(header + open + closed)
                        .isInstanceOf(InputException.class)
                        .hasMessageContaining(file + ":42")
                        .hasMessageContaining("quote");
            }
        }
        assertThat(READERS).hasSize(5);
    }
}
