package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.basis.InputException;
import dev.stowage.isolation.IsolationLibrary;
import dev.stowage.profile.ProfileLibrary;
import dev.stowage.profile.ProfileReader;
import dev.stowage.profile.ProfileWriter;
import java.nio.file.Path;

/** Profiles in a YAML file, as {@code profile -o profiles.yaml} writes them. */
public final class ProfilesFile {
    /** The library that comes with the product. */
    public static final String THESIS = "thesis";

    private static final YAMLMapper YAML =
            new YAMLMapper(
                    YAMLFactory.builder()
                            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                            .disable(YAMLGenerator.Feature.SPLIT_LINES)
                            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                            .build());

    private ProfilesFile() {}

    /**
     * The shipped library by its name, else what a file says.
     *
     * @throws InputException if the file can't be read, or at the first thing that is wrong in it
     */
    public static ProfileLibrary read(String nameOrFile) {
        if (nameOrFile.equals(THESIS)) {
            return ProfileLibrary.thesis();
        }
        LocatedYaml yaml =
                LocatedYaml.read(Path.of(nameOrFile), "a file of profiles in YAML, or thesis");
        return ProfileReader.read(nameOrFile, yaml.root());
    }

    /**
     * Levels of isolation, and what applications suffer from each other.
     *
     * @throws InputException if the file can't be read, or at the first thing that is wrong in it
     */
    public static IsolationLibrary isolation(Path file) {
        LocatedYaml yaml = LocatedYaml.read(file, "levels of isolation in YAML (docs/quman.md)");
        return IsolationLibrary.read(file.toString(), yaml.root());
    }

    /** The text of a file that {@link #read} reads back. */
    public static String yaml(ProfileLibrary library) {
        try {
            return YAML.writeValueAsString(ProfileWriter.document(library));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("profiles are no YAML: " + e.getMessage(), e);
        }
    }
}
