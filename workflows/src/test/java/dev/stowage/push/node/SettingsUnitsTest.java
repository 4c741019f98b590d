package dev.stowage.push.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the units, run by a shell on a machine of files with an ethtool of ours. */
class SettingsUnitsTest {
    private static final Path FILE = Path.of("settings.json");

    @TempDir private Path folder;

    private static ServerSettings settings(@Nullable String nic, ServerSettings.Hour... hours) {
        return new ServerSettings(
                ServerSettings.VERSION,
                "day",
                nic,
                "p99 <= 500 us",
                List.of(),
                List.of(),
                List.of(hours));
    }

    private static ServerSettings.Hour hour(
            int hour, @Nullable Double itrMicros, @Nullable Double ghz) {
        return new ServerSettings.Hour(hour, itrMicros, ghz);
    }

    /** Two policies at 1.2 to 2.9 GHz, adaptive interrupts, and an ethtool that keeps a file. */
    @BeforeEach
    void machine() throws IOException {
        for (int policy = 0; policy < 2; policy++) {
            Path at = Files.createDirectories(folder.resolve("cpufreq/policy" + policy));
            for (String limit : new String[] {"scaling", "cpuinfo"}) {
                Files.writeString(at.resolve(limit + "_min_freq"), "1200000\n");
                Files.writeString(at.resolve(limit + "_max_freq"), "2900000\n");
            }
            Files.writeString(at.resolve("scaling_max_freq"), "2600000\n");
        }
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.writeString(folder.resolve("adaptive"), "on");
        Files.writeString(folder.resolve("usecs"), "7");
        command(
                bin.resolve("ethtool"),
                """
                [ -e %1$s/broken ] && exit 1
                case $1 in
                -c) printf 'Coalesce parameters for %%s:\\nAdaptive RX: %%s  TX: off\\n' $2 $(cat %1$s/adaptive)
                  printf 'rx-usecs:\\t%%s\\nrx-usecs-irq:\\tn/a\\n' $(cat %1$s/usecs) ;;
                -C) shift 2
                  old=$(cat %1$s/adaptive %1$s/usecs)
                  while [ $# -gt 0 ]; do
                    case $1 in adaptive-rx) printf %%s $2 > %1$s/adaptive ;; rx-usecs) printf %%s $2 > %1$s/usecs ;; esac
                    shift 2
                  done
                  [ "$old" != "$(cat %1$s/adaptive %1$s/usecs)" ] || exit 80 ;;
                esac
                """
                        .formatted(folder));
        command(bin.resolve("date"), "cat " + folder + "/hour\n");
    }

    private static void command(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Map<String, String> units(ServerSettings settings, boolean isFrequencyOnly) {
        Map<String, String> units = new TreeMap<>();
        for (PlannedObject each : new SettingsUnits(settings, isFrequencyOnly, FILE).objects()) {
            units.put(each.name(), each.planned().content());
        }
        return units;
    }

    /** Runs what a line of a unit says; its exit status. */
    private int run(Map<String, String> units, String unit, String key)
            throws IOException, InterruptedException {
        String text = units.get(unit).replace("\\\n", "");
        String line =
                text.lines().filter(each -> each.startsWith(key + "=")).findFirst().orElseThrow();
        String shell =
                line.substring(key.length() + 1)
                        .replace("$$", "$")
                        .replace("%%", "%")
                        .replace(SettingsScript.CPUFREQ, folder.resolve("cpufreq").toString())
                        .replace(SettingsScript.RESTORE, folder.resolve("restore").toString());
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", shell);
        builder.environment()
                .merge("PATH", folder.resolve("bin").toString(), (a, b) -> b + ":" + a);
        builder.redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile());
        return builder.start().waitFor();
    }

    private int start(Map<String, String> units, int hour)
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve("hour"), String.format("%02d\n", hour));
        if (!Files.exists(folder.resolve("restore"))) {
            int saved = run(units, SettingsUnits.SAVED, "ExecStart");
            if (saved != 0) {
                Files.deleteIfExists(folder.resolve("restore"));
                return saved;
            }
        }
        return run(units, SettingsUnits.SERVICE, "ExecStart");
    }

    /** Interrupts, then the limits of each policy. */
    private String now() throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(Files.readString(folder.resolve("adaptive"))).append(' ');
        text.append(Files.readString(folder.resolve("usecs")));
        for (int policy = 0; policy < 2; policy++) {
            for (String limit : new String[] {"min", "max"}) {
                Path file =
                        folder.resolve("cpufreq/policy" + policy + "/scaling_" + limit + "_freq");
                text.append(' ').append(Files.readString(file).strip());
            }
        }
        return text.toString();
    }

    private static final String BEFORE = "on 7 1200000 2600000 1200000 2600000";

    private final ServerSettings pairs =
            settings("eth0", hour(0, 100.0, 1.5), hour(1, 30.0, 2.9), hour(2, null, null));

    @Test
    void setsBothHourByHourAndBringsBackWhatWasThere() throws Exception {
        Map<String, String> units = units(pairs, false);
        assertThat(now()).isEqualTo(BEFORE);
        assertThat(start(units, 0)).isZero();
        assertThat(now()).isEqualTo("off 100 1500000 1500000 1500000 1500000");
        assertThat(start(units, 0)).as("the same again").isZero();
        assertThat(start(units, 1)).isZero();
        assertThat(now()).isEqualTo("off 30 2900000 2900000 2900000 2900000");
        assertThat(start(units, 2)).isZero();
        assertThat(now()).isEqualTo("on 30 1200000 2900000 1200000 2900000");
        assertThat(start(units, 4)).isZero();
        assertThat(run(units, SettingsUnits.SAVED, "ExecStop")).isZero();
        assertThat(now()).isEqualTo(BEFORE);
    }

    @Test
    void setsNothingWhereTheDelayCantBeSet() throws Exception {
        Map<String, String> units = units(pairs, false);
        Files.createFile(folder.resolve("broken"));
        assertThat(start(units, 0)).as("nothing is kept, so nothing is set").isNotZero();
        assertThat(now()).isEqualTo(BEFORE);
        Files.delete(folder.resolve("broken"));
        assertThat(start(units, 0)).isZero();
        Files.createFile(folder.resolve("broken"));
        assertThat(start(units, 1)).isNotZero();
        assertThat(now()).endsWith("1200000 2600000 1200000 2600000");
        Files.delete(folder.resolve("broken"));
    }

    @Test
    void bringsTheDelayBackWhereTheFrequencyCantBeSet() throws Exception {
        Map<String, String> units = units(pairs, false);
        assertThat(start(units, 0)).isZero();
        Path limit = folder.resolve("cpufreq/policy1/scaling_max_freq");
        Files.delete(limit);
        Files.createDirectory(limit);
        assertThat(start(units, 1)).isNotZero();
        Files.delete(limit);
        Files.writeString(limit, "2600000");
        assertThat(now()).isEqualTo(BEFORE);
    }

    @Test
    void refusesHalfOfAPair() {
        assertThatThrownBy(() -> units(settings(null, hour(0, 100.0, 1.5)), false))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("half of what was tuned")
                .hasMessageContaining("--frequency-only");
        assertThatThrownBy(() -> units(settings(null, hour(0, 100.0, null)), false))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("set nothing");
        for (ServerSettings.Hour half : List.of(hour(1, null, 2.0), hour(1, 20.0, null))) {
            assertThatThrownBy(() -> units(settings("eth0", hour(0, 100.0, 1.5), half), false))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("half of a pair in hour 1");
        }
        assertThatThrownBy(() -> units(settings("eth0", hour(0, 2.5, 1.5)), false))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("whole microseconds");
        assertThatThrownBy(() -> units(settings("eth0", hour(0, null, null)), false))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("set nothing");
        assertThatThrownBy(() -> units(settings("eth0", hour(0, 10.0, null)), true))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no frequency");
    }

    @Test
    void setsOneKnobWhereOneWasTunedOrAskedFor() throws Exception {
        Map<String, String> units = units(settings(null, hour(0, 100.0, 1.5)), true);
        assertThat(start(units, 3)).isZero();
        assertThat(now()).isEqualTo("on 7 1500000 1500000 1500000 1500000");
        assertThat(new SettingsUnits(settings(null, hour(0, 100.0, 1.5)), true, FILE).notices())
                .anyMatch(each -> each.contains("as asked for"));
        Files.delete(folder.resolve("restore"));
        assertThat(start(units(settings("eth1", hour(0, 40.0, null)), false), 3)).isZero();
        assertThat(now()).isEqualTo("off 40 1500000 1500000 1500000 1500000");
    }

    @Test
    void bringsEverythingBackWhereTheFrequencyIsNotTheOneAsked() throws Exception {
        Map<String, String> units = units(pairs, false);
        assertThat(start(units, 0)).isZero();
        Path limit = folder.resolve("cpufreq/policy1/scaling_max_freq");
        Files.delete(limit);
        Files.createSymbolicLink(limit, Path.of("/dev/null")); // takes all and keeps none
        assertThat(start(units, 1)).isNotZero();
        Files.delete(limit);
        Files.writeString(limit, "2600000");
        assertThat(now()).isEqualTo(BEFORE);
    }

    @Test
    void saysThatTheFrequencyCantBeSetWithoutAPolicy() throws IOException {
        SettingsUnits units = new SettingsUnits(pairs, false, FILE);
        String said = "policy*: the frequency can't be set here";
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(units.notices(empty)).anyMatch(each -> each.contains(said));
        assertThat(units.notices(folder.resolve("gone"))).anyMatch(each -> each.contains(said));
        assertThat(units.notices(folder.resolve("cpufreq"))).noneMatch(each -> each.contains(said));
    }

    @Test
    void namesWhatWasChosenAmongWhereNothingMeetsTheTarget() {
        assertThat(missed(hour(0, 20.0, 1.5))).contains("; no setting meets it at 00:00");
        assertThat(missed(hour(0, 20.0, null)))
                .contains("; no delay, with the frequencies of Linux, meets it at 00:00");
        assertThat(missed(hour(0, null, 1.5)))
                .contains("; no frequency, with the delays of the driver, meets it at 00:00");
    }

    private static String missed(ServerSettings.Hour hour) {
        ServerSettings settings =
                new ServerSettings(
                        ServerSettings.VERSION,
                        "day",
                        "eth0",
                        "p99 <= 500 us",
                        List.of(0),
                        List.of(0),
                        List.of(hour));
        return String.join("\n", new SettingsUnits(settings, false, FILE).notices());
    }

    private ServerSettings read(String name, String nic, String hours) throws IOException {
        Path file = folder.resolve("settings.json");
        Files.writeString(
                file,
                "{\"formatVersion\": 2, \"name\": \"%s\", \"networkInterface\": \"%s\","
                                .formatted(name, nic)
                        + " \"target\": null, \"missedHours\": [], \"infeasibleHours\": [],"
                        + " \"hours\": ["
                        + hours
                        + "]}");
        return ServerSettings.read(file);
    }

    private static String row(int hour, String ghz) {
        return "{\"hour\": %d, \"itrMicros\": %d, \"ghz\": %s}".formatted(hour, 10 + hour, ghz);
    }

    @Test
    void takesHoursByTheirNumberAndRefusesThoseTwiceOrMissing() throws Exception {
        String three = row(2, "1.4") + "," + row(0, "1.2") + "," + row(1, "1.3");
        assertThat(start(units(read("day", "eth0", three), false), 0)).isZero();
        assertThat(now()).isEqualTo("off 10 1200000 1200000 1200000 1200000");
        assertThatThrownBy(() -> read("day", "eth0", row(0, "1") + "," + row(0, "2")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("hours given twice: 0");
        assertThatThrownBy(() -> read("day", "eth0", row(1, "1") + "," + row(3, "2")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("hours missing: 0, 2");
    }

    @Test
    void refusesFrequenciesThatNoServerHas() throws IOException {
        for (String ghz : List.of("99", "0.05", "1.23456789")) {
            assertThatThrownBy(() -> read("day", "eth0", row(0, ghz)))
                    .as(ghz)
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("ghz");
        }
        assertThat(read("day", "eth0", row(0, "2.899999")).hours().get(0).ghz())
                .isEqualTo(2.899999);
    }

    /** Root runs what the units say: no text of a file is more than one line of a comment. */
    @Test
    void refusesTextsThatCouldSayMoreInAUnit() throws IOException {
        for (String bad : List.of("a\\nExecStart=/bin/x", "a\\rb", "a\\u0000", "a\\u2028b")) {
            assertThatThrownBy(() -> read(bad, "eth0", row(0, "2")))
                    .as(bad)
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("control characters");
        }
        for (String bad : List.of("eth0\\n", "a b", "$(x)", "a'b", "-C", "a;b", "a%n")) {
            assertThatThrownBy(() -> read("day", bad, row(0, "2")))
                    .as(bad)
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("network interface");
            ServerSettings settings = settings(bad.replace("\\n", "\n"), hour(0, 10.0, 2.0));
            assertThatThrownBy(() -> units(settings, false)).isInstanceOf(InputException.class);
        }
        ServerSettings settings =
                new ServerSettings(
                        ServerSettings.VERSION,
                        "a\nExecStart=/bin/x",
                        "eth0",
                        null,
                        List.of(),
                        List.of(),
                        List.of(hour(0, 10.0, 2.0)));
        assertThatThrownBy(() -> units(settings, false))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("control characters");
        assertThat(units(read("Tag \u00fc 'x' \\\\ %n $x", "eth0", row(0, "2")), false))
                .containsKey(SettingsUnits.SERVICE);
    }

    /** Where systemd is here, it reads the units without complaint. */
    @Test
    void writesUnitsThatSystemdReads() throws Exception {
        assumeThat(Path.of("/usr/bin/systemd-analyze")).exists();
        for (Map.Entry<String, String> each : units(pairs, false).entrySet()) {
            if (!each.getKey().endsWith("/")) {
                Files.writeString(folder.resolve(each.getKey()), each.getValue());
            }
        }
        Process verify =
                new ProcessBuilder(
                                "/usr/bin/systemd-analyze",
                                "verify",
                                "--man=no",
                                folder.resolve(SettingsUnits.TIMER).toString(),
                                folder.resolve(SettingsUnits.SERVICE).toString(),
                                folder.resolve(SettingsUnits.SAVED).toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(verify.getInputStream().readAllBytes(), UTF_8);
        verify.waitFor();
        assertThat(said.lines().filter(line -> line.contains("stowage-"))).isEmpty();
    }
}
