package dev.stowage.scenario.functions;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The form of a file of functions, as {@code functions.schema.json} allows it: one of the four;
 * null is what it does not say.
 */
record FunctionsYaml(
        @Nullable List<FunctionYaml> functions,
        @Nullable Minutes azure2019,
        @Nullable Requests azure2021,
        @Nullable Tokens llm2023) {

    /** What an instance has. */
    record InstanceYaml(
            double cores, double memoryGib, @Nullable Integer concurrency, double creationMillis) {}

    /** What a request passes, and the instance that it comes to. */
    interface Passed {
        /** Most cores that one request uses at once. */
        @Nullable Double cores();

        /** Added to each latency. */
        @Nullable Double overheadMillis();

        /** Requests that may wait. */
        @Nullable Integer queue();

        /** What works on it. */
        InstanceYaml instance();
    }

    /** A function with rates. */
    record FunctionYaml(
            String name,
            double cpuMillis,
            @Nullable String cpu,
            @Nullable Double cores,
            @Nullable Double overheadMillis,
            @Nullable Integer queue,
            InstanceYaml instance,
            @Nullable String arrivals,
            List<List<Double>> rates)
            implements Passed {
        boolean isExponential() {
            return Objects.equals(cpu, "exponential");
        }

        boolean isPoisson() {
            return !Objects.equals(arrivals, "even");
        }
    }

    /** Tables of invocations a minute and of durations. */
    record Minutes(
            String invocations,
            String durations,
            @Nullable String counts,
            @Nullable Double cores,
            @Nullable Double overheadMillis,
            @Nullable Integer queue,
            InstanceYaml instance)
            implements Passed {
        boolean isPoisson() {
            return Objects.equals(counts, "poisson");
        }
    }

    /** A table of requests. */
    record Requests(
            String requests,
            @Nullable Double cores,
            @Nullable Double overheadMillis,
            @Nullable Integer queue,
            InstanceYaml instance)
            implements Passed {}

    /** A table of requests of a language model. */
    record Tokens(
            String requests,
            double millisPerContextToken,
            double millisPerGeneratedToken,
            @Nullable Double cores,
            @Nullable Double overheadMillis,
            @Nullable Integer queue,
            InstanceYaml instance)
            implements Passed {}
}
