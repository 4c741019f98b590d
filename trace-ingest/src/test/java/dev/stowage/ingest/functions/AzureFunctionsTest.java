package dev.stowage.ingest.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AzureFunctionsTest {
    @TempDir private Path directory;

    private Path invocations(String header, int... counts) throws IOException {
        StringBuilder text = new StringBuilder(header).append('\n');
        for (int i = 0; i < counts.length; i++) {
            text.append("o,a,f").append(i).append(",http,").append(counts[i]).append(",1,0\n");
        }
        return Files.writeString(directory.resolve("invocations.csv"), text);
    }

    private Path durations(int... counts) throws IOException {
        StringBuilder text = new StringBuilder("HashFunction,Count,Average\n");
        for (int i = 0; i < counts.length; i++) {
            text.append('f').append(i).append(',').append(counts[i]).append(',').append(10 * i);
            text.append('\n');
        }
        return Files.writeString(directory.resolve("durations.csv"), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,2,3",
                "480,481,482",
                "minute_1,minute_2,minute_3",
                "1_minute,2_minute,3_minute"
            })
    void findsMinutesWhateverTheirNames(String minutes) throws IOException {
        Path file = invocations("HashOwner,HashApp,HashFunction,Trigger," + minutes, 9, 8, 7, 6, 5);
        FunctionTrace trace = AzureFunctions.read(file, durations(90, 80, 70, 60, 50));
        assertThat(trace.functions()).hasSize(5);
        assertThat(trace.functions().get(1).invocations()).containsExactly(8L, 1L, 0L);
        assertThat(trace.functions().get(1).meanMillis()).isEqualTo(10);
        assertThat(trace.functions().get(0).meanMillis()).isEqualTo(0.5);
        assertThat(trace.notes())
                .containsExactly("1 functions have a mean duration of 0 ms, taken as 0.5 ms.");
    }

    @Test
    void refusesTablesWhoseHashesDoNotMeanTheSameFunctions() throws IOException {
        Path file = invocations("HashOwner,HashApp,HashFunction,Trigger,1,2,3", 9, 8, 7, 6, 5);
        Path others = durations(50, 60, 70, 80, 90);
        assertThatThrownBy(() -> AzureFunctions.read(file, others))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("rank correlation of -1.00");
    }

    @ParameterizedTest
    @CsvSource({
        "'1,2,2', minute 2 after minute 2",
        "'1,2,4', minute 4 after minute 2",
        "'a,b,c', no column of a minute",
    })
    void refusesMinutesWithGapsOrTwice(String minutes, String message) throws IOException {
        Path file = invocations("HashOwner,HashApp,HashFunction,Trigger," + minutes, 9);
        Path means = durations(90);
        assertThatThrownBy(() -> AzureFunctions.read(file, means))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }
}
