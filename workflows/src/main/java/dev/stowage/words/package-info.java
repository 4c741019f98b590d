/**
 * Numbers and things in words, as people read them. Start at {@link dev.stowage.words.Figures}.
 * Must not import {@code dev.stowage.workflow}, {@code dev.stowage.report} or {@code
 * dev.stowage.cli}.
 */
@NullMarked
package dev.stowage.words;

import org.jspecify.annotations.NullMarked;
