/**
 * Text for a terminal: tables, wrapped sentences, emphasis, small charts, and verdicts. Start at
 * {@link dev.stowage.terminal.TextTable}. Writes to what it is given, and opens nothing. Must not
 * import {@code dev.stowage.workflow}, {@code dev.stowage.report} or {@code dev.stowage.cli}.
 */
@NullMarked
package dev.stowage.terminal;

import org.jspecify.annotations.NullMarked;
