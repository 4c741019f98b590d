package dev.stowage.push.kubernetes;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests on a real kube-apiserver, opened for all of a class; skipped where there is none. */
abstract class KubernetesShopTests {
    @TempDir private static Path shared;
    private static @Nullable KubernetesShop opened;

    @TempDir private Path folder;
    final KubernetesShop shop = opened;

    @BeforeAll
    static void open() throws IOException, InterruptedException, GeneralSecurityException {
        opened = KubernetesShop.open(shared);
    }

    @AfterAll
    static void close() {
        if (opened != null) {
            opened.close();
        }
    }

    @BeforeEach
    void enter() {
        shop.folder = folder;
    }
}
