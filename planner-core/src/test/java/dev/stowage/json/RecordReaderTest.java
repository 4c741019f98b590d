package dev.stowage.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.basis.InputException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordReaderTest {
    private static final Path FILE = Path.of("pack.json");
    private static final RecordReader READER = new RecordReader("a pack of items", "Pack again.");

    record Pack(
            String name,
            List<Item> items,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer left) {}

    record Item(double cpu, @Nullable Double limit) {}

    @Test
    void readsWhatWasWritten() {
        Pack pack = new Pack("a", List.of(new Item(1, null), new Item(2, 3.0)), null);
        String text = Json.text(pack);
        assertThat(text).doesNotContain("left");
        assertThat(READER.parse(FILE, text, Pack.class)).isEqualTo(pack);
        Pack whole = new Pack("a", List.of(), 4);
        assertThat(READER.parse(FILE, Json.text(whole), Pack.class)).isEqualTo(whole);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"items": []}                                          | name
                    {"name": "a", "items": [{"limit": 1}]}                 | cpu
                    {"name": "a", "items": [{"cpu": 1}]}                   | limit
                    {"name": null, "items": []}                            | name
                    {"name": "a", "items": null}                           | items
                    {"name": "a", "items": [{"cpu": null, "limit": null}]} | cpu
                    {"name": "a", "items": [{"cpu": 1, "limt": null}]}     | limit
                    {"name": "a", "items": [], "lef": 1}                   | lef
                    {"name": "a", "items": []} 1                           | Trailing
                    {"name": "a", "items": [                               | pack.json
                    """)
    void refusesAnotherForm(String text, String named) {
        assertThatThrownBy(() -> READER.parse(FILE, text, Pack.class))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("pack.json", named, "a pack of items");
    }
}
