package dev.stowage.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cli.session.ExitCode;
import dev.stowage.sim.engine.InvariantViolation;
import org.junit.jupiter.api.Test;

class FailureTest {
    @Test
    void aBrokenInvariantIsAFailureWithItsHistoryAndWhereToReportIt() {
        Failure failure =
                Failure.of(
                        new InvariantViolation(
                                "time does not go back", "  After 7 s comes 3 s.\n    7 s start"));
        assertThat(failure.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(failure.message())
                .startsWith("broken invariant: time does not go back\n  After 7 s comes 3 s.\n")
                .contains("7 s start", "bug in stowage", "report it", "command line");
    }

    @Test
    void aTemporaryFolderThatRunsNothingIsNoBug() {
        Failure failure =
                Failure.of(new UnsatisfiedLinkError("/tmp/x.so: failed to map segment\nmore"));
        assertThat(failure.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(failure.message())
                .contains("/tmp/x.so: failed to map segment)", "noexec", "java.io.tmpdir")
                .doesNotContain("bug in stowage", "more\n");
    }

    @Test
    void anyOtherBugIsAFailureThatSaysHowToSeeMore() {
        Failure failure = Failure.of(new IllegalStateException("size = -1"));
        assertThat(failure.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(failure.message()).contains("internal error", "size = -1", "-vv");
    }
}
