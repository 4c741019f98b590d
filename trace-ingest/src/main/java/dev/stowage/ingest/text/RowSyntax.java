package dev.stowage.ingest.text;

/** How the fields of a row are told apart. */
public enum RowSyntax {
    /** By one comma each. */
    COMMAS,
    /** By one semicolon each; blanks and tabs around a field do not belong to it. */
    SEMICOLONS,
    /**
     * By any number of blanks and tabs, which may also stand before the first field and behind the
     * last one. A line that begins with a semicolon is a comment.
     */
    BLANKS
}
