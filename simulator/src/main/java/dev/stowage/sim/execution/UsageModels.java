package dev.stowage.sim.execution;

import dev.stowage.policy.PolicyParameter;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicyRegistry.Entry;
import dev.stowage.policy.PolicySpec;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What a task uses of CPU and memory if nobody measured it, by name: a share of its request. A new
 * one is one {@link Model} and one entry here.
 */
public final class UsageModels {
    /** Shares of the request, one pair for each task, in order of submit. */
    public interface Model {
        /** Goes on to the next task. */
        void next();

        /** Used / requested CPU of that task, at least 0. */
        double cpuShare();

        /** Used / requested memory of that task, at least 0. */
        double memoryShare();
    }

    /** Makes the model of a run. */
    @FunctionalInterface
    interface Factory {
        public Model open(MeasuredUse measured);
    }

    private static final PolicyRegistry<Factory> REGISTRY =
            new PolicyRegistry<>(
                    "usage model",
                    List.of(
                            new Entry<>(
                                    "request",
                                    "all that it asks for",
                                    false,
                                    List.of(),
                                    (spec, random) -> measured -> new Constant(1, 1)),
                            new Entry<>(
                                    "ratio",
                                    "a fixed share of what it asks for",
                                    false,
                                    List.of(percent("cpu"), percent("memory")),
                                    (spec, random) -> measured -> Constant.of(spec)),
                            new Entry<>(
                                    "beta",
                                    "a share drawn from the Beta distribution with the mean and"
                                            + " variance of used / requested over the measured"
                                            + " tasks",
                                    true,
                                    List.of(),
                                    (spec, random) -> measured -> new Drawn(measured, random))));

    private UsageModels() {}

    private static PolicyParameter percent(String resource) {
        return new PolicyParameter(
                resource,
                50,
                0,
                1000,
                "Use of " + resource + " in percent of the request (the default is assumed).");
    }

    /** All of them, for names, parameters and help. */
    public static PolicyRegistry<?> registry() {
        return REGISTRY;
    }

    /** True if the model needs tasks that were measured. */
    public static boolean needsMeasured(PolicySpec spec) {
        return REGISTRY.entry(spec).isRandom();
    }

    /** True if a task may use more memory than it asks for. */
    static boolean mayExceedMemory(PolicySpec spec) {
        return spec.name().equals("ratio") && spec.parameter("memory") > 100;
    }

    /** The model that a spec names. */
    public static Model open(PolicySpec spec, MeasuredUse measured, RandomGenerator random) {
        return REGISTRY.create(spec, random).open(measured);
    }

    private record Constant(double cpuShare, double memoryShare) implements Model {
        static Constant of(PolicySpec spec) {
            return new Constant(spec.parameter("cpu") / 100.0, spec.parameter("memory") / 100.0);
        }

        @Override
        public void next() {}
    }

    private static final class Drawn implements Model {
        private final BetaQuantiles cpu;
        private final BetaQuantiles memory;
        private final RandomGenerator random;
        private double cpuShare;
        private double memoryShare;

        Drawn(MeasuredUse measured, RandomGenerator random) {
            cpu = measured.cpuBeta();
            memory = measured.memoryBeta();
            this.random = random;
        }

        @Override
        public void next() {
            cpuShare = cpu.at(random.nextDouble());
            memoryShare = memory.at(random.nextDouble());
        }

        @Override
        public double cpuShare() {
            return cpuShare;
        }

        @Override
        public double memoryShare() {
            return memoryShare;
        }
    }
}
