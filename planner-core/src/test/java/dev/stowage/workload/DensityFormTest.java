package dev.stowage.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.stowage.basis.InputException;
import dev.stowage.json.JsonCursor;
import dev.stowage.stats.density.Atomic;
import dev.stowage.stats.density.CountFamily;
import dev.stowage.stats.density.Counting;
import dev.stowage.stats.density.Degenerate;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Empirical;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.GeneralisedPareto;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.density.Piecewise;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The file form of every kind of density, and what must not stand in it. */
class DensityFormTest {
    private static final Parametric NORMAL = Parametric.of(Family.NORMAL, List.of(), 40, 10);

    static Stream<Density> densities() {
        Piecewise pieces =
                Piecewise.of(
                        List.of(
                                new Piecewise.Piece(
                                        Double.NEGATIVE_INFINITY, 1.0 / 3, 0.25, NORMAL),
                                new Piecewise.Piece(1.0 / 3, 50, 0.5, NORMAL),
                                new Piecewise.Piece(
                                        50,
                                        Double.POSITIVE_INFINITY,
                                        0.25,
                                        new GeneralisedPareto(50, 4, 0.5))));
        return Stream.of(
                NORMAL,
                pieces,
                Atomic.of(List.of(0.1, 1e6 / 3), List.of(0.25, 0.125), pieces),
                Counting.of(CountFamily.ZETA, List.of(2.25), 1),
                Counting.of(CountFamily.GEOMETRIC, List.of(0.25), 0),
                Counting.of(CountFamily.NEGATIVE_BINOMIAL, List.of(2.5, 0.125), 1),
                new GeneralisedPareto(3, 2, -0.25),
                Empirical.of(List.of(1.0, 2.0), List.of(3.0, 1.0)),
                new Degenerate(4));
    }

    @ParameterizedTest
    @MethodSource("densities")
    void readsBackWhatItWrote(Density density) throws IOException {
        ObjectNode written = DensityWriter.write(density);
        Density read = DensityJson.read(JsonCursor.of("m.json", written));
        assertThat(DensityWriter.write(read)).isEqualTo(written);
        assertThat(read.describe()).isEqualTo(density.describe());
        for (double p = 0.05; p < 1; p += 0.1) {
            assertThat(read.quantile(p)).isEqualTo(density.quantile(p));
        }
        assertThat(schema().validate(written.toString(), InputFormat.JSON))
                .extracting(Error::toString)
                .isEmpty();
    }

    private static Schema schema() throws IOException {
        try (InputStream in =
                WorkloadModel.class.getResourceAsStream("/dev/stowage/schema/model.schema.json")) {
            ObjectNode root = (ObjectNode) new ObjectMapper().readTree(in);
            root.remove(List.of("required", "properties", "additionalProperties", "type", "$id"));
            root.put("$ref", "#/$defs/density");
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(root);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"type":"family","family":"gamma","a":-1,"location":0,"scale":1} | a | above 0
                    {"type":"family","family":"gamma","a":1,"location":0,"scale":0} | scale | above 0
                    {"type":"counts","family":"poisson"} | family | geometric, zeta, negative-binomial
                    {"type":"counts","family":"zeta","s":1,"origin":1} | s | above 1
                    {"type":"counts","family":"geometric","p":1.5,"origin":1} | p | at most 1
                    {"type":"counts","family":"geometric","p":0.5,"origin":0.5} | origin | whole number
                    {"type":"counts","family":"geometric","s":2,"p":0.5,"origin":1} | s | unknown key
                    {"type":"generalised-pareto","threshold":1,"scale":-1,"shape":0} | scale | above 0
                    {"type":"piecewise","pieces":[]} | pieces | at least one piece
                    {"type":"piecewise","pieces":[{"low":5,"high":2,"weight":1,"density":{}}]} | pieces[0].high | above low
                    {"type":"piecewise","pieces":[{"low":1,"high":2,"weight":7,"density":{}}]} | pieces[0].weight | from 0.0 to 1.0
                    {"type":"piecewise","pieces":[{"low":1,"high":2,"weight":1,"density":{"type":"constant","value":3}}]} | pieces[0].density | some mass
                    {"type":"piecewise","pieces":[{"low":1,"high":2,"weight":1,"density":{"type":"constant","value":1}},{"low":3,"high":4,"weight":1,"density":{}}]} | pieces[1].low | the piece before
                    {"type":"atoms","atoms":[],"rest":{}} | atoms | at least one atom
                    {"type":"atoms","atoms":[{"value":1,"share":1.5}],"rest":{}} | atoms | less than 1
                    {"type":"atoms","atoms":[{"value":1,"share":0.1},{"value":1,"share":0.1}],"rest":{}} | atoms[1].value | more than the value before
                    {"type":"atoms","atoms":[{"value":1,"share":0.1}],"rest":{"type":"constant","value":"x"}} | rest.value | a finite number
                    """)
    void refusesWhatNoDensityCanBe(String json, String place, String expected) throws IOException {
        JsonCursor at = JsonCursor.of("edited.json", new ObjectMapper().readTree(json));
        assertThatThrownBy(() -> DensityJson.read(at))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("edited.json: " + place)
                .hasMessageContaining(expected);
    }
}
