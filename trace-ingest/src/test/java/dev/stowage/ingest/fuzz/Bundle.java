package dev.stowage.ingest.fuzz;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Some files and settings made of any bytes, so that one input of the fuzzer can be all tables of a
 * trace. A line {@code #! file NAME} begins a file, {@code #! option NAME=VALUE}, {@code #! rule
 * RULE}, {@code #! from MICROS} and {@code #! to MICROS} set what they say; any other line belongs
 * to the file. What stands before the first one is the file {@code input}.
 */
final class Bundle {
    private static final int MOST_FILES = 6;
    private static final byte[] MARK = "#! ".getBytes(StandardCharsets.US_ASCII);

    private final byte[] data;
    private final Path folder;
    private final Map<String, Path> files = new LinkedHashMap<>();
    private final Map<String, String> settings = new LinkedHashMap<>();

    private Bundle(byte[] data, Path folder) {
        this.data = data;
        this.folder = folder;
    }

    /** Writes the files into an empty folder. */
    static Bundle unpack(byte[] data, Path folder) {
        Bundle bundle = new Bundle(data, folder);
        try {
            bundle.unpack();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bundle;
    }

    private void unpack() throws IOException {
        String name = "input";
        int from = 0;
        int line = 0;
        while (line < data.length) {
            int end = endOfLine(line);
            if (isMark(line)) {
                write(name, from, line);
                String text = text(line + MARK.length, end);
                int blank = text.indexOf(' ');
                String key = blank < 0 ? text : text.substring(0, blank);
                String value = blank < 0 ? "" : text.substring(blank + 1);
                if (key.equals("file")) {
                    name = fileName(value);
                } else {
                    settings.putIfAbsent(key, value);
                }
                from = end;
            }
            line = end;
        }
        write(name, from, data.length);
    }

    private int endOfLine(int line) {
        int end = line;
        while (end < data.length && data[end] != '\n') {
            end++;
        }
        return Math.min(end + 1, data.length);
    }

    private boolean isMark(int line) {
        for (int i = 0; i < MARK.length; i++) {
            if (line + i >= data.length || data[line + i] != MARK[i]) {
                return false;
            }
        }
        return true;
    }

    private String text(int from, int to) {
        return new String(data, from, to - from, StandardCharsets.ISO_8859_1).strip();
    }

    /** A name that stays in the folder. */
    private static String fileName(String wanted) {
        String name = wanted.replaceAll("[^A-Za-z0-9_./-]", "_");
        boolean isFine =
                name.matches("[^/]{1,40}(/[^/]{1,40}){0,2}") && !name.matches("(.*/)?\\.+(/.*)?");
        return isFine ? name : "input";
    }

    private void write(String name, int from, int to) throws IOException {
        if (from == to || (files.size() == MOST_FILES && !files.containsKey(name))) {
            return;
        }
        Path file = folder.resolve(name);
        if (Files.isDirectory(file)
                || files.keySet().stream().anyMatch(f -> name.startsWith(f + "/"))) {
            return;
        }
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file, CREATE, APPEND)) {
            out.write(data, from, to - from);
        }
        files.put(name, file);
    }

    /** The files, by name in order of appearance. */
    List<Path> files() {
        return new ArrayList<>(files.values());
    }

    /** What a setting says; empty without it. */
    String setting(String name) {
        return settings.getOrDefault(name, "");
    }

    /** A setting that is a time of at least 0. */
    OptionalLong micros(String name) {
        String text = setting(name);
        return text.matches("[0-9]{1,18}")
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }
}
