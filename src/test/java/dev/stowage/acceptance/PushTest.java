package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code stowage push} from the outside: to files, Terraform and a folder of systemd units. */
class PushTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    private Path mixed() throws IOException {
        return PushPlans.write(directory.resolve("web.plan"), PushPlans.mixed());
    }

    private static Set<String> files(Path root) throws IOException {
        if (!Files.exists(root)) {
            return Set.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .collect(java.util.stream.Collectors.toSet());
        }
    }

    @Test
    void writesNothingWithoutYes() throws IOException {
        Path plan = mixed();
        Path out = directory.resolve("out");
        Set<String> before = files(directory);

        Stowage.Result shown = Stowage.run("push", plan, "--target", "files", "-o", out).exits(0);

        assertThat(shown.out()).contains("terraform/main.tf.json", "Nothing was written", "--yes");
        assertThat(files(directory)).isEqualTo(before);
        assertThat(directory.resolve("web.plan.push")).doesNotExist();
    }

    @Test
    void writesWhatTheOtherTargetsWouldApplyOnceAndTakesItBack() throws IOException {
        Path plan = mixed();
        Path out = directory.resolve("out");

        JsonNode done =
                JSON.readTree(
                        Stowage.run(
                                        "push",
                                        plan,
                                        "--target",
                                        "files",
                                        "-o",
                                        out,
                                        "--placement",
                                        "preferred",
                                        "--priorities",
                                        "--yes",
                                        "--json")
                                .exits(0)
                                .out());
        assertThat(done.get("outcome").asText()).isEqualTo("done");
        assertThat(files(out))
                .containsExactlyInAnyOrder(
                        "terraform/main.tf.json",
                        "kubernetes/shop-Deployment-front.yaml",
                        "kubernetes/stowage-priority-100.yaml",
                        "node/a/stowage-web.slice.d/50-stowage.conf",
                        "node/a/stowage-batch_jobs.slice.d/50-stowage.conf");
        assertThat(Files.readString(out.resolve("node/a/stowage-web.slice.d/50-stowage.conf")))
                .contains("CPUQuota=100%", "MemoryMax=2147483648", "MemoryLow=1073741824");
        assertThat(Files.readString(out.resolve("kubernetes/shop-Deployment-front.yaml")))
                .contains("cpu: 1500m", "memory: 1Gi", "key: metadata.name", "- v1")
                .contains("priorityClassName: stowage-priority-100");

        assertThat(
                        Stowage.run(
                                        "push",
                                        plan,
                                        "--target",
                                        "files",
                                        "-o",
                                        out,
                                        "--placement",
                                        "preferred",
                                        "--priorities",
                                        "--yes")
                                .exits(0)
                                .out())
                .contains("Nothing to change: 12 objects");
        Path journals = directory.resolve("web.plan.push");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(journals)))
                .isEqualTo("rwx------");
        for (String file : files(journals)) {
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(journals.resolve(file))))
                    .isEqualTo("rw-------");
        }

        Stowage.run("push", plan, "--target", "files", "--rollback").exits(0);
        assertThat(out).doesNotExist();
        Stowage.run("push", plan, "--target", "files", "--rollback")
                .exits(3)
                .says("no push to files");
    }

    @Test
    void removesWhatALaterPlanDoesNotWantAndNeverWhatIsSomebodyElses() throws IOException {
        Path plan = mixed();
        Path out = directory.resolve("out");
        Stowage.run("push", plan, "--target", "files", "-o", out, "--yes").exits(0);
        Files.writeString(out.resolve("kubernetes/theirs.yaml"), "theirs");

        PushPlans.write(plan, PushPlans.own());
        Stowage.run("push", plan, "--target", "files", "-o", out, "--yes")
                .exits(4)
                .says("not empty, somebody put something there", "--continue", "--rollback");
        assertThat(files(out))
                .containsExactlyInAnyOrder(
                        "kubernetes/theirs.yaml", "node/a/stowage-web.slice.d/50-stowage.conf");
        Stowage.run("push", plan, "--target", "files", "-o", out, "--yes")
                .exits(3)
                .says("was interrupted", "--continue", "--rollback");

        Files.delete(out.resolve("kubernetes/theirs.yaml"));
        Stowage.run("push", plan, "--target", "files", "--continue").exits(0);
        assertThat(files(out)).containsExactly("node/a/stowage-web.slice.d/50-stowage.conf");
        Stowage.run("push", plan, "--target", "files", "--rollback").exits(0);
        assertThat(files(out)).contains("terraform/main.tf.json").hasSize(4);
        Stowage.run("push", plan, "--target", "files", "--rollback").exits(0);
        assertThat(out).doesNotExist();
    }

    @Test
    void showsAndDoesNotOverwriteWhatSomebodyElseChanged() throws IOException {
        Path plan = mixed();
        Path out = Files.createDirectory(directory.resolve("vms"));
        Path file = out.resolve("main.tf.json");
        Files.writeString(file, "{}");
        Object[] push = {"push", plan, "--target", "terraform", "-o", out, "--yes"};

        Stowage.run(push).exits(3).says("main.tf.json", "no such object", "--force");
        assertThat(file).hasContent("{}");
        assertThat(Stowage.run("push", plan, "--target", "terraform", "-o", out).exits(0).err())
                .contains("Somebody else changed this");

        Files.delete(file);
        Stowage.run(push).exits(0);
        Files.writeString(file, "{}");
        Stowage.run(push).exits(3).says("as at the time of the push");
        Stowage.run("push", plan, "--target", "terraform", "--rollback")
                .exits(3)
                .says("Somebody else changed it");
        assertThat(file).hasContent("{}");
        Stowage.run("push", plan, "--target", "terraform", "-o", out, "--yes", "--force").exits(0);
        Stowage.run("push", plan, "--target", "terraform", "--rollback").exits(0);
        assertThat(file).hasContent("{}");
    }

    @Test
    void writesVmGroupsOfThreeProvidersWithoutSecrets() throws IOException {
        Path out = directory.resolve("vms");
        Stowage.run("push", mixed(), "--target", "terraform", "-o", out, "--yes").exits(0);
        JsonNode root = JSON.readTree(out.resolve("main.tf.json").toFile());

        // arguments that the providers' documentation calls required, by resource
        Map<String, List<String>> required =
                Map.of(
                        "aws_launch_template",
                        List.of("image_id", "instance_type"),
                        "aws_autoscaling_group",
                        List.of("min_size", "max_size", "launch_template", "vpc_zone_identifier"),
                        "google_compute_instance_template",
                        List.of("machine_type", "disk", "network_interface"),
                        "google_compute_region_instance_group_manager",
                        List.of("name", "base_instance_name", "region", "version", "target_size"),
                        "azurerm_linux_virtual_machine_scale_set",
                        List.of(
                                "name",
                                "location",
                                "resource_group_name",
                                "admin_username",
                                "sku",
                                "network_interface",
                                "os_disk",
                                "source_image_id",
                                "admin_ssh_key"));
        required.forEach(
                (type, arguments) -> {
                    JsonNode resources = root.path("resource").path(type);
                    assertThat(resources.size()).as(type).isEqualTo(1);
                    resources.forEach(
                            each -> arguments.forEach(a -> assertThat(each.has(a)).as(a).isTrue()));
                });
        assertThat(root.at("/resource/aws_autoscaling_group/us_east_1_m7g_xlarge/desired_capacity"))
                .hasToString("2");
        assertThat(root.at("/terraform/required_providers").size()).isEqualTo(3);
        root.at("/terraform/required_providers")
                .forEach(each -> assertThat(each.get("version").asText()).startsWith("~> "));
        everyReferenceIsDefined(root);
        assertThat(root.at("/resource/aws_launch_template/us_east_1_m7g_xlarge/image_id").asText())
                .isEqualTo("${var.aws_image_linux_arm64_us_east_1}");
        assertThat(
                        root.at("/resource/azurerm_linux_virtual_machine_scale_set")
                                .findValue("source_image_id")
                                .asText())
                .isEqualTo("${var.azure_image_linux_x86_64}");
        assertThat(root.toString().toLowerCase(java.util.Locale.ROOT))
                .doesNotContain("password", "secret", "token", "access_key");
    }

    /** Each {@code ${var.x}} names a variable, each {@code ${type.name.…}} a resource. */
    private static void everyReferenceIsDefined(JsonNode root) {
        java.util.regex.Matcher names =
                java.util.regex.Pattern.compile("\\$\\{([a-z_]+)\\.([a-z0-9_]+)")
                        .matcher(root.toString());
        int found = 0;
        while (names.find()) {
            JsonNode where =
                    names.group(1).equals("var")
                            ? root.path("variable")
                            : root.path("resource").path(names.group(1));
            assertThat(where.has(names.group(2))).as(names.group()).isTrue();
            found++;
        }
        assertThat(found).isGreaterThan(8);
    }

    @Test
    void takesTheCheapestCloudOfAPlanThatIsRentedAllTheTime() throws IOException {
        Path plan =
                Files.writeString(
                        directory.resolve("plan.json"),
                        """
                        {"formatVersion": 3, "name": "June", "clouds": [
                          {"provider": "aws", "region": "eu-west-1", "policy": "adaptive",
                           "vmType": "m7g.large", "count": 9},
                          {"provider": "gcp", "region": "us-central1", "policy": "always-on",
                           "vmType": "e2-highcpu-4", "count": 13},
                          {"provider": "aws", "region": "eu-west-1", "policy": "always-on",
                           "vmType": "m7g.large", "count": 9}]}
                        """);
        Path out = directory.resolve("vms");
        Stowage.run("push", plan, "--target", "terraform", "-o", out, "--yes").exits(0);
        assertThat(Files.readString(out.resolve("main.tf.json")))
                .contains("e2-highcpu-4", "\"target_size\" : 13")
                .doesNotContain("aws");
        Stowage.run("push", plan, "--target", "terraform", "--provider", "azure")
                .exits(3)
                .says("--provider", "azure");
        Stowage.run("push", plan, "--target", "node", "--server", "a", "--root", out)
                .exits(3)
                .says("a plan without a placement", "stowage pack");
    }

    @Test
    void saysWhyServersOfOnesOwnAreNoTerraform() throws IOException {
        Path plan = PushPlans.write(directory.resolve("own"), PushPlans.own());
        Stowage.run("push", plan, "--target", "terraform", "-o", directory.resolve("vms"))
                .exits(3)
                .says("servers of one's own only", "--target node");
        Files.writeString(plan.resolve("plan.json"), "{}");
        Stowage.run("push", plan, "--target", "terraform", "-o", directory.resolve("vms"))
                .exits(3)
                .says("The clouds of the plan are in " + plan.resolve("plan.json"));
    }

    @Test
    void writesDropInsOfOneServer() throws IOException {
        Path plan = mixed();
        Path units = Files.createDirectory(directory.resolve("units"));
        Stowage.run(
                        "push",
                        plan,
                        "--target",
                        "node",
                        "--server",
                        "a",
                        "--root",
                        units,
                        "--slice",
                        "scratch.slice",
                        "--pin",
                        "--yes")
                .exits(0)
                .says("daemon-reload");
        assertThat(files(units))
                .containsExactlyInAnyOrder(
                        "scratch-web.slice.d/50-stowage.conf",
                        "scratch-batch_jobs.slice.d/50-stowage.conf");
        Stowage.run("push", plan, "--target", "node", "--server", "z", "--root", units)
                .exits(3)
                .says("--server", "a, b, v1");
        Stowage.run("push", plan, "--target", "node", "--rollback").exits(0);
        assertThat(units).isEmptyDirectory();
    }

    @Test
    void isSkippedVisiblyWhereThereIsNoCgroupV2() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("no-cgroups"));
        Object[] push = {
            "push", mixed(), "--target", "node", "--server", "a", "--cgroup-root", folder, "--yes"
        };
        Stowage.run(push).exits(4).says("skipped: no cgroup v2 at");
        Files.writeString(folder.resolve("cgroup.controllers"), "hugetlb\n");
        Stowage.run(push).exits(4).says("skipped:", "no controller cpu", "--limits");
        assertThat(files(folder)).containsExactly("cgroup.controllers");
    }

    @Test
    void refusesBadArgumentsAndPlans() throws IOException {
        Path plan = mixed();
        Stowage.run("push", plan).exits(2).says("--target");
        Stowage.run("push", plan, "--target", "pigeon").exits(2).says("pigeon", "terraform");
        Stowage.run("push", plan, "--target", "node", "-o", "x").exits(2).says("--output", "node");
        Stowage.run("push", plan, "--target", "files", "--yes", "--rollback")
                .exits(2)
                .says("found several");
        Stowage.run("push", plan, "--target", "files", "--limits", "cpu,luck")
                .exits(3)
                .says("luck", "cpu,memory,io");
        Stowage.run("push", plan, "--target", "files", "--continue").exits(3).says("Push first");
        Stowage.run("push", directory.resolve("none"), "--target", "files")
                .exits(3)
                .says("no readable file");
        Path file = plan.resolve("placement.json");
        Files.writeString(
                file,
                Files.readString(file).replace("\"formatVersion\" : 2", "\"formatVersion\" : 9"));
        Stowage.run("push", plan, "--target", "files").exits(3).says("formatVersion", "newer");
    }

    @Test
    void goesOnWhereTheJournalSaysAndNowhereElse() throws IOException {
        Path plan = mixed();
        Path out = directory.resolve("out");
        Stowage.run("push", plan, "--target", "files", "-o", out, "--yes").exits(0);
        Stowage.run("push", plan, "--target", "files", "-o", directory, "--rollback")
                .exits(2)
                .says("--output", "the journal says");
        Stowage.run("push", plan, "--target", "files", "--continue").exits(3).says("unfinished");
        assertThat(files(out)).hasSize(4);
    }

    @Test
    void saysWhatIsWrongWithTheWayToACluster() throws IOException {
        Path plan = mixed();
        Path kubeconfig = directory.resolve("kubeconfig");
        Object[] push = {"push", plan, "--target", "kubernetes", "--kubeconfig", kubeconfig};
        Stowage.run(push).exits(3).says("--kubeconfig");
        Files.writeString(
                kubeconfig,
                """
                apiVersion: v1
                kind: Config
                current-context: c
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: u, user: {token: hunter2}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                """);
        Stowage.Result none =
                Stowage.run(push).exits(4).says("https://127.0.0.1:1", "no answer", "--context");
        assertThat(none.err()).doesNotContain("hunter2");
        PushPlans.write(plan, PushPlans.own());
        Stowage.run(push).exits(3).says("no service whose name is namespace/Kind/name");
        assertThat(directory.resolve("web.plan.push")).doesNotExist();
    }

    @Test
    void refusesAJournalThatSomebodyEdited() throws IOException {
        Path plan = mixed();
        Path out = directory.resolve("out");
        Stowage.run("push", plan, "--target", "files", "-o", out, "--yes").exits(0);
        Path journal = directory.resolve("web.plan.push/files-0001.journal");
        String text = Files.readString(journal);
        Files.writeString(journal, text.replace("\"event\":\"BEGUN\"", "\"event\":\"WON\""));
        Stowage.run("push", plan, "--target", "files", "--rollback")
                .exits(3)
                .says("journal:", "WON");
        Files.writeString(journal, text.replace("\"formatVersion\":1", "\"formatVersion\":7"));
        Stowage.run("push", plan, "--target", "files", "--rollback")
                .exits(3)
                .says("format version 7", "Another version of stowage");
        assertThat(files(out)).hasSize(4);
    }
}
