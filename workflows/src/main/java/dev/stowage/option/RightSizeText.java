package dev.stowage.option;

import dev.stowage.basis.DecimalText;
import dev.stowage.basis.InputException;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import dev.stowage.rightsizing.evidence.SizingRule;
import dev.stowage.rightsizing.evidence.UseQuantile;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What {@code --right-size} and {@code --min-request} say. */
public final class RightSizeText {
    private static final Pattern CPU =
            Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)(mc|m|c)", Pattern.CASE_INSENSITIVE);
    private static final long MILLI_CORE = 1_000;
    private static final List<String> RESOURCES = List.of("cpu", "memory");

    private RightSizeText() {}

    /**
     * Rules.
     *
     * @param general for services of a class that has none of its own
     * @param byClass rules by class
     */
    public record Rules(SizingRule general, Map<TaskClass, SizingRule> byClass) {}

    /**
     * {@code cpu=p99,memory=p99.9,batch:cpu=p90}: quantiles by resource; behind a class for the
     * services of that class.
     */
    public static Rules rules(String place, String text) {
        SizingRule general = SizingRule.DEFAULT;
        Map<TaskClass, SizingRule> byClass = new EnumMap<>(TaskClass.class);
        Set<String> seen = new HashSet<>();
        TaskClass now = null;
        for (String part : text.split(",", -1)) {
            int colon = part.indexOf(':');
            now = colon < 0 ? now : taskClass(place, part.substring(0, colon).strip());
            String setting = part.substring(colon + 1).strip();
            SizingRule rule = now == null ? general : byClass.getOrDefault(now, general);
            rule = with(place, rule, setting);
            if (!seen.add(now + setting.substring(0, setting.indexOf('=')))) {
                throw bad(place, part, "each resource once for each class");
            }
            if (now == null) {
                general = rule;
            } else {
                byClass.put(now, rule);
            }
        }
        return new Rules(general, byClass);
    }

    private static TaskClass taskClass(String place, String word) {
        for (TaskClass each : TaskClass.values()) {
            if (each.label().equals(word)) {
                return each;
            }
        }
        throw bad(place, word, "a class, user-facing or batch");
    }

    private static SizingRule with(String place, SizingRule rule, String setting) {
        int sign = setting.indexOf('=');
        String resource = sign < 0 ? setting : setting.substring(0, sign).strip();
        if (sign < 0 || !RESOURCES.contains(resource)) {
            throw bad(place, setting, "RESOURCE=QUANTILE for cpu or memory, as in cpu=p95");
        }
        UseQuantile quantile = UseQuantile.parse(place, setting.substring(sign + 1).strip());
        return resource.equals("cpu")
                ? new SizingRule(quantile, rule.memory())
                : new SizingRule(rule.cpu(), quantile);
    }

    private static InputException bad(String place, String found, String expected) {
        return InputException.at(
                place, "\"" + found + "\"", expected, "As in cpu=p95,memory=max,batch:cpu=p90.");
    }

    /** {@code 10mc,16MiB}: thousandths of a core, or {@code 0.01c} cores, and memory. */
    public static Resources floor(String place, String text) {
        String[] parts = text.split(",", -1);
        @Nullable Matcher cpu = parts.length == 2 ? CPU.matcher(parts[0].strip()) : null;
        if (cpu == null || !cpu.matches()) {
            throw InputException.at(
                    place, "\"" + text + "\"", "CPU and memory, as in 10mc,16MiB", null);
        }
        boolean isMilli = cpu.group(2).toLowerCase(Locale.ROOT).startsWith("m");
        String memory = parts[1].strip();
        return new Resources(
                DecimalText.truncate(
                        cpu.group(1), isMilli ? MILLI_CORE : Resources.MICRO_CORES_PER_CORE),
                memory.equals("0") ? 0 : Quantities.bytes(place, memory));
    }
}
