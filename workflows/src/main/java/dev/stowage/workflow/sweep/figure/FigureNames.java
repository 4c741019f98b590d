package dev.stowage.workflow.sweep.figure;

import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonAnyFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitable;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import dev.stowage.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The names that figures of an answer can have, by the types that it is written from: known before
 * anything is asked. Entries of lists and maps may have any name; what a type writes in a way of
 * its own may hold any figure.
 */
public final class FigureNames {
    private static final int DEEPEST = 8;
    private static final String ENTRY = "\\[[^]]*]";
    private static final String ANY = "(\\..*|\\[.*)?";

    /** Regular expressions. */
    private final List<String> paths = new ArrayList<>();

    private FigureNames() {}

    /** The names of figures of answers of some types. */
    public static FigureNames of(List<Class<?>> answers) {
        FigureNames names = new FigureNames();
        for (Class<?> each : answers) {
            names.visit(Json.mapper().constructType(each), new Visitor(names, "", 0));
        }
        return names;
    }

    /** True unless no answer can have such a figure. */
    public boolean mayBe(String figure) {
        return paths.stream().anyMatch(figure::matches);
    }

    /** Those that are the same in all answers. */
    public List<String> plain() {
        return paths.stream()
                .filter(each -> !each.contains(ENTRY) && !each.endsWith(ANY))
                .map(each -> each.replace("\\Q", "").replace("\\E", "").replace("\\.", "."))
                .toList();
    }

    /** With one more. */
    public FigureNames with(String figure) {
        add(Pattern.quote(figure));
        return this;
    }

    /** With the figures of the entries of a list under another name. */
    public FigureNames moved(String list, String name) {
        paths.replaceAll(each -> each.replace(entries(list), Pattern.quote(name)));
        return this;
    }

    /** Without the figures of the entries of a list. */
    public FigureNames without(String list) {
        paths.removeIf(each -> each.startsWith(entries(list)));
        return this;
    }

    private static String entries(String list) {
        return Pattern.quote(list) + ENTRY;
    }

    private void add(String path) {
        paths.add(path);
    }

    private void visit(JavaType type, JsonFormatVisitorWrapper visitor) {
        try {
            Json.mapper().acceptJsonFormatVisitor(type, visitor);
        } catch (JsonMappingException e) {
            throw new IllegalStateException("an answer that is not JSON", e);
        }
    }

    /** What stands at a path. */
    private static final class Visitor extends JsonFormatVisitorWrapper.Base {
        private final FigureNames names;
        private final String path;
        private final int depth;

        Visitor(FigureNames names, String path, int depth) {
            this.names = names;
            this.path = path;
            this.depth = depth;
        }

        private void any() {
            names.add(path + ANY);
        }

        private void add(String below, JavaType type) {
            if (depth >= DEEPEST || type.isJavaLangObject()) {
                names.add(below + ANY);
            } else {
                names.visit(type, new Visitor(names, below, depth + 1));
            }
        }

        @Override
        public JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
            if (type.isAbstract()) {
                any();
            }
            return new JsonObjectFormatVisitor.Base() {
                @Override
                public void property(BeanProperty property) {
                    String start = path.isEmpty() ? "" : path + "\\.";
                    add(start + Pattern.quote(property.getName()), property.getType());
                }

                @Override
                public void optionalProperty(BeanProperty property) {
                    property(property);
                }
            };
        }

        @Override
        public JsonArrayFormatVisitor expectArrayFormat(JavaType type) {
            JavaType entry = type.getContentType();
            if (entry != null && !entry.isPrimitive()) {
                add(path + ENTRY, entry);
            }
            return new JsonArrayFormatVisitor.Base();
        }

        @Override
        public JsonMapFormatVisitor expectMapFormat(JavaType type) {
            any();
            return new JsonMapFormatVisitor.Base() {
                @Override
                public void keyFormat(JsonFormatVisitable handler, JavaType keyType) {}
            };
        }

        @Override
        public JsonNumberFormatVisitor expectNumberFormat(JavaType type) {
            names.add(path);
            return new JsonNumberFormatVisitor.Base();
        }

        @Override
        public JsonIntegerFormatVisitor expectIntegerFormat(JavaType type) {
            names.add(path);
            return new JsonIntegerFormatVisitor.Base();
        }

        @Override
        public JsonBooleanFormatVisitor expectBooleanFormat(JavaType type) {
            names.add(path);
            return new JsonBooleanFormatVisitor.Base();
        }

        @Override
        public JsonAnyFormatVisitor expectAnyFormat(JavaType type) {
            any();
            return new JsonAnyFormatVisitor.Base();
        }
    }
}
