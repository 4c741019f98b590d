package dev.stowage.push.kubernetes;

import dev.stowage.push.object.PushFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A real kube-apiserver with etcd, in processes of their own. The binaries are those of envtest:
 * {@code etcd} and {@code kube-apiserver} in the folder KUBEBUILDER_ASSETS.
 */
final class KubeServer implements AutoCloseable {
    private final Path folder;
    private final int port;
    private final List<Process> processes;

    private KubeServer(Path folder, int port, List<Process> processes) {
        this.folder = folder;
        this.port = port;
        this.processes = processes;
    }

    /** Folder of the binaries, if there is one. */
    static Optional<Path> assets() {
        return Optional.ofNullable(System.getenv("KUBEBUILDER_ASSETS"))
                .map(Path::of)
                .filter(path -> Files.isExecutable(path.resolve("kube-apiserver")));
    }

    /** Starts one and waits until it answers. */
    static KubeServer start(Path assets, Path folder)
            throws IOException, InterruptedException, GeneralSecurityException {
        int[] ports = {free(), free(), free()};
        keys(folder);
        Files.writeString(
                folder.resolve("tokens.csv"),
                "admin-token,admin,1,\"system:masters\"\ndev-token,dev,2,\n");
        String etcd = "http://127.0.0.1:" + ports[0];
        String peer = "http://127.0.0.1:" + ports[1];
        Process store =
                run(
                        folder,
                        "etcd",
                        assets.resolve("etcd") + "",
                        "--data-dir=etcd",
                        "--listen-client-urls=" + etcd,
                        "--advertise-client-urls=" + etcd,
                        "--listen-peer-urls=" + peer,
                        "--initial-advertise-peer-urls=" + peer,
                        "--initial-cluster=default=" + peer,
                        "--unsafe-no-fsync");
        Process api =
                run(
                        folder,
                        "api",
                        assets.resolve("kube-apiserver") + "",
                        "--etcd-servers=" + etcd,
                        "--cert-dir=certs",
                        "--secure-port=" + ports[2],
                        "--bind-address=127.0.0.1",
                        "--service-account-issuer=https://local",
                        "--service-account-key-file=sa.pub",
                        "--service-account-signing-key-file=sa.key",
                        "--service-cluster-ip-range=10.0.0.0/24",
                        "--disable-admission-plugins=ServiceAccount",
                        "--authorization-mode=RBAC",
                        "--token-auth-file=tokens.csv");
        KubeServer server = new KubeServer(folder, ports[2], List.of(api, store));
        try {
            server.awaitReady();
            return server;
        } catch (IOException | InterruptedException | Error e) {
            server.close();
            throw e;
        }
    }

    private static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Process run(Path folder, String name, String... command) throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start();
    }

    private static void keys(Path folder) throws IOException, GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair pair = generator.generateKeyPair();
        pem(folder.resolve("sa.key"), "PRIVATE KEY", pair.getPrivate().getEncoded());
        pem(folder.resolve("sa.pub"), "PUBLIC KEY", pair.getPublic().getEncoded());
    }

    private static void pem(Path file, String kind, byte[] key) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
        Files.writeString(
                file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private void awaitReady() throws IOException, InterruptedException {
        Path kubeconfig = kubeconfig("admin", null);
        for (int attempt = 0; attempt < 240; attempt++) {
            try (KubernetesApi api = KubernetesApi.connect(kubeconfig, null)) {
                if (api.get("api/v1/namespaces/default").isPresent()) {
                    return;
                }
            } catch (PushFailure e) {
                if (!processes.get(0).isAlive()) {
                    throw new IOException(Files.readString(folder.resolve("api.log")), e);
                }
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
        throw new IOException("not ready: " + Files.readString(folder.resolve("api.log")));
    }

    int port() {
        return port;
    }

    /** A kubeconfig of a user, at this server or at a proxy before it. */
    Path kubeconfig(String user, @Nullable Integer proxy) throws IOException {
        int at = proxy == null ? port : proxy;
        return Files.writeString(
                folder.resolve(user + at + ".kubeconfig"),
                """
                apiVersion: v1
                kind: Config
                current-context: c
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:%d", insecure-skip-tls-verify: true}}]
                users: [{name: u, user: {token: %s-token}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                """
                        .formatted(at, user));
    }

    @Override
    public void close() {
        for (Process process : processes) {
            process.destroyForcibly();
            try {
                process.waitFor(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
