package dev.stowage.push.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Texts by path, as objects of a {@link FileTree}: folders before what is in them. */
public final class FileObjects {
    private final SortedMap<String, String> texts = new TreeMap<>();

    /**
     * Adds a file.
     *
     * @param path relative to the root, with slashes
     */
    public void add(String path, String text) {
        if (texts.put(path, text) != null) {
            throw new IllegalArgumentException("path = " + path + " twice");
        }
    }

    public boolean isEmpty() {
        return texts.isEmpty();
    }

    /** Folders, then files, each ascending; files are ours alone. */
    public List<PlannedObject> objects() {
        Set<String> folders = new TreeSet<>();
        if (!texts.isEmpty()) {
            folders.add("./");
        }
        for (String path : texts.keySet()) {
            for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
                folders.add(path.substring(0, slash + 1));
            }
        }
        List<PlannedObject> objects = new ArrayList<>();
        folders.forEach(each -> objects.add(PlannedObject.of(each, FileTree.folder())));
        texts.forEach((path, text) -> objects.add(PlannedObject.own(path, FileTree.file(text))));
        return objects;
    }
}
