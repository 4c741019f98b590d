package dev.stowage.cli.session;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Standard output that remembers its first failure instead of throwing it at whoever prints. After
 * a failure it swallows everything.
 */
final class ResultStream extends OutputStream {
    private final OutputStream target;
    private @Nullable IOException failure;

    ResultStream(OutputStream target) {
        this.target = target;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (failure == null) {
            try {
                target.write(bytes, offset, length);
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    @Override
    public void flush() {
        if (failure == null) {
            try {
                target.flush();
            } catch (IOException e) {
                failure = e;
            }
        }
    }

    /** What went wrong, if anything did that the user should hear of. */
    @Nullable IOException failure() {
        return isBrokenPipe() ? null : failure;
    }

    /** True if the reader has gone away, as {@code | head} does: no error. */
    private boolean isBrokenPipe() {
        return failure != null
                && String.valueOf(failure.getMessage())
                        .toLowerCase(Locale.ROOT)
                        .contains("broken pipe");
    }
}
