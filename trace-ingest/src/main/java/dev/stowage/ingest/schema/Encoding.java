package dev.stowage.ingest.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** How the rows of a file are written. */
public enum Encoding {
    /** Text, a row a line, with the columns of the table in their order. */
    POSITIONAL,
    /** Comma-separated text whose first line names the columns, in any order. */
    NAMED,
    /** One JSON object a line. */
    JSON_LINES,
    /** A Parquet file, nested or not. */
    PARQUET;

    private static final byte[] PARQUET_MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    /** True if a file begins as Parquet does, whatever it is called. */
    public static boolean isParquet(Path file) {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            return false; // said where it is opened
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(PARQUET_MAGIC.length), PARQUET_MAGIC);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    /** True if the first character of a text that is neither blank nor a mark opens an object. */
    public static boolean isJson(byte[] text, int length) {
        for (int i = 0; i < length; i++) {
            boolean isMark = i < 3 && text[i] < 0; // of the byte order
            if (!isMark
                    && text[i] != ' '
                    && text[i] != '\t'
                    && text[i] != '\n'
                    && text[i] != '\r') {
                return text[i] == '{';
            }
        }
        return false;
    }
}
