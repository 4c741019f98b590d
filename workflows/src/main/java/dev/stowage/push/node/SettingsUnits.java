package dev.stowage.push.node;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.FileObjects;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.ServerSettings;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A day of settings as units of systemd: one that keeps what was set before and brings it back when
 * it is stopped, one that sets those of the hour, and a timer that starts it each hour. {@code
 * ethtool -C} sets the delay of interrupts, the limits of cpufreq the frequency.
 */
final class SettingsUnits {
    static final String SAVED = "stowage-settings-saved.service";
    static final String SERVICE = "stowage-settings.service";
    static final String TIMER = "stowage-settings.timer";

    /** What is to be done after a rollback, which removes the units and sets nothing. */
    static final String AFTER_ROLLBACK =
            "Only files were taken back. Stopping the units brings back the delay and the limits of"
                    + " the frequency that were there before they first ran since the machine"
                    + " started: systemctl stop "
                    + TIMER
                    + " "
                    + SERVICE
                    + " "
                    + SAVED
                    + " && systemctl daemon-reload, in this order. Under adaptive interrupts the"
                    + " driver then chooses its delay anew";

    private static final Path CPUFREQ = Path.of(SettingsScript.CPUFREQ);
    private static final List<Path> ETHTOOL =
            List.of(Path.of("/usr/sbin/ethtool"), Path.of("/sbin/ethtool"));

    private static final int HOURS = 24;

    private final ServerSettings settings;
    private final boolean hasDelay;
    private final boolean hasFrequency;
    private final boolean isDelayed;

    /**
     * @param isFrequencyOnly true to leave the delay to Linux, though both were tuned
     * @throws InputException if half of a pair would be set, or nothing, or a text could say more
     *     in a unit than what it is
     */
    SettingsUnits(ServerSettings settings, boolean isFrequencyOnly, Path file) {
        this.settings = settings;
        hasFrequency = settings.hours().stream().anyMatch(each -> each.ghz() != null);
        isDelayed = settings.hours().stream().anyMatch(each -> each.itrMicros() != null);
        hasDelay = isDelayed && !isFrequencyOnly;
        if (!ServerSettings.isPlain(settings.name())) {
            throw refused(file, "a name with control characters", "a name of one line", null);
        }
        String nic = settings.networkInterface();
        if (nic != null && !ServerSettings.isInterface(nic)) {
            throw refused(
                    file,
                    "networkInterface \"" + nic + "\"",
                    "the name of a network interface",
                    null);
        }
        if (isFrequencyOnly && !hasFrequency) {
            throw refused(file, "no frequency", "one, for --frequency-only", "Leave it out.");
        }
        if (hasDelay && settings.networkInterface() == null) {
            throw refused(
                    file,
                    hasFrequency
                            ? "delays of interrupts and no interface; the frequency alone is half of"
                                    + " what was tuned, and may miss the target or let requests pile"
                                    + " up"
                            : "delays of interrupts and no interface, so that they set nothing",
                    "networkInterface, whose interrupts are to be delayed",
                    "Give interface: in the file of stowage tune, and tune again"
                            + (hasFrequency
                                    ? "; --frequency-only sets the frequency alone."
                                    : "."));
        }
        if (!hasDelay && !hasFrequency) {
            throw refused(
                    file,
                    "hours that set nothing",
                    "a delay or a frequency in one of them",
                    "Where Linux is left alone in every hour, there is nothing to push.");
        }
        for (ServerSettings.Hour each : settings.hours()) {
            boolean isLinux = each.itrMicros() == null && each.ghz() == null;
            boolean isHalf =
                    (each.itrMicros() == null) == isDelayed || (each.ghz() == null) == hasFrequency;
            if (isHalf && !isLinux) {
                throw refused(
                        file,
                        "half of a pair in hour " + each.hour(),
                        "itrMicros and ghz as in the other hours, or neither, for Linux",
                        null);
            }
            if (hasDelay && each.itrMicros() != null && each.itrMicros() % 1 != 0) {
                throw refused(
                        file,
                        "a delay of " + each.itrMicros() + " us in hour " + each.hour(),
                        "whole microseconds, as ethtool takes them",
                        "Give the platform a step of whole microseconds, and tune again.");
            }
        }
    }

    private static InputException refused(
            Path file, String found, String expected, @Nullable String remedy) {
        return InputException.of(file, found, expected, remedy);
    }

    List<PlannedObject> objects() {
        SettingsScript script =
                new SettingsScript(hasDelay ? settings.networkInterface() : null, hasFrequency);
        FileObjects files = new FileObjects();
        files.add(SAVED, saved(script));
        files.add(SERVICE, service(script));
        files.add(TIMER, timer());
        return files.objects();
    }

    private String saved(SettingsScript script) {
        return """
        # what was there before the settings of %s
        [Unit]
        Description=Interrupt delay and frequency before the settings by hour

        [Service]
        Type=oneshot
        RemainAfterExit=yes
        RuntimeDirectory=stowage-settings
        ExecStart=/bin/sh -ec '%s'
        ExecStop=/bin/sh %s
        """
                .formatted(settings.name(), script.save(), SettingsScript.RESTORE);
    }

    private String service(SettingsScript script) {
        List<String> hours =
                IntStream.range(0, HOURS)
                        .mapToObj(hour -> settings.hours().get(hour % settings.hours().size()))
                        .map(each -> script.hour(hasDelay ? each.itrMicros() : null, each.ghz()))
                        .toList();
        return """
        # settings of %s by hour
        [Unit]
        Description=Interrupt delay and frequency of the hour
        Requires=%s
        After=%s

        [Service]
        Type=oneshot
        ExecStart=/bin/sh -c '%s'
        """
                .formatted(settings.name(), SAVED, SAVED, script.set(hours));
    }

    private static String timer() {
        return """
        [Unit]
        Description=Settings of each hour

        [Timer]
        OnCalendar=hourly
        Persistent=true

        [Install]
        WantedBy=timers.target
        """;
    }

    /** What can't be set here, and what is left to do. */
    List<String> notices() {
        return notices(CPUFREQ);
    }

    /**
     * The same.
     *
     * @param cpufreq folder with the policies of this machine
     */
    List<String> notices(Path cpufreq) {
        List<String> notices = new ArrayList<>();
        boolean isLeft =
                !hasDelay && settings.hours().stream().anyMatch(each -> each.itrMicros() != null);
        if (isLeft) {
            notices.add(
                    "The delay of interrupts is not set, as asked for: it was tuned together with"
                            + " the frequency, which alone may miss the target, or let requests pile"
                            + " up");
        }
        if (hasDelay && ETHTOOL.stream().noneMatch(Files::exists)) {
            notices.add("This machine has no ethtool: the delay of interrupts can't be set here");
        }
        if (hasFrequency && !hasPolicy(cpufreq)) {
            notices.add(
                    "This machine has no "
                            + cpufreq.resolve("policy*")
                            + ": the frequency can't be set here");
        }
        notices.addAll(ofTheTarget());
        notices.add(
                "systemd takes the units in with: systemctl daemon-reload && systemctl start "
                        + TIMER
                        + " "
                        + SERVICE
                        + ". Where something can't be set, what was there before is brought back"
                        + " and the service fails");
        return notices;
    }

    private static boolean hasPolicy(Path cpufreq) {
        if (!Files.isDirectory(cpufreq)) {
            return false;
        }
        try (DirectoryStream<Path> policies = Files.newDirectoryStream(cpufreq, "policy*")) {
            return policies.iterator().hasNext();
        } catch (IOException | DirectoryIteratorException e) {
            return false; // what can't be read can't be set
        }
    }

    /** What was chosen among, in words that follow "no". */
    private String none() {
        return isDelayed
                ? hasFrequency ? "setting" : "delay, with the frequencies of Linux,"
                : "frequency, with the delays of the driver,";
    }

    private List<String> ofTheTarget() {
        List<String> notices = new ArrayList<>();
        int hours = settings.hours().size();
        if (hours < HOURS) {
            notices.add(
                    "The settings are of "
                            + hours
                            + (hours == 1 ? " hour" : " hours")
                            + ", which are repeated through the day: "
                            + clock(hours)
                            + " has those of hour 0");
        }
        if (!settings.missedHours().isEmpty()) {
            notices.add(
                    "What is set misses "
                            + settings.target()
                            + " at "
                            + clocks(settings.missedHours())
                            + (settings.infeasibleHours().isEmpty()
                                    ? ""
                                    : "; no "
                                            + none()
                                            + " meets it at "
                                            + clocks(settings.infeasibleHours())));
        }
        return notices;
    }

    /** When hours of the settings come round in a day. */
    private String clocks(List<Integer> hours) {
        return IntStream.range(0, HOURS)
                .filter(hour -> hours.contains(hour % settings.hours().size()))
                .mapToObj(SettingsUnits::clock)
                .collect(Collectors.joining(", "));
    }

    private static String clock(int hour) {
        return String.format(Locale.ROOT, "%02d:00", hour);
    }
}
