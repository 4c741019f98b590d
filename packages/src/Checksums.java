import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Writes SHA256SUMS of the packages in a folder, in the form of sha256sum. */
class Checksums {
    private static final List<String> ENDINGS = List.of(".tar.gz", ".zip", ".deb", ".cdx.json");

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        StringBuilder sums = new StringBuilder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> ENDINGS.stream().anyMatch(each.toString()::endsWith))
                            .sorted()
                            .toList()) {
                byte[] digest =
                        MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                sums.append(HexFormat.of().formatHex(digest))
                        .append("  ")
                        .append(file.getFileName())
                        .append('\n');
            }
        }
        Files.writeString(folder.resolve("SHA256SUMS"), sums);
        System.out.print(sums);
    }
}
