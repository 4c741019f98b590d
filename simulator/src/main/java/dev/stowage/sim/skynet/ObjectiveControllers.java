package dev.stowage.sim.skynet;

import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.skynet.Gains;
import dev.stowage.sim.skynet.ObjectiveSpec.Controller;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop;
import dev.stowage.sim.skynet.ObjectiveSpec.Loop.Managed;
import dev.stowage.sim.skynet.ObjectiveSpec.Timing;
import java.util.List;
import java.util.stream.Stream;

/** Who may size applications with objectives, by name. A new one is one entry here. */
public final class ObjectiveControllers {
    private static final PolicyParameter SCRAPE =
            new PolicyParameter(
                    "scrape",
                    0,
                    0,
                    Timing.MOST_SECONDS,
                    "age of a measurement when it is acted on, s.");
    private static final PolicyParameter ACTUATION =
            new PolicyParameter(
                    "actuation",
                    0,
                    0,
                    Timing.MOST_SECONDS,
                    "from a decision to its effect, s; not judged meanwhile.");
    private static final List<PolicyParameter> DELAYS = List.of(SCRAPE, ACTUATION);
    private static final List<PolicyParameter> OF_SKYNET =
            Stream.concat(
                            Stream.of(
                                    new PolicyParameter(
                                            "kp", 10, 0, 500, "proportional gain, hundredths."),
                                    new PolicyParameter(
                                            "ki", 90, 0, 500, "integral gain, hundredths."),
                                    new PolicyParameter(
                                            "kd", 0, 0, 500, "derivative gain, hundredths."),
                                    new PolicyParameter(
                                            "augmented",
                                            1,
                                            0,
                                            1,
                                            "1 = gains grow with the error's growth, 0 = they"
                                                    + " stay."),
                                    new PolicyParameter(
                                            "set-point",
                                            110,
                                            100,
                                            120,
                                            "wanted performance, percent of the objective."),
                                    new PolicyParameter(
                                            "bandwidths",
                                            1,
                                            0,
                                            1,
                                            "1 = I/O and network are sized too, 0 = CPU and memory"
                                                    + " only."),
                                    new PolicyParameter(
                                            "period",
                                            1,
                                            1,
                                            Timing.MOST_SECONDS,
                                            "between measurements, s; each over the second"
                                                    + " before.")),
                            DELAYS.stream())
                    .toList();

    private static final PolicyRegistry<Chosen> REGISTRY =
            new PolicyRegistry<>(
                    "controller",
                    List.of(
                            new Entry<>(
                                    "skynet",
                                    "a PID loop on the performance of each application",
                                    false,
                                    OF_SKYNET,
                                    (spec, random) -> skynet(spec)),
                            entry(
                                    "hpa",
                                    "Kubernetes' horizontal autoscaler: pods by CPU at 80 %",
                                    Controller.K8S_HPA,
                                    DELAYS),
                            entry(
                                    "vpa",
                                    "Kubernetes' vertical autoscaler on CPU and memory",
                                    Controller.K8S_VPA,
                                    DELAYS),
                            entry(
                                    "native",
                                    "nobody: those on a server share it equally",
                                    Controller.NATIVE,
                                    List.of()),
                            entry(
                                    "oracle",
                                    "what each second needs, where servers have it; no bound",
                                    Controller.ORACLE,
                                    List.of())));

    private ObjectiveControllers() {}

    /**
     * A controller that was chosen.
     *
     * @param controller who
     * @param loop how; of others than Skynet only its delays count
     */
    public record Chosen(Controller controller, Loop loop) {}

    /** All of them. */
    public static PolicyRegistry<Chosen> registry() {
        return REGISTRY;
    }

    private static Entry<Chosen> entry(
            String name, String help, Controller controller, List<PolicyParameter> parameters) {
        return new Entry<>(
                name,
                help,
                false,
                parameters,
                (spec, random) ->
                        new Chosen(
                                controller,
                                parameters.isEmpty()
                                        ? Loop.DEFAULT
                                        : Loop.DEFAULT.with(timing(1, spec))));
    }

    private static Chosen skynet(PolicySpec spec) {
        Gains gains =
                new Gains(
                        hundredths(spec, "kp"),
                        hundredths(spec, "ki"),
                        hundredths(spec, "kd"),
                        spec.parameter("augmented") == 1);
        return new Chosen(
                Controller.SKYNET,
                new Loop(
                        gains,
                        hundredths(spec, "set-point"),
                        false,
                        spec.parameter("bandwidths") == 1 ? Managed.ALL : Managed.CPU_AND_MEMORY,
                        timing(spec.parameter("period"), spec)));
    }

    private static Timing timing(int period, PolicySpec spec) {
        return new Timing(period, spec.parameter("scrape"), spec.parameter("actuation"));
    }

    private static double hundredths(PolicySpec spec, String parameter) {
        return spec.parameter(parameter) / 100.0;
    }
}
