package dev.stowage.sim.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Queues whose percentiles are known. */
class ClosedFormNodeTest {
    /** Erlang's C from its sum, as in textbooks. */
    private static double erlangC(int k, double rho) {
        double a = k * rho;
        double term = 1;
        double sum = 1;
        for (int i = 1; i < k; i++) {
            term *= a / i;
            sum += term;
        }
        double last = term * a / k / (1 - rho);
        return last / (sum + last);
    }

    /** 0.99 of the response time in M/M/k with mean service 1, by bisection of its closed form. */
    private static double response(int k, double rho) {
        double c = erlangC(k, rho);
        double r = k * (1 - rho);
        double low = 0;
        double high = 1000;
        for (int i = 0; i < 100; i++) {
            double t = (low + high) / 2;
            double tail =
                    Math.abs(r - 1) < 1e-9
                            ? Math.exp(-t) * (1 + c * t)
                            : Math.exp(-t) * (1 - c)
                                    + c / (1 - r) * (Math.exp(-r * t) - r * Math.exp(-t));
            if (tail > 0.01) {
                low = t;
            } else {
                high = t;
            }
        }
        return high;
    }

    @Test
    void knowsErlangsC() {
        for (int k : new int[] {1, 2, 8, 14, 64}) {
            for (double rho : new double[] {0.1, 0.5, 0.8, 0.95, 0.99}) {
                assertThat(ErlangWait.probability(k, rho))
                        .as("k %d, rho %s", k, rho)
                        .isCloseTo(erlangC(k, rho), within(1e-12));
            }
        }
    }

    @Test
    void interpolatesThePercentileOfTheWait() {
        ErlangWait[] waits = ErlangWait.upTo(14);
        for (int k : new int[] {1, 2, 8, 14}) {
            for (double rho = 0.05; rho < 0.995; rho += 0.00713) {
                double exact = Math.max(0, Math.log(100 * erlangC(k, rho))) / (k * (1 - rho));
                assertThat(waits[k].percentile(rho, Math.log(100)))
                        .as("k %d, rho %s", k, rho)
                        .isCloseTo(exact, within(1e-4 + 1e-4 * exact));
            }
        }
    }

    @Test
    void meetsTheResponseTimeOfMmk() {
        for (int k : new int[] {1, 2, 8, 14}) {
            for (double rho : new double[] {0.3, 0.5, 0.8, 0.9}) {
                double law =
                        ResponseLaw.of(Math.log(100), 1, 0.99)
                                .withWait(1, Math.log(erlangC(k, rho)), 1 / (k * (1 - rho)));
                assertThat(law)
                        .as("k %d, rho %s", k, rho)
                        .isCloseTo(response(k, rho), within(0.01 * response(k, rho)));
            }
        }
    }

    @Test
    void calibratesAQueueToItself() {
        ServiceModel model =
                new ServiceModel(
                        Plain.queue(8, 0.8, 1, Plain.MEAN * response(8, 0.8)),
                        Plain.exact(),
                        ErlangWait.upTo(14));
        for (double load : new double[] {0.3, 0.6, 0.9, 1, 1.1}) {
            double exact = Plain.MEAN * response(8, 0.8 * load);
            assertThat(model.percentile(1, 1, 0.8 * load, 8))
                    .as("load %s", load)
                    .isCloseTo(exact, within(0.03 * exact));
        }
    }

    @Test
    void simulatesMmkByRequests() {
        for (int k : new int[] {2, 8}) {
            double exact = Plain.MEAN * response(k, 0.8);
            double mean =
                    mean(
                            Plain.spec(
                                    Plain.exact(),
                                    NodeSpec.Fidelity.REQUESTS,
                                    30,
                                    Plain.at(Plain.queue(k, 0.8, 1, exact), 1)),
                            k);
            assertThat(mean).as("k %d", k).isBetween(0.96, 1.02);
        }
    }

    /** The wait in M/D/1: Erlang's alternating sum, F. Ferrari's form as in textbooks. */
    private static double waitMd1(double rho) {
        double low = 0;
        double high = 200;
        for (int i = 0; i < 60; i++) {
            double t = (low + high) / 2;
            double sum = 0;
            double term;
            for (int j = 0; j <= (int) t; j++) {
                double x = rho * (j - t);
                term = Math.exp(-x);
                for (int f = 1; f <= j; f++) {
                    term *= x / f;
                }
                sum += term;
            }
            if ((1 - rho) * sum < 0.99) {
                low = t;
            } else {
                high = t;
            }
        }
        return high;
    }

    @Test
    void simulatesMd1ByRequests() {
        double rho = 0.7;
        double exact = Plain.MEAN * (1 + waitMd1(rho));
        // a response whose percentile is its mean alone, and a wait that a queue of scv 0 explains
        var service =
                Plain.changed(
                        Plain.queue(1, rho, 1, exact),
                        java.util.Map.of(
                                dev.stowage.model.node.ServiceParameter.ZERO_LOAD_SCV, 0.0,
                                dev.stowage.model.node.ServiceParameter.QUEUE_SCV_LIMIT, 0.0,
                                dev.stowage.model.node.ServiceParameter.ZERO_LOAD,
                                        Plain.MEAN / exact));
        NodeSpec spec =
                Plain.spec(Plain.exact(), NodeSpec.Fidelity.REQUESTS, 60, Plain.at(service, 1));
        ServiceModel model = new ServiceModel(service, Plain.exact(), ErlangWait.upTo(14));
        assertThat(model.requestScv()).isCloseTo(0, within(1e-9));
        assertThat(model.burstSeconds / exact).as("the exponential tail is near").isLessThan(0.05);
        assertThat(mean(spec, 1)).isBetween(0.93, 1.05);
    }

    /** Mean reading over target after a warm-up. */
    private static double mean(NodeSpec spec, int cores) {
        return new NodeSimulation(spec)
                .run(new Plain.Cores(cores), 7, 0).intervals().stream()
                        .skip(40)
                        .mapToDouble(each -> each.latencyOverTarget()[0])
                        .average()
                        .orElseThrow();
    }

    @Test
    void selectsExactOrderStatistics() {
        java.util.random.RandomGenerator random = dev.stowage.basis.Seeds.stream(5, "select", 0);
        for (int n = 1; n < 200; n++) {
            double[] values = random.doubles(n).map(x -> Math.floor(x * 20)).toArray();
            double[] sorted = values.clone();
            java.util.Arrays.sort(sorted);
            int rank = random.nextInt(n);
            assertThat(OrderStatistic.select(values, n, rank)).isEqualTo(sorted[rank]);
        }
    }
}
