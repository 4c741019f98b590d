package dev.stowage.scenario.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvColumnsTest {
    @TempDir private Path directory;

    private CsvColumns read(String text) throws IOException {
        return CsvColumns.read(Files.writeString(directory.resolve("a.csv"), text), "rows");
    }

    @Test
    void readsAFileThatBeginsWithAByteOrderMark() throws IOException {
        CsvColumns columns = read("\ufefftime_s,load\n0,0.5\n");
        assertThat(columns.header()).containsExactly("time_s", "load");
        assertThat(columns.number(0, "time_s")).isZero();
    }

    @Test
    void refusesAColumnThatIsThereTwice() {
        assertThatThrownBy(() -> read("time_s,load,load\n0,0.5,0.6\n"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a.csv:1: found the column load twice");
    }
}
