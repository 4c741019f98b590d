package dev.stowage.push.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Shell commands that set the delay of interrupts and the frequency, as a unit of systemd has them
 * within single quotes: {@code $$} for a dollar sign, {@code %%} for a percent sign, no backslash
 * but at the end of a line.
 *
 * <p>Both are set or neither: where one of them can't be, what was there before is brought back and
 * the script fails. The delay is read back, since {@code ethtool} fails where it changes nothing,
 * and so is the frequency, since cpufreq takes what is out of its range for the nearest that it
 * has.
 */
final class SettingsScript {
    static final String CPUFREQ = "/sys/devices/system/cpu/cpufreq";

    /** Script that brings back what was there before; it is gone with the machine's start. */
    static final String RESTORE = "/run/stowage-settings/restore";

    private static final String NEXT = " \\\n    ";

    private final @Nullable String networkInterface;
    private final boolean hasFrequency;

    /**
     * @param networkInterface whose interrupts are delayed; null to leave the delay alone
     * @param hasFrequency true to set the frequency
     */
    SettingsScript(@Nullable String networkInterface, boolean hasFrequency) {
        this.networkInterface = networkInterface;
        this.hasFrequency = hasFrequency;
    }

    /** Writes {@link #RESTORE}; run with {@code -e}. */
    String save() {
        List<String> lines = new ArrayList<>();
        lines.add("exec > " + RESTORE + ";");
        if (networkInterface != null) {
            String nic = networkInterface;
            lines.add("was=$$(ethtool -c " + nic + ");");
            lines.add("us=$$(echo \"$$was\" | grep ^rx-usecs: | tr -dc 0-9);");
            lines.add("[ -z \"$$us\" ] || echo \"ethtool -C " + nic + " rx-usecs $$us\";");
            lines.add("case \"$$was\" in");
            lines.add("*\"Adaptive RX: on\"*) echo \"ethtool -C " + nic + " adaptive-rx on\";;");
            lines.add("*\"Adaptive RX: off\"*) echo \"ethtool -C " + nic + " adaptive-rx off\";;");
            lines.add("esac;");
        }
        if (hasFrequency) {
            lines.add("for p in " + CPUFREQ + "/policy*; do");
            lines.add("low=$$(cat $$p/scaling_min_freq); high=$$(cat $$p/scaling_max_freq);");
            lines.add("echo \"{ echo $$high > $$p/scaling_max_freq; } 2>/dev/null\";");
            lines.add("echo \"echo $$low > $$p/scaling_min_freq\";");
            lines.add("echo \"echo $$high > $$p/scaling_max_freq\";");
            lines.add("done");
        }
        return String.join(NEXT, lines);
    }

    /**
     * Sets what the hour of the clock has.
     *
     * @param hours a command of {@link #hour} for each
     */
    String set(List<String> hours) {
        List<String> lines = new ArrayList<>();
        if (networkInterface != null) {
            String nic = networkInterface;
            lines.add("delay() { ethtool -C " + nic + " adaptive-rx off rx-usecs $$1;");
            lines.add(
                    "[ \"$$(ethtool -c " + nic + " | grep ^rx-usecs: | tr -dc 0-9)\" = $$1 ]; };");
            lines.add("own_delay() { ethtool -C " + nic + " adaptive-rx on;");
            lines.add("ethtool -c " + nic + " | grep -q \"^Adaptive RX: on\"; };");
        }
        if (hasFrequency) {
            // the lower limit is set first where it is below the upper one, else the upper one
            lines.add("frequency() { for p in " + CPUFREQ + "/policy*; do");
            lines.add("{ echo $$1 > $$p/scaling_min_freq; } 2>/dev/null ||");
            lines.add("{ echo $$1 > $$p/scaling_max_freq && echo $$1 > $$p/scaling_min_freq; } &&");
            lines.add("echo $$1 > $$p/scaling_max_freq &&");
            lines.add("[ \"$$(cat $$p/scaling_min_freq)\" = $$1 ] &&");
            lines.add("[ \"$$(cat $$p/scaling_max_freq)\" = $$1 ] || return 1; done; };");
            lines.add("all_frequencies() { for p in " + CPUFREQ + "/policy*; do");
            lines.add("for f in max min; do");
            lines.add("cat $$p/cpuinfo_$${f}_freq > $$p/scaling_$${f}_freq || return 1;");
            lines.add("done; done; };");
        }
        lines.add("case $$(date +%%H) in");
        for (int hour = 0; hour < hours.size(); hour++) {
            lines.add(String.format(Locale.ROOT, "%02d) %s;;", hour, hours.get(hour)));
        }
        lines.add("esac || { sh " + RESTORE + "; exit 1; }");
        return String.join(NEXT, lines);
    }

    /**
     * The command of an hour; what it leaves alone and another one sets goes back to Linux.
     *
     * @param itrMicros delay; null for that of the driver
     * @param ghz frequency; null for all
     */
    String hour(@Nullable Double itrMicros, @Nullable Double ghz) {
        List<String> commands = new ArrayList<>();
        if (networkInterface != null) {
            commands.add(itrMicros == null ? "own_delay" : "delay " + Math.round(itrMicros));
        }
        if (hasFrequency) {
            commands.add(ghz == null ? "all_frequencies" : "frequency " + Math.round(ghz * 1e6));
        }
        return String.join(" && ", commands);
    }
}
