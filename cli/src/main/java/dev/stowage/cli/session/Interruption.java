package dev.stowage.cli.session;

import dev.stowage.output.OutputTarget;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What happens when the user interrupts the process: unfinished outputs are removed while their
 * writers may still be at work, and the JVM exits with 130 (SIGINT) or 143 (SIGTERM). One per
 * process.
 */
public final class Interruption {
    private static volatile boolean underWay;
    private static volatile @Nullable Supplier<String> lastAct;

    private final Consumer<String> said;
    private volatile boolean isDisarmed;

    private Interruption(Consumer<String> said) {
        this.said = said;
    }

    /**
     * Watches over the process.
     *
     * @param said takes what was interrupted and what became of it, in words
     */
    public static Interruption install(Consumer<String> said) {
        Interruption interruption = new Interruption(said);
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::run, "interruption"));
        return interruption;
    }

    /** True once the process is on its way down: what fails now fails because of that. */
    public static boolean isUnderWay() {
        return underWay;
    }

    /** Lets {@code act} have its way before outputs are removed; it says what the user can do. */
    public static void beforeTheEnd(Supplier<String> act) {
        lastAct = act;
    }

    /** There is nothing to be done any more. */
    public static void forget() {
        lastAct = null;
    }

    /** The command is over; the exit that follows is no interruption. */
    public void disarm() {
        isDisarmed = true;
    }

    private void run() {
        if (isDisarmed) {
            return;
        }
        underWay = true;
        Supplier<String> act = lastAct;
        String outcome = act == null ? null : act.get();
        boolean wasWriting = OutputTarget.abandonAll();
        said.accept(
                "interrupted"
                        + (wasWriting ? "; the unfinished output was removed" : "")
                        + (outcome == null ? "" : "; " + outcome));
    }
}
