import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes what names the packages in a folder: SHA256SUMS in the form of sha256sum, a Homebrew
 * formula, a JBang catalogue, and what SDKMAN is told of a release.
 */
class Listings {
    private static final List<String> ENDINGS = List.of(".tar.gz", ".zip", ".deb", ".cdx.json");

    /** Arguments: the folder, the version, the address that packages will be under, templates. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        StringBuilder sums = new StringBuilder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> ENDINGS.stream().anyMatch(each.toString()::endsWith))
                            .sorted()
                            .toList()) {
                sums.append(digest(file)).append("  ").append(file.getFileName()).append('\n');
            }
        }
        Files.writeString(folder.resolve("SHA256SUMS"), sums);
        System.out.print(sums);
        String archive = digest(folder.resolve("stowage-" + args[1] + ".tar.gz"));
        for (int i = 3; i < args.length; i++) {
            Path template = Path.of(args[i]);
            Files.writeString(
                    folder.resolve(template.getFileName()),
                    Files.readString(template)
                            .replace("@BASE@", args[2])
                            .replace("@VERSION@", args[1])
                            .replace("@SHA256@", archive));
        }
    }

    private static String digest(Path file) throws Exception {
        byte[] all = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        return HexFormat.of().formatHex(all);
    }
}
