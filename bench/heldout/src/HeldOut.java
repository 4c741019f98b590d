import dev.stowage.cli.Main;
import dev.stowage.cli.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plans many times in one process. Reads lines of {@code split-folder generator seed} and prints
 * each with the number of servers that the plan needs, or with what it said. A folder holds {@code
 * first.csv}, {@code second.csv} and {@code plan.yaml} without its workload; generator {@code
 * recorded} plans for the second.
 */
public final class HeldOut {
    private static final Pattern COUNT = Pattern.compile("\"count\"\\s*:\\s*(\\d+)");

    private HeldOut() {}

    public static void main(String[] args) throws IOException {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] words = line.split(" ");
            Path folder = Path.of(words[0]);
            System.out.println(line + " " + servers(folder, words[1], Integer.parseInt(words[2])));
        }
    }

    private static String servers(Path folder, String generator, int seed) throws IOException {
        Path model = folder.resolve("first.json");
        if (!Files.exists(model)) {
            run("ingest", "csv", folder.resolve("first.csv"), "-o", folder.resolve("first.trace"));
            run("fit", folder.resolve("first.trace"), "-o", model);
        }
        boolean isRecorded = generator.equals("recorded");
        String workload =
                isRecorded
                        ? "{csv: second.csv}"
                        : "{model: first.json, generator: "
                                + generator
                                + ", jobs: "
                                + jobs(folder.resolve("first.csv"))
                                + "}";
        Path scenario = folder.resolve(generator + ".yaml");
        Files.writeString(
                scenario,
                "workload: " + workload + "\n" + Files.readString(folder.resolve("plan.yaml")));
        Path plan = folder.resolve("plan");
        String said = run("plan", scenario, "-o", plan, "--force", "--seed", seed, "--json");
        Matcher count = COUNT.matcher(said);
        return count.find() ? count.group(1) : "failed " + said.strip().replace('\n', ' ');
    }

    private static long jobs(Path csv) throws IOException {
        return Files.readAllLines(csv).size() - 1L;
    }

    private static String run(Object... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] texts = new String[args.length];
        for (int i = 0; i < args.length; i++) {
            texts[i] = args[i].toString();
        }
        int exit = Main.run(new Session(out, err, false, false, Map.of()), texts);
        return exit == 0
                ? out.toString(StandardCharsets.UTF_8)
                : err.toString(StandardCharsets.UTF_8);
    }
}
