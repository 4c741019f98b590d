package dev.stowage.profile;

import dev.stowage.basis.Check;
import dev.stowage.basis.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Profiles of applications on one type of server.
 *
 * @param source where they are from, for messages
 * @param server the type of server that they were taken on
 * @param applications by name and input, each pair once
 */
public record ProfileLibrary(
        String source, SlicedServer server, List<ApplicationProfile> applications) {
    public ProfileLibrary {
        Check.notBlank("source", source);
        applications = List.copyOf(applications);
        if (applications.isEmpty()) {
            throw InputException.at(
                    source, "no application", "at least one under \"applications\"", null);
        }
        List<String> seen = new ArrayList<>();
        for (ApplicationProfile profile : applications) {
            String key = profile.name() + " with input " + profile.input();
            if (seen.contains(key)) {
                throw InputException.at(
                        source,
                        "two profiles of " + key,
                        "one for each application and input",
                        "Give one of them another name, or another input.");
            }
            seen.add(key);
        }
    }

    /**
     * The applications of the thesis' experiments on its server of 48 cores, 48 GB and 128 GB of
     * SSD cache. Estimated: the scales of four of them solve table 2.4 exactly, the rest was fitted
     * to table 2.5 or assumed, as each says.
     */
    public static ProfileLibrary thesis() {
        String resource = "/profiles/thesis.json";
        try (InputStream in = ProfileLibrary.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return ProfileReader.read("thesis", in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The profile of an application with this input, or with any if there is none for it. */
    public Optional<ApplicationProfile> find(String name, String input) {
        List<ApplicationProfile> named =
                applications.stream().filter(profile -> profile.name().equals(name)).toList();
        return named.stream()
                .filter(profile -> profile.input().equals(input))
                .findFirst()
                .or(
                        () ->
                                named.stream()
                                        .filter(
                                                profile ->
                                                        profile.input()
                                                                .equals(
                                                                        ApplicationProfile
                                                                                .ANY_INPUT))
                                        .findFirst());
    }

    /** The profile of an application. */
    public ApplicationProfile get(String name) {
        return find(name, ApplicationProfile.ANY_INPUT)
                .orElseThrow(
                        () ->
                                InputException.at(
                                        source,
                                        "no profile of \"" + name + "\"",
                                        "one of "
                                                + applications.stream()
                                                        .map(ApplicationProfile::name)
                                                        .distinct()
                                                        .collect(Collectors.joining(", ")),
                                        "Measure it with \"stowage profile\"."));
    }
}
