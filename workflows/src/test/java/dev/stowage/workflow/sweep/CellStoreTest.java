package dev.stowage.workflow.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

/** What helps where answers can't be kept. */
class CellStoreTest {
    @Test
    void aFolderThatMayNotBeWrittenIsNoFullDisk() {
        assertThat(CellStore.remedy(new AccessDeniedException("cells")))
                .isEqualTo("Allow writing there,");
        assertThat(
                        CellStore.remedy(
                                new FileSystemException("cells", null, "Read-only file system")))
                .isEqualTo("Allow writing there,");
        assertThat(
                        CellStore.remedy(
                                new FileSystemException("cells", null, "No space left on device")))
                .isEqualTo("Free some space,");
    }
}
