package dev.stowage.sim.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.node.LoadCurve;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.sim.node.NodeSpec.Fidelity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** By formula against one by one, for each shipped service, as docs/node.md has it. */
class FidelityTest {
    private static final double[] LOADS = {0.3, 0.6, 0.9};
    private static final double REQUESTS = 200_000;

    @Test
    void differsAsThePageSays() throws IOException {
        Set<String> said = new HashSet<>();
        for (String line : Files.readAllLines(Path.of("../docs/node.md"))) {
            if (!line.matches("\\| `[a-z-]+` \\|( [-+]?\\d+ % \\|){3}")) {
                continue;
            }
            String[] cells = line.replaceAll("[|`%]", " ").strip().split("\\s+", -1);
            said.add(cells[0]);
            for (int i = 0; i < LOADS.length; i++) {
                assertThat(difference(cells[0], LOADS[i]))
                        .as("%s at %s", cells[0], LOADS[i])
                        .isCloseTo(Double.parseDouble(cells[i + 1]), within(4.0));
            }
        }
        assertThat(said).isEqualTo(Plain.LIBRARY.services().keySet());
    }

    /** Of the mean reading, in points of per cent. */
    private static double difference(String name, double load) {
        ServiceProfile service = Plain.LIBRARY.service("test", name);
        double seconds = REQUESTS / (load * service.of(ServiceParameter.MAX_LOAD));
        NodeProfile node =
                Plain.LIBRARY.node("test", name.endsWith("-pliant") ? "pliant" : "parties");
        double[] means = new double[2];
        for (Fidelity fidelity : Fidelity.values()) {
            NodeSpec spec =
                    new NodeSpec(
                            node,
                            List.of(new NodeSpec.Tenant(service, new LoadCurve.Constant(load))),
                            List.of(),
                            Math.min(4000, Math.max(12, seconds)),
                            fidelity);
            int cores = service.parameters().whole(ServiceParameter.REFERENCE_CORES);
            List<NodeRun.Interval> run =
                    new NodeSimulation(spec).run(new Plain.Cores(cores), 1, 0).intervals();
            means[fidelity == Fidelity.ANALYTIC ? 0 : 1] =
                    run.stream()
                            .skip(run.size() / 4)
                            .mapToDouble(each -> each.latencyOverTarget()[0])
                            .average()
                            .orElseThrow();
        }
        return 100 * (means[0] / means[1] - 1);
    }
}
