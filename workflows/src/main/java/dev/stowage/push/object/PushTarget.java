package dev.stowage.push.object;

import dev.stowage.basis.InputException;
import dev.stowage.push.Journal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * What a plan is carried out on: objects that can be read, changed and brought back one at a time.
 * Keeps no record of what it did; that is in the {@link Journal}. What goes wrong is a {@link
 * PushFailure}.
 */
public interface PushTarget extends AutoCloseable {
    /** What it needs to find its objects again, without any secret. Kept in the journal. */
    SortedMap<String, String> settings();

    /** What the plan wants, in the order in which it is to be done. */
    List<PlannedObject> desired();

    /** What is there now. */
    ObjectState read(String object);

    /** What is there now, of an object whose plan says what to look at. */
    default ObjectState read(PlannedObject object) {
        return read(object.name());
    }

    /**
     * Changes an object.
     *
     * @param found what was read just before
     */
    void apply(PlannedObject object, ObjectState found);

    /**
     * Ends a change that was interrupted though the object is as planned already: what it waits
     * for, and what it set for the moment.
     */
    default void finish(PlannedObject object) {}

    /**
     * Brings an object back.
     *
     * @param found what it was before the push
     * @param current what it is now
     */
    void restore(String object, ObjectState found, ObjectState current);

    /** Removes what an interrupted change may have left at an object that is as it was found. */
    default void tidy(String object, ObjectState found) {}

    /** Tries without effect whether a change would be accepted, where the target can. */
    default void rehearse(PlannedObject object, ObjectState found) {}

    /** False if what was done to an object can't be undone; a rollback then leaves it. */
    default boolean isReversible(String object) {
        return true;
    }

    /** True if what an earlier push made and this plan does not want any more is to go. */
    default boolean removesWhatIsNotPlanned() {
        return false;
    }

    /** What a person should know. Complete after {@link #desired}. */
    default List<String> notices() {
        return List.of();
    }

    /** What differs from what the plan was made on. Complete after {@link #desired}. */
    default List<InputException.Issue> stale() {
        return List.of();
    }

    /**
     * What a person reads who has to approve it; empty if the differences say it all. Complete
     * after {@link #desired}.
     *
     * @param changed names of the objects that are to change
     */
    default Optional<PushReview> review(Set<String> changed) {
        return Optional.empty();
    }

    /** What was done otherwise than planned; empty if nothing was. */
    default List<String> otherwise() {
        return List.of();
    }

    /**
     * Begins nothing more, and ends what has begun, after which the push fails and says how it
     * stands. Asked by another thread when somebody interrupts a push.
     *
     * @return false if there is nothing to be ended: the push may die at any moment
     */
    default boolean stop() {
        return false;
    }

    /** How many parts of a change there are, and how many are done; empty if it is one. */
    default Optional<Progress> progress(PlannedObject object) {
        return Optional.empty();
    }

    /**
     * What people have to know at once of a push that is not finished: what it left closed, and
     * what waits for it.
     */
    default List<String> standing(List<PlannedObject> changes) {
        return List.of();
    }

    /**
     * How far a change of many parts got.
     *
     * @param done how many are done
     * @param all how many there are
     * @param words what is done of them, {@code pods have left their nodes}
     */
    record Progress(long done, long all, String words) {
        @Override
        public String toString() {
            return done + " of " + all + " " + words;
        }
    }

    /** Says what is done and what is waited for to {@code listener}. */
    default void report(Consumer<String> listener) {}

    @Override
    default void close() {}
}
