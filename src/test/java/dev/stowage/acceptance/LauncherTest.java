package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a repository of its own, with a Java and a Maven that only say what they do. */
class LauncherTest {
    private static final String JAVA =
            """
            #!/bin/sh
            case "$*" in
                -version) echo 'openjdk version "17.0.1" 2021-10-19' >&2 ;;
                *ArchiveClassesAtExit*) ;;
                *) echo "java $*" ;;
            esac
            """;

    private static final String MAVEN =
            """
            #!/bin/sh
            echo "mvn in $PWD" >>"$PWD/mvn.log"
            sleep 1
            mkdir -p cli/target
            echo jar >cli/target/stowage.jar
            """;

    private static final List<String> TOOLS =
            List.of(
                    "cat",
                    "chmod",
                    "env",
                    "find",
                    "head",
                    "kill",
                    "mkdir",
                    "readlink",
                    "rm",
                    "sed",
                    "sleep",
                    "touch",
                    "true");

    @TempDir private Path directory;
    private Path root;
    private Path bin;
    private Path tools;

    @BeforeEach
    void makeARepository() throws IOException {
        Assumptions.assumeTrue(Files.exists(Path.of("/bin/sh")), "no /bin/sh on this machine");
        root = Files.createDirectories(directory.resolve("a folder/stowage")).toRealPath();
        Files.copy(Path.of("stowage"), root.resolve("stowage"));
        Files.createDirectories(root.resolve("cli/src/main/java"));
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        Files.writeString(root.resolve("cli/pom.xml"), "<project/>");
        Files.writeString(root.resolve("cli/src/main/java/Main.java"), "class Main {}");
        bin = Files.createDirectories(directory.resolve("bin"));
        script(bin.resolve("java"), JAVA);
        script(bin.resolve("mvn"), MAVEN);
        tools = tools();
    }

    @Test
    void buildsOnFirstUseWithANoticeAndNotAgain() throws Exception {
        Stowage.Result first = launch(root, "./stowage", "simulate", "a b");
        assertThat(first.exits(0).out()).contains("-jar " + root, "simulate a b");
        assertThat(first.err()).contains("stowage: building");
        assertThat(launch(root, "./stowage", "--version").exits(0).err()).isEmpty();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void buildsAgainWhenASourceIsNewerThanTheJar() throws Exception {
        launch(root, "./stowage", "--version").exits(0);
        Path source = root.resolve("cli/src/main/java/Main.java");
        long later = Files.getLastModifiedTime(root.resolve("cli/target/stowage.jar")).toMillis();
        Files.setLastModifiedTime(source, FileTime.fromMillis(later + 5000));
        Files.setLastModifiedTime(
                root.resolve("cli/target/stowage.jar"), FileTime.fromMillis(later - 5000));
        assertThat(launch(root, "./stowage", "--version").exits(0).err()).contains("building");
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void boundsTheProcessOfAnIngestByItsMemory() throws Exception {
        launch(root, "./stowage", "--version").exits(0);
        assertThat(launch(root, "./stowage", "ingest", "csv", "f", "--memory", "512m").out())
                .contains("-Xmx280m", "-Dstowage.bounded=512m", "UseSerialGC", "--memory 512m")
                .doesNotContain("RAMPercentage");
        assertThat(launch(root, "./stowage", "ingest", "csv", "f", "--memory=1G").out())
                .contains("-Xmx760m");
        for (String other : List.of("--memory=1.5g", "--memory=x", "--files-from=4g", "-q")) {
            assertThat(launch(root, "./stowage", "ingest", "csv", "f", other).exits(0).out())
                    .doesNotContain("-Xmx", "bounded")
                    .contains("RAMPercentage");
        }
        assertThat(launch(root, "./stowage", "sweep", "f", "--memory", "512m").exits(0).out())
                .doesNotContain("bounded");
        assertThat(launch(root, "./stowage", "ingest", "f", "--memory", "300m").exits(4).err())
                .contains("--memory 300m", "at least 384m");
    }

    @Test
    void worksFromAnywhereThroughSymbolicLinks() throws Exception {
        Path links = Files.createDirectories(directory.resolve("links"));
        Files.createSymbolicLink(links.resolve("absolute"), root.resolve("stowage"));
        Files.createSymbolicLink(links.resolve("stow"), Path.of("absolute"));
        assertThat(launch(directory, "links/stow", "--version").exits(0).out())
                .contains("-jar " + root);
        assertThat(launch(links, "./stow", "--version").exits(0).out()).contains("-jar " + root);
    }

    @Test
    void buildsOnceWhenTwoStartAtOnce() throws Exception {
        Process one = start(root, "one", "./stowage", "--version");
        Process two = start(root, "two", "./stowage", "--version");
        assertThat(
                        one.waitFor(Stowage.HANGS_AFTER_MINUTES, TimeUnit.MINUTES)
                                && two.waitFor(Stowage.HANGS_AFTER_MINUTES, TimeUnit.MINUTES))
                .isTrue();
        assertThat(List.of(one.exitValue(), two.exitValue())).containsExactly(0, 0);
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void breaksTheLockOfABuildThatIsGone() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Files.createDirectories(root.resolve(".stowage"));
        Files.writeString(root.resolve(".stowage/build.lock"), gone.pid() + "\n");
        launch(root, "./stowage", "--version").exits(0);
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void saysThatTheBuildFailed() throws Exception {
        script(bin.resolve("mvn"), "#!/bin/sh\necho broken\nexit 1\n");
        Stowage.Result result = launch(root, "./stowage", "--version").exits(4);
        assertThat(result.err()).contains("broken", "stowage: the build failed");
        assertThat(result.out()).isEmpty();
        assertThat(root.resolve(".stowage/build.lock")).doesNotExist();
    }

    @Test
    void saysWhatIsMissing() throws Exception {
        script(bin.resolve("java"), JAVA.replace("17.0.1", "11.0.2"));
        assertThat(launch(root, "./stowage", "--version").exits(4).err())
                .contains("found Java 11", "expected 17 or newer");
        script(bin.resolve("java"), JAVA);
        Files.delete(bin.resolve("mvn"));
        assertThat(launch(root, "./stowage", "--version").exits(4).err())
                .contains("found no Maven", "expected mvn");
        Files.delete(bin.resolve("java"));
        assertThat(launch(root, "./stowage", "--version").exits(4).err())
                .contains("found no Java", "expected Java 17");
    }

    @Test
    void givesRealWorkTheWholeJitAndShortCommandsAFastStart() throws Exception {
        launch(root, "./stowage", "--version").exits(0);
        assertThat(launch(root, "./stowage", "--help").out()).contains("-XX:TieredStopAtLevel=1");
        assertThat(launch(root, "./stowage", "simulate").out())
                .doesNotContain("TieredStopAtLevel")
                .contains("-XX:MaxRAMPercentage=");
    }

    @Test
    void endsWith4NotWith1WhereTheJvmCannotStart() throws Exception {
        launch(root, "./stowage", "--version").exits(0);
        Path real = Path.of(System.getProperty("java.home"), "bin", "java");
        script(bin.resolve("java"), "#!/bin/sh\nexec '" + real + "' \"$@\"\n");
        for (String limit : List.of("STOWAGE_OPTS=-Xmx1zz", "ulimit -v 300000;")) {
            String start = limit + " exec ./stowage plan quick.yaml";
            Stowage.Result result = launch(root, "/bin/sh", "-c", start).exits(4);
            assertThat(result.out()).isEmpty();
            assertThat(result.err())
                    .contains("stowage: the Java virtual machine can't start", "STOWAGE_OPTS");
        }
    }

    private Stowage.Result launch(Path from, String... command) throws Exception {
        return Stowage.finish(
                start(from, "run", command),
                directory.resolve("run.out"),
                directory.resolve("run.err"));
    }

    /** Starts the launcher with a PATH on which the only Java and Maven are ours. */
    private Process start(Path from, String name, String... command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(new ArrayList<>(List.of(command)))
                        .directory(from.toFile())
                        .redirectOutput(directory.resolve(name + ".out").toFile())
                        .redirectError(directory.resolve(name + ".err").toFile());
        Map<String, String> environment = builder.environment();
        environment.remove("JAVA_HOME");
        environment.remove("STOWAGE_OPTS");
        environment.put("PATH", bin + ":" + tools);
        return builder.start();
    }

    /** The few programs that the launcher needs, without whatever else is in their folders. */
    private Path tools() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("tools"));
        for (String tool : TOOLS) {
            for (String place : new String[] {"/bin", "/usr/bin"}) {
                Path program = Path.of(place, tool);
                if (Files.exists(program)) {
                    script(folder.resolve(tool), "#!/bin/sh\nexec " + program + " \"$@\"\n");
                }
            }
        }
        return folder;
    }

    private long builds() throws IOException {
        return Files.readAllLines(root.resolve("mvn.log"), StandardCharsets.UTF_8).size();
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
