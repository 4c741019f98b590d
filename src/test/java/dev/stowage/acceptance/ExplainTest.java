package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.words.Glossary;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that a reader may not know are explained where they stand, and by {@code --explain}. */
class ExplainTest {
    /**
     * Symbols and measures: J_AT, MASE, KS, W1/sd, p99, kde; not names of things that everyone has.
     */
    private static final Pattern SYMBOL =
            Pattern.compile("\\b(?:[JT]_[A-Z]+|MASE|AIC|BIC|ETS|KS|W1/sd|p[0-9]{2}|kde)");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MASE",
                "J_AT",
                "kde",
                "bandwidth",
                "arrival-scale",
                "growth",
                "KS",
                "ks",
                "W1/sd",
                "similarity",
                "dispersion",
                "censored",
                "kaplan-meier",
                "fragmentation",
                "slowdown",
                "p99",
                "gap",
                "makespan",
                "sparrow",
                "PI",
                "t/c/m",
                "drf"
            })
    void explainsATerm(String term) {
        String text = Stowage.run("--explain", term).exits(0).out();
        assertThat(text).isNotBlank().contains(": ");
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void namesWhatItKnowsWhenItDoesNotKnowATerm() {
        Stowage.run("--explain", "MASEE")
                .exits(2)
                .says("--explain", "MASEE", "Did you mean MASE?", "J_AT");
    }

    @Test
    void saysThatNoWordWasGiven() {
        Stowage.run("--explain").exits(2).says("--explain: found nothing, expected TERM");
        Stowage.run("--explain", "").exits(2).says("--explain: found an empty text, expected");
    }

    @Test
    void completionIsJsonWhereThatIsAskedFor() throws Exception {
        String json = Stowage.run("completion", "bash", "--json").exits(0).out();
        assertThat(new ObjectMapper().readTree(json).required("script").asText())
                .isEqualTo(Stowage.run("completion", "bash").exits(0).out());
    }

    @Test
    void namesValuesAsTheyAreTyped() {
        Stowage.run("gc", ".", "--assets", "foo").exits(2).says("one of shared, inside");
        Stowage.run("inspect", "examples/night-batch.csv")
                .exits(3)
                .says("not JSON", "stowage init", "stowage report");
    }

    @Test
    void saysThatArrivalScaleAndGrowthGoOppositeWays() {
        assertThat(explained("arrival-scale"))
                .contains("halves the load", "growth goes the other way");
        assertThat(explained("growth"))
                .contains("doubles the load", "arrival-scale goes the other way");
        assertThat(Stowage.run("synth", "--help").out().replaceAll("\\s+", " "))
                .contains("where a growth of 2 doubles it");
    }

    @Test
    void givesBandwidthsTheirUnitAndExplainsThemOnTheSpot() {
        String text = Stowage.run("inspect", "google-2011").exits(0).out();
        Matcher bandwidths = Pattern.compile("bandwidth [-0-9.e]+([^)]*)\\)").matcher(text);
        int found = 0;
        while (bandwidths.find()) {
            assertThat(bandwidths.group(1))
                    .matches(" (s|cores|GiB|tasks|GPUs|level|on the logarithm)");
            found++;
        }
        assertThat(found).isPositive();
        assertThat(text.replaceAll("\\s+", " "))
                .contains("kde: Kernel density estimate", "similarity: 1 - distance");
    }

    @Test
    void knowsEverySymbolThatCommandsPrint() {
        Set<String> unknown = new HashSet<>();
        String[][] commands = {
            {"inspect", "google-2011"},
            {"inspect", "alibaba-2018"},
            {"compare", "google-2011", "google-2011", "--jobs", "60", "-q"},
            {"fit", "--help"},
            {"compare", "--help"},
            {"synth", "--help"},
            {"forecast", "--help"},
            {"simulate", "--help-all"}
        };
        for (String[] command : commands) {
            Matcher symbols = SYMBOL.matcher(Stowage.run((Object[]) command).exits(0).out());
            while (symbols.find()) {
                if (Glossary.find(symbols.group()).isEmpty()) {
                    unknown.add(symbols.group());
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void saysEachTermOnce() {
        Set<String> names = new HashSet<>();
        Glossary.all()
                .forEach(
                        entry ->
                                entry.names()
                                        .forEach(
                                                name ->
                                                        assertThat(names.add(name))
                                                                .as(name)
                                                                .isTrue()));
    }

    private static String explained(String term) {
        return Stowage.run("--explain", term).exits(0).out().replace('\n', ' ');
    }
}
