package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.json.Json;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.owned.Horizon;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The days on which a plan has to hold: {@code schedule} of {@code servers}, and its prices. */
final class StagesYaml {
    private static final JsonPointer TYPES = JsonPointer.compile("/servers/types");
    private static final JsonPointer SCHEDULE = JsonPointer.compile("/servers/schedule");
    private static final JsonPointer STAGES = JsonPointer.compile("/servers/schedule/stages");
    private static final JsonPointer BY = JsonPointer.compile("/by");
    private static final double DAYS_OF_YEAR = 365;

    private StagesYaml() {}

    /**
     * A day on which the plan has to hold.
     *
     * @param days until the next one, or the end; 1 where there is one day
     */
    record Dated(Horizon horizon, int days, double growth) {}

    /** A schedule as it stands there. */
    private record Form(
            String from,
            @Nullable String by,
            @Nullable List<StageForm> stages,
            @Nullable String until) {}

    /** A stage as it stands there. */
    private record StageForm(String by, double growth) {}

    /** What one costs that is ordered from a day on; null is as before. */
    record PriceFrom(
            String from, @Nullable BigDecimal monthlyUsd, @Nullable BigDecimal purchaseUsd) {
        LocalDate day() {
            return StagesYaml.day(from);
        }
    }

    private static LocalDate day(String text) {
        return Horizon.day(text).orElseThrow();
    }

    /** Of a checked schedule; empty without one. */
    static List<Dated> of(JsonNode schedule) {
        if (schedule.isMissingNode()) {
            return List.of();
        }
        Form form = Json.mapper().convertValue(schedule, Form.class);
        LocalDate from = day(form.from());
        List<StageForm> stages = form.stages();
        if (stages == null || form.until() == null) {
            return form.by() == null
                    ? List.of()
                    : List.of(new Dated(new Horizon(from, day(form.by())), 1, 1));
        }
        List<Dated> dates = new ArrayList<>();
        for (int i = 0; i < stages.size(); i++) {
            LocalDate by = day(stages.get(i).by());
            LocalDate next = day(i + 1 < stages.size() ? stages.get(i + 1).by() : form.until());
            dates.add(
                    new Dated(
                            new Horizon(from, by),
                            Math.toIntExact(ChronoUnit.DAYS.between(by, next)),
                            stages.get(i).growth()));
        }
        return dates;
    }

    /** Keys that say nothing without a schedule. */
    static void withoutSchedule(LocatedYaml yaml, List<LocatedIssue> issues) {
        JsonNode types = yaml.at(TYPES);
        for (int i = 0; i < types.size(); i++) {
            for (String key : List.of("leadWeeks", "prices")) {
                if (types.get(i).has(key)) {
                    KindsYaml.add(
                            issues,
                            yaml,
                            TYPES.appendIndex(i).appendProperty(key),
                            key + " without servers.schedule",
                            "schedule: {from: 2027-01-04, by: 2027-03-31} beside types",
                            "It says from when servers can be ordered, and by when they are"
                                    + " needed.");
                }
            }
        }
    }

    /** What a schema can't know. Looks only at values of the right type. */
    static void issues(LocatedYaml yaml, List<LocatedIssue> issues) {
        JsonNode schedule = yaml.at(SCHEDULE);
        if (!schedule.isObject()) {
            return;
        }
        boolean isStaged = schedule.has("stages");
        if (isStaged == schedule.has("by")) {
            KindsYaml.add(
                    issues,
                    yaml,
                    SCHEDULE,
                    isStaged ? "by and stages" : "neither by nor stages",
                    "one day as by, or several as stages",
                    null);
        }
        if (isStaged != schedule.has("until")) {
            KindsYaml.add(
                    issues,
                    yaml,
                    SCHEDULE,
                    isStaged ? "stages without until" : "until without stages",
                    isStaged
                            ? "until: the day up to which the last stage lasts"
                            : "stages beside it, or no until",
                    isStaged ? "Costs are counted up to that day." : null);
        }
        inOrder(yaml, issues);
        prices(yaml, issues);
        if (isStaged) {
            for (String key : List.of("budget", "minimise")) {
                JsonPointer at = JsonPointer.compile("/servers/" + key);
                if (!yaml.at(at).isMissingNode() && !yaml.at(at).asText().equals("cost")) {
                    KindsYaml.add(
                            issues,
                            yaml,
                            at,
                            key + " beside schedule.stages",
                            "schedule with one day as by, or no " + key,
                            "Several days are planned for the least cost.");
                }
            }
        }
    }

    /** All days from the first order to the end. */
    private static void inOrder(LocatedYaml yaml, List<LocatedIssue> issues) {
        List<JsonPointer> places = new ArrayList<>();
        places.add(SCHEDULE.appendProperty("from"));
        places.add(SCHEDULE.appendProperty("by"));
        for (int i = 0; i < yaml.at(STAGES).size(); i++) {
            places.add(STAGES.appendIndex(i).append(BY));
        }
        places.add(SCHEDULE.appendProperty("until"));
        Optional<LocalDate> before = Optional.empty();
        Optional<LocalDate> first = Optional.empty();
        for (JsonPointer place : places) {
            Optional<LocalDate> day = aDay(yaml, place, issues);
            if (day.isEmpty()) {
                continue;
            }
            boolean isFirst = place.equals(places.get(0));
            boolean mayBeSame = before.equals(aDayOf(yaml, places.get(0))) && first.isEmpty();
            if (!isFirst
                    && before.isPresent()
                    && (mayBeSame
                            ? day.get().isBefore(before.get())
                            : !day.get().isAfter(before.get()))) {
                KindsYaml.add(
                        issues,
                        yaml,
                        place,
                        day.get() + (mayBeSame ? ", before from" : ", not after " + before.get()),
                        "a day "
                                + (mayBeSame
                                        ? "from " + before.get() + " on"
                                        : "after " + before.get()),
                        null);
            }
            if (!isFirst && first.isEmpty()) {
                first = day;
            }
            before = day;
        }
        if (before.isPresent() && first.isPresent() && yaml.at(STAGES).isArray()) {
            notLongerThanYears(yaml, ChronoUnit.DAYS.between(first.get(), before.get()), issues);
        }
    }

    private static Optional<LocalDate> aDayOf(LocatedYaml yaml, JsonPointer place) {
        JsonNode day = yaml.at(place);
        return day.isTextual() ? Horizon.day(day.textValue()) : Optional.empty();
    }

    private static Optional<LocalDate> aDay(
            LocatedYaml yaml, JsonPointer place, List<LocatedIssue> issues) {
        Optional<LocalDate> day = aDayOf(yaml, place);
        JsonNode text = yaml.at(place);
        if (text.isTextual() && day.isEmpty()) {
            KindsYaml.add(
                    issues,
                    yaml,
                    place,
                    "\"" + text.textValue() + "\"",
                    "a day that there is, as in 2027-03-31",
                    null);
        }
        return day;
    }

    /** What is bought is paid for each day that it is there: it has to last as long. */
    private static void notLongerThanYears(LocatedYaml yaml, long days, List<LocatedIssue> issues) {
        JsonNode types = yaml.at(TYPES);
        for (int i = 0; i < types.size(); i++) {
            JsonNode years = types.get(i).path("years");
            if (years.isNumber() && years.doubleValue() * DAYS_OF_YEAR < days) {
                KindsYaml.add(
                        issues,
                        yaml,
                        TYPES.appendIndex(i).appendProperty("years"),
                        years + " years, less than the " + days + " days of the schedule",
                        "as many years as the schedule is long, or an earlier until",
                        "What is bought stays to the end of the schedule.");
            }
        }
    }

    private static void prices(LocatedYaml yaml, List<LocatedIssue> issues) {
        JsonNode types = yaml.at(TYPES);
        for (int i = 0; i < types.size(); i++) {
            JsonPointer all = TYPES.appendIndex(i).appendProperty("prices");
            Optional<LocalDate> before = Optional.empty();
            for (int j = 0; j < yaml.at(all).size(); j++) {
                JsonPointer at = all.appendIndex(j);
                Optional<LocalDate> day = aDay(yaml, at.appendProperty("from"), issues);
                if (day.isPresent() && before.isPresent() && !day.get().isAfter(before.get())) {
                    KindsYaml.add(
                            issues,
                            yaml,
                            at.appendProperty("from"),
                            day.get() + ", not after " + before.get(),
                            "days in order, each price from a later one on",
                            null);
                }
                before = day;
                for (String key : List.of("monthlyUsd", "purchaseUsd")) {
                    if (yaml.at(at).has(key) && !types.get(i).has(key)) {
                        KindsYaml.add(
                                issues,
                                yaml,
                                at.appendProperty(key),
                                "a later " + key + " of a type without " + key,
                                key + " of the type too: what it costs before",
                                null);
                    }
                }
            }
        }
    }
}
