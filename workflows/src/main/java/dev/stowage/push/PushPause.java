package dev.stowage.push;

import dev.stowage.basis.InputException;
import dev.stowage.push.object.PushSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A wish that a push which is under way should pause: a file beside its journals, so that it can be
 * told from elsewhere, and is still told after a crash.
 *
 * @param folder of the journals
 * @param target whose pushes are to pause
 */
public record PushPause(Path folder, String target) {
    private Path file() {
        return folder.resolve(target + ".pause");
    }

    /** How a target is told of the file. */
    public PushSettings setting() {
        return PushSettings.of(Map.of(PushSettings.PAUSE_FILE, file().toString()));
    }

    /**
     * Pauses, or lets go on.
     *
     * @return true if that was a change
     * @throws InputException if nothing of this plan was ever pushed
     * @throws UncheckedIOException if the folder can't be written
     */
    public boolean set(boolean isPaused) {
        try {
            if (!isPaused) {
                return Files.deleteIfExists(file());
            }
            if (!Files.isDirectory(folder)) {
                throw InputException.of(
                        folder,
                        "no push of this plan",
                        "the journal of a push that is under way",
                        "Name the plan, or --journal, as the push does.");
            }
            Files.createFile(file());
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
