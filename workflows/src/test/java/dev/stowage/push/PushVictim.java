package dev.stowage.push;

import dev.stowage.push.object.FileTree;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.PushTarget;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A push of three files over a folder, in a process that ends without warning at a given step. */
final class PushVictim {
    private PushVictim() {}

    /** What happens before or after each change; may not return. */
    interface Step {
        void at(int step);
    }

    /** Arguments: folder, folder of journals, step at which the process dies. */
    public static void main(String[] args) {
        int last = Integer.parseInt(args[2]);
        Path root = Path.of(args[0]);
        push(
                        root,
                        Path.of(args[1]),
                        false,
                        step -> {
                            if (step == last) {
                                Runtime.getRuntime().halt(137);
                            }
                        })
                .carryOut("digest");
    }

    /** Writes over {@code found}, makes {@code new/made}, leaves {@code same} as it is. */
    static Push push(Path root, Path journals, boolean isForced, Step step) {
        return new Push("files", new Files(root, step), root, journals, isForced);
    }

    private static final class Files implements PushTarget {
        private final FileTree tree;
        private final Step step;
        private int steps;

        Files(Path root, Step step) {
            this.tree = new FileTree(root);
            this.step = step;
        }

        @Override
        public SortedMap<String, String> settings() {
            return new TreeMap<>(Map.of("output", tree.root().toString()));
        }

        @Override
        public List<PlannedObject> desired() {
            return List.of(
                    PlannedObject.of("found", FileTree.file("planned\n")),
                    PlannedObject.of("same", FileTree.file("same\n")),
                    PlannedObject.of("new/", FileTree.folder()),
                    PlannedObject.own("new/made", FileTree.file("made\n")));
        }

        @Override
        public ObjectState read(String object) {
            step.at(steps++);
            return tree.read(object);
        }

        @Override
        public void apply(PlannedObject object, ObjectState found) {
            step.at(steps++);
            tree.apply(object.name(), object.planned(), found);
            step.at(steps++);
        }

        @Override
        public void restore(String object, ObjectState found, ObjectState current) {
            step.at(steps++);
            tree.bring(object, found);
            step.at(steps++);
        }

        @Override
        public void tidy(String object, ObjectState found) {
            tree.tidy(object);
        }
    }
}
