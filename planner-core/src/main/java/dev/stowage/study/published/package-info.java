/**
 * Published experiments beside what the product makes of them: one form of answer for all studies.
 * Start at {@link dev.stowage.study.published.Reproduction}. A study says what it found for each
 * claim; the claims, and whether they held before, are data.
 */
@NullMarked
package dev.stowage.study.published;

import org.jspecify.annotations.NullMarked;
