package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * A YAML file as JSON values, with the line and the column of every one, so that whatever is wrong
 * with a value can be said where it stands.
 */
public final class LocatedYaml {
    private static final long MAX_BYTES = 1 << 20;
    private static final String SCENARIO = "a scenario in YAML";

    private final Path file;
    private final YamlTree tree;
    private final JsonNode root;

    private LocatedYaml(Path file, YamlTree tree, JsonNode root) {
        this.file = file;
        this.tree = tree;
        this.root = root;
    }

    /**
     * Reads a file.
     *
     * @throws InputException if it can't be read, is empty, is not YAML, or gives a key twice
     */
    static LocatedYaml read(Path file) {
        return read(file, SCENARIO);
    }

    /** The same for a file that should hold what {@code expected} says. */
    public static LocatedYaml read(Path file, String expected) {
        return parse(file, text(file, expected), expected);
    }

    /** The same for text that is at hand. */
    static LocatedYaml parse(Path file, String text, String expected) {
        Node node = compose(file, text, expected);
        if (node == null) {
            throw InputException.of(
                    file,
                    "an empty file",
                    expected,
                    expected.equals(SCENARIO) ? "See docs/scenario.md for an example." : null);
        }
        YamlTree tree = new YamlTree();
        JsonNode root = tree.convert(node);
        LocatedYaml document = new LocatedYaml(file, tree, root);
        List<Issue> issues = new ArrayList<>();
        for (YamlTree.Fault fault : tree.faults()) {
            issues.add(document.issue(fault.mark(), fault.path(), fault.problem()));
        }
        if (!issues.isEmpty()) {
            throw InputException.of(issues);
        }
        return document;
    }

    /** The top value. */
    public JsonNode root() {
        return root;
    }

    /** Where the file is. */
    public Path file() {
        return file;
    }

    /** The value at {@code path}; a missing node if there is none. */
    public JsonNode at(JsonPointer path) {
        return root.at(path);
    }

    /** A problem with the value at {@code path}, or with its nearest ancestor if there is none. */
    public LocatedIssue atValue(JsonPointer path, Problem problem) {
        JsonPointer place = path;
        while (tree.valueMark(place) == null && !place.matches()) {
            place = place.head();
        }
        Mark mark = tree.valueMark(place);
        return new LocatedIssue(mark, issue(mark, path, problem));
    }

    /** A problem with the key of the value at {@code path}. */
    LocatedIssue atKey(JsonPointer path, Problem problem) {
        Mark mark = tree.keyMark(path);
        return mark == null
                ? atValue(path, problem)
                : new LocatedIssue(mark, issue(mark, path, problem));
    }

    private Issue issue(@Nullable Mark mark, JsonPointer path, Problem problem) {
        String place = file.toString();
        if (mark != null) {
            place += ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
        }
        if (!path.matches()) {
            place += ": " + dotted(path);
        }
        return new Issue(place, problem.found(), problem.expected(), problem.remedy());
    }

    /** {@code clouds.providers[0]}. */
    static String dotted(JsonPointer path) {
        StringBuilder text = new StringBuilder();
        for (JsonPointer at = path; !at.matches(); at = at.tail()) {
            if (at.getMatchingIndex() >= 0) {
                text.append('[').append(at.getMatchingIndex()).append(']');
            } else {
                text.append(text.isEmpty() ? "" : ".").append(at.getMatchingProperty());
            }
        }
        return text.toString();
    }

    private static String text(Path file, String expected) {
        byte[] bytes;
        try {
            if (Files.isDirectory(file)) {
                throw InputException.of(file, "a folder", expected, null);
            }
            if (Files.notExists(file)) {
                throw InputException.of(file, "no such file", expected, "Check the path.");
            }
            if (Files.size(file) > MAX_BYTES) {
                throw InputException.of(
                        file,
                        Files.size(file) + " bytes",
                        expected + " of at most " + MAX_BYTES + " bytes",
                        "Is this a workload? A scenario names it: workload: {csv: tasks.csv}.");
            }
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw InputException.of(file, "a file that can't be read", expected, null).causedBy(e);
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw InputException.of(file, "bytes that are not UTF-8 text", expected, null)
                    .causedBy(e);
        }
    }

    private static @Nullable Node compose(Path file, String text, String expected) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(1);
        try {
            return new Yaml(options).compose(new StringReader(text));
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
            String place =
                    mark == null
                            ? file.toString()
                            : file + ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1);
            String context = e.getContext() == null ? "" : " (" + e.getContext() + ")";
            throw InputException.at(
                            place, "broken YAML: " + e.getProblem() + context, expected, null)
                    .causedBy(e);
        } catch (ReaderException e) {
            throw unprintable(file, text, expected).causedBy(e);
        } catch (YAMLException e) {
            throw InputException.of(file, "broken YAML: " + e.getMessage(), expected, null)
                    .causedBy(e);
        }
    }

    /** The first character that YAML does not allow, by its place: the parser gives an offset. */
    private static InputException unprintable(Path file, String text, String expected) {
        int at = 0;
        int line = 1;
        int lineStart = 0;
        while (at < text.length() && StreamReader.isPrintable(text.codePointAt(at))) {
            if (text.charAt(at) == '\n') {
                line++;
                lineStart = at + 1;
            }
            at += Character.charCount(text.codePointAt(at));
        }
        int character = at < text.length() ? text.codePointAt(at) : 0;
        int column = text.codePointCount(lineStart, at) + 1;
        return InputException.at(
                file + ":" + line + ":" + column,
                String.format(Locale.ROOT, "the control character U+%04X", character),
                expected,
                "Delete it.");
    }

    /** What was found, what was expected, what to do. */
    public record Problem(String found, String expected, @Nullable String remedy) {}

    /** An issue that can be put in the order of the file. */
    public record LocatedIssue(@Nullable Mark mark, Issue issue) {
        /** By line, then by column. */
        static final Comparator<LocatedIssue> IN_ORDER_OF_THE_FILE =
                Comparator.comparingInt((LocatedIssue i) -> i.mark == null ? 0 : i.mark.getLine())
                        .thenComparingInt(i -> i.mark == null ? 0 : i.mark.getColumn());

        /** Throws all of them, each once and in the order of the file, if there are any. */
        public static void refuse(List<LocatedIssue> issues) {
            if (!issues.isEmpty()) {
                throw InputException.of(
                        issues.stream()
                                .sorted(IN_ORDER_OF_THE_FILE)
                                .map(LocatedIssue::issue)
                                .distinct()
                                .toList());
            }
        }
    }
}
