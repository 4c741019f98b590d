import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * Lays out what every package holds: the jar, a Java runtime of what it needs, the launcher,
 * manuals, completion, examples.
 */
class Assemble {
    /**
     * The jar's modules by jdeps, without the desktop (nothing draws), and those that are found by
     * name only: zip files, elliptic curves, generators of random numbers.
     */
    private static final String MODULES =
            "java.base,java.compiler,java.logging,java.management,java.naming,java.net.http,java.security.jgss,"
                    + "java.security.sasl,java.sql,java.xml,jdk.crypto.ec,jdk.management,jdk.random,jdk.unsupported,jdk.zipfs";

    private static final int EQUAL_DUMPS = 5;
    private static final int MOST_DUMPS = 25;

    private final Path repository;
    private final Path folder;

    private Assemble(Path repository, Path folder) {
        this.repository = repository;
        this.folder = folder;
    }

    /** Arguments: the repository, its jar, and the folder to make. */
    public static void main(String[] args) throws Exception {
        Assemble assemble = new Assemble(Path.of(args[0]), Path.of(args[2]));
        assemble.clear();
        assemble.copyFiles(Path.of(args[1]));
        assemble.linkRuntime();
        assemble.write(
                assemble.folder.resolve("share/bash-completion/completions/stowage"),
                assemble.say("completion", "bash"));
        assemble.writeManuals();
    }

    private void clear() throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private void copyFiles(Path jar) throws IOException {
        copy(jar, folder.resolve("lib/stowage.jar"));
        for (String file : List.of("stowage", "LICENSE", "README.md", "CHANGELOG.md")) {
            copy(repository.resolve(file), folder.resolve(file));
        }
        for (String each : List.of("docs", "examples")) {
            try (Stream<Path> files = Files.walk(repository.resolve(each))) {
                for (Path file : files.filter(Assemble::isShipped).sorted().toList()) {
                    copy(file, folder.resolve(repository.relativize(file).toString()));
                }
            }
        }
    }

    /** A file, but not what a run left behind. */
    private static boolean isShipped(Path file) {
        return Files.isRegularFile(file)
                && !file.toString().matches(".*\\.(cells|sweep|plan|run|trace)/.*");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }

    private void linkRuntime() throws Exception {
        int exit =
                ToolProvider.findFirst("jlink")
                        .orElseThrow(() -> new IllegalStateException("this JDK has no jlink"))
                        .run(
                                System.out,
                                System.err,
                                "--add-modules",
                                MODULES,
                                "--strip-debug",
                                "--no-header-files",
                                "--no-man-pages",
                                "--compress=2",
                                "--output",
                                folder.resolve("runtime").toString());
        if (exit != 0) {
            throw new IllegalStateException("jlink ended with " + exit);
        }
        archiveClasses();
    }

    /**
     * The runtime's own classes; those of the jar are archived where it is installed. Interpreted,
     * by one thread and from one arena of memory a JVM writes nearly always the same bytes; a
     * thread that is late makes others, one time in ten. So the bytes that come five times are
     * taken.
     */
    private void archiveClasses() throws Exception {
        Path archive = folder.resolve("runtime/lib/server/classes.jsa");
        Map<ByteBuffer, Integer> dumps = new HashMap<>();
        for (int i = 0; i < MOST_DUMPS; i++) {
            run("-Xshare:dump", "-Xint", "-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1");
            ByteBuffer dumped = ByteBuffer.wrap(Files.readAllBytes(archive));
            if (dumps.merge(dumped, 1, Integer::sum) == EQUAL_DUMPS) {
                return;
            }
        }
        throw new IllegalStateException("no archive of classes came " + EQUAL_DUMPS + " times");
    }

    private void writeManuals() throws Exception {
        Path manuals = folder.resolve("share/man/man1");
        writeManuals(manuals, List.of());
    }

    /** Of a command, and of those that its help lists. */
    private void writeManuals(Path folder, List<String> command) throws Exception {
        List<String> arguments = new ArrayList<>(command);
        arguments.add("--help-all");
        String help = say(arguments.toArray(String[]::new));
        String name =
                String.join("-", Stream.concat(Stream.of("stowage"), command.stream()).toList());
        write(folder.resolve(name + ".1"), manual(name, help));
        int list = help.indexOf("\nCommands");
        for (String line : list < 0 ? List.<String>of() : help.substring(list).lines().toList()) {
            if (line.matches("  [a-z]+ {2,}\\S.*") && !line.startsWith("  help ")) {
                writeManuals(
                        folder,
                        Stream.concat(command.stream(), Stream.of(line.strip().split(" ")[0]))
                                .toList());
            }
        }
    }

    /** A page of the manual that shows a help text as it is. */
    private static String manual(String name, String help) {
        String first =
                help.lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("Usage:"))
                        .findFirst()
                        .orElseThrow()
                        .strip();
        return ".TH "
                + name.toUpperCase(java.util.Locale.ROOT).replace("-", "\\-")
                + " 1\n.SH NAME\n"
                + name.replace("-", "\\-")
                + " \\- "
                + escaped(first)
                + "\n.SH DESCRIPTION\n.nf\n"
                + escaped(help)
                + ".fi\n";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
    }

    private void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** What the packaged program prints, run by the packaged runtime. */
    private String say(String... arguments) throws Exception {
        List<String> all =
                new ArrayList<>(List.of("-jar", folder.resolve("lib/stowage.jar").toString()));
        all.addAll(List.of(arguments));
        return run(all.toArray(String[]::new));
    }

    private String run(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(folder.resolve("runtime/bin/java").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("COLUMNS", "80");
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(
                    String.join(" ", command) + " ended with " + process.exitValue());
        }
        return said;
    }
}
