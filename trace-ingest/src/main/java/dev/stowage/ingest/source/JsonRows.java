package dev.stowage.ingest.source;

import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.text.LineBlocks;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are JSON objects, one a line. A field {@code a.b} is the member b of the member a;
 * members that the table lacks are passed over. Numbers may be written as numbers or as strings;
 * null, an empty text and an empty array are absent.
 *
 * <p>Hot and fenced: this loop sees every byte of a trace in JSON. It allocates for a text only if
 * that has escapes, which are resolved behind the rows of the block. Checked against Jackson by
 * JsonRowsTest.
 */
final class JsonRows implements RowParser {
    /** Arrays and objects may be nested so deep. */
    private static final int MAX_DEPTH = 64;

    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private enum Type {
        STRING,
        NUMBER,
        LITERAL,
        NULL,
        ARRAY,
        OBJECT
    }

    private final FoundFile source;
    private final FieldReader reader;
    private final MemberNames members;
    private final Field.Kind[] kinds;
    private final int[] from;
    private final int[] to;
    private final Type[] types;
    private long rowsWithOthers;

    // the block
    private byte[] bytes = new byte[0];
    private int extended; // end of the rows and of the texts behind them

    // the row
    private int at;
    private int end;
    private boolean hasOthers;
    private String wrong = "";

    JsonRows(FoundFile source, FieldReader reader) {
        this.source = source;
        this.reader = reader;
        members = MemberNames.of(source.table().fields());
        kinds = source.table().fields().stream().map(Field::kind).toArray(Field.Kind[]::new);
        from = new int[kinds.length];
        to = new int[kinds.length];
        types = new Type[kinds.length];
    }

    @Override
    public long rowsWithOthers() {
        return rowsWithOthers;
    }

    @Override
    public RowChunk parse(LineBlocks.Block block) {
        RowChunk chunk = new RowChunk(source, block);
        bytes = block.bytes();
        extended = block.length();
        long line = block.firstLine();
        int start = 0;
        while (start < block.length()) {
            int next = lineEnd(start, block.length()) + 1;
            parse(chunk, line++, start, Math.min(next - 1, block.length()));
            start = next;
        }
        chunk.extendTo(bytes);
        return chunk;
    }

    private int lineEnd(int start, int length) {
        int i = start;
        while (i < length && bytes[i] != '\n') {
            i++;
        }
        return i;
    }

    private void parse(RowChunk chunk, long line, int start, int lineEnd) {
        boolean hasMark = line == 1 && lineEnd - start >= 3 && bytes[start] == (byte) 0xef;
        at = hasMark ? start + 3 : start;
        end = lineEnd;
        skipBlanks();
        if (at == end) {
            chunk.emptyLine();
            return;
        }
        Arrays.fill(types, Type.NULL);
        hasOthers = false;
        if (!object(members, 1) || !isAtEnd()) {
            String found = wrong + " in column " + (Math.min(at, end) - start + 1);
            chunk.addBad(line, start, BadRow.NOT_JSON, found);
            return;
        }
        long[][] target = chunk.rowColumns();
        for (int i = 0; i < types.length; i++) {
            if (!read(i, target[i], chunk.size())) {
                chunk.addBad(line, start, reader.reason(), reader.found());
                return;
            }
        }
        chunk.addGood(line, start);
        rowsWithOthers += hasOthers ? 1 : 0;
    }

    private boolean isAtEnd() {
        skipBlanks();
        return at == end || fail("more than one object");
    }

    private boolean read(int field, long[] target, int row) {
        boolean isRight = kinds[field] == Field.Kind.SKIPPED || isRight(types[field], kinds[field]);
        if (!isRight) {
            String shown = types[field].name().toLowerCase(Locale.ROOT);
            return reader.bad(BadRow.WRONG_TYPE, field, "(" + shown + ")");
        }
        int first = types[field] == Type.NULL ? to[field] : from[field];
        return reader.read(field, bytes, first, to[field], target, row);
    }

    private static boolean isRight(Type type, Field.Kind kind) {
        return switch (type) {
            case NULL -> true;
            case STRING -> kind != Field.Kind.LIST;
            case NUMBER -> kind != Field.Kind.LIST && kind != Field.Kind.TEXT;
            case LITERAL -> kind == Field.Kind.WORD;
            case ARRAY -> kind == Field.Kind.LIST;
            case OBJECT -> false;
        };
    }

    // --- JSON ---

    private boolean object(MemberNames names, int depth) {
        if (at >= end || bytes[at] != '{') {
            return fail("no object");
        }
        at++;
        if (closes('}')) {
            return true;
        }
        while (named(names, depth)) {
            if (closes('}')) {
                return true;
            }
            if (!passes(',', "no comma")) {
                return false;
            }
        }
        return false;
    }

    /** Passes over a name and its value. */
    private boolean named(MemberNames names, int depth) {
        int nameFrom = at + 1;
        if (!string()) {
            return false;
        }
        int member = names.find(bytes, nameFrom, at - 1);
        skipBlanks();
        return passes(':', "no colon") && member(names, member, depth);
    }

    /** Passes over the end of an object or array if it stands behind the blanks. */
    private boolean closes(char bracket) {
        skipBlanks();
        if (at < end && bytes[at] == bracket) {
            at++;
            return true;
        }
        return false;
    }

    /** Passes over a mark and the blanks behind it. */
    private boolean passes(char mark, String missing) {
        if (at >= end || bytes[at] != mark) {
            return fail(missing);
        }
        at++;
        skipBlanks();
        return true;
    }

    private boolean member(MemberNames names, int member, int depth) {
        if (member < 0) {
            hasOthers = true;
            return skip(depth) != null;
        }
        MemberNames nested = names.nested(member);
        if (nested == null) {
            return field(names.field(member), depth);
        }
        if (at < end && bytes[at] == '{') {
            return object(nested, depth + 1);
        }
        Type type = skip(depth);
        if (type != null && type != Type.NULL) {
            types[names.field(member)] = Type.OBJECT; // what one of its members can't be
        }
        return type != null;
    }

    private boolean field(int field, int depth) {
        int first = at;
        Type type = skip(depth);
        if (type == null) {
            return false;
        }
        types[field] = type;
        from[field] = first;
        to[field] = at;
        if (type == Type.STRING) {
            from[field]++;
            to[field]--;
            resolveEscapes(field);
        } else if (type == Type.ARRAY && isEmptyArray(first)) {
            to[field] = first;
        }
        return true;
    }

    private boolean isEmptyArray(int first) {
        int i = first + 1;
        while (i < at - 1 && isBlank(bytes[i])) {
            i++;
        }
        return i == at - 1;
    }

    /** Passes over a value; its type, or null if it is not JSON. */
    private @Nullable Type skip(int depth) {
        if (at >= end) {
            fail("no value");
            return null;
        }
        if (depth > MAX_DEPTH) {
            fail("values nested deeper than " + MAX_DEPTH);
            return null;
        }
        return switch (bytes[at]) {
            case '"' -> string() ? Type.STRING : null;
            case '{' -> object(MemberNames.NONE, depth + 1) ? Type.OBJECT : null;
            case '[' -> array(depth + 1) ? Type.ARRAY : null;
            case 't' -> literal(TRUE) ? Type.LITERAL : null;
            case 'f' -> literal(FALSE) ? Type.LITERAL : null;
            case 'n' -> literal(NULL) ? Type.NULL : null;
            default -> number() ? Type.NUMBER : null;
        };
    }

    private boolean array(int depth) {
        at++;
        if (closes(']')) {
            return true;
        }
        while (skip(depth) != null) {
            if (closes(']')) {
                return true;
            }
            if (!passes(',', "no comma")) {
                return false;
            }
        }
        return false;
    }

    private boolean literal(byte[] word) {
        if (end - at < word.length
                || !Arrays.equals(bytes, at, at + word.length, word, 0, word.length)) {
            return fail("no value");
        }
        at += word.length;
        return true;
    }

    private boolean number() {
        int first = at;
        while (at < end && isPartOfNumber(bytes[at])) {
            at++;
        }
        return at > first || fail("no value");
    }

    private static boolean isPartOfNumber(byte c) {
        return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || (c | 0x20) == 'e';
    }

    /** Passes over a string, behind its closing quote. */
    private boolean string() {
        if (at >= end || bytes[at] != '"') {
            return fail("no quote");
        }
        for (int i = at + 1; i < end; i++) {
            byte c = bytes[i];
            if (c == '"') {
                at = i + 1;
                return true;
            }
            if (c == '\\') {
                int length = JsonText.escapeLength(bytes, i, end);
                if (length == 0) {
                    at = i;
                    return fail("an unknown escape");
                }
                i += length - 1;
            } else if (c >= 0 && c < ' ') {
                at = i;
                return fail("a control character");
            }
        }
        at = end;
        return fail("a string without an end");
    }

    private void skipBlanks() {
        while (at < end && isBlank(bytes[at])) {
            at++;
        }
    }

    private static boolean isBlank(byte c) {
        return c == ' ' || c == '\t' || c == '\r';
    }

    private boolean fail(String what) {
        wrong = what;
        return false;
    }

    /** Puts a string that has escapes behind the rows as the text that it stands for. */
    private void resolveEscapes(int field) {
        for (int i = from[field]; i < to[field]; i++) {
            if (bytes[i] == '\\') {
                String raw =
                        new String(
                                bytes,
                                from[field],
                                to[field] - from[field],
                                StandardCharsets.UTF_8);
                append(field, JsonText.unescape(raw).getBytes(StandardCharsets.UTF_8));
                return;
            }
        }
    }

    private void append(int field, byte[] text) {
        if (extended + text.length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, extended + text.length));
        }
        System.arraycopy(text, 0, bytes, extended, text.length);
        from[field] = extended;
        extended += text.length;
        to[field] = extended;
    }
}
