package dev.stowage.model;

import dev.stowage.basis.Check;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A kind of server that one can own.
 *
 * @param name unique within a scenario
 * @param capacity what tasks may be given on one server of this type
 * @param power its electric power
 * @param monthlyUsd what one costs a month, all in, USD; empty if unknown
 * @param extras what it has besides CPU and memory
 */
public record ServerType(
        String name,
        Resources capacity,
        PowerModel power,
        OptionalDouble monthlyUsd,
        ServerExtras extras) {
    public ServerType {
        Check.notBlank("name", name);
        Check.positive("capacity.cpuMicroCores", capacity.cpuMicroCores());
        Check.positive("capacity.memoryBytes", capacity.memoryBytes());
    }

    /** A type without anything besides CPU and memory. */
    public ServerType(
            String name, Resources capacity, PowerModel power, OptionalDouble monthlyUsd) {
        this(name, capacity, power, monthlyUsd, ServerExtras.NONE);
    }

    /** The level by which it keeps tasks with profiles apart; empty: they do not disturb. */
    public Optional<String> isolation() {
        return Optional.ofNullable(extras.attributes().get(ServerExtras.ISOLATION));
    }

    /** A type of which only the size is known. */
    public static ServerType of(String name, Resources capacity) {
        return new ServerType(name, capacity, PowerModel.DEFAULT, OptionalDouble.empty());
    }
}
