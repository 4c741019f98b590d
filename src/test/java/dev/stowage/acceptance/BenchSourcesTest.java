package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Benchmarks, those of JMH too, compile against the product as it is. */
class BenchSourcesTest {
    /** Its peers are no libraries of the product. */
    private static final String PEERS = "bench/peers";

    @TempDir private Path classes;

    @ParameterizedTest
    @MethodSource("folders")
    void programs(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            compile(files, "");
        }
    }

    /** A module's benchmarks see its tests' helpers, as in the build. */
    @ParameterizedTest
    @ValueSource(strings = {"planner-core", "trace-ingest", "simulator"})
    void ofModules(String module) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(module, "src/jmh/java"))) {
            compile(files, Path.of(module, "src/test/java").toString());
        }
    }

    private void compile(Stream<Path> sources, String helpers) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean isCompiled =
                    compiler.getTask(
                                    messages,
                                    files,
                                    null,
                                    List.of(
                                            "-proc:none",
                                            "-cp",
                                            Stowage.classPath(),
                                            "-sourcepath",
                                            helpers,
                                            "-d",
                                            classes.toString()),
                                    null,
                                    files.getJavaFileObjectsFromPaths(
                                            sources.filter(BenchSourcesTest::isSource)
                                                    .sorted()
                                                    .toList()))
                            .call();
            assertThat(isCompiled).as(messages.toString()).isTrue();
        }
    }

    static List<Path> folders() throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("bench"))) {
            List<Path> folders =
                    all.filter(BenchSourcesTest::isSource)
                            .filter(file -> !file.startsWith(PEERS))
                            .filter(file -> !file.toString().contains("/target/"))
                            .map(Path::getParent)
                            .distinct()
                            .sorted()
                            .toList();
            assertThat(folders).hasSizeGreaterThan(5);
            return folders;
        }
    }

    private static boolean isSource(Path file) {
        return file.toString().endsWith(".java");
    }
}
