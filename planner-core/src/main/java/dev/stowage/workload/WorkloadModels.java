package dev.stowage.workload;

import dev.stowage.basis.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where models come from: the built-in ones by name, and files. */
public final class WorkloadModels {
    private static final List<String> BUILT_IN =
            List.of("google-2011", "alibaba-2017", "alibaba-2018");

    private WorkloadModels() {}

    /** Names of the built-in models. */
    public static List<String> builtIn() {
        return BUILT_IN;
    }

    /**
     * The built-in model of that name, or else the model in that file.
     *
     * @throws InputException if there is neither, or the file is not a valid model; names the place
     *     as {@code file: classes.BATCH.parameters.…}
     */
    public static WorkloadModel load(String nameOrPath) {
        if (!BUILT_IN.contains(nameOrPath)) {
            return read(Path.of(nameOrPath));
        }
        String resource = "/models/" + nameOrPath + ".json";
        try (InputStream in = WorkloadModels.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the product lacks its resource " + resource);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return ModelReader.read(nameOrPath, text);
        } catch (IOException e) {
            throw new IllegalStateException("can't read the resource " + resource, e);
        }
    }

    /**
     * The model in a file.
     *
     * @throws InputException if it is missing, unreadable or not a valid model
     */
    public static WorkloadModel read(Path file) {
        try {
            return ModelReader.read(file.toString(), Files.readString(file));
        } catch (CharacterCodingException e) {
            throw InputException.of(file, "bytes that are no text", "a model in JSON", null)
                    .causedBy(e);
        } catch (IOException e) {
            String found = Files.isDirectory(file) ? "a folder" : "no readable file";
            throw InputException.of(
                            file,
                            found,
                            "a model file, or one of the built-in models "
                                    + String.join(", ", BUILT_IN),
                            "A model is written by: stowage fit TRACE -o model.json")
                    .causedBy(e);
        }
    }
}
