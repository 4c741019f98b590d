package dev.stowage.push.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy on loopback that can lose connections, at once or after the request has passed. */
final class CuttingProxy implements AutoCloseable {
    /** What happens to connections. */
    enum Mode {
        OPEN,
        /** All are closed at once. */
        CUT,
        /** What the client says passes; the answer does not. */
        ANSWERS_LOST
    }

    private final ServerSocket listener;
    private final int server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile Mode mode = Mode.OPEN;

    CuttingProxy(int server) throws IOException {
        this.server = server;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    void set(Mode wanted) {
        mode = wanted;
        if (wanted == Mode.CUT) {
            sockets.forEach(CuttingProxy::close);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (mode == Mode.CUT) {
                    close(client);
                    continue;
                }
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server);
                sockets.add(client);
                sockets.add(upstream);
                start(() -> pump(client, upstream, false));
                start(() -> pump(upstream, client, true));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void pump(Socket from, Socket to, boolean isAnswer) {
        byte[] buffer = new byte[16_384];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (isAnswer && mode == Mode.ANSWERS_LOST) {
                    return;
                }
                out.write(buffer, 0, n);
                out.flush();
            }
        } catch (IOException e) {
            // the other side is gone: so is this one
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws IOException {
        set(Mode.CUT);
        listener.close();
    }
}
