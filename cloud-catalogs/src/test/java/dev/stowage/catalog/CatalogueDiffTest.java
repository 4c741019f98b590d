package dev.stowage.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.cloud.VmCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which prices moved, on lists of our own making. */
class CatalogueDiffTest {
    private static final String HEADER =
            "provider,region,vm_type,family,vcpus,memory_gib,price_usd_per_hour,source,date,"
                    + "spot_usd_per_hour\n";

    @TempDir private Path directory;

    private VmCatalogue list(String name, String... rows) throws IOException {
        StringBuilder text = new StringBuilder(HEADER);
        for (String row : rows) {
            String[] parts = row.split(" ", -1);
            text.append("aws,r,").append(parts[0]).append(",m,2,8,").append(parts[1]);
            text.append(",a test,2026-06-01,").append(parts.length > 2 ? parts[2] : "");
            text.append('\n');
        }
        return Catalogues.load(Files.writeString(directory.resolve(name), text.toString()));
    }

    @Test
    void saysWhatMovedAndWhatThatCosts() throws IOException {
        VmCatalogue before = list("a.csv", "m.large 0.1 0.05", "m.xl 0.2", "m.old 0.3", "m.s 0.1");
        VmCatalogue after = list("b.csv", "m.large 0.11 0.04", "m.xl 0.1", "m.new 0.3", "m.s 0.1");

        CatalogueDiff diff =
                CatalogueDiff.of(
                        before,
                        after,
                        Map.of("aws r M.large", 100.0, "aws r m.s", 10.0, "aws r m.old", 1.0));

        assertThat(diff.moves())
                .extracting(CatalogueDiff.Move::name)
                .containsExactly("aws r m.large", "aws r m.xl"); // what costs somebody more first
        assertThat(diff.moves().get(0).share()).isCloseTo(0.1, within(1e-12));
        assertThat(diff.moves().get(0).usd()).isCloseTo(1, within(1e-12));
        assertThat(diff.compared()).isEqualTo(3);
        assertThat(diff.added()).containsExactly("aws r m.new");
        assertThat(diff.gone()).containsExactly("aws r m.old");
        assertThat(diff.spotMoves()).isEqualTo(1);
        assertThat(diff.run().usdBefore()).isCloseTo(11, within(1e-12));
        assertThat(diff.run().usdAfter()).isCloseTo(12, within(1e-12));
        assertThat(diff.unpriced()).containsExactly("aws r m.old");
        assertThat(diff.isChanged(1)).as("m.old is gone").isTrue();
        assertThat(CatalogueDiff.of(before, before, Map.of()).isChanged(0)).isFalse();
    }

    @Test
    void theAnswerIsTheCostOfWhatRunsOrElseAnyPrice() throws IOException {
        VmCatalogue before = list("a.csv", "m.large 0.1 0.05", "m.xl 0.2", "m.old 0.3");
        VmCatalogue after = list("b.csv", "m.large 0.11 0.05", "m.xl 0.1", "m.new 0.3");
        VmCatalogue spot = list("c.csv", "m.large 0.1 0.04", "m.xl 0.2", "m.old 0.3");

        CatalogueDiff large = CatalogueDiff.of(before, after, Map.of("aws r m.large", 1.0));
        assertThat(large.isChanged(0.09)).isTrue();
        assertThat(large.isChanged(0.11)).as("the others are not run").isFalse();
        assertThat(CatalogueDiff.of(before, after, Map.of("aws r m.old", 1.0)).isChanged(10))
                .isTrue();
        assertThat(CatalogueDiff.of(before, after, Map.of()).isChanged(10)).isTrue();
        assertThat(CatalogueDiff.of(before, spot, Map.of()).isChanged(0.19)).isTrue();
        assertThat(CatalogueDiff.of(before, spot, Map.of()).isChanged(0.21)).isFalse();
    }

    @Test
    void comparesCommitmentsByTheToleranceAndNamesOtherSizes() throws IOException {
        String head = HEADER.replace("spot_usd_per_hour", "commitments");
        String row = "aws,r,m.large,m,2,%s,0.1,a test,2026-06-01,%s\n";
        VmCatalogue before = read("a.csv", head + row.formatted("8", "reserved-1y=0.06"));
        VmCatalogue dearer = read("b.csv", head + row.formatted("8", "reserved-1y=0.09"));
        VmCatalogue others = read("c.csv", head + row.formatted("8", "reserved-3y=0.06"));
        VmCatalogue larger = read("d.csv", head + row.formatted("16", "reserved-1y=0.06"));

        CatalogueDiff moved = CatalogueDiff.of(before, dearer, Map.of());
        assertThat(moved.isChanged(0.6)).isFalse();
        assertThat(moved.isChanged(0.4)).isTrue();
        assertThat(CatalogueDiff.of(before, others, Map.of()).isChanged(1)).isTrue();
        CatalogueDiff resized = CatalogueDiff.of(before, larger, Map.of());
        assertThat(resized.resized()).containsExactly("aws r m.large");
        assertThat(resized.isChanged(1)).isTrue();
    }

    private VmCatalogue read(String name, String text) throws IOException {
        return Catalogues.load(Files.writeString(directory.resolve(name), text));
    }
}
