/**
 * The command line: arguments, printing, exit codes. Start at {@link dev.stowage.cli.Main} and
 * {@link dev.stowage.cli.Commands}. What a command does is in {@code dev.stowage.workflow}.
 */
@NullMarked
package dev.stowage.cli;

import org.jspecify.annotations.NullMarked;
