package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The types that a program may rely on: those of {@code dev.stowage.workflow}, and every type that
 * these show. {@code docs/api.md} lists them, so that none joins or leaves unseen; {@code
 * -Dstowage.regenerate=true} writes it anew.
 */
class ApiTest {
    private static final Path DOCUMENT = Path.of("docs/api.md");
    private static final String BEGINS = "<!-- types: made by ApiTest -->\n";
    private static final List<String> MODULES =
            List.of(
                    "planner-core",
                    "cloud-catalogs",
                    "trace-ingest",
                    "simulator",
                    "workflows",
                    "cli");
    private static final String ROOT = "dev.stowage.workflow";

    @Test
    void keepsTheListOfTypes() throws IOException {
        String text = Files.readString(DOCUMENT);
        String head = text.substring(0, text.indexOf(BEGINS) + BEGINS.length());
        String list =
                promised().stream()
                        .collect(
                                Collectors.groupingBy(
                                        ApiTest::room, TreeMap::new, Collectors.toList()))
                        .entrySet()
                        .stream()
                        .map(room -> "- `" + room.getKey() + "`: " + names(room.getValue()) + "\n")
                        .collect(Collectors.joining());
        if (Boolean.getBoolean("stowage.regenerate")) {
            Files.writeString(DOCUMENT, head + list);
            return;
        }
        assertThat(text).as("types of %s", DOCUMENT).isEqualTo(head + list);
    }

    /** Two modules with one package could not be on one module path. */
    @Test
    void hasEachPackageInOneModule() throws IOException {
        Map<String, Set<String>> modules = new TreeMap<>();
        for (String module : MODULES) {
            Path sources = Path.of(module, "src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(file -> sources.relativize(file.getParent()).toString())
                        .forEach(
                                room ->
                                        modules.computeIfAbsent(room, any -> new TreeSet<>())
                                                .add(module));
            }
        }
        assertThat(modules)
                .hasSizeGreaterThan(50)
                .allSatisfy((room, of) -> assertThat(of).hasSize(1));
    }

    @Test
    void namesEveryModule() throws IOException {
        Pattern property = Pattern.compile("<module.name>(.*)</module.name>");
        String text = Files.readString(DOCUMENT);
        for (String module : MODULES) {
            Matcher name = property.matcher(Files.readString(Path.of(module, "pom.xml")));
            assertThat(name.find()).as("module.name in the pom.xml of %s", module).isTrue();
            assertThat(text).contains("`" + name.group(1) + "`");
        }
    }

    private static String room(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    private static String names(List<String> types) {
        return types.stream()
                .map(type -> "`" + type.substring(type.lastIndexOf('.') + 1) + "`")
                .collect(Collectors.joining(", "));
    }

    /** Names of the outer types that a program may rely on. */
    static Set<String> promised() {
        Deque<JavaClass> open =
                new ArrayDeque<>(
                        new ClassFileImporter()
                                        .withImportOption(
                                                ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                                        .importPackages("dev.stowage")
                                        .stream()
                                        .filter(type -> type.getPackageName().equals(ROOT))
                                        .filter(ApiTest::isPublic)
                                        .toList());
        Set<String> seen = new TreeSet<>();
        Set<String> outer = new TreeSet<>();
        while (!open.isEmpty()) {
            JavaClass type = open.pop();
            if (seen.add(type.getName())) {
                outer.add(outermost(type));
                shown(type).filter(ApiTest::isOurs).forEach(open::add);
            }
        }
        return outer;
    }

    private static String outermost(JavaClass type) {
        return type.getEnclosingClass().map(ApiTest::outermost).orElse(type.getName());
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().startsWith("dev.stowage") && isPublic(type);
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC);
    }

    private static Stream<JavaClass> shown(JavaClass type) {
        return Stream.of(
                        type.getInterfaces().stream(),
                        type.getSuperclass().stream(),
                        type.getFields().stream()
                                .filter(field -> field.getModifiers().contains(JavaModifier.PUBLIC))
                                .map(field -> field.getType()),
                        type.getCodeUnits().stream()
                                .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
                                .flatMap(
                                        unit ->
                                                Stream.concat(
                                                        unit.getParameterTypes().stream(),
                                                        Stream.of(unit.getReturnType()))))
                .flatMap(each -> each)
                .flatMap(each -> each.getAllInvolvedRawTypes().stream());
    }
}
