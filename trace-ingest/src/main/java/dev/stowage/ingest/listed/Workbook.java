package dev.stowage.ingest.listed;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.InflationLimit;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A workbook of a spreadsheet, {@code *.xlsx}: sheets as rows of texts. Values of formulas are
 * those that were last computed; dates are the numbers that they are kept as. Source: ECMA-376,
 * part 1.
 */
public final class Workbook implements Closeable {
    private static final byte[] MAGIC = {'P', 'K', 3, 4};
    private static final int MOST_COLUMNS = 16_384; // of a sheet
    private static final int MOST_ROWS = 1 << 20; // of a sheet
    private static final int LETTERS = 26;
    private static final String RELATIONS =
            "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

    private final Path path;
    private final ZipFile zip;
    private final long mostBytes;
    private final Map<String, String> parts = new LinkedHashMap<>(); // by name of the sheet
    private final List<String> shared = new ArrayList<>();
    private long bytes;

    private Workbook(Path path, ZipFile zip, long mostBytes) {
        this.path = path;
        this.zip = zip;
        this.mostBytes = mostBytes;
    }

    /** True if a file begins as one does. */
    public static boolean isOne(Path file) {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    /**
     * Opens one.
     *
     * @throws InputException if it is no workbook, or damaged
     */
    public static Workbook open(Path file, InflationLimit limit) {
        ZipFile zip;
        try {
            zip = new ZipFile(file.toFile());
        } catch (ZipException e) {
            throw damaged(file, e);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
        try {
            Workbook book = new Workbook(file, zip, limit.forFile(Files.size(file)));
            book.readParts();
            return book;
        } catch (IOException | RuntimeException e) {
            closeQuietly(zip);
            throw e instanceof InputException input ? input : damaged(file, e);
        }
    }

    private static void closeQuietly(ZipFile zip) {
        try {
            zip.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputException damaged(Path file, Exception cause) {
        return InputException.of(
                        file,
                        "no whole workbook (" + cause.getMessage() + ")",
                        "a workbook, *.xlsx",
                        "Open it in a spreadsheet and save it again, or save its sheets as CSV.")
                .causedBy(cause);
    }

    /** Names of the sheets, in order. */
    public List<String> sheets() {
        return List.copyOf(parts.keySet());
    }

    /** The rows of a sheet, all as wide as the widest; rows that are not kept are empty. */
    public List<List<String>> rows(String sheet) {
        String part = parts.get(sheet);
        if (part == null) {
            throw new IllegalArgumentException("sheet = " + sheet);
        }
        List<List<String>> rows = new ArrayList<>();
        read(part, new SheetReader(rows));
        int width = rows.stream().mapToInt(List::size).max().orElse(0);
        for (List<String> row : rows) {
            while (row.size() < width) {
                row.add("");
            }
        }
        return rows;
    }

    private void readParts() throws IOException {
        Map<String, String> targets = new LinkedHashMap<>();
        read(
                "xl/_rels/workbook.xml.rels",
                xml -> {
                    if (isStart(xml, "Relationship")) {
                        targets.put(attribute(xml, "Id"), attribute(xml, "Target"));
                    }
                });
        read(
                "xl/workbook.xml",
                xml -> {
                    if (isStart(xml, "sheet")) {
                        String id = xml.getAttributeValue(RELATIONS, "id");
                        String target = targets.getOrDefault(String.valueOf(id), "");
                        String part = target.startsWith("/") ? target.substring(1) : "xl/" + target;
                        parts.put(attribute(xml, "name"), part);
                    }
                });
        if (zip.getEntry("xl/sharedStrings.xml") != null) {
            StringBuilder text = new StringBuilder();
            boolean[] isText = {false};
            read(
                    "xl/sharedStrings.xml",
                    xml -> {
                        if (isStart(xml, "si")) {
                            text.setLength(0);
                        } else if (isStart(xml, "t")) {
                            isText[0] = true;
                        } else if (xml.getEventType() == XMLStreamConstants.END_ELEMENT) {
                            isText[0] = false;
                            if (xml.getLocalName().equals("si")) {
                                shared.add(text.toString());
                            }
                        } else if (isText[0] && xml.hasText()) {
                            text.append(xml.getText());
                        }
                    });
        }
    }

    private static boolean isStart(XMLStreamReader xml, String name) {
        return xml.getEventType() == XMLStreamConstants.START_ELEMENT
                && xml.getLocalName().equals(name);
    }

    private static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }

    /** Looks at each part of a document. */
    @FunctionalInterface
    private interface Visitor {
        void visit(XMLStreamReader xml);
    }

    private void read(String part, Visitor visitor) {
        ZipEntry entry = zip.getEntry(part);
        if (entry == null) {
            throw damaged(path, new IOException("it has no " + part));
        }
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try (InputStream in = new Counted(zip.getInputStream(entry))) {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            while (xml.hasNext()) {
                xml.next();
                visitor.visit(xml);
            }
        } catch (XMLStreamException | IOException e) {
            if (e.getCause() instanceof InputException refused) {
                throw refused;
            }
            throw damaged(path, e);
        }
    }

    /** Collects the cells of a sheet. */
    private final class SheetReader implements Visitor {
        private final List<List<String>> rows;
        private final StringBuilder text = new StringBuilder();
        private List<String> row = new ArrayList<>();
        private String type = "";
        private int column;
        private boolean isValue;

        SheetReader(List<List<String>> rows) {
            this.rows = rows;
        }

        @Override
        public void visit(XMLStreamReader xml) {
            if (isStart(xml, "row")) {
                beginRow(attribute(xml, "r"));
            } else if (isStart(xml, "c")) {
                type = attribute(xml, "t");
                column = column(attribute(xml, "r"), row.size());
                text.setLength(0);
            } else if (isStart(xml, "v") || isStart(xml, "t")) {
                isValue = true;
            } else if (xml.getEventType() == XMLStreamConstants.END_ELEMENT) {
                isValue = false;
                if (xml.getLocalName().equals("c")) {
                    endCell();
                }
            } else if (isValue && xml.hasText()) {
                text.append(xml.getText());
            }
        }

        private void beginRow(String number) {
            int wanted = number.matches("[0-9]{1,7}") ? Integer.parseInt(number) : rows.size() + 1;
            while (rows.size() < Math.min(wanted, MOST_ROWS) - 1) {
                rows.add(new ArrayList<>());
            }
            row = new ArrayList<>();
            rows.add(row);
        }

        private void endCell() {
            while (row.size() < column) {
                row.add("");
            }
            row.add(value());
        }

        private String value() {
            String raw = text.toString();
            return switch (type) {
                case "s" -> {
                    int at = raw.matches("[0-9]{1,9}") ? Integer.parseInt(raw) : -1;
                    yield at >= 0 && at < shared.size() ? shared.get(at) : "";
                }
                case "b" -> raw.equals("1") ? "True" : "False";
                default -> raw;
            };
        }

        /** The place of a cell such as {@code AB12}; the next one if it does not say. */
        private int column(String reference, int next) {
            int column = 0;
            for (int i = 0;
                    i < reference.length() && Character.isLetter(reference.charAt(i));
                    i++) {
                column = column * LETTERS + reference.charAt(i) - 'A' + 1;
                if (column > MOST_COLUMNS) {
                    return next;
                }
            }
            return Math.max(next, column - 1);
        }
    }

    /** Refuses to inflate more than is allowed. */
    private final class Counted extends FilterInputStream {
        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = in.read(target, offset, length);
            bytes += Math.max(0, count);
            if (bytes > mostBytes) {
                throw new IOException(
                        InputException.of(
                                path,
                                "more than " + mostBytes + " bytes in a workbook",
                                "less, or a file that was made to fill disks",
                                "Allow more with --max-inflated, as in --max-inflated 500g."));
            }
            return count;
        }
    }

    @Override
    public void close() {
        closeQuietly(zip);
    }

    /** The sheet of that name, whatever the case of its letters; null if there is none. */
    public @Nullable String sheetNamed(String name) {
        return parts.keySet().stream()
                .filter(each -> each.strip().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }
}
