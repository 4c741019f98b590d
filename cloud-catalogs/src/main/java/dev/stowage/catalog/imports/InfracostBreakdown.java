package dev.stowage.catalog.imports;

import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.Gathering;
import dev.stowage.catalog.gather.TypeNames;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code infracost breakdown --format json} prints: projects, their resources, and under each
 * the components of its cost. Each component of {@code breakdown} is a row; {@code pastBreakdown}
 * and {@code diff} say the same again and are passed over. A component names system, purchase and
 * type in one text, {@code Instance usage (Linux/UNIX, on-demand, t3.nano)}; nothing names a
 * region.
 */
record InfracostBreakdown(
        @Nullable String currency,
        @Nullable String timeGenerated,
        @Nullable List<Project> projects) {
    private static final Pattern USAGE =
            Pattern.compile("Instance usage \\((Linux|Linux/UNIX|[^,]+), ([^,]+), ([^,() ]+)\\)");
    private static final Set<String> ON_DEMAND = Set.of("on-demand", "pay as you go");
    private static final int DAY = "2026-07-20".length();

    /** One Terraform project. */
    record Project(@Nullable Costs breakdown) {}

    /** What a project costs as it is planned. */
    record Costs(@Nullable List<Resource> resources) {}

    /** A resource, with those that belong to it. */
    record Resource(
            @Nullable String name,
            @Nullable List<Component> costComponents,
            @Nullable List<Resource> subresources) {}

    /** A part of a cost: its price a unit, as text. */
    record Component(@Nullable String name, @Nullable String unit, @Nullable String price) {}

    void tell(String file, String region, Optional<LocalDate> given, Gathering gathering) {
        String made = timeGenerated == null ? "" : timeGenerated;
        String date =
                given.map(LocalDate::toString)
                        .orElse(made.substring(0, Math.min(DAY, made.length())));
        Reading reading =
                new Reading(file, region, date, currency == null ? "" : currency, gathering);
        for (Project project : orNone(projects)) {
            if (project.breakdown() != null) {
                orNone(project.breakdown().resources()).forEach(reading::resource);
            }
        }
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** Counts the components of a file. */
    private static final class Reading {
        private final String file;
        private final String region;
        private final String date;
        private final String currency;
        private final Gathering gathering;
        private final Set<String> told = new HashSet<>();
        private long index;

        Reading(String file, String region, String date, String currency, Gathering gathering) {
            this.file = file;
            this.region = region;
            this.date = date;
            this.currency = currency;
            this.gathering = gathering;
        }

        void resource(Resource resource) {
            for (Component component : orNone(resource.costComponents())) {
                gathering.count();
                index++;
                component(orEmpty(resource.name()), component);
            }
            orNone(resource.subresources()).forEach(this::resource);
        }

        private void component(String resource, Component component) {
            String name = orEmpty(component.name());
            Matcher usage = USAGE.matcher(name);
            Reason reason = unwanted(usage, orEmpty(component.unit()));
            if (reason == null && !told.add(usage.group(3) + " " + component.price())) {
                reason = Reason.REPEATED;
            }
            if (reason != null) {
                gathering.leaveOut(
                        reason, file + ":" + index, resource, name, "Linux on demand, by the hour");
                return;
            }
            String type = usage.group(3);
            Draft draft =
                    new Draft(file, index)
                            .put(CatalogueColumn.PROVIDER, TypeNames.provider(type))
                            .put(CatalogueColumn.REGION, region)
                            .put(CatalogueColumn.VM_TYPE, type)
                            .put(CatalogueColumn.PRICE_USD_PER_HOUR, orEmpty(component.price()))
                            .put(CatalogueColumn.CURRENCY, currency)
                            .put(CatalogueColumn.SOURCE, "Infracost breakdown")
                            .put(CatalogueColumn.DATE, date);
            gathering.offer(gathering.sized(draft).complete());
        }

        private static @Nullable Reason unwanted(Matcher usage, String unit) {
            if (!usage.matches()) {
                return Reason.NOT_A_VM;
            }
            if (!usage.group(1).startsWith("Linux")) {
                return Reason.NOT_LINUX;
            }
            if (!ON_DEMAND.contains(usage.group(2))) {
                return Reason.NOT_ON_DEMAND;
            }
            return unit.equals("hours") ? null : Reason.NOT_HOURLY;
        }
    }
}
