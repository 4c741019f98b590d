package dev.stowage.packing;

import dev.stowage.basis.Check;
import dev.stowage.model.AttributePredicate;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Something that goes on one server: a task, a replica of a service, a VM.
 *
 * @param name unique within a problem
 * @param demand what it takes, by resource
 * @param current number of the server that it runs on now; empty if it runs nowhere
 * @param isPinned true if it stays on {@code current}, whatever happens
 * @param moveBytes what has to be carried when it moves, at least 0
 * @param predicates what its server's attributes must satisfy, all of it
 */
public record PackItem(
        String name,
        ResourceVector demand,
        OptionalInt current,
        boolean isPinned,
        long moveBytes,
        List<AttributePredicate> predicates) {
    public PackItem {
        Check.notBlank("name", name);
        Check.notNegative("moveBytes", moveBytes);
        predicates = List.copyOf(predicates);
        if (isPinned && current.isEmpty()) {
            throw new IllegalArgumentException("item " + name + " is pinned to no server");
        }
    }

    /** A new item that may go anywhere. */
    public static PackItem of(String name, ResourceVector demand) {
        return new PackItem(name, demand, OptionalInt.empty(), false, 0, List.of());
    }

    /** True if a server with these attributes will do. */
    public boolean mayRunOn(Map<String, String> attributes) {
        return predicates.stream().allMatch(p -> p.holdsFor(attributes.get(p.name())));
    }
}
