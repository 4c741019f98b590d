package dev.stowage.push.node;

import dev.stowage.push.object.FileObjects;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.ServerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A day of settings as a unit of systemd that sets those of the hour, and a timer that starts it
 * each hour: {@code ethtool -C} for the delay of interrupts, the limits of cpufreq for the
 * frequency.
 */
final class SettingsUnits {
    static final String SERVICE = "stowage-settings.service";
    static final String TIMER = "stowage-settings.timer";
    private static final Path CPUFREQ = Path.of("/sys/devices/system/cpu/cpufreq");
    private static final List<Path> ETHTOOL =
            List.of(Path.of("/usr/sbin/ethtool"), Path.of("/sbin/ethtool"));

    private static final int HOURS = 24;

    private final ServerSettings settings;

    SettingsUnits(ServerSettings settings) {
        this.settings = settings;
    }

    List<PlannedObject> objects() {
        FileObjects files = new FileObjects();
        files.add(SERVICE, service());
        files.add(TIMER, timer());
        return files.objects();
    }

    private String service() {
        StringBuilder text = new StringBuilder();
        text.append("# settings of ").append(settings.name()).append(" by hour\n[Unit]\n");
        text.append("Description=Interrupt delay and frequency of the hour\n\n[Service]\n");
        text.append("Type=oneshot\nExecStart=/bin/sh -c 'case $(date +%%H) in");
        for (int hour = 0; hour < HOURS; hour++) {
            text.append(String.format(Locale.ROOT, " %02d) %s;;", hour, commands(hour)));
        }
        return text.append(" esac'\n").toString();
    }

    private boolean hasDelay() {
        return settings.hours().stream().anyMatch(each -> each.itrMicros() != null);
    }

    private boolean hasFrequency() {
        return settings.hours().stream().anyMatch(each -> each.ghz() != null);
    }

    /** True if nothing can be set: not the frequency, nor the delay of an interface. */
    boolean isIdle() {
        return !hasFrequency() && !(hasDelay() && settings.networkInterface() != null);
    }

    /** What an hour leaves alone and another one sets goes back to Linux. */
    private String commands(int hour) {
        ServerSettings.Hour wanted = settings.hours().get(hour % settings.hours().size());
        List<String> commands = new ArrayList<>();
        if (hasDelay() && settings.networkInterface() != null) {
            commands.add(
                    "ethtool -C "
                            + settings.networkInterface()
                            + (wanted.itrMicros() == null
                                    ? " adaptive-rx on"
                                    : " adaptive-rx off rx-usecs "
                                            + Math.round(wanted.itrMicros())));
        }
        if (wanted.ghz() != null) {
            long khz = Math.round(wanted.ghz() * 1e6);
            // both limits: the lower one first where it falls, so that one order is always legal
            commands.add(
                    "for p in "
                            + CPUFREQ
                            + "/policy*; do for i in 1 2; do for f in min max; do echo "
                            + khz
                            + " > $$p/scaling_$${f}_freq 2>/dev/null; done; done; done");
        } else if (hasFrequency()) {
            commands.add(
                    "for p in "
                            + CPUFREQ
                            + "/policy*; do for f in max min; do cat $$p/cpuinfo_$${f}_freq >"
                            + " $$p/scaling_$${f}_freq; done; done");
        }
        return commands.isEmpty() ? ":" : String.join("; ", commands);
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
        List<String> notices = new ArrayList<>();
        boolean hasDelay = hasDelay();
        if (hasDelay && settings.networkInterface() == null) {
            notices.add(
                    "The delay of interrupts is not set: the settings name no interface. Give"
                            + " interface: in the file of stowage tune"
                            + (hasFrequency()
                                    ? ". The frequency alone may miss the target, or let requests"
                                            + " pile up: the two were tuned together"
                                    : ""));
        }
        if (hasDelay && ETHTOOL.stream().noneMatch(Files::exists)) {
            notices.add("This machine has no ethtool: the delay of interrupts can't be set here");
        }
        if (hasFrequency() && !Files.isDirectory(CPUFREQ)) {
            notices.add("This machine has no " + CPUFREQ + ": the frequency can't be set here");
        }
        notices.addAll(ofTheTarget());
        notices.add(
                "systemd takes the units in with: systemctl daemon-reload && systemctl start "
                        + TIMER
                        + " "
                        + SERVICE);
        return notices;
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
                                    : "; no setting meets it at "
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
