package dev.stowage.basis;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Where long work says how far it is; cheap enough to be called a few hundred times a second, and
 * from any thread. The command line draws it as a bar on a terminal.
 */
public interface Progress {
    /** Says nothing to nobody. */
    Progress NONE =
            new Progress() {
                @Override
                public void start(String what, long total) {}

                @Override
                public void advanceTo(long done) {}

                @Override
                public void done() {}
            };

    /** Begins a stage: what is done, and how many units there are, or -1 if that is unknown. */
    void start(String what, long total);

    /** {@code done} units of the stage are done. */
    void advanceTo(long done);

    /** More about the stage, in a few words, beside its number of units. */
    default void remark(String text) {}

    /** The stage is over. */
    void done();

    /**
     * The same, told until somebody wants the work to end: then the work that tells it next ends
     * with a {@link CancellationException}, and leaves no output behind.
     *
     * @param isCancelled asked from any thread, often
     */
    default Progress until(BooleanSupplier isCancelled) {
        Progress told = this;
        return new Progress() {
            @Override
            public void start(String what, long total) {
                check(what);
                told.start(what, total);
            }

            @Override
            public void advanceTo(long done) {
                check("the work");
                told.advanceTo(done);
            }

            @Override
            public void done() {
                told.done();
            }

            private void check(String what) {
                if (isCancelled.getAsBoolean()) {
                    throw new CancellationException(what + " was cancelled");
                }
            }
        };
    }
}
