package dev.stowage.workflow.profile;

import dev.stowage.model.Workload;
import dev.stowage.policy.PolicySpec;
import dev.stowage.profile.workload.SlicedWorkload;
import dev.stowage.profile.workload.SlicedWorkload.Promise;
import dev.stowage.profile.workload.SlicedWorkload.RecordedOn;
import dev.stowage.scenario.ProfilesFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a user gave for admission by profiles.
 *
 * @param profiles a file of profiles, or {@code thesis}
 * @param applications which application each job runs, see {@link ApplicationMap}
 * @param recordedOn what recorded durations are durations on
 */
public record ProfiledTasks(String profiles, Path applications, RecordedOn recordedOn) {
    /** The workload with the slices that an admission policy {@code quman-user} promises. */
    public SlicedWorkload of(Workload workload, PolicySpec admission, long seed) {
        return new SlicedWorkload(
                workload,
                ProfilesFile.read(profiles),
                ApplicationMap.read(applications, seed),
                new Promise(
                        admission.parameter("pi") / 100.0,
                        admission.parameter("margin") / 100.0,
                        recordedOn));
    }

    /** What each application is given and how many tasks keep their request, one sentence each. */
    public static List<String> notes(SlicedWorkload workload) {
        List<String> notes = new ArrayList<>();
        Map<String, Long> counts = workload.counts();
        workload.slices()
                .forEach(
                        (name, slice) ->
                                notes.add(
                                        name
                                                + ": "
                                                + count(counts, name)
                                                + " tasks with "
                                                + slice));
        long unprofiled = count(counts, SlicedWorkload.UNPROFILED);
        if (unprofiled > 0) {
            notes.add(
                    unprofiled
                            + " tasks have no profile and keep their requests"
                            + (workload.unprofiled().isEmpty()
                                    ? "."
                                    : ", those of "
                                            + String.join(", ", workload.unprofiled())
                                            + " among them."));
        }
        return notes;
    }

    private static long count(Map<String, Long> counts, String name) {
        Long count = counts.get(name);
        return count == null ? 0 : count;
    }
}
