package dev.stowage.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Seeds;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.placement.TaskView;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdmissionPoliciesTest {
    private record Task(long cpuMicroCores) implements TaskView {
        @Override
        public long memoryBytes() {
            return 0;
        }

        @Override
        public long jobId() {
            return 0;
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 0.25, true", "10, 0.26, false", "11, 0, false"})
    void aQuotaRefusesWhatWouldExceedTheUsersShareAndWhatFitsNowhere(
            long cpu, double share, boolean isAdmitted) {
        AdmissionPolicy policy =
                AdmissionPolicies.registry()
                        .create(
                                new PolicySpec("quota", Map.of("share", 25)),
                                Seeds.stream(0, "admission", 0));
        DeclaredServers servers =
                new DeclaredServers() {
                    @Override
                    public boolean couldHold(TaskView task) {
                        return task.cpuMicroCores() <= 10;
                    }

                    @Override
                    public double shareWith(TaskView task) {
                        return share;
                    }
                };
        assertThat(policy.admits(new Task(cpu), servers)).isEqualTo(isAdmitted);
    }

    @ParameterizedTest
    @CsvSource({"capacity, 10, true", "capacity, 11, false", "none, 10, true", "none, 11, true"})
    void admitsWhatItsRuleSays(String name, long cpu, boolean isAdmitted) {
        AdmissionPolicy policy =
                AdmissionPolicies.registry()
                        .create(new PolicySpec(name, Map.of()), Seeds.stream(0, "admission", 0));
        assertThat(policy.admits(new Task(cpu), task -> task.cpuMicroCores() <= 10))
                .isEqualTo(isAdmitted);
    }
}
