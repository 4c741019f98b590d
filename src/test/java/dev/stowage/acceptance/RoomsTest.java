package dev.stowage.acceptance;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The rooms of the house: each package holds one idea in few files, says what it must not import,
 * and is part of no circle. {@code docs/ARCHITECTURE.md} has their map; {@code
 * -Dstowage.regenerate=true} writes it anew.
 */
class RoomsTest {
    private static final int MOST_FILES = 27;

    private static final String MAP_BEGINS = "<!-- rooms: made by RoomsTest -->\n";
    private static final String MAP_ENDS = "<!-- end of rooms -->\n";
    private static final Pattern COMMENT = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);
    private static final Pattern FORBIDDEN =
            Pattern.compile("Must not import ((?:(?:, | or | and )?\\{@code [\\w.]+\\})+)");
    private static final Pattern PACKAGE = Pattern.compile("\\{@code ([\\w.]+)\\}");

    private static JavaClasses product;
    private static Map<String, String> rooms;

    @BeforeAll
    static void readTheHouse() throws IOException {
        product =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.stowage");
        rooms = rooms();
        assertThat(rooms).as("rooms that explain themselves").hasSizeGreaterThan(30);
    }

    @Test
    void holdsFewFilesInEachRoom() {
        Map<String, Integer> crowded = new TreeMap<>();
        sizes().forEach(
                        (room, files) -> {
                            if (files > MOST_FILES) {
                                crowded.put(room, files);
                            }
                        });
        assertThat(crowded).as("rooms with too many files").isEmpty();
    }

    @Test
    void hasNoCircleAmongRooms() {
        slices().assignedFrom(
                        new SliceAssignment() {
                            @Override
                            public SliceIdentifier getIdentifierOf(JavaClass type) {
                                return SliceIdentifier.of(type.getPackageName());
                            }

                            @Override
                            public String getDescription() {
                                return "rooms";
                            }
                        })
                .should()
                .beFreeOfCycles()
                .check(product);
    }

    @Test
    void importsNothingThatARoomSaysItMustNot() {
        List<String> broken = new ArrayList<>();
        int rules = 0;
        for (Map.Entry<String, String> room : rooms.entrySet()) {
            for (String forbidden : forbidden(room.getValue())) {
                rules++;
                assertThat(rooms.keySet().stream().anyMatch(name -> isInside(name, forbidden)))
                        .as("%s must not import %s, which is a room", room.getKey(), forbidden)
                        .isTrue();
                product.stream()
                        .filter(type -> type.getPackageName().equals(room.getKey()))
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .filter(use -> isForbidden(use.getTargetClass(), room.getKey(), forbidden))
                        .forEach(use -> broken.add(use.getDescription()));
            }
        }
        assertThat(broken).isEmpty();
        assertThat(rules).as("rules read from package-info files").isGreaterThan(20);
    }

    @Test
    void namesAPackageInEveryProhibition() {
        rooms.forEach(
                (room, text) -> {
                    if (text.contains("ust not import")) {
                        assertThat(forbidden(text)).as("%s: %s", room, text).isNotEmpty();
                    }
                });
    }

    @Test
    void keepsTheMapOfRooms() throws IOException {
        Path document = Path.of("docs/ARCHITECTURE.md");
        String text = Files.readString(document);
        int begin = text.indexOf(MAP_BEGINS) + MAP_BEGINS.length();
        int end = text.indexOf(MAP_ENDS);
        assertThat(end).as("markers of the map in %s", document).isGreaterThanOrEqualTo(begin);
        if (Boolean.getBoolean("stowage.regenerate")) {
            Files.writeString(document, text.substring(0, begin) + map() + text.substring(end));
            return;
        }
        assertThat(text.substring(begin, end)).as("map of rooms in %s", document).isEqualTo(map());
    }

    private static String map() {
        StringBuilder map =
                new StringBuilder("| room | files | what lives there |\n| --- | --- | --- |\n");
        Map<String, Integer> sizes = sizes();
        rooms.forEach(
                (room, text) ->
                        map.append("| `")
                                .append(room.replace("dev.stowage.", ""))
                                .append("` | ")
                                .append(sizes.getOrDefault(room, 0))
                                .append(" | ")
                                .append(firstSentence(text))
                                .append(" |\n"));
        return map.toString();
    }

    private static String firstSentence(String text) {
        String plain = text.replaceAll("\\{@(?:code|link) ([^}]*)\\}", "`$1`");
        Matcher sentence = Pattern.compile("^.*?[.](?=\\s|$)").matcher(plain);
        return sentence.find() ? sentence.group() : plain;
    }

    private static Map<String, Integer> sizes() {
        Map<String, Integer> sizes = new TreeMap<>();
        product.stream()
                .filter(type -> type.getSource().isPresent() && !type.isNestedClass())
                .filter(type -> !type.getSimpleName().startsWith("Jte"))
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .forEach(type -> sizes.merge(type.getPackageName(), 1, Integer::sum));
        return sizes;
    }

    private static boolean isForbidden(JavaClass target, String room, String forbidden) {
        return isInside(target.getPackageName(), forbidden)
                && !isInside(target.getPackageName(), room);
    }

    private static boolean isInside(String name, String room) {
        return name.equals(room) || name.startsWith(room + ".");
    }

    private static List<String> forbidden(String text) {
        List<String> forbidden = new ArrayList<>();
        Matcher list = FORBIDDEN.matcher(text);
        while (list.find()) {
            Matcher name = PACKAGE.matcher(list.group(1));
            while (name.find()) {
                forbidden.add(name.group(1));
            }
        }
        return forbidden;
    }

    /** What each package-info says, in one line, by package. */
    private static Map<String, String> rooms() throws IOException {
        Map<String, String> rooms = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of(""))) {
            for (Path file :
                    files.filter(path -> path.endsWith("package-info.java"))
                            .filter(path -> path.toString().contains("src/main/java"))
                            .toList()) {
                Matcher comment = COMMENT.matcher(Files.readString(file));
                assertThat(comment.find()).as("%s explains its room", file).isTrue();
                String room =
                        file.getParent()
                                .toString()
                                .replaceFirst("^.*src/main/java/", "")
                                .replace('/', '.');
                rooms.put(room, oneLine(comment.group(1)));
            }
        }
        return rooms;
    }

    private static String oneLine(String comment) {
        return comment.replaceAll("\\s*\\n\\s*\\*\\s?", " ").replaceAll("\\s+", " ").strip();
    }
}
