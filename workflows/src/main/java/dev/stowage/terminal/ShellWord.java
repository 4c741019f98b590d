package dev.stowage.terminal;

import dev.stowage.basis.VisibleText;
import java.nio.charset.StandardCharsets;

/** Words of a command line that a person copies into a shell. */
public final class ShellWord {
    private ShellWord() {}

    /** A path as one word that no command takes for an option. */
    public static String ofPath(String path) {
        return of(path.startsWith("-") ? "./" + path : path);
    }

    /** The text as one word: quoted if a shell would read it otherwise. */
    public static String of(String text) {
        if (!VisibleText.isVisible(text)) {
            return typed(text);
        }
        return text.matches("[A-Za-z0-9_./=:@,+-]+")
                ? text
                : "'" + text.replace("'", "'\\''") + "'";
    }

    /** What no terminal shows as octal bytes, as bash, zsh, ksh and POSIX since 2024 read it. */
    private static String typed(String text) {
        StringBuilder word = new StringBuilder("$'");
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            if (each < ' ' || each == 0x7f) {
                word.append(String.format("\\%03o", each & 0xff));
            } else {
                word.append(each == '\'' || each == '\\' ? "\\" : "").append((char) each);
            }
        }
        return word.append('\'').toString();
    }
}
