package dev.stowage.ingest.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.functions.RequestTrace.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AzureRequestsTest {
    @TempDir private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("requests.csv"), text);
    }

    @Test
    void putsRequestsInOrderOfTheirStartWhateverTheOrderOfRowsAndColumns() throws IOException {
        RequestTrace trace =
                AzureRequests.functions2021(
                        file(
                                """
                                duration,app,func,end_timestamp
                                2.0,a,f,10.5
                                0,a,g,3
                                1.5,a,f,4.0
                                5,b,f,3"""));
        assertThat(trace.functions())
                .extracting(RequestTrace.Function::name)
                .containsExactly("a/f", "a/g", "b/f");
        RequestTrace.Function first = trace.functions().get(0);
        assertThat(first.requests())
                .containsExactly(
                        new Request(2_500_000, 1_500_000), new Request(8_500_000, 2_000_000));
        assertThat(trace.functions().get(1).requests())
                .containsExactly(new Request(3_000_000, 500));
        assertThat(trace.functions().get(2).requests().get(0).startMicros()).isZero();
        assertThat(trace.notes()).hasSize(2);
        assertThat(trace.notes().get(1)).startsWith("1 requests began before the trace");
    }

    @Test
    void countsTokensAtTheirCostFromTheFirstRequest() throws IOException {
        RequestTrace trace =
                AzureRequests.languageModel2023(
                        file(
                                """
                                TIMESTAMP,ContextTokens,GeneratedTokens
                                2023-11-16 18:17:03.9799600,4808,10
                                2023-11-16 18:17:04.0319600,0,0
                                """),
                        0.5,
                        30);
        RequestTrace.Function model = trace.functions().get(0);
        assertThat(model.requests().get(0).startMicros()).isZero();
        assertThat(model.requests().get(0).cpuMicros())
                .isCloseTo((2_404 + 300) * 1_000.0, within(1e-6));
        assertThat(model.requests().get(1)).isEqualTo(new Request(52_000, 500));
        assertThat(trace.notes().get(0)).contains("no durations");
    }

    @ParameterizedTest
    @CsvSource({
        "'app,func,end_timestamp,duration\na,f,1,-2', 'requests.csv:2', 'a number of at least 0'",
        "'app,func,end_timestamp,duration\na,f,1,x', 'requests.csv:2', 'column 4'",
        "'app,func,end,duration\na,f,1,2', 'requests.csv:1', 'no column end_timestamp'",
        "'app,func,end_timestamp,duration\n', 'requests.csv', 'no requests'",
    })
    void namesThePlaceOfWhatIsWrong(String text, String place, String found) throws IOException {
        Path file = file(text.replace("\\n", "\n"));
        assertThatThrownBy(() -> AzureRequests.functions2021(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(place)
                .hasMessageContaining(found);
    }

    @Test
    void refusesAMomentThatIsNone() throws IOException {
        Path file = file("TIMESTAMP,ContextTokens,GeneratedTokens\nyesterday,1,1\n");
        assertThatThrownBy(() -> AzureRequests.languageModel2023(file, 1, 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("requests.csv:2")
                .hasMessageContaining("a moment such as");
    }
}
