package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Terraform itself says of the configuration that is pushed, as far as it can without its
 * providers: each resource becomes one of the built-in type {@code terraform_data} with the same
 * arguments. So it reads all expressions, variables, references and conditions; it does not know
 * which arguments a provider has. Skipped where there is no terraform.
 */
class TerraformChecksTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> IMAGES =
            Map.of(
                    "aws", "ami-0123456789abcdef0",
                    "google", "projects/debian-cloud/global/images/family/debian-12",
                    "azure",
                            "/subscriptions/1/resourceGroups/g/providers/Microsoft.Compute/images/linux");

    @TempDir private Path folder;
    private String program;

    /** How terraform ended, and what it said. */
    private record Answer(int exit, String words) {}

    @BeforeEach
    void find() throws IOException {
        Optional<Path> found =
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                        .map(each -> Path.of(each, "terraform"))
                        .filter(Files::isExecutable)
                        .findFirst();
        assumeThat(found).as("terraform in the PATH").isPresent();
        program = found.orElseThrow().toString();
        Path plan = PushPlans.write(folder.resolve("mixed.plan"), PushPlans.mixed());
        Path out = folder.resolve("vms");
        Stowage.run("push", plan, "--target", "terraform", "-o", out, "--yes").exits(0);
        JsonNode pushed = JSON.readTree(out.resolve("main.tf.json").toFile());
        Files.createDirectory(folder.resolve("checked"));
        Files.writeString(folder.resolve("checked/main.tf.json"), builtIn(pushed).toString());
    }

    /** The same with resources and providers of the built-in type. */
    private static JsonNode builtIn(JsonNode pushed) throws IOException {
        ObjectNode checked = pushed.deepCopy();
        ((ObjectNode) checked.get("terraform")).remove("required_providers");
        ObjectNode data = JSON.createObjectNode();
        pushed.get("resource")
                .properties()
                .forEach(
                        type ->
                                type.getValue()
                                        .properties()
                                        .forEach(
                                                each ->
                                                        data.putObject(
                                                                        type.getKey()
                                                                                + "__"
                                                                                + each.getKey())
                                                                .set("input", each.getValue())));
        pushed.get("provider")
                .properties()
                .forEach(
                        each ->
                                data.putObject("provider__" + each.getKey())
                                        .set("input", each.getValue()));
        checked.remove("provider");
        checked.putObject("resource").set("terraform_data", data);
        return JSON.readTree(
                checked.toString()
                        .replaceAll(
                                "\\$\\{((?:aws|google|azurerm)_[a-z_]+)\\.([a-z0-9_]+)\\.[a-z_]+}",
                                "\\${terraform_data.$1__$2.id}"));
    }

    private Answer terraform(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(words));
        command.add("-no-color");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(folder.resolve("checked").toFile())
                        .redirectErrorStream(true);
        builder.environment().put("CHECKPOINT_DISABLE", "1");
        builder.environment().remove("TF_CLI_CONFIG_FILE");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), said);
    }

    /** Values for all variables that the configuration asks for. */
    private Map<String, Object> values() throws IOException {
        Map<String, Object> values = new TreeMap<>();
        JSON.readTree(folder.resolve("checked/main.tf.json").toFile())
                .get("variable")
                .properties()
                .forEach(
                        each -> {
                            String name = each.getKey();
                            boolean isList =
                                    each.getValue().get("type").asText().startsWith("list");
                            String cloud = name.substring(0, name.indexOf('_'));
                            values.put(
                                    name,
                                    isList
                                            ? List.of("subnet-1")
                                            : name.contains("_image_")
                                                    ? String.valueOf(IMAGES.get(cloud))
                                                    : "some");
                        });
        return values;
    }

    private Answer plan(Map<String, Object> values) throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("checked/terraform.tfvars.json"), JSON.writeValueAsString(values));
        return terraform("plan", "-input=false");
    }

    @Test
    void isValidAndCanBePlannedWithImagesOfTheRightForm() throws Exception {
        assertThat(terraform("init", "-input=false")).extracting(Answer::exit).isEqualTo(0);
        Answer validated = terraform("validate");
        assertThat(validated.exit()).as(validated.words()).isZero();
        assertThat(validated.words()).contains("The configuration is valid");

        Map<String, Object> values = values();
        Answer planned = plan(values);
        assertThat(planned.exit()).as(planned.words()).isZero();
        assertThat(planned.words()).contains("8 to add, 0 to change, 0 to destroy");

        for (String name : values.keySet().stream().filter(n -> n.contains("_image_")).toList()) {
            Map<String, Object> wrong = new TreeMap<>(values);
            wrong.put(name, "Debian 12");
            Answer refused = plan(wrong);
            assertThat(refused.exit()).as(name).isOne();
            assertThat(refused.words()).contains(name, "Expected an image as in");
        }
    }
}
