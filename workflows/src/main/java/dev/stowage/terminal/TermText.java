package dev.stowage.terminal;

import dev.stowage.basis.NearestName;
import dev.stowage.words.Glossary;
import dev.stowage.words.Glossary.Entry;
import java.io.PrintWriter;
import java.util.List;

/** Words of the glossary as text: one that was asked for, or those that a table used. */
public final class TermText {
    private static final int WIDTH = 80;

    private TermText() {}

    /** Explains each of {@code terms} below the table that used them. */
    public static void explain(PrintWriter out, String... terms) {
        for (String term : terms) {
            Entry entry = Glossary.find(term).orElseThrow();
            Wrapped.lines(entry.term() + ": " + entry.text(), WIDTH).forEach(out::println);
        }
    }

    /** What is wrong with a term that nobody explains. */
    public static String unknown(String term) {
        List<String> names = Glossary.all().stream().flatMap(Entry::names).toList();
        return "--explain: found "
                + (term.isBlank() ? "an empty text" : term)
                + ", expected one of "
                + String.join(", ", Glossary.all().stream().map(Entry::term).toList())
                + NearestName.question(term, names).map(text -> ". " + text).orElse("");
    }
}
