package dev.stowage.push.object;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A target that writes files into a folder of the user's, {@code --output}. */
public abstract class FolderTarget implements PushTarget {
    private static final String OUTPUT = "output";

    private final FileTree tree;
    private final List<String> notices = new ArrayList<>();

    public FolderTarget(PushSettings settings, String defaultFolder) {
        this.tree = new FileTree(Path.of(settings.get(OUTPUT, defaultFolder)).toAbsolutePath());
    }

    /** What the plan wants in the folder; adds what a person should know to {@code notices}. */
    protected abstract FileObjects files(Path folder, List<String> notices);

    @Override
    public SortedMap<String, String> settings() {
        SortedMap<String, String> kept = new TreeMap<>();
        kept.put(OUTPUT, tree.root().toString());
        return kept;
    }

    @Override
    public List<PlannedObject> desired() {
        notices.clear();
        return files(tree.root(), notices).objects();
    }

    @Override
    public boolean removesWhatIsNotPlanned() {
        return true;
    }

    @Override
    public List<String> notices() {
        return notices;
    }

    @Override
    public ObjectState read(String object) {
        return tree.read(object);
    }

    @Override
    public void apply(PlannedObject object, ObjectState found) {
        tree.apply(object.name(), object.planned(), found);
    }

    @Override
    public void restore(String object, ObjectState found, ObjectState current) {
        tree.bring(object, found);
    }

    @Override
    public void tidy(String object, ObjectState found) {
        tree.tidy(object);
    }
}
