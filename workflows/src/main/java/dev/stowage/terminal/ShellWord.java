package dev.stowage.terminal;

/** Words of a command line that a person copies into a shell. */
public final class ShellWord {
    private ShellWord() {}

    /** The text as one word: quoted if a shell would read it otherwise. */
    public static String of(String text) {
        return text.matches("[A-Za-z0-9_./=:@,+-]+")
                ? text
                : "'" + text.replace("'", "'\\''") + "'";
    }
}
