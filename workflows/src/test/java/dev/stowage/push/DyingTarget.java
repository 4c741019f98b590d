package dev.stowage.push;

import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.PushTarget;
import java.util.List;
import java.util.SortedMap;

/** A target with a step before and after each change, at which a test may let it die. */
public record DyingTarget(PushTarget target, Step step) implements PushTarget {
    /** What happens at a step; may not return. */
    public interface Step {
        void at(String what);
    }

    @Override
    public SortedMap<String, String> settings() {
        return target.settings();
    }

    @Override
    public List<PlannedObject> desired() {
        return target.desired();
    }

    @Override
    public ObjectState read(String object) {
        return target.read(object);
    }

    @Override
    public ObjectState read(PlannedObject object) {
        return target.read(object);
    }

    @Override
    public List<dev.stowage.basis.InputException.Issue> stale() {
        return target.stale();
    }

    @Override
    public List<String> otherwise() {
        return target.otherwise();
    }

    @Override
    public void apply(PlannedObject object, ObjectState found) {
        step.at("before " + object.name());
        target.apply(object, found);
        step.at("after " + object.name());
    }

    @Override
    public void finish(PlannedObject object) {
        target.finish(object);
    }

    @Override
    public void restore(String object, ObjectState found, ObjectState current) {
        step.at("before undoing " + object);
        target.restore(object, found, current);
        step.at("after undoing " + object);
    }

    @Override
    public void tidy(String object, ObjectState found) {
        target.tidy(object, found);
    }

    @Override
    public void rehearse(PlannedObject object, ObjectState found) {
        target.rehearse(object, found);
    }

    @Override
    public boolean isReversible(String object) {
        return target.isReversible(object);
    }

    @Override
    public List<String> notices() {
        return target.notices();
    }

    @Override
    public void close() {
        target.close();
    }
}
