package dev.stowage.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.model.AttributePredicate.Operator;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PlacementConstraintsTest {
    @Test
    void readsItsTextForm() {
        PlacementConstraints constraints =
                PlacementConstraints.parse(
                        "kernel!=3; arch = x86 ;cores>8;different-machines;different-domains");

        assertThat(constraints)
                .isEqualTo(
                        new PlacementConstraints(
                                List.of(
                                        new AttributePredicate("arch", Operator.EQUAL, "x86"),
                                        new AttributePredicate("cores", Operator.GREATER_THAN, "8"),
                                        new AttributePredicate("kernel", Operator.NOT_EQUAL, "3")),
                                true,
                                true));
        assertThat(constraints)
                .hasToString("arch=x86;cores>8;kernel!=3;different-machines;different-domains");
    }

    @ParameterizedTest
    @CsvSource({
        "a=x,         x,    true",
        "a=x,         y,    false",
        "a=x,         ,     false",
        "a=,          ,     true",
        "a=,          x,    false",
        "a=1,         1.0,  false",
        "a!=x,        x,    false",
        "a!=x,        y,    true",
        "a!=x,        ,     true",
        "a!=,         ,     false",
        "a<10,        9,    true",
        "a<10,        10,   false",
        "a<10,        9.99, true",
        "a<10,        -1,   true",
        "a<10,        ,     false",
        "a<10,        nine, false",
        "a>10,        11,   true",
        "a>10,        10,   false",
        "a>-1,        ,     false",
        "a>10,        1e9,  false",
        "a>10,        9223372036854775808, true",
        "a<=10,       10,   true",
        "a<=10,       10.1, false",
        "a<=10,       ,     false",
        "a>=10,       10.0, true",
        "a>=10,       9,    false",
        "a>=10,       x,    false"
    })
    void comparesAsTheGoogleTraceDoes(String text, @Nullable String found, boolean expected) {
        PlacementConstraints constraints = PlacementConstraints.parse(text);

        assertThat(constraints.predicates().get(0).holdsFor(found)).isEqualTo(expected);
        assertThat(constraints.holdFor(found == null ? Map.of("b", "1") : Map.of("a", found)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "=1",
                ";",
                "a=1;",
                "a==1",
                "a<==1",
                "a>=x",
                "a<x",
                "a>",
                "a>1e3",
                "!a",
                "a%3=1",
                "a=%zz",
                "a=%4",
                "a=%+1",
                "Different-machines"
            })
    void refusesWhatIsNotAConstraint(String text) {
        assertThatThrownBy(() -> PlacementConstraints.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"");
    }

    @Property(tries = 500)
    void readsWhatItWrites(@ForAll("constraints") PlacementConstraints constraints) {
        assertThat(PlacementConstraints.parse(constraints.toString())).isEqualTo(constraints);
    }

    @Test
    void doesNotDependOnOrderOrRepetition() {
        assertThat(PlacementConstraints.parse("b=1;a=1;b=1"))
                .isEqualTo(PlacementConstraints.parse("a=1;b=1"));
        assertThat(PlacementConstraints.parse("  ")).isEqualTo(PlacementConstraints.NONE);
        assertThat(PlacementConstraints.NONE.isEmpty()).isTrue();
        assertThat(PlacementConstraints.DIFFERENT_MACHINES.isEmpty()).isFalse();
    }

    @Provide
    Arbitrary<PlacementConstraints> constraints() {
        Arbitrary<String> text =
                Arbitraries.strings()
                        .withChars("ab1.%;=!<> \t\u00e9-\u2003\u3000\u0085")
                        .ofMaxLength(6);
        Arbitrary<AttributePredicate> textual =
                Combinators.combine(
                                text.filter(name -> !name.isBlank()),
                                Arbitraries.of(Operator.EQUAL, Operator.NOT_EQUAL),
                                text)
                        .as(AttributePredicate::new);
        Arbitrary<AttributePredicate> numeric =
                Combinators.combine(
                                text.filter(name -> !name.isBlank()),
                                Arbitraries.of(
                                        Operator.LESS_THAN,
                                        Operator.GREATER_THAN,
                                        Operator.LESS_OR_EQUAL,
                                        Operator.GREATER_OR_EQUAL),
                                Arbitraries.longs().map(String::valueOf))
                        .as(AttributePredicate::new);
        Arbitrary<Boolean> flag = Arbitraries.of(true, false);
        return Combinators.combine(
                        Arbitraries.oneOf(textual, numeric).list().ofMaxSize(4), flag, flag)
                .as(PlacementConstraints::new);
    }
}
