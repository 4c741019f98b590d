package dev.stowage.sim.node.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.node.NodeLibrary;
import org.junit.jupiter.api.Test;

/** The fit to Table 4 against what docs/node.md says of it. */
class PublishedFitTest {
    @Test
    void fitsTable4AsTheDocumentSays() {
        PublishedFit fit = PublishedFit.once(NodeLibrary.shipped());
        assertThat(fit.meanError()).isCloseTo(4.6, within(0.05));
        assertThat(fit.exact()).isEqualTo(35);
        assertThat(fit.parameters())
                .filteredOn(each -> each.evidence() == FittedParameter.Evidence.PRIOR)
                .extracting(FittedParameter::name)
                .contains("parties.stressNetworkGbps", "parties.swapSeconds");
    }
}
