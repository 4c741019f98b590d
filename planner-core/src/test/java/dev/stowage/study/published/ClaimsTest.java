package dev.stowage.study.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ClaimsTest {
    @Test
    void onlyAClaimThatHeldBeforeCanBeLost() {
        Claims claims = new Claims("sample");
        claims.answer("b", false, "%d", 4);
        claims.answer("a", false, "%.1f", 2.5);
        Reproduction reproduction = claims.reproduction();
        assertThat(reproduction.assertions()).extracting(Assertion::id).containsExactly("a", "b");
        assertThat(reproduction.lost()).extracting(Assertion::id).containsExactly("a");
        assertThat(reproduction.held()).isZero();
        assertThat(reproduction.assertions().get(0).ours()).isEqualTo("2.5");
        assertThat(reproduction.assertions().get(1).isInFit()).isTrue();
    }

    @Test
    void everyClaimIsAnsweredOnce() {
        Claims claims = new Claims("sample");
        claims.answer("a", true, "2");
        assertThatThrownBy(() -> claims.answer("a", true, "2"))
                .hasMessageContaining("open claim a");
        assertThatThrownBy(claims::reproduction).hasMessageContaining("leaves open [b]");
    }
}
